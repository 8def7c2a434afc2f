package stdio_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"seedgraph/query/agent/stdio"
)

const (
	hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
		`"capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	ping = `{"jsonrpc":"2.0","id":%s,"method":"ping"}` + "\n"
	wait = `{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"wait","arguments":{}}}` +
		"\n"
)

// A session is a server with one tool, which blocks until released.
type session struct {
	t       *testing.T
	in      *io.PipeWriter
	lines   chan string   // lines written by the server; closed at the end
	release chan struct{} // each call of the tool receives one value before it returns
	started chan struct{}
	cut     chan struct{} // receives one value per cancelled call
	ended   chan error
	stop    context.CancelFunc
}

func start(t *testing.T) *session {
	t.Helper()
	s := &session{t: t, lines: make(chan string, 1000), release: make(chan struct{}, 1000),
		started: make(chan struct{}, 1000), ended: make(chan error, 1), cut: make(chan struct{}, 1000)}
	server := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	server.AddTool(&mcp.Tool{Name: "wait", InputSchema: map[string]any{"type": "object"}},
		func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			s.started <- struct{}{}
			select {
			case <-s.release:
			case <-ctx.Done():
				s.cut <- struct{}{}
			}
			return &mcp.CallToolResult{}, nil
		})
	in, inWriter := io.Pipe()
	out, outWriter := io.Pipe()
	s.in = inWriter
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	t.Cleanup(stop)
	go func() {
		s.ended <- server.Run(ctx, &stdio.Transport{In: in, Out: outWriter})
		outWriter.Close()
	}()
	go func() {
		defer close(s.lines)
		for text := bufio.NewScanner(out); text.Scan(); {
			s.lines <- text.Text()
		}
	}()
	return s
}

func (s *session) send(text string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, text); err != nil {
		s.t.Fatal(err)
	}
}

// next returns the id of the next response and its error code.
func (s *session) next() string {
	s.t.Helper()
	select {
	case text, ok := <-s.lines:
		if !ok {
			return "end"
		}
		var r struct {
			ID    json.RawMessage
			Error *struct{ Code int }
		}
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			s.t.Fatalf("%q: %v", text, err)
		}
		if r.Error != nil {
			return fmt.Sprintf("%s!%d", r.ID, r.Error.Code)
		}
		return string(r.ID)
	case <-time.After(20 * time.Second):
		s.t.Fatal("no answer")
	}
	return ""
}

// TestLines checks the response to each line, and that the line after it is answered,
// too.
func TestLines(t *testing.T) {
	s := start(t)
	s.send(hello)
	if got := s.next(); got != "0" {
		t.Fatalf("initialized: %s", got)
	}
	long := strings.Repeat("x", stdio.MaxMessage)
	fit := `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":""}}}`
	fit = strings.Replace(fit, `""`, `"`+long[:stdio.MaxMessage-len(fit)]+`"`, 1)
	for _, c := range []struct{ line, want string }{
		{"{this is not json", "null!-32700"},
		{"", ""},
		{"   \t\r", ""},
		{`{"jsonrpc":"2.0","id":1,"meth`, "null!-32700"},
		{`od":"ping"}`, "null!-32700"},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"} {}`, "null!-32700"},
		{`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\r", "1"},
		{`{"id":1,"method":"ping"}`, "1!-32600"},
		{`{"jsonrpc":"1.0","id":1,"method":"ping"}`, "1!-32600"},
		{`{"jsonrpc":2.0,"id":1,"method":"ping"}`, "1!-32600"},
		{`{"JSONRPC":"2.0","id":1,"method":"ping"}`, "1!-32600"},
		{`{"method":"notifications/initialized"}`, "null!-32600"},
		{`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, "null!-32600"},
		{`[]`, "null!-32600"},
		{`7`, "null!-32600"},
		{`"ping"`, "null!-32600"},
		{`null`, "null!-32600"},
		{`{}`, "null!-32600"},
		{`{"jsonrpc":"2.0","id":4}`, "4!-32600"},
		{`{"jsonrpc":"2.0","id":4,"method":7}`, "4!-32600"},
		{`{"jsonrpc":"2.0","id":4,"method":""}`, "4!-32600"},
		{`{"jsonrpc":"2.0","id":4,"method":"ping","params":7}`, "4!-32600"},
		{`{"jsonrpc":"2.0","id":null,"method":"ping"}`, "null!-32600"},
		{`{"jsonrpc":"2.0","id":true,"method":"ping"}`, "null!-32600"},
		{`{"jsonrpc":"2.0","id":{},"method":"ping"}`, "null!-32600"},
		{`{"jsonrpc":"2.0","id":[1],"method":"ping"}`, "null!-32600"},
		{`{"jsonrpc":"2.0","id":"a b","method":"ping"}`, `"a b"`},
		{`{"jsonrpc":"2.0","id":"\u00e4<","method":"ping"}`, `"\u00e4<"`},
		{`{"jsonrpc":"2.0","id":"","method":"ping"}`, `""`},
		{`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, "1.5"},
		{`{"jsonrpc":"2.0","id":1e2,"method":"ping"}`, "1e2"},
		{`{"jsonrpc":"2.0","id":-0,"method":"ping"}`, "-0"},
		{`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, "9007199254740993"},
		{`{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping"}`,
			"123456789012345678901234567890"},
		{`{"jsonrpc":"2.0","id":5,"method":"no/such"}`, "5!-32601"},
		{`{"jsonrpc":"2.0","id":5,"result":{}}`, ""},
		{`{"jsonrpc":"2.0","id":5,"error":{"code":1,"message":"m"}}`, ""},
		{`{"jsonrpc":"2.0","method":"notifications/no-such"}`, ""},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled"}`, ""},
		{`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`, ""},
		{`{"jsonrpc":"2.0","id":6,"method":"x` + long, "null!-32600"},
		{strings.Repeat("[", stdio.MaxMessage), "null!-32700"},
		{fit, "1"},
		{fit + " ", "null!-32600"},
	} {
		s.send(c.line + "\n")
		s.send(fmt.Sprintf(ping, `"next"`))
		want := []string{`"next"`} // may be answered first
		if c.want != "" {
			want = append(want, c.want)
		}
		var got []string
		for range want {
			got = append(got, s.next())
		}
		slices.Sort(want)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%.80s: %s, want %s", c.line, got, want)
		}
	}
}

// TestAllIsAnsweredBeforeTheEnd checks that requests are answered even if the input ends
// at once.
func TestAllIsAnsweredBeforeTheEnd(t *testing.T) {
	s := start(t)
	var text strings.Builder
	text.WriteString(hello)
	const calls = 3 * stdio.MaxPending
	for i := range calls {
		fmt.Fprintf(&text, wait, fmt.Sprint(i+1))
		s.release <- struct{}{}
	}
	fmt.Fprint(&text, `{"jsonrpc":"2.0","id":"last","method":"ping"}`) // without a line end
	go func() { s.send(text.String()); s.in.Close() }()
	seen := map[string]int{}
	for id := s.next(); id != "end"; id = s.next() {
		seen[id]++
	}
	for i := range calls + 1 {
		if id := fmt.Sprint(i); seen[id] != 1 {
			t.Errorf("%s was answered %d times", id, seen[id])
		}
	}
	if seen[`"last"`] != 1 {
		t.Error("the line without an end was not answered")
	}
	if err := <-s.ended; err != nil && err != io.EOF {
		t.Error(err)
	}
}

// TestSlowCallsDoNotBlock checks that later requests are answered while a call is
// running.
func TestSlowCallsDoNotBlock(t *testing.T) {
	s := start(t)
	s.send(hello + fmt.Sprintf(wait, "1") + fmt.Sprintf(ping, "2"))
	if a, b := s.next(), s.next(); a != "0" || b != "2" {
		t.Errorf("answered %s, %s", a, b)
	}
	s.release <- struct{}{}
	if got := s.next(); got != "1" {
		t.Errorf("then %s", got)
	}
}

// TestCancelledCallsGetNoResult checks cancellation, also with ids that a JSON number
// cannot represent.
func TestCancelledCallsGetNoResult(t *testing.T) {
	s := start(t)
	s.send(hello)
	s.next()
	for _, id := range []string{"1", `"a"`, "9007199254740993", "1.5"} {
		s.send(fmt.Sprintf(wait, id))
		<-s.started
		s.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}`+
			"\n", id) + fmt.Sprintf(ping, `"p"`))
		if got := s.next(); got != `"p"` {
			t.Errorf("after %s was cancelled: %s", id, got)
		}
		select {
		case <-s.cut:
		case <-time.After(time.Minute):
			t.Fatalf("the call %s is not cancelled", id)
		}
	}
	s.send(fmt.Sprintf(ping, `"last"`))
	s.in.Close()
	if a, b := s.next(), s.next(); a != `"last"` || b != "end" {
		t.Errorf("at the end: %s, %s", a, b)
	}
}

// TestTooManyCallsWait checks that beyond the limit nothing is read until a pending
// request is answered.
func TestTooManyCallsWait(t *testing.T) {
	s := start(t)
	s.send(hello)
	s.next()
	sent := make(chan struct{})
	go func() {
		for i := range stdio.MaxPending + 20 {
			s.send(fmt.Sprintf(wait, fmt.Sprint(i)))
		}
		close(sent)
	}()
	for range stdio.MaxPending {
		<-s.started
	}
	select {
	case <-s.started:
		t.Error("more calls are at work than the limit")
	case <-time.After(200 * time.Millisecond):
	}
	for range stdio.MaxPending + 20 {
		s.release <- struct{}{}
	}
	for range stdio.MaxPending + 20 {
		s.next()
	}
	<-sent
}

// TestTheEndOfTheContextEndsTheSession checks that this holds even if the client reads
// nothing.
func TestTheEndOfTheContextEndsTheSession(t *testing.T) {
	server := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	in, inWriter := io.Pipe()
	_, outWriter := io.Pipe() // nobody reads
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx, &stdio.Transport{In: in, Out: outWriter}) }()
	if _, err := io.WriteString(inWriter, hello); err != nil {
		t.Fatal(err)
	}
	stop()
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("the session goes on")
	}
}
