// Package changes parses git diffs and finds the definitions that they change, using only
// the artifacts.
package changes

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxLine is the maximum length of a line in a diff.
const maxLine = 64 << 20

// A File holds the changes of one file.
type File struct {
	Old, New string // paths; empty if the file does not exist on that side
	Runs     []Run  // by line
}

// Below puts the files of a diff below a folder.
func Below(folder string, files []File) []File {
	out := make([]File, len(files))
	for i, f := range files {
		for _, p := range []*string{&f.Old, &f.New} {
			if *p != "" {
				*p = folder + "/" + *p
			}
		}
		out[i] = f
	}
	return out
}

// A Run is a sequence of changed lines without unchanged lines between them.
type Run struct {
	OldLine, NewLine uint32 // of the first line; if there are no lines, of the position where they would be
	Removed, Added   []string
}

// Parse parses a unified diff, as printed by git diff, with any number of context lines.
func Parse(r io.Reader) ([]File, error) {
	p := parser{}
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		if err := p.line(lines.Text()); err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read diff: %w", err)
	}
	if p.oldLeft+p.newLeft > 0 {
		return nil, fmt.Errorf("the diff ends within a hunk of %s", p.path())
	}
	return p.files, nil
}

// A parser parses a diff line by line.
type parser struct {
	files            []File
	old              string // from the header being parsed
	from             string // previous name of a moved file
	oldLeft, newLeft int    // remaining lines of the hunk
	oldLine, newLine uint32
	open             bool // the last run may be extended
}

// path returns the name of the file being parsed, for errors.
func (p *parser) path() string {
	if len(p.files) == 0 {
		return "no file"
	}
	f := p.files[len(p.files)-1]
	return f.Old + f.New
}

func (p *parser) line(s string) error {
	if p.oldLeft+p.newLeft > 0 {
		return p.body(s)
	}
	from := p.from
	p.from = ""
	switch {
	case strings.HasPrefix(s, "rename from "):
		p.from = name(strings.TrimPrefix(s, "rename from "))
	case from != "" && strings.HasPrefix(s, "rename to "):
		p.files = append(p.files, File{Old: from, New: name(strings.TrimPrefix(s, "rename to "))})
	case strings.HasPrefix(s, "--- "):
		p.old = s[4:]
	case strings.HasPrefix(s, "+++ "):
		before, after := paths(p.old, s[4:])
		if n := len(p.files); n > 0 && p.files[n-1].Old == before && p.files[n-1].New == after &&
			len(p.files[n-1].Runs) == 0 {
			return nil // the moved file
		}
		p.files = append(p.files, File{Old: before, New: after})
	case strings.HasPrefix(s, "@@ "):
		return p.hunk(s)
	}
	return nil
}

// hunk parses the header of a hunk: @@ -1,2 +3,4 @@ text.
func (p *parser) hunk(s string) error {
	fields := strings.Fields(s)
	if len(p.files) == 0 || len(fields) < 4 || fields[3] != "@@" {
		return fmt.Errorf("the diff has a hunk that cannot be read: %.80s", s)
	}
	var err error
	if p.oldLine, p.oldLeft, err = side(fields[1], "-"); err != nil {
		return err
	}
	p.newLine, p.newLeft, err = side(fields[2], "+")
	p.open = false
	return err
}

// side parses one side of a hunk header. If it has no lines, the header has the number of
// the line before; the run begins after that line.
func side(s, sign string) (line uint32, count int, err error) {
	first, n, several := strings.Cut(strings.TrimPrefix(s, sign), ",")
	at, err := strconv.ParseUint(first, 10, 31)
	if err == nil && several {
		count, err = strconv.Atoi(n)
	} else {
		count = 1
	}
	if err != nil || count < 0 || !strings.HasPrefix(s, sign) {
		return 0, 0, fmt.Errorf("the diff has a hunk that cannot be read: %.80s", s)
	}
	if count == 0 {
		at++
	}
	return uint32(at), count, nil
}

// body parses a line of a hunk.
func (p *parser) body(s string) error {
	mark := byte(' ') // some programs strip the space of an empty line
	if s != "" {
		mark = s[0]
	}
	if mark == '\\' {
		return nil // "\ No newline at end of file"
	}
	f := &p.files[len(p.files)-1]
	if (mark == '-' || mark == '+') && !p.open {
		f.Runs = append(f.Runs, Run{OldLine: p.oldLine, NewLine: p.newLine})
	}
	p.open = mark == '-' || mark == '+'
	switch mark {
	case '-':
		run := &f.Runs[len(f.Runs)-1]
		run.Removed = append(run.Removed, s[1:])
		p.oldLine, p.oldLeft = p.oldLine+1, p.oldLeft-1
	case '+':
		run := &f.Runs[len(f.Runs)-1]
		run.Added = append(run.Added, s[1:])
		p.newLine, p.newLeft = p.newLine+1, p.newLeft-1
	case ' ':
		p.oldLine, p.oldLeft = p.oldLine+1, p.oldLeft-1
		p.newLine, p.newLeft = p.newLine+1, p.newLeft-1
	default:
		return fmt.Errorf("the diff of %s has a line that cannot be read: %.80s", p.path(), s)
	}
	if p.oldLeft < 0 || p.newLeft < 0 {
		return fmt.Errorf("a hunk of %s is longer than its header states", p.path())
	}
	return nil
}

// paths parses the two names of a file, without git's prefixes a/ and b/, or other
// one-letter prefixes.
func paths(before, after string) (string, string) {
	before, after = name(before), name(after)
	if prefixed(before) && prefixed(after) {
		before, after = strip(before), strip(after)
	}
	return before, after
}

// name parses a name as written by git: quoted if it has unusual characters, and followed
// by a tab if it has spaces.
func name(s string) string {
	if strings.HasPrefix(s, `"`) {
		if plain, err := strconv.Unquote(s); err == nil {
			s = plain
		}
	} else {
		s, _, _ = strings.Cut(s, "\t")
	}
	if s == "/dev/null" {
		return ""
	}
	return s
}

// prefixed reports whether a name has a prefix, or is empty because there is no file.
func prefixed(s string) bool { return s == "" || len(s) > 2 && s[1] == '/' }

func strip(s string) string {
	if s == "" {
		return s
	}
	return s[2:]
}
