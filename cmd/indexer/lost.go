package main

import (
	"fmt"
	"io"
	"strings"

	"seedgraph/artifacts"
)

// failuresShown limits the number of incompletely indexed files that a build lists;
// diagnostics.jsonl has all.
const failuresShown = 10

// printFailures lists files that were not indexed, or only in part.
func printFailures(w io.Writer, failed []artifacts.Diagnostic) {
	for i, d := range failed {
		if i == failuresShown {
			program.Message(w, "… and %d more files", len(failed)-i)
			break
		}
		program.Message(w, "%s", describeFailure(d))
	}
}

// describeFailure describes the failure of a file.
func describeFailure(d artifacts.Diagnostic) string {
	switch {
	case d.Type == artifacts.LostDefinitions:
		return fmt.Sprintf("%s:%d: syntax error: the definition of %s is not in the index", d.Path,
			d.Line, d.Detail)
	case d.Detail != "":
		return d.Path + ": " + d.Reason + ": " + d.Detail
	}
	return d.Path + ": " + d.Reason
}

// incomplete returns the number of files that were not indexed, or only in part, as
// text.
func incomplete(failed []artifacts.Diagnostic, files int) string {
	lost := 0
	for _, d := range failed {
		if d.Type == artifacts.LostDefinitions {
			lost++
		}
	}
	var parts []string
	if skipped := len(failed) - lost; skipped > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d files could not be indexed", skipped,
			skipped+files))
	}
	if lost > 0 {
		parts = append(parts, fmt.Sprintf("%d files lost definitions to syntax errors", lost))
	}
	return strings.Join(parts, ", ")
}
