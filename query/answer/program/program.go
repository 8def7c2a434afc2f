// Package program runs the programs that a user names to complete an answer: rerankers, embedders.
package program

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// Run runs a program with its arguments on the given input, and returns its output. It ends the program
// after the given time. An error has the first line that the program wrote to standard error.
func Run(ctx context.Context, command []string, limit time.Duration, in io.Reader) ([]byte, error) {
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var out, msg bytes.Buffer
	c := exec.CommandContext(within, command[0], command[1:]...)
	c.Stdin, c.Stdout, c.Stderr = in, &out, &msg
	c.WaitDelay = time.Second // child processes may keep the pipes open
	err := c.Run()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case within.Err() != nil:
		return nil, fmt.Errorf("%s did not end within %s", command[0], limit)
	case err != nil:
		if line, _, _ := strings.Cut(strings.TrimSpace(msg.String()), "\n"); line != "" {
			err = fmt.Errorf("%w: %s", err, line)
		}
		return nil, fmt.Errorf("%s: %w", command[0], err)
	}
	return out.Bytes(), nil
}
