package stdio

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// A message is a request or notification of a client.
type message struct {
	id     json.RawMessage // nil for a notification
	method string
	params json.RawMessage // nil if missing
}

// A mistake is an error in a line.
type mistake struct {
	id   json.RawMessage // nil if not known
	code int
	text string
}

// Error returns the description of the error.
func (m *mistake) Error() string { return m.text }

// response returns the error response to the line.
func (m *mistake) response() []byte {
	id := m.id
	if id == nil {
		id = json.RawMessage("null")
	}
	text, err := json.Marshal(m.text)
	if err != nil {
		text = []byte(`""`)
	}
	return fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, id,
		m.code, text)
}

func invalid(id json.RawMessage, format string, args ...any) *mistake {
	return &mistake{id, jsonrpc.CodeInvalidRequest, fmt.Sprintf(format, args...)}
}

// parse parses a line. It returns nil, without a mistake, for a response, because the
// server sends the client no requests.
func parse(text []byte) (*message, error) {
	if !json.Valid(text) {
		return nil, &mistake{nil, jsonrpc.CodeParseError, "the line is not JSON"}
	}
	switch text[0] {
	case '{':
	case '[':
		return nil, invalid(nil, "batches are not supported: send each message on a separate line")
	default:
		return nil, invalid(nil, "a message must be a JSON object")
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil, &mistake{nil, jsonrpc.CodeParseError, "the line is not JSON"}
	}
	id, given := fields["id"]
	if given && !isID(id) {
		return nil, invalid(nil, "id is %s: it must be a string or a number", kindOf(id))
	}
	if id != nil {
		id = json.RawMessage(compact(id))
	}
	var version, method string
	if json.Unmarshal(fields["jsonrpc"], &version) != nil || version != "2.0" {
		return nil, invalid(id, `jsonrpc is missing or not "2.0"`)
	}
	_, asks := fields["method"]
	if _, ok := fields["result"]; ok && !asks {
		return nil, nil
	}
	if _, ok := fields["error"]; ok && !asks {
		return nil, nil
	}
	if json.Unmarshal(fields["method"], &method) != nil || method == "" {
		return nil, invalid(id, "method is missing or not a string")
	}
	params := fields["params"]
	if kind := kindOf(params); params != nil && kind != "an object" && kind != "a list" {
		return nil, invalid(id, "params is %s: it must be an object", kind)
	}
	return &message{id, method, params}, nil
}

// isID reports whether a value may be the id of a request.
func isID(value json.RawMessage) bool {
	kind := kindOf(value)
	return kind == "a string" || kind == "a number"
}

// kindOf returns the name of the type of a JSON value.
func kindOf(value json.RawMessage) string {
	switch value = bytes.TrimSpace(value); {
	case len(value) == 0 || value[0] == 'n':
		return "null"
	case value[0] == '"':
		return "a string"
	case value[0] == '{':
		return "an object"
	case value[0] == '[':
		return "a list"
	case value[0] == 't' || value[0] == 'f':
		return "true or false"
	}
	return "a number"
}

// compact trims the white space around a value; its digits and escapes stay unchanged.
func compact(value json.RawMessage) string { return string(bytes.TrimSpace(value)) }
