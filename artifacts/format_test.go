package artifacts

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/graph"
)

// fixture is the folder of the artifacts quoted by FORMAT.md.
const fixture = "testdata/v2/plain"

// A quote is a fenced block of FORMAT.md with attributes that specify its source.
type quote struct {
	line  int
	attrs map[string]string
	body  []string
}

// quotes returns the fenced blocks with attributes.
func quotes(t *testing.T) []quote {
	t.Helper()
	raw, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	var list []quote
	var open *quote
	for i, line := range strings.Split(string(raw), "\n") {
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && open != nil:
			if len(open.attrs) > 0 {
				list = append(list, *open)
			}
			open = nil
		case fence:
			open = &quote{line: i + 1, attrs: map[string]string{}}
			for _, word := range strings.Fields(info)[1:] {
				k, v, _ := strings.Cut(word, "=")
				open.attrs[k] = v
			}
		case open != nil:
			open.body = append(open.body, line)
		}
	}
	return list
}

// TestFormatQuotesTheFixture compares every example of FORMAT.md with the frozen
// artifacts.
func TestFormatQuotesTheFixture(t *testing.T) {
	r, err := Open(fixture)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	files, values := 0, 0
	for _, q := range quotes(t) {
		if q.attrs["of"] != "" {
			continue // see TestFormatQuotesOutside
		}
		if file := q.attrs["file"]; file != "" {
			files++
			q.checkFile(t, file)
		} else {
			values++
			q.checkValue(t, r)
		}
	}
	if files < 9 || values < 7 {
		t.Errorf("only %d files and %d values are quoted", files, values)
	}
}

func (q quote) checkFile(t *testing.T, file string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(fixture, file))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range q.body {
		if strings.TrimSpace(line) != "…" && !strings.Contains(string(raw), line+"\n") {
			t.Errorf("FORMAT.md:%d: %s has no line\n%s", q.line, file, line)
		}
	}
}

func (q quote) checkValue(t *testing.T, r *Reader) {
	t.Helper()
	var want []byte
	for _, line := range q.body {
		digits, _, _ := strings.Cut(line, "#")
		b, err := hex.DecodeString(strings.Join(strings.Fields(digits), ""))
		if err != nil {
			t.Fatalf("FORMAT.md:%d: %v", q.line, err)
		}
		want = append(want, b...)
	}
	got, err := q.value(r)
	if err != nil {
		t.Fatalf("FORMAT.md:%d: %v", q.line, err)
	}
	if _, part := q.attrs["from"]; part {
		got = got[:min(len(want), len(got))]
	}
	if !bytes.Equal(got, want) {
		t.Errorf("FORMAT.md:%d: the value is\n% x\nnot\n% x", q.line, got, want)
	}
}

// value reads the value that q quotes.
func (q quote) value(r *Reader) ([]byte, error) {
	if term := q.attrs["term"]; term != "" {
		s, err := hex.DecodeString(term)
		if err != nil {
			return nil, err
		}
		terms, err := r.terms.open()
		if err != nil {
			return nil, err
		}
		return terms.lookup(string(s))
	}
	key, err := hex.DecodeString(q.attrs["key"])
	if err != nil {
		return nil, err
	}
	return r.store.get(key)
}

// TestFormatNamesEverySection checks that FORMAT.md documents every file and every
// section of the store.
func TestFormatNamesEverySection(t *testing.T) {
	raw, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range required {
		if name := filepath.Base(file); !strings.Contains(string(raw), name) {
			t.Errorf("FORMAT.md does not name %s", name)
		}
	}
	for _, section := range []byte{sectionHead, sectionAccess, sectionViews, sectionViewsIn,
		sectionFrames, sectionExtraNodes, sectionHandles,
		sectionIn, sectionLengths, sectionSites, sectionNodes,
		sectionOut, sectionPaths, sectionReceivers, sectionRanks, sectionStrings, sectionTerms, sectionSymbols,
		sectionLayouts, sectionOpenEnds, sectionOpenNames} {
		if !strings.Contains(string(raw), "|  '"+string(section)+"'   |") {
			t.Errorf("FORMAT.md does not draw section %c", section)
		}
	}
}

// TestFormatTellsEveryEdgeKind compares the table of FORMAT.md with that of package
// graph.
func TestFormatTellsEveryEdgeKind(t *testing.T) {
	raw, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range graph.EdgeKinds() {
		if row := fmt.Sprintf("| `%s` | %s | %s |\n", k.Name, k.Group,
			k.Meaning); !strings.Contains(string(raw), row) {
			t.Errorf("FORMAT.md, section 9, lacks the row\n%s", row)
		}
	}
	for _, tier := range graph.Tiers() {
		if !strings.Contains(string(raw), "`"+tier.String()+"`") {
			t.Errorf("FORMAT.md does not name the tier %s", tier)
		}
	}
}
