// Package graphviz draws diagrams with the program dot of Graphviz.
package graphviz

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// ErrMissing means that Graphviz is not installed.
var ErrMissing = errors.New("the program dot of Graphviz is not installed")

// maxTime bounds the layout of a diagram.
const maxTime = time.Minute

// SVG draws a graph in the language of dot. The labels of the graph must be escaped.
func SVG(ctx context.Context, graph string) ([]byte, error) {
	program, err := exec.LookPath("dot") // never of the working folder
	if err != nil {
		return nil, ErrMissing
	}
	within, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	var out, msg bytes.Buffer
	c := exec.CommandContext(within, program, "-Tsvg")
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(graph), &out, &msg
	err = c.Run()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case within.Err() != nil:
		return nil, fmt.Errorf("dot did not end within %s", maxTime)
	case err != nil:
		line, _, _ := strings.Cut(strings.TrimSpace(msg.String()), "\n")
		return nil, fmt.Errorf("dot: %w: %s", err, line)
	}
	return out.Bytes(), nil
}
