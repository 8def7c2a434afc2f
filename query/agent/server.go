package agent

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"seedgraph/artifacts"
	"seedgraph/internal/hint"
	"seedgraph/internal/near"
	"seedgraph/query/answer"
	"seedgraph/tokens"
)

// Options configure a server: its source of artifacts, and the reader it serves.
type Options struct {
	// Find returns the folder of the artifacts, or several if Link is set. It is called
	// before each answer, so that a server may start before they exist.
	Find func() ([]string, error)
	// Link opens the artifacts in several folders as one index; nil: there is one folder.
	Link     func(dirs []string) (*artifacts.Reader, error)
	Restrict func(*artifacts.Reader) (*artifacts.Reader, error)
	Tokens   string // name of a tokenizer; empty: the tokenizer of the index
	Version  string // of the program
	// Older describes in one line how the tree differs from the artifacts; it returns ""
	// if they agree. It is nil if there is no tree, and is not called for readers with
	// restricted access.
	Older func(dirs []string, r *artifacts.Reader) string
	// Diff returns the changes of the tree since a revision, in the format of git diff.
	// It is nil if there is no tree.
	Diff func(ctx context.Context, revision string) ([]byte, error)
}

// Limits of calls. Package stdio limits the size of messages.
const (
	MaxQuery  = 64 << 10  // bytes of a query text
	MaxBudget = 1_000_000 // tokens of an answer
)

// instructions explain to a model how the tools work together.
const instructions = `These tools answer from an index of a code base: definitions, calls, data accesses and source.
Start with search_nodes or query_context for a question in words, with map for an overview.
Every row starts with a handle, a short id; all tools take handles, names such as OrderService.Place, and path:line, as id or ids.
fetch returns source, get_node_info a definition and its relationships.
find_writers, find_readers (of a table), find_tests, find_handlers, find_senders, find_requests (of a route), changes and hierarchy answer one question in one call.
paths, kinds, languages, projects (lists) and tests (of tests, examples, generated and vendored code: keep, demote, drop) filter every list.
budget_tokens limits the whole answer. If rows are left, the last line has a cursor; the same call with this cursor returns the next rows.
A message has at most 1048576 bytes.`

// NewServer returns a server with all tools. The caller must close the returned Closer.
func NewServer(o Options) (*mcp.Server, io.Closer) {
	s := &server{store: &store{find: o.Find, link: o.Link, restrict: o.Restrict, older: o.Older,
		counter: o.Tokens}, diff: o.Diff}
	out := mcp.NewServer(&mcp.Implementation{Name: "seedgraph", Version: o.Version},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{}})
	s.addTools(out)
	s.addResources(out)
	addPrompts(out)
	return out, s
}

// A server handles tool calls.
type server struct {
	store *store
	diff  func(ctx context.Context, revision string) ([]byte, error)
	tools []ToolSchema
}

// Close closes the artifacts.
func (s *server) Close() error {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	s.store.close()
	return nil
}

// Common holds the arguments that every tool has.
type Common struct {
	ID     string   `json:"id,omitempty" jsonschema:"handle, name or path:line"`
	IDs    []string `json:"ids,omitempty" jsonschema:"several"`
	Budget *int     `json:"budget_tokens,omitempty" jsonschema:"limit of the answer"`
	Cursor string   `json:"cursor,omitempty" jsonschema:"continue after it"`
}

// named returns the nodes named in a call: by the tool's own arguments, then by id and
// ids.
func (c *Common) named(own ...string) []string {
	var out []string
	for _, name := range slices.Concat(own, []string{c.ID}, c.IDs) {
		if name != "" {
			out = append(out, name)
		}
	}
	return out
}

// missing reports a missing argument. If orID is set, the definition may also be given as
// id.
func missing(name string, orID bool) error {
	err := fmt.Errorf("missing argument %s", name)
	if orID {
		return hint.With(err, "give a handle, a name or path:line as "+name+", id or ids")
	}
	return err
}

func (c *Common) common() *Common { return c }

// arguments is implemented by the arguments of a tool.
type arguments interface{ common() *Common }

// A request is a tool call with everything needed to answer it.
type request struct {
	*index
	budget int
	cursor cursor
}

// A ToolSchema describes a tool to a runtime without the protocol, which offers it to a
// model.
type ToolSchema struct {
	Name        string             `json:"name"`
	Description string             `json:"description"`
	InputSchema *jsonschema.Schema `json:"input_schema"`
}

// Tools lists the tools of a server, in the best order for reading.
func Tools() []ToolSchema {
	s := &server{store: &store{}}
	s.addTools(mcp.NewServer(&mcp.Implementation{Name: "seedgraph"}, nil))
	return s.tools
}

// A tool handles calls with arguments of type A.
type tool[A any] struct {
	name, description string
	budget            int  // default budget of a call
	data              bool // its answers have structured content
	answer            func(context.Context, *request, *A) (result, error)
}

// addTool registers a tool. P is the pointer to its arguments.
func addTool[A any, P interface {
	*A
	arguments
}](s *server, to *mcp.Server, t tool[A]) {
	schema, err := jsonschema.For[A](nil)
	if err != nil {
		panic(fmt.Sprintf("schema of %s: %v", t.name, err)) // A is a type of this package
	}
	for _, p := range schema.Properties { // optional arguments need not be nullable
		if len(p.Types) == 2 && p.Types[0] == "null" {
			p.Type, p.Types = p.Types[1], nil
		}
	}
	schema.AdditionalProperties = nil // the handler reports unknown arguments
	schema.Properties["budget_tokens"].Default = json.RawMessage(fmt.Sprint(t.budget))
	if query := schema.Properties["query"]; query != nil {
		query.MaxLength = jsonschema.Ptr(MaxQuery)
	}
	s.tools = append(s.tools, ToolSchema{t.name, t.description, schema})
	about := &mcp.Tool{Name: t.name, Description: t.description, InputSchema: shortSchema(t.name, schema),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}
	if t.data {
		about.OutputSchema = dataSchema(t.name)
	}
	to.AddTool(about,
		func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			args := P(new(A))
			budget := t.budget
			err := readArguments(req.Params.Arguments, args, schema.Required)
			if given := args.common().Budget; given != nil {
				budget = *given
			}
			if err == nil && (budget < 0 || budget > MaxBudget) {
				err = fmt.Errorf("budget_tokens is %d: it must be from 0 to %d", budget, MaxBudget)
			}
			return s.answer(budget, args.common().Cursor, err, t.data,
				func(r *request) (result, error) { return t.answer(ctx, r, (*A)(args)) })
		})
}

// rarely maps rarely used arguments to the tools whose listed schema includes them: the
// list is sent at the start of every session. All tools that have these arguments accept
// them, as the instructions state.
var rarely = map[string][]string{
	"kinds":      {"search_nodes", "list", "unused"},
	"languages":  {"search_nodes", "list"},
	"projects":   {"list", "map"},
	"tests":      {"search_nodes", "list", "map"},
	"node_name":  {"get_node_info"},
	"node_names": {},
	"seed_nodes": {},
	"max_nodes":  {},
	"limit":      {"search_nodes"},
	"depth":      {},
	"direction":  {"expand"},
	"edges":      {"find_callers", "find_callees", "expand"},
	"comments":   {},
}

// explained lists the arguments of every tool that the instructions explain.
var explained = []string{"ids", "budget_tokens", "cursor"}

// shortSchema returns the schema of a tool for the list of tools.
func shortSchema(name string, schema *jsonschema.Schema) *jsonschema.Schema {
	short := *schema
	short.Properties = maps.Clone(schema.Properties)
	for argument, p := range short.Properties {
		if tools, ok := rarely[argument]; ok && !slices.Contains(tools, name) {
			delete(short.Properties, argument)
		}
		if slices.Contains(explained, argument) {
			brief := *p
			brief.Description = ""
			short.Properties[argument] = &brief
		}
	}
	return &short
}

// readArguments decodes the arguments of a call. Unknown and missing required arguments
// are errors.
func readArguments(raw json.RawMessage, args any, required []string) error {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || string(raw) == "null" {
		raw = json.RawMessage("{}")
	}
	if err := decodeArguments(raw, args); err != nil {
		return err
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return err
	}
	for _, name := range required {
		if value, ok := given[name]; !ok || string(value) == "null" {
			return missing(name, false)
		}
	}
	var query string
	if json.Unmarshal(given["query"], &query) == nil && len(query) > MaxQuery {
		return fmt.Errorf("query has %d bytes: at most %d", len(query), MaxQuery)
	}
	return nil
}

// decodeArguments decodes the arguments into the struct of the tool.
func decodeArguments(raw json.RawMessage, args any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	err := d.Decode(args)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("argument %s is a %s: it must be %s",
			wrong.Field[strings.LastIndexByte(wrong.Field, '.')+1:], wrong.Value, typeName(wrong.Type))
	}
	if err == nil {
		return nil
	}
	// The decoder has no error type for this.
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		name = strings.Trim(name, `"`)
		names := argumentNames(args)
		advice := "the tool has " + strings.Join(names, ", ")
		if like := near.Name(name, names); like != "" {
			advice = "did you mean " + like + "? " + advice
		}
		return hint.With(fmt.Errorf("unknown argument %s", name), advice)
	}
	return fmt.Errorf("the arguments are not a JSON object: %s",
		strings.TrimPrefix(err.Error(), "json: "))
}

// argumentNames lists the names of a tool's arguments, the tool's own before the common
// ones.
func argumentNames(args any) []string {
	var own, common []string
	for _, f := range reflect.VisibleFields(reflect.TypeOf(args).Elem()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "":
		case len(f.Index) > 1:
			common = append(common, name)
		default:
			own = append(own, name)
		}
	}
	return append(own, common...)
}

func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice:
		return "a list"
	case reflect.Int, reflect.Uint32:
		return "a whole number"
	case reflect.Bool:
		return "true or false"
	}
	return "a string"
}

// answer runs a call and keeps its result, errors included, within the budget. An empty
// search result is a normal answer, not an error.
func (s *server) answer(budget int, cursor string, err error, withData bool,
	run func(*request) (result, error)) (*mcp.CallToolResult, error) {
	var out result
	var older string
	var count counter
	if err == nil {
		err = s.store.with(func(x *index, age string) error {
			count = x.counter
			at, err := readCursor(cursor, x.build())
			if err != nil {
				return err
			}
			left := budget
			if age != "" {
				older, left = note(count, age+"\n", budget)
			}
			out, err = run(&request{x, left, at})
			return err
		})
	}
	if count == nil {
		c, cerr := tokens.ByName(cmp.Or(s.store.counter, tokens.O200k))
		if cerr != nil {
			return nil, cerr
		}
		count = c
	}
	failed := err != nil && !errors.Is(err, answer.ErrNothingFound)
	if err != nil {
		out = mistaken(err)
	}
	switch {
	case failed || !withData:
		out.data = nil
	case out.data == nil:
		out.data = &data{}
	}
	out.text = older + out.text
	out.within(count, budget)
	res := &mcp.CallToolResult{Content: content(out.text), IsError: failed}
	if out.data != nil {
		res.StructuredContent = out.data
	}
	return res, nil
}

// mistaken returns a result that reports an error, or an empty search.
func mistaken(err error) result {
	text := err.Error() + "\n"
	if advice := hint.Of(err); advice != "" {
		text += "hint: " + advice + "\n"
	}
	return result{text: text}
}

// note returns a line formatted to precede an answer, and the tokens left for the answer.
// It drops the line if it would leave too little.
func note(c counter, line string, budget int) (string, int) {
	const joint = 4 // tokens may differ where two texts are joined
	if left := budget - cost(c, content(line)) - joint; left >= budget/2 {
		return line, left
	}
	return "", budget
}
