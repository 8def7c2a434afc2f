package jsvalue

import (
	"path"
	"strings"
)

// maxSteps limits the expressions evaluated for one file and the modules it requires,
// maxText the bytes of a concatenated text.
const (
	maxSteps = 200_000
	maxText  = 4096
)

// A reader evaluates modules.
type reader struct {
	text    func(path string) (string, bool)
	modules map[string]*module
	left    int // steps
	calls   int // nesting depth
}

// A module is a file with its declared names.
type module struct {
	file  string
	body  []statement
	scope *scope
	names []string // in export order

	exports map[string]*binding
}

func (m *module) dir() string { return folder(m.file) }

// folder returns the folder of a path; empty for the root.
func folder(p string) string {
	if d := path.Dir(p); d != "." {
		return d
	}
	return ""
}

// A scope has the names of a module or a function.
type scope struct {
	outer  *scope
	module *module
	names  map[string]*binding
}

// A binding is the referent of a name or an export: a part of a value, which is
// evaluated lazily.
type binding struct {
	node  *node
	scope *scope
	part  string
	from  string // the module that it is imported from, or empty
	value Value
	state bindingState
}

type bindingState uint8

const (
	fresh bindingState = iota
	running
	known
)

// A closure is a function with the enclosing scope.
type closure struct {
	r     *reader
	node  *node
	scope *scope
}

// module reads a file, once; nil if there is no such file.
func (r *reader) module(file string) *module {
	if m, ok := r.modules[file]; ok {
		return m
	}
	text, ok := r.text(file)
	if !ok {
		r.modules[file] = nil
		return nil
	}
	m := &module{file: file, body: parse(text), exports: map[string]*binding{}}
	m.scope = &scope{module: m, names: map[string]*binding{}}
	r.modules[file] = m
	r.declare(m.scope, m.body)
	r.export(m)
	return m
}

// declare adds the names that statements declare, including those in branches: it is
// unknown which branch runs, and the last declaration wins.
func (r *reader) declare(s *scope, body []statement) {
	for i := range body {
		st := &body[i]
		switch st.kind {
		case stateBlock:
			r.declare(s, st.body)
		case stateName:
			for _, n := range st.names {
				s.names[n.name] = &binding{node: st.value, scope: s, part: n.part}
			}
		case stateTake:
			for _, n := range st.names {
				s.names[n.name] = &binding{from: st.text, part: n.part, scope: s}
			}
		}
	}
}

// export records the exports of a module.
//
//	export default x, export const alias = x, module.exports = x, exports.alias = x
func (r *reader) export(m *module) {
	for _, st := range m.body {
		switch st.kind {
		case stateExport:
			m.exports["default"] = &binding{node: st.value, scope: m.scope}
		case stateSet:
			names := strings.Join(chain(st.to), ".")
			if names == "module.exports" {
				m.exports["default"] = &binding{node: st.value, scope: m.scope}
			} else if name, ok := strings.CutPrefix(strings.TrimPrefix(names, "module."), "exports."); ok &&
				!strings.Contains(name, ".") {
				m.addExport(name, &binding{node: st.value, scope: m.scope})
			}
		default:
			r.exportNames(m, st)
		}
	}
}

func (r *reader) exportNames(m *module, st statement) {
	if !st.exported {
		return
	}
	for _, n := range st.names {
		m.addExport(n.name, m.scope.names[n.name])
	}
	for _, inner := range st.body {
		inner.exported = true
		r.exportNames(m, inner)
	}
}

func (m *module) addExport(name string, b *binding) {
	if m.exports[name] == nil {
		m.names = append(m.names, name)
	}
	m.exports[name] = b
}

// exported returns the export of a module under a name; the whole of a module without a
// default export is an object of its exports.
func (r *reader) exported(m *module, name string) Value {
	if b := m.exports[name]; b != nil {
		return r.bound(b)
	}
	if name != "default" {
		if whole := m.exports["default"]; whole != nil {
			return r.bound(whole).Get(name)
		}
		return Value{}
	}
	if len(m.names) == 0 {
		return Value{}
	}
	out := Value{Kind: Object}
	for _, n := range m.names {
		out.Members = append(out.Members, Member{Name: n, Value: r.exported(m, n)})
	}
	return out
}

// bound returns the value of a binding. One that is being evaluated, as in a cycle,
// is unknown.
func (r *reader) bound(b *binding) Value {
	if b == nil || b.state == running {
		return Value{}
	}
	if b.state == known {
		return b.value
	}
	b.state = running
	switch {
	case b.from != "":
		b.value = r.imported(b.scope.module, b.from, b.part)
	default:
		b.value = r.eval(b.node, b.scope)
		if b.part != "" {
			b.value = r.member(b.value, b.part)
		}
	}
	b.state = known
	return b.value
}

// imported returns the import of a module from another one: a module of the
// platform, or a file of the tree.
func (r *reader) imported(m *module, from, name string) Value {
	if name == "default" {
		name = ""
	}
	plain := strings.TrimPrefix(from, "node:")
	switch plain {
	case "path", "url", "process", "path/posix":
		out := Value{Kind: builtin, Text: strings.TrimSuffix(plain, "/posix")}
		if name != "" {
			out = r.member(out, name)
		}
		return out
	}
	if !strings.HasPrefix(from, ".") {
		return Value{}
	}
	base := path.Join(m.dir(), from)
	for _, ending := range []string{"", ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts", "/index.js", "/index.ts"} {
		other := r.module(base + ending)
		switch {
		case other == nil:
		case name == "":
			return r.exported(other, "default")
		default:
			return r.exported(other, name)
		}
	}
	return Value{}
}

// lookup finds the binding of a name.
func (s *scope) lookup(name string) *binding {
	for ; s != nil; s = s.outer {
		if b, ok := s.names[name]; ok {
			return b
		}
	}
	return nil
}

// eval evaluates an expression.
func (r *reader) eval(n *node, s *scope) Value {
	if r.left--; r.left < 0 || n == nil {
		return Value{}
	}
	switch n.op {
	case opText:
		return Value{Kind: Text, Text: n.text}
	case opRegexp:
		return Value{Kind: Regexp, Text: n.text}
	case opTemplate, opPlus:
		return r.joined(n, s)
	case opName:
		return r.named(n.text, s)
	case opMember:
		if n.text == "meta" && n.kids[0].op == opName && n.kids[0].text == "import" {
			return Value{Kind: builtin, Text: "import.meta"}
		}
		return r.memberOf(r.eval(n.kids[0], s), n.text, s)
	case opIndex:
		if key := r.eval(n.kids[1], s); key.Kind == Text {
			return r.memberOf(r.eval(n.kids[0], s), key.Text, s)
		}
	case opCall, opNew:
		return r.call(n, s)
	case opList:
		return Value{Kind: List, Items: r.items(n.kids, s)}
	case opObject:
		return r.object(n, s)
	case opChoice:
		return r.choice(n, s)
	case opFunction:
		return Value{Kind: Function, function: &closure{r, n, s}}
	}
	return Value{}
}

// items evaluates the items of a list, including those of spread lists.
func (r *reader) items(kids []*node, s *scope) []Value {
	var out []Value
	for _, k := range kids {
		if k.op == opSpread {
			// A list may be spread into itself any number of times, so copying
			// counts as steps.
			spread := r.eval(k.kids[0], s).Items
			if r.left -= len(spread); r.left < 0 {
				return out
			}
			out = append(out, spread...)
		} else {
			out = append(out, r.eval(k, s))
		}
	}
	return out
}

// object evaluates an object literal.
func (r *reader) object(n *node, s *scope) Value {
	out := Value{Kind: Object}
	for i := range n.fields {
		f := &n.fields[i]
		name, value := f.name, r.eval(f.value, s)
		if f.named != nil {
			key := r.eval(f.named, s)
			if key.Kind != Text {
				continue
			}
			name = key.Text
		} else if name == "" && f.value != nil { // a spread
			if r.left -= len(out.Members); r.left < 0 {
				return out
			}
			out = merged(out, value.AsObject())
			continue
		}
		out.Members = append(out.Members, Member{Name: name, Value: value, Line: f.line})
	}
	return out
}

// choice evaluates alternatives; unknown ones are dropped unless all are unknown.
func (r *reader) choice(n *node, s *scope) Value {
	var out []Value
	for _, k := range n.kids {
		if v := r.eval(k, s); v.Kind != Unknown {
			out = append(out, v)
		}
	}
	switch {
	case len(out) == 0:
		return Value{}
	case len(out) == 1 && n.kids[0].op != opUnknown && len(n.kids) == 2 && out[0].Kind != Text && out[0].Kind != Path:
		return out[0]
	}
	return Value{Kind: Choice, Items: out}
}

// joined evaluates a concatenation. The result is a path if it begins with one.
//
//	`${__dirname}/src`, path.resolve(__dirname, 'lib') + '/'
func (r *reader) joined(n *node, s *scope) Value {
	out := Value{Kind: Text}
	for i, k := range n.kids {
		switch v := r.eval(k, s); {
		case v.Kind == Path && (i == 0 || out.Kind == Text && out.Text == ""):
			out = v
		case v.Kind == Text:
			out.Text += v.Text
		default:
			return Value{}
		}
		if len(out.Text) > maxText {
			return Value{}
		}
	}
	if out.Kind == Path {
		return inTree(out.Text)
	}
	return out
}

// inTree returns the path in the tree for a text, unknown if it leaves the tree. A
// trailing slash is kept.
func inTree(p string) Value {
	clean := strings.TrimPrefix(path.Join("./", strings.TrimPrefix(p, "/")), "./")
	if clean == ".." || strings.HasPrefix(clean, "../") {
		return Value{}
	}
	if clean == "." {
		clean = ""
	}
	if strings.HasSuffix(p, "/") && clean != "" {
		clean += "/"
	}
	return Value{Kind: Path, Text: clean}
}

// named returns the value of a name.
func (r *reader) named(name string, s *scope) Value {
	if b := s.lookup(name); b != nil {
		return r.bound(b)
	}
	switch name {
	case "__dirname":
		return Value{Kind: Path, Text: s.module.dir()}
	case "__filename":
		return Value{Kind: Path, Text: s.module.file}
	case "process", "Object", "URL", "require":
		return Value{Kind: builtin, Text: name}
	}
	return Value{}
}

// memberOf is like member, for an expression in a module, which determines the
// value of import.meta.
func (r *reader) memberOf(v Value, name string, s *scope) Value {
	if v.Kind == builtin && v.Text == "import.meta" {
		switch name {
		case "url", "filename":
			return Value{Kind: Path, Text: s.module.file}
		case "dirname":
			return Value{Kind: Path, Text: s.module.dir()}
		}
	}
	return r.member(v, name)
}

// member returns a member of a value.
func (r *reader) member(v Value, name string) Value {
	switch {
	case name == "":
		return v
	case v.Kind == builtin && v.Text == "path" && (name == "posix" || name == "default"):
		return v
	case v.Kind == builtin && v.Text == "path" && name == "sep":
		return Value{Kind: Text, Text: "/"}
	case v.Kind == builtin:
		return Value{Kind: builtin, Text: v.Text + "." + name}
	case v.Kind == Path && (name == "pathname" || name == "href"):
		return v
	case v.Kind == Object, v.Kind == Call:
		return v.Get(name)
	}
	return Value{}
}

// chain returns the names of a dotted expression, or nil.
//
//	config.resolve.alias['@']    // config, resolve, alias, @
func chain(n *node) []string {
	switch {
	case n.op == opName:
		return []string{n.text}
	case n.op == opMember:
		if c := chain(n.kids[0]); c != nil {
			return append(c, n.text)
		}
	case n.op == opIndex && n.kids[1].op == opText:
		if c := chain(n.kids[0]); c != nil {
			return append(c, n.kids[1].text)
		}
	}
	return nil
}
