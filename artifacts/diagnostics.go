package artifacts

import (
	"bufio"
	"encoding/json"
	"io"
	"path/filepath"
)

// Diagnostics calls f for each line of diagnostics.jsonl, until it returns an error.
func (r *Reader) Diagnostics(f func(Diagnostic) error) error {
	file, err := r.root.Open(filepath.FromSlash(diagnosticsFile))
	if err != nil {
		return corruptf("%w", err)
	}
	defer file.Close()
	dec := json.NewDecoder(bufio.NewReaderSize(file, 1<<16))
	for {
		var d Diagnostic
		switch err := dec.Decode(&d); err {
		case nil:
		case io.EOF:
			return nil
		default:
			return corruptf("%s: %w", diagnosticsFile, err)
		}
		if err := f(d); err != nil {
			return err
		}
	}
}
