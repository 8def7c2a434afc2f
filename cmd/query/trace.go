package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"seedgraph/query/answer"
)

// traceFlags control logging.
type traceFlags struct {
	log     string
	command *cobra.Command
}

func (o *traceFlags) addFlags(c *cobra.Command) {
	o.command = c
	c.Flags().StringVar(&o.log, "log", "",
		"json: log stages, times, warnings and token counts to standard error")
	complete(c, "log", []string{"json"})
}

func (o *traceFlags) check() error {
	if o.log != "" && o.log != "json" {
		return fmt.Errorf("--log %s is unknown: use json", o.log)
	}
	return nil
}

// untraced are the flags that change neither the query nor the answer, and those
// that determine what the reader sees: the hash of the latter is in the id.
var untraced = map[string]bool{"artifacts": true, "json": true, "log": true, "acl-any": true,
	"labels-all": true, "clearance": true, "owner": true, "source-system": true}

// A tracer records how an answer is computed.
type tracer struct {
	answer.Trace
	s     *session
	log   bool
	began time.Time
}

// newTracer begins the trace of a command.
func (s *session) newTracer(text string, o traceFlags) (*tracer, error) {
	var parameters []string
	o.command.Flags().Visit(func(f *pflag.Flag) {
		if !untraced[f.Name] {
			parameters = append(parameters, f.Name+"="+f.Value.String())
		}
	})
	began := time.Now()
	id, err := s.index.TraceID(o.command.Name(), text, parameters)
	t := &tracer{s: s, log: o.log != "", began: began,
		Trace: answer.Trace{ID: id, Errors: []answer.Problem{}}}
	if t.log {
		s.traced = t
	}
	return t, err
}

// A warningEvent is a line of the log for a message to the user.
type warningEvent struct {
	ID      string `json:"trace_id"`
	Event   string `json:"event"`
	Message string `json:"message"`
}

// A stageEvent is a line of the log.
type stageEvent struct {
	ID     string  `json:"trace_id"`
	Event  string  `json:"event"`
	Stage  string  `json:"stage"`
	Millis float64 `json:"ms"`
	Error  string  `json:"error,omitempty"`
}

// stage runs a stage of the command, and logs its duration.
func (t *tracer) stage(name string, f func() error) error {
	began := time.Now()
	err := f()
	e := stageEvent{ID: t.ID, Event: "stage", Stage: name, Millis: millis(began)}
	if err != nil {
		e.Error = err.Error()
	}
	t.write(e)
	return err
}

// A doneEvent is the last line of the log.
type doneEvent struct {
	ID       string           `json:"trace_id"`
	Event    string           `json:"event"`
	Command  string           `json:"command"`
	Mode     string           `json:"mode"`
	Reranked bool             `json:"reranked"`
	Attempts []answer.Attempt `json:"attempts"`
	Results  int              `json:"results"`
	Tokens   map[string]int   `json:"tokens"`
	Errors   []answer.Problem `json:"errors"`
	Millis   float64          `json:"ms"`
}

// done ends the log. tokens has the number of tokens of the answer, and the budget
// if there is one.
func (t *tracer) done(command string, results int, tokens map[string]int) {
	attempts := t.Attempts
	if attempts == nil {
		attempts = []answer.Attempt{}
	}
	t.write(doneEvent{ID: t.ID, Event: "done", Command: command, Mode: t.Mode,
		Reranked: t.Reranked, Attempts: attempts, Results: results, Tokens: tokens, Errors: t.Errors,
		Millis: millis(t.began)})
}

// write writes a line of the log. Failure to write the log is not an error.
func (t *tracer) write(event any) {
	if !t.log {
		return
	}
	if raw, err := json.Marshal(event); err == nil {
		_, _ = fmt.Fprintf(t.s.streams.Err, "%s\n", raw)
	}
}

// millis returns the milliseconds since a time, rounded to hundredths.
func millis(since time.Time) float64 {
	return float64(time.Since(since).Microseconds()/10) / 100
}
