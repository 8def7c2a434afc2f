package measure

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"seedgraph/internal/lazyregexp"
	"seedgraph/query/answer/assemble"
)

// A Task is a query with a known answer.
type Task struct {
	ID    string `json:"id"`
	Query string `json:"query"`
	// QueryFile is a file with the query, in the folder passed to ReadTasks.
	QueryFile string `json:"query_file"`
	Kind      string `json:"kind"`
	Split     string `json:"split"`
	Gold      []Gold `json:"gold"`

	given []uint32 // nodes that the reader already has
	known []uint32 // start nodes of contexts, which rankings do not use
}

// A Gold is an entry of a known answer: lines of a file, or a file.
type Gold struct {
	Path  string      `json:"path"`
	Name  string      `json:"name"`
	Start uint32      `json:"start"`
	End   uint32      `json:"end"`
	Edits [][2]uint32 `json:"edits"`
}

// lines calls f for the lines of the entry until it returns true, and reports whether it
// did.
func (g *Gold) lines(f func(uint32) bool) bool {
	edits := g.Edits
	if len(edits) == 0 {
		edits = [][2]uint32{{g.Start, g.End}}
	}
	for _, e := range edits {
		for line := e[0]; line <= e[1]; line++ {
			if line > 0 && f(line) {
				return true
			}
		}
	}
	return false
}

// touches reports whether the entry has a line from first to last, or is a whole file.
func (g *Gold) touches(first, last uint32) bool {
	return g.End == 0 || g.lines(func(line uint32) bool { return first <= line && line <= last })
}

// IsIn reports whether a line of the entry is printed for an item of a context.
func (g *Gold) IsIn(it *assemble.Item) bool {
	if len(it.Lines) == 0 {
		return g.touches(it.StartLine, it.EndLine)
	}
	return slices.ContainsFunc(it.Lines,
		func(run [2]uint32) bool { return g.touches(run[0], run[1]) })
}

// ReadTasks reads the tasks of a split, one line of JSON each, from the named input; an
// empty split means all. Tasks without a query or an answer are left out. Query files are
// in the folder queries.
func ReadTasks(r io.Reader, name, split, queries string) ([]Task, error) {
	var out []Task
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var t Task
		if err := json.Unmarshal(lines.Bytes(), &t); err != nil {
			return nil, fmt.Errorf("read tasks: %s:%d: %w", name, n, err)
		}
		if split != "" && t.Split != split || len(t.Gold) == 0 {
			continue
		}
		if err := t.readQuery(queries); err != nil {
			return nil, fmt.Errorf("read tasks: %s:%d: %w", name, n, err)
		}
		if t.Query != "" {
			out = append(out, t)
		}
	}
	return out, lines.Err()
}

// reportNumber is the prefix that issue trackers add to the title of a report.
var reportNumber = lazyregexp.New(`^Bug \d+\s*[^\pL\pN\s]?\s*`)

// readQuery reads the query file of a task, if it has one. Invalid UTF-8 is decoded as
// Latin-1.
func (t *Task) readQuery(dir string) error {
	if t.QueryFile == "" {
		return nil
	}
	raw, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(t.QueryFile)))
	if err != nil {
		return err
	}
	text := string(raw)
	if !utf8.Valid(raw) {
		runes := make([]rune, len(raw))
		for i, b := range raw {
			runes[i] = rune(b)
		}
		text = string(runes)
	}
	t.Query = strings.TrimSpace(reportNumber.ReplaceAllString(text, ""))
	return nil
}
