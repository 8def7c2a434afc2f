package export

import (
	"encoding/csv"
	"io"
	"strings"
)

// A table is a CSV file as RFC 4180 defines it, with a line of names and line ends of one character.
type table struct{ w *csv.Writer }

// newTable begins a table. Errors come with the flush of w.
func newTable(w io.Writer, names ...string) (*table, error) {
	t := &table{csv.NewWriter(w)}
	return t, t.row(names...)
}

// row writes a row; values have no line breaks and control characters.
func (t *table) row(values ...string) error {
	for i, v := range values {
		values[i] = oneLine(v)
	}
	return t.text(values...)
}

// text writes a row as it is, but for the character 0, which readers end a text at.
func (t *table) text(values ...string) error {
	for i, v := range values {
		values[i] = strings.ReplaceAll(v, "\x00", "\uFFFD")
	}
	return t.w.Write(values)
}

// end writes what is pending.
func (t *table) end() error {
	t.w.Flush()
	return t.w.Error()
}
