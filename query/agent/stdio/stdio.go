// Package stdio is a line-based transport for the Model Context Protocol. It shields the
// SDK's server, which ends the session at the first line it does not understand, converts
// ids to floating-point numbers, and drops pending requests when the input ends.
//
//   - A line that is not a message is answered with a JSON-RPC error, and the session
//     continues.
//   - A message has at most [MaxMessage] bytes. The rest of a longer line is skipped.
//   - A response has the id of its request, byte for byte.
//   - Requests received before the end of the input are answered before the session ends.
//   - A call that the client has cancelled gets no response.
//   - At most [MaxPending] requests are pending; beyond that, reading pauses. A client
//     that sends requests without reading the responses cannot exhaust memory.
package stdio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Limits of a session.
const (
	MaxMessage = 1 << 20 // bytes of a message, without the end of its line
	MaxPending = 32      // pending requests
)

// A Transport connects a server to a client that writes to In and reads from Out.
type Transport struct {
	In  io.Reader
	Out io.Writer
}

// Connect begins a session. It is called once.
func (t *Transport) Connect(context.Context) (mcp.Connection, error) {
	c := &connection{out: t.Out, lines: make(chan line), slots: make(chan struct{}, MaxPending),
		closed: make(chan struct{}), pending: map[int64]call{}}
	go c.readLines(bufio.NewReaderSize(t.In, 1<<16))
	return c, nil
}

// A connection is one session. It numbers its requests itself.
type connection struct {
	lines  chan line
	slots  chan struct{} // one per pending request
	closed chan struct{}
	close  sync.Once

	writing sync.Mutex // held while a message is written
	out     io.Writer

	mu      sync.Mutex
	last    int64          // number of the last request
	pending map[int64]call // requests without a response, by number
}

// A call is a request with the id of the client.
type call struct {
	id     string // as JSON, compact
	method string
}

// A line is the result of reading one line.
type line struct {
	text []byte
	long bool  // it exceeds MaxMessage
	err  error // instead of a line
}

// readLines reads lines until the end of the input, or until the session is closed.
func (c *connection) readLines(in *bufio.Reader) {
	for {
		l := readLine(in)
		select {
		case c.lines <- l:
		case <-c.closed:
			return
		}
		if l.err != nil {
			return
		}
	}
}

// readLine reads a line and drops its line end. The last line may lack one.
func readLine(in *bufio.Reader) line {
	var l line
	for {
		part, err := in.ReadSlice('\n')
		ended := err == nil
		if ended {
			part = part[:len(part)-1]
		}
		if l.long = l.long || len(l.text)+len(part) > MaxMessage+1; !l.long {
			l.text = append(l.text, part...)
		}
		switch {
		case ended, err == io.EOF && (len(l.text) > 0 || l.long):
			l.text = bytes.TrimSuffix(l.text, []byte("\r"))
			if l.long = l.long || len(l.text) > MaxMessage; l.long {
				l.text = nil
			}
			return l
		case err != bufio.ErrBufferFull:
			return line{err: err}
		}
	}
}

// Read returns the next message. At the end of the input it waits for the responses to all
// requests, and returns [io.EOF].
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		var l line
		select {
		case l = <-c.lines:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.closed:
			return nil, io.EOF
		}
		if l.err != nil {
			return nil, c.finish(ctx, l.err)
		}
		msg, err := c.message(ctx, l)
		var wrong *mistake
		if errors.As(err, &wrong) {
			err = c.write(wrong.response())
		}
		if msg != nil || err != nil {
			return msg, err
		}
	}
}

// finish waits until no request is pending.
func (c *connection) finish(ctx context.Context, end error) error {
	for range MaxPending {
		if err := c.take(ctx); err != nil {
			return err
		}
	}
	return end
}

// take acquires a slot for a request.
func (c *connection) take(ctx context.Context) error {
	select {
	case c.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-c.closed:
		return io.EOF
	}
}

// message converts a line to a message, nil if there is nothing to handle.
func (c *connection) message(ctx context.Context, l line) (jsonrpc.Message, error) {
	if l.long {
		return nil, invalid(nil, "a message has at most %d bytes", MaxMessage)
	}
	text := bytes.TrimSpace(l.text)
	if len(text) == 0 {
		return nil, nil
	}
	m, err := parse(text)
	if err != nil || m == nil {
		return nil, err
	}
	if m.id == nil {
		return c.notification(m)
	}
	if err := c.take(ctx); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	c.pending[c.last] = call{string(m.id), m.method}
	return request(m, c.last)
}

// request converts a message to an SDK request, with our number as its id.
func request(m *message, number int64) (*jsonrpc.Request, error) {
	id, err := jsonrpc.MakeID(float64(number))
	if err != nil {
		return nil, err
	}
	return &jsonrpc.Request{ID: id, Method: m.method, Params: m.params}, nil
}

// methodCancelled is the notification that cancels a request.
const methodCancelled = "notifications/cancelled"

// notification converts a message to an SDK notification. A cancellation refers to the
// request by our number; from then on the request is not pending.
func (c *connection) notification(m *message) (jsonrpc.Message, error) {
	if m.method != methodCancelled {
		return &jsonrpc.Request{Method: m.method, Params: m.params}, nil
	}
	var params struct {
		ID json.RawMessage `json:"requestId"`
	}
	if err := json.Unmarshal(m.params, &params); err != nil || params.ID == nil {
		return nil, nil // no pending request to cancel
	}
	number, ok := c.cancel(compact(params.ID))
	if !ok {
		return nil, nil
	}
	return &jsonrpc.Request{Method: m.method,
		Params: fmt.Appendf(nil, `{"requestId":%d}`, number)}, nil
}

// cancel drops the pending request with an id. Initialization cannot be cancelled.
func (c *connection) cancel(id string) (number int64, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for n, p := range c.pending {
		if p.id == id && p.method != "initialize" && n > number {
			number, ok = n, true
		}
	}
	if ok {
		delete(c.pending, number)
		<-c.slots
	}
	return number, ok
}

// answered drops the pending request with a number and returns the client's id.
func (c *connection) answered(number int64) (id string, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p, ok := c.pending[number]
	delete(c.pending, number)
	return p.id, ok
}

// Write writes a message; a response gets the client's id. A response to a cancelled
// request is dropped.
func (c *connection) Write(_ context.Context, msg jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	response, ok := msg.(*jsonrpc.Response)
	if !ok {
		return c.write(text)
	}
	number, ok := response.ID.Raw().(int64)
	if !ok {
		return fmt.Errorf("a response to a request of id %v", response.ID.Raw())
	}
	id, ok := c.answered(number)
	if !ok {
		return nil
	}
	defer func() { <-c.slots }()
	if text, err = withID(text, id); err != nil {
		return err
	}
	return c.write(text)
}

// withID sets the id of a response.
func withID(text []byte, id string) ([]byte, error) {
	var r struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  json.RawMessage `json:"result,omitempty"`
		Error   json.RawMessage `json:"error,omitempty"`
	}
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, err
	}
	r.ID = json.RawMessage(id)
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(r)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

// write writes a line.
func (c *connection) write(text []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	select {
	case <-c.closed:
		return io.ErrClosedPipe
	default:
	}
	_, err := c.out.Write(append(text, '\n'))
	return err
}

// Close ends the session. It does not wait for a client that does not read.
func (c *connection) Close() error {
	c.close.Do(func() { close(c.closed) })
	return nil
}

// SessionID returns "": there is one session.
func (c *connection) SessionID() string { return "" }
