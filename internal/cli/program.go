package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"seedgraph/internal/hint"
)

// Streams are the input and output streams of a command. Out is only for the
// result.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer
}

// A Program runs commands and turns their errors into messages and codes.
type Program struct {
	Name    string  // the prefix of messages
	Classes []Class // error classes beyond the common ones
}

// A Failure is the JSON object on stderr that ends a failed run with --json.
type Failure struct {
	Type    string `json:"type"` // always "exit_error"
	Code    int    `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// grace is the time that a command has to clean up after a signal.
const grace = 2 * time.Second

// Main runs a program on the process's arguments, streams and signals, and
// returns its exit code. The first interrupt cancels the context of run, which
// must clean up and return the context's error. The second one, or the end of
// the grace period, ends the process even if it is blocked.
func (p *Program) Main(run func(ctx context.Context, args []string, s Streams) error) int {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	s := Streams{os.Stdin, os.Stdout, os.Stderr}
	go func() {
		<-signals
		cancel()
		select {
		case <-signals:
		case <-time.After(grace):
		}
		// Writing a message could block, too, if nobody reads it.
		os.Exit(Interrupted)
	}()
	return p.Exit(run(ctx, os.Args[1:], s), os.Args[1:], s.Err)
}

// Exit prints err, if not nil, and returns the exit code for it.
func (p *Program) Exit(err error, args []string, w io.Writer) int {
	if err == nil {
		return OK
	}
	class := p.classify(err)
	message, advice := err.Error(), cmp.Or(hint.Of(err), class.Hint)
	if errors.Is(class.Err, context.Canceled) {
		message, advice = "interrupted", ""
	}
	if wantsJSON(args) {
		p.writeJSON(w, Failure{"exit_error", class.Code, message, advice})
		return class.Code
	}
	p.Message(w, "%s", message)
	if advice != "" {
		fmt.Fprintf(w, "hint: %s\n", advice)
	}
	return class.Code
}

// Message writes one line for the user at the terminal.
func (p *Program) Message(w io.Writer, format string, args ...any) {
	fmt.Fprintf(w, "%s: %s\n", p.Name,
		Plain(strings.TrimRight(fmt.Sprintf(format, args...), "\n")))
}

func (p *Program) writeJSON(w io.Writer, v Failure) {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // stderr is the last resort
}

// wantsJSON looks for the flag in the raw arguments, because it must work even
// if these could not be parsed.
func wantsJSON(args []string) bool {
	for _, a := range args {
		switch a {
		case "--":
			return false
		case "--json", "--json=true":
			return true
		}
	}
	return false
}
