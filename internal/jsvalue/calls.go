package jsvalue

import (
	"path"
	"strings"
)

// maxCalls limits the depth of nested calls of functions in files.
const maxCalls = 20

// call evaluates a call or a constructor call.
func (r *reader) call(n *node, s *scope) Value {
	callee := n.kids[0]
	if callee.op == opMember && n.op == opCall {
		if list := r.eval(callee.kids[0], s); list.Kind == List {
			return r.ofList(list, callee.text, n.kids[1:], s)
		}
	}
	fn, args := r.eval(callee, s), r.items(n.kids[1:], s)
	switch {
	case fn.Kind == Function:
		return fn.function.result(args)
	case fn.Kind == builtin:
		return r.platform(fn.Text, args, s)
	}
	return Value{Kind: Call, Text: lastName(callee), Items: args}
}

// lastName returns the last name of a dotted expression.
func lastName(n *node) string {
	if n.op == opName || n.op == opMember {
		return n.text
	}
	return ""
}

// ofList returns the return value of a list method.
func (r *reader) ofList(list Value, method string, kids []*node, s *scope) Value {
	switch method {
	case "concat":
		list.Items = append([]Value(nil), list.Items...)
		for _, v := range r.items(kids, s) {
			more := []Value{v}
			if v.Kind == List {
				more = v.Items
			}
			if r.left -= len(more); r.left < 0 {
				return Value{}
			}
			list.Items = append(list.Items, more...)
		}
		return list
	case "filter":
		return list
	}
	return Value{}
}

// platform returns the return value of a platform function.
func (r *reader) platform(name string, args []Value, s *scope) Value {
	var first Value
	if len(args) > 0 {
		first = args[0]
	}
	switch name {
	case "path.resolve":
		return joinedPath(Value{Kind: Path, Text: s.module.dir()}, args)
	case "path.join":
		if first.Kind == Path {
			return joinedPath(first, args[1:])
		}
		return joinedText(args)
	case "path.dirname":
		if first.Kind == Path {
			return Value{Kind: Path, Text: folder(first.Text)}
		}
	case "path.normalize", "url.fileURLToPath", "url.pathToFileURL":
		return first
	case "URL", "url.URL":
		return r.address(args)
	case "process.cwd":
		return Value{Kind: Path, Text: s.module.dir()}
	case "require":
		if first.Kind == Text {
			return r.imported(s.module, first.Text, "")
		}
	case "require.resolve":
		if first.Kind == Text && strings.HasPrefix(first.Text, ".") {
			return inTree(path.Join(s.module.dir(), first.Text))
		}
		return first
	case "Object.assign":
		out := Value{Kind: Object}
		for _, a := range args {
			out = merged(out, a.AsObject())
		}
		return out
	case "Object.freeze":
		return first
	}
	return Value{}
}

// joinedPath resolves texts relative to a path, from left to right; a path among
// them starts over.
func joinedPath(from Value, args []Value) Value {
	for _, a := range args {
		switch {
		case a.Kind == Path:
			from = a
		case a.Kind == Text && !path.IsAbs(a.Text):
			if from = inTree(path.Join(from.Text, a.Text)); from.Kind != Path {
				return Value{}
			}
		default:
			return Value{}
		}
	}
	return from
}

// joinedText joins texts that no path precedes.
func joinedText(args []Value) Value {
	var parts []string
	for _, a := range args {
		if a.Kind != Text {
			return Value{}
		}
		parts = append(parts, a.Text)
	}
	return Value{Kind: Text, Text: path.Join(parts...)}
}

// address returns the path of a URL.
//
//	new URL('./src', import.meta.url)
func (r *reader) address(args []Value) Value {
	switch {
	case len(args) == 1 && args[0].Kind == Path:
		return args[0]
	case len(args) == 2 && args[0].Kind == Text && args[1].Kind == Path && !strings.Contains(args[0].Text, ":"):
		slash := ""
		if strings.HasSuffix(args[0].Text, "/") {
			slash = "/"
		}
		base := args[1].Text
		if !strings.HasSuffix(base, "/") {
			base = folder(base)
		}
		return inTree(path.Join(base, args[0].Text) + slash)
	}
	return Value{}
}

// result returns the return value of a call: a choice if there are several return
// statements, unknown without any or if calls are nested too deeply.
func (c *closure) result(args []Value) Value {
	if c.r.calls >= maxCalls {
		return Value{}
	}
	c.r.calls++
	defer func() { c.r.calls-- }()
	s := c.enter(args)
	var out []Value
	c.r.returns(c.node.body, s, &out)
	switch len(out) {
	case 0:
		return Value{}
	case 1:
		return out[0]
	}
	return Value{Kind: Choice, Items: out}
}

// enter creates the scope of a call.
func (c *closure) enter(args []Value) *scope {
	s := &scope{outer: c.scope, module: c.scope.module, names: map[string]*binding{}}
	for i, p := range c.node.params {
		b := &binding{state: known}
		switch {
		case c.node.rest && i == len(c.node.params)-1:
			b.value = Value{Kind: List, Items: args[min(i, len(args)):]}
		case i < len(args):
			b.value = args[i]
		}
		s.names[p] = b
	}
	c.r.declare(s, c.node.body)
	return s
}

// returns collects the values returned by the statements of a function.
func (r *reader) returns(body []statement, s *scope, out *[]Value) {
	for i := range body {
		switch st := &body[i]; st.kind {
		case stateReturn:
			if v := r.eval(st.value, s); v.Kind != Unknown {
				*out = append(*out, v)
			}
		case stateBlock:
			r.returns(st.body, s, out)
		}
	}
}

// sets returns the assignments to members in all functions of a module, in source
// order.
func (r *reader) sets(m *module) []Set {
	c := setCollector{r: r}
	c.statements(m.body, m.scope)
	return c.out
}

type setCollector struct {
	r   *reader
	out []Set
}

func (c *setCollector) statements(body []statement, s *scope) {
	for i := range body {
		st := &body[i]
		if st.kind == stateSet {
			if names := chain(st.to); len(names) > 1 {
				c.add(names[1:], st.value, s)
			}
		}
		c.node(st.value, s)
		c.statements(st.body, s)
	}
}

func (c *setCollector) add(names []string, value *node, s *scope) {
	c.out = append(c.out, Set{Names: names, Value: c.r.eval(value, s), Line: value.line})
}

// node looks for functions and calls of set in an expression.
func (c *setCollector) node(n *node, s *scope) {
	if n == nil {
		return
	}
	if n.op == opFunction {
		inner := (&closure{c.r, n, s}).enter(nil)
		c.statements(n.body, inner)
		return
	}
	for _, k := range n.kids {
		c.node(k, s)
	}
	for i := range n.fields {
		c.node(n.fields[i].value, s)
	}
	if n.op == opCall && n.kids[0].op == opMember && n.kids[0].text == "set" && len(n.kids) == 3 {
		if names := c.receiver(n.kids[0].kids[0]); len(names) > 1 {
			if key := c.r.eval(n.kids[1], s); key.Kind == Text {
				c.add(append(names[1:len(names):len(names)], key.Text), n.kids[2], s)
			}
		}
	}
}

// receiver returns the names in the receiver of a chain of calls of set.
func (c *setCollector) receiver(n *node) []string {
	for n.op == opCall && n.kids[0].op == opMember && n.kids[0].text == "set" {
		n = n.kids[0].kids[0]
	}
	return chain(n)
}
