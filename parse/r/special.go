package r

import (
	"strings"

	"seedgraph/parse"
)

// special reads a call of a function of the language with special evaluation; ok
// is false for all others.
func (w *walker) special(name string, n, piped parse.Node) (steps []parse.Step, ok bool) {
	switch name {
	case "":
		return nil, false
	case "library", "require", "requireNamespace", "loadNamespace", "attachNamespace", "load_all":
		w.library(name, n)
		return nil, true
	case "source", "sys.source", "tar_source", "read_chunk", "sourceDirectory":
		return nil, w.source(name, n)
	case "use":
		return nil, w.boxUse(n)
	case "from", "here":
		return nil, w.importFrom(n)
	case "UseMethod", "standardGeneric", "NextMethod", "callNextMethod", "callSuper", "S7_dispatch":
		return w.dispatches(name, n), true
	case "return":
		return w.returned(n), true
	case "assign":
		return nil, w.assigned(n)
	case "new":
		return w.newObject(n)
	case "function":
		return nil, false
	case "switch":
		return w.switched(n), true
	}
	if getters[name] {
		return w.got(n)
	}
	if w.sqlCall(name, n, piped) {
		return nil, false
	}
	if makers[name] && w.definedBy(n, parse.Node{}, n.Start()) {
		return nil, true
	}
	return nil, false
}

// returned reads return(x).
func (w *walker) returned(n parse.Node) []parse.Step {
	value := argumentAt(n, 0)
	steps := w.expr(value)
	w.result(steps, value)
	return nil
}

// switched reads switch(x, a = 1, 2): its value is one of its arguments.
func (w *walker) switched(n parse.Node) []parse.Step {
	var out []parse.Step
	for i, a := range arguments(n) {
		w.branch++
		steps := w.expr(a.value)
		w.branch--
		if i > 0 {
			w.decide()
			out = w.either(out, steps)
		}
	}
	return out
}

// dispatches reads a call that is dispatched at run time.
func (w *walker) dispatches(name string, n parse.Node) []parse.Step {
	recv := []parse.Step(nil)
	if s, ok := literal(argumentAt(n, 0)); ok {
		recv = ofClass(s)
	}
	for _, a := range arguments(n) {
		w.expr(a.value)
	}
	f := n.Field("function")
	w.refer(parse.Reference{Kind: parse.RefCall, Name: name, Recv: recv, Args: -1, At: f.Start()})
	return nil
}

// library reads library(x), which makes the exports of a package visible.
func (w *walker) library(name string, n parse.Node) {
	at := argumentAt(n, 0)
	path := identifier(at)
	switch {
	case name == "load_all":
		path = "."
	case path == "" || !at.Is("identifier", "string"):
		for _, a := range arguments(n) {
			w.expr(a.value)
		}
		return
	}
	attaches := name == "library" || name == "require" || name == "attachNamespace" || name == "load_all"
	w.addImport(parse.Import{Path: path, Whole: true, All: attaches, At: n.Start()})
}

// addImport adds an import, which is visible from here on in the enclosing
// function.
func (w *walker) addImport(im parse.Import) {
	im.Def = w.def
	w.f.Imports = append(w.f.Imports, im)
}

// source reads source("x.R"); ok is false if the path is unknown.
func (w *walker) source(name string, n parse.Node) bool {
	path, found := pathOf(argumentAt(n, 0))
	if name == "tar_source" && argumentAt(n, 0).IsZero() {
		path, found = "R/", true
	}
	if name == "tar_source" && found && !strings.HasSuffix(strings.ToLower(path), ".r") {
		path = strings.TrimSuffix(path, "/") + "/"
	}
	if !found || name == "read_chunk" {
		return false
	}
	w.addImport(parse.Import{Path: path, All: true, At: n.Start()})
	return true
}

// pathOf returns the path that an expression evaluates to: "a/b.R", file.path("a",
// "b.R"), here("a", "b.R").
func pathOf(n parse.Node) (string, bool) {
	if s, ok := literal(n); ok {
		return s, s != ""
	}
	if !n.Is("call") {
		return "", false
	}
	switch calleeName(n) {
	case "file.path", "here", "path", "test_path", "i_am", "normalizePath", "path_abs":
	default:
		return "", false
	}
	var parts []string
	for _, a := range arguments(n) {
		s, ok := literal(a.value)
		if !ok || a.name != "" {
			return "", false
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, "/"), len(parts) > 0
}

// boxUse reads box::use(./mod/stats[mean, sd], dplyr, s = ./mod/other).
func (w *walker) boxUse(n parse.Node) bool {
	f := n.Field("function")
	if !f.Is("namespace_operator") || identifier(f.Field("lhs")) != "box" {
		return false
	}
	for _, a := range arguments(n) {
		w.boxModule(a)
	}
	return true
}

// boxModule reads one module or package of box::use.
func (w *walker) boxModule(a argument) {
	module, names := a.value, []argument(nil)
	if module.Is("binary_operator") { // ./mod / stats[mean]
		module = module.Field("rhs")
	}
	end := a.value.End()
	if module.Is("subset") {
		names = arguments(module)
		end = module.Field("function").End()
	}
	path := strings.Join(strings.Fields(w.text[a.value.Start():end]), "")
	im := parse.Import{Path: path, At: a.node.Start(), Whole: !strings.Contains(path, "/")}
	if names == nil || a.name != "" {
		whole := im
		if whole.Alias = a.name; whole.Alias == "" {
			whole.Alias = path[strings.LastIndexByte(path, '/')+1:]
		}
		w.addImport(whole)
	}
	for _, x := range names {
		one := im
		if one.Name = identifier(x.value); x.value.Is("dots") {
			one.Name, one.All = "", true
		} else if one.Alias = x.name; one.Alias == "" {
			one.Alias = one.Name
		}
		w.addImport(one)
	}
}

// importFrom reads import::from(pkg, f, g = h) and import::here of the same form.
func (w *walker) importFrom(n parse.Node) bool {
	f := n.Field("function")
	if !f.Is("namespace_operator") || identifier(f.Field("lhs")) != "import" {
		return false
	}
	args := arguments(n)
	if len(args) == 0 {
		return true
	}
	at := pick(args, 0, ".from")
	from := identifier(at)
	if from == "" { // mod/stats.R
		from = strings.Join(strings.Fields(at.Text()), "")
	}
	for i, a := range args {
		name := identifier(a.value)
		if i == 0 && a.name == "" || strings.HasPrefix(a.name, ".") || name == "" {
			continue
		}
		im := parse.Import{Path: from, Name: name, Alias: name, At: n.Start(),
			Whole: !strings.HasSuffix(strings.ToLower(from), ".r")}
		if a.name != "" {
			im.Alias = a.name
		}
		w.addImport(im)
	}
	return true
}

// assigned reads assign("name", value); ok is false if the name is unknown.
func (w *walker) assigned(n parse.Node) bool {
	args := arguments(n)
	at, value := pick(args, 0, "x"), pick(args, 1, "value")
	name, ok := literal(at)
	if !ok || name == "" || value.IsZero() {
		return false
	}
	t := target{node: at}
	for _, a := range args {
		if a.name == "envir" || a.name == "pos" {
			w.expr(a.value)
			t.outer = strings.Contains(a.value.Text(), "global") || strings.Contains(a.value.Text(), "Global")
			if !t.outer && !strings.HasPrefix(a.value.Text(), "environment()") {
				w.expr(value)
				return true
			}
		}
	}
	if f := unwrapped(value); f.Is("function_definition") {
		w.function(n, t, f, n.Start(), true)
		return true
	}
	w.set(t, n, value, w.expr(value), n.Start())
	return true
}

// newObject reads new("Class", …) of package methods.
func (w *walker) newObject(n parse.Node) ([]parse.Step, bool) {
	class := argumentAt(n, 0)
	name, ok := literal(class)
	if !ok {
		return nil, false
	}
	args := arguments(n)[1:]
	for _, a := range args {
		w.argument(a)
	}
	w.refer(parse.Reference{Kind: parse.RefCreate, Name: name, Args: int16(len(args)), At: nameAt(class)})
	return w.chain(nil, parse.Step{Kind: parse.StepNew, Name: name, Type: &parse.TypeRef{Name: name},
		Args: int16(len(args)), At: nameAt(class)}), true
}

// got reads get("f"), which is the referent of the name.
func (w *walker) got(n parse.Node) ([]parse.Step, bool) {
	of := argumentAt(n, 0)
	name, ok := literal(of)
	if ok && name != "" && strings.IndexByte(name, ' ') < 0 {
		step := w.chain(nil, parse.Step{Kind: parse.StepName, Name: name, At: nameAt(of)})
		if !w.isLocal(name) {
			w.refer(parse.Reference{Kind: parse.RefMember, Name: name, Args: -1, At: nameAt(of), Dynamic: true})
		}
		return step, true
	}
	if of.Is("identifier") {
		return w.name(of, wantsValue), false
	}
	w.openName(of)
	return nil, false
}
