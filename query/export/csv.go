package export

import (
	"encoding/csv"
	"io"
	"strings"
)

// A table is a CSV file as defined by RFC 4180, with a header line and single-character
// line ends.
type table struct{ w *csv.Writer }

// newTable begins a table. Errors are reported when w is flushed.
func newTable(w io.Writer, names ...string) (*table, error) {
	t := &table{csv.NewWriter(w)}
	return t, t.row(names...)
}

// row writes a row; line breaks and control characters in values become spaces.
func (t *table) row(values ...string) error {
	for i, v := range values {
		values[i] = oneLine(v)
	}
	return t.text(values...)
}

// text writes a row unchanged except for NUL characters, at which readers end a text.
func (t *table) text(values ...string) error {
	for i, v := range values {
		values[i] = strings.ReplaceAll(v, "\x00", "\uFFFD")
	}
	return t.w.Write(values)
}

// end flushes the table.
func (t *table) end() error {
	t.w.Flush()
	return t.w.Error()
}
