package resolve

import (
	"cmp"
	"path"
	"slices"
	"sort"
	"strings"
	"unicode"

	"seedgraph/graph"
	"seedgraph/parse"
)

// executorsByName collects the names of the callables that may execute one of their
// parameters as a procedure, name an object of a statement by it, or pass it to a
// callable that may. Calls of other names need no check.
//
// Hardly any method runs its argument, so this excludes nearly all calls. Only names are
// compared, because call targets are not resolved yet.
func executorsByName(files []*File) map[string]bool {
	names := map[string]bool{}
	passers := map[string][]string{} // by callee: the callables that pass a parameter to it
	members := objectMembers(files)
	for _, f := range files {
		lambdas := lambdaIndex{of: f}
		for i := range f.Embedded {
			e := &f.Embedded[i]
			if e.Parts == nil {
				continue
			}
			runs := e.Use == parse.UseProcedure || len(objectNames(e)) > 0 ||
				members[nameAt(f, e)]
			if !runs && e.Callee == 0 {
				continue
			}
			for _, by := range takersOf(f, e, &lambdas) {
				if runs {
					names[by] = true
				} else {
					passers[e.Sink] = append(passers[e.Sink], by)
				}
			}
		}
	}
	// A callable that passes its parameter to an executor is an executor, too; compute
	// the closure.
	var queue []string
	for name := range names {
		queue = append(queue, name)
	}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		for _, by := range passers[name] {
			if !names[by] {
				names[by] = true
				queue = append(queue, by)
			}
		}
	}
	return names
}

// objectMembers collects the names in strings that denote objects: constructors may set
// members with such a name. Calls of other constructors are ignored.
//
//	Run($"SELECT * FROM {table}")    // table
func objectMembers(files []*File) map[string]bool {
	out := map[string]bool{}
	for _, f := range files {
		for i := range f.Embedded {
			e := &f.Embedded[i]
			if e.Use == parse.UseProcedure {
				for _, p := range e.Parts {
					if p.At != 0 {
						out[p.Text] = true
					}
				}
				continue
			}
			for _, name := range objectNames(e) {
				out[name] = true
			}
		}
	}
	return out
}

// nameAt returns the name of the member that a constructor sets to a string, or "".
func nameAt(f *File, e *parse.Embedded) string {
	if !e.IsValue || len(e.Parts) != 1 || f.Definitions[e.Def].Kind != graph.KindConstructor {
		return ""
	}
	return wordAt(f, e.For)
}

// nameBytes returns the length of the name that a text begins with.
func nameBytes(s string) int {
	i := strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if i < 0 {
		return len(s)
	}
	return i
}

// takersOf lists the names by which the callables around a string are called if the
// string contains one of their parameters.
func takersOf(f *File, e *parse.Embedded, lambdas *lambdaIndex) []string {
	var out []string
	has := func(name string) bool {
		return slices.ContainsFunc(e.Parts,
			func(part parse.TextPart) bool { return part.At != 0 && part.Text == name })
	}
	if slices.ContainsFunc(lambdas.paramsOf(e.Def), has) {
		out = append(out, f.Definitions[e.Def].Name)
	}
	for d := e.Def; d > 0; d = f.Definitions[d].Parent {
		x := &f.Definitions[d]
		for _, p := range x.Params {
			if has(p.Name) {
				out = append(out, x.Name)
				// Chained constructors are called by a keyword, creations name the type.
				if x.Kind == graph.KindConstructor {
					out = append(out, "base", "super", "this", f.Definitions[x.Parent].Name)
				}
				break
			}
		}
	}
	return out
}

// A lambdaIndex has the parameters of the lambdas that fields and constants hold, by
// position if there is one lambda. It is built on first use, because few files need it.
//
//	static readonly Func<string, string> Clear = table => $"DELETE FROM {table}";
type lambdaIndex struct {
	of     *File
	params map[int32][]string // by index of the definition
}

// paramsOf lists the parameters of the lambdas in the value of a definition.
func (x *lambdaIndex) paramsOf(def int32) []string {
	switch x.of.Definitions[def].Kind {
	case graph.KindField, graph.KindConstant, graph.KindVariable, graph.KindProperty:
	default:
		return nil
	}
	if x.params == nil {
		x.params = map[int32][]string{}
		for i := range x.of.Locals {
			if l := &x.of.Locals[i]; l.Kind == parse.LocalParam {
				x.params[l.Def] = append(x.params[l.Def], l.Name)
			}
		}
	}
	return x.params[def]
}

// A textBinder resolves the names in the strings of one file. It uses the bindings of
// their references, so that it is independent of the language.
type textBinder struct {
	*Binder
	executors map[string]bool
	lambdas   lambdaIndex
	args      map[argument]int32                     // indices of File.Embedded
	byPlace   []int32                                // indices of Bindings, by At
	origins   map[*parse.Embedded]graph.InlineOrigin // see noteHeld
	texts     map[uint32]bool                        // assignments to values that are set to a statement, by At
	holds     map[uint32]bool                        // assignments to values that then hold the string, by At
	parts     int                                    // number of parts from other strings in the current one; see maxParts
}

// An argument is the index of an argument of the call at a position.
type argument struct {
	callee uint32
	arg    int16
}

// bindTexts resolves the names in the relevant strings of the file, after its references
// are bound.
func (b *Binder) bindTexts(executors, assignable map[string]bool) {
	if len(b.File.Embedded) == 0 && len(executors) == 0 && len(b.File.Assignments) == 0 {
		return
	}
	t := &textBinder{Binder: b, executors: executors, args: map[argument]int32{},
		texts: map[uint32]bool{}, holds: map[uint32]bool{}, lambdas: lambdaIndex{of: b.File}}
	t.noteHeld()
	for i := range b.File.Embedded {
		t.add(int32(i))
	}
	t.assigned(assignable)
	if len(executors) == 0 && !b.Table.Project.configuresSQL() {
		return
	}
	for i := range b.File.References {
		r := &b.File.References[i]
		if r.Kind != parse.RefCall && r.Kind != parse.RefCreate {
			continue
		}
		if executors[r.Name] {
			t.passed(r)
		}
		if t.runsText(r.Name) {
			t.run(r)
		}
	}
}

// run records a constant that a call passes to a method that runs it. String literals in
// the call are recorded by add.
//
//	legacy.RunProc(Names.Refresh)
func (t *textBinder) run(r *parse.Reference) {
	if a := t.passedArg(r, 0); len(a.Segments) == 1 && a.Segments[0].Def != None {
		t.Strings.Texts = append(t.Strings.Texts,
			BoundString{Use: parse.UseProcedure, From: t.File.ID(r.Def), At: a.At,
				Segments: a.Segments})
	}
}

// add records the string at index i of File.Embedded: as an argument of a method that may
// run it, as the value of a definition, as SQL. A string may be all three.
func (t *textBinder) add(i int32) {
	e := &t.File.Embedded[i]
	if e.File != "" {
		t.addFile(e)
		return
	}
	if e.Use == parse.UseText && e.Callee != 0 && e.Arg == 0 && t.runsText(e.Sink) {
		e.Use = parse.UseProcedure
	}
	if e.Callee != 0 && t.executors[e.Sink] {
		t.args[argument{e.Callee, e.Arg}] = i
	}
	set := t.File.setBy(e)
	if e.Member != "" {
		t.Strings.Values = append(t.Strings.Values, StringValue{t.Table.Canon[t.File.ID(e.Def)], e.Member, t.segments(e, 0)})
		return
	}
	if e.IsValue {
		t.given(e)
		if d := t.holder(e); d != None {
			x := StringValue{Def: d, Segments: t.segments(e, 0)}
			if e.Initial {
				t.Strings.Initial = append(t.Strings.Initial, x)
			} else {
				t.Strings.Values = append(t.Strings.Values, x)
			}
			if set != nil {
				t.holds[set.At] = true
			}
		}
	}
	if e.Use != parse.UseText || e.Parts != nil && (e.Callee == 0 ||
		parse.TextParts(e.Parts).IsFilled()) {
		x := BoundString{Use: e.Use, From: t.File.ID(e.Def), At: e.Range.Start,
			Segments: t.segments(e, 0), Origin: t.origin(e)}
		if set != nil && e.Use != parse.UseProcedure {
			if d := t.sharedValue(set); d != None {
				x.Sets, x.From, x.By, t.texts[set.At] = true, d, x.From, true
			}
		}
		t.Strings.Texts = append(t.Strings.Texts, x)
	}
}

// maxFileText bounds the files that are read as the value of a variable. Files that a
// program runs as a whole are small, and each use of the variable reads the file again.
const maxFileText = 64 << 10

// addFile records the contents of a file of the tree as the value of a variable. The text
// belongs to that file, so that readers who may not see the file see nothing of it.
func (t *textBinder) addFile(e *parse.Embedded) {
	name := path.Join(path.Dir(t.File.Path), e.File)
	i := slices.IndexFunc(t.Table.Files, func(f *File) bool { return f.Path == name })
	if i < 0 || len(t.Table.Files[i].Text) > maxFileText {
		return
	}
	f := t.Table.Files[i]
	t.Strings.Values = append(t.Strings.Values,
		StringValue{Def: f.First, Segments: []Segment{LiteralSegment(f.Text)}})
	t.Strings.Texts = append(t.Strings.Texts, BoundString{Use: parse.UseCode,
		From: t.File.ID(e.Def), At: e.For, Segments: []Segment{{Def: f.First, Param: -1}}})
}

// boundAt lists the bindings of the references at a position. They are sorted on first
// use: bindings are in the order of resolution, and most files do not need them sorted.
func (t *textBinder) boundAt(at uint32) []int32 {
	if t.byPlace == nil {
		t.byPlace = make([]int32, len(t.Bindings))
		for i := range t.byPlace {
			t.byPlace[i] = int32(i)
		}
		slices.SortStableFunc(t.byPlace, func(a,
			b int32) int {
			return cmp.Compare(t.Bindings[a].At, t.Bindings[b].At)
		})
	}
	first := sort.Search(len(t.byPlace),
		func(i int) bool { return t.Bindings[t.byPlace[i]].At >= at })
	last := first
	for last < len(t.byPlace) && t.Bindings[t.byPlace[last]].At == at {
		last++
	}
	return t.byPlace[first:last]
}

// valueAt returns the field, constant or variable that the name at a position refers to,
// or None if there is not exactly one.
func (t *textBinder) valueAt(at uint32) DefID {
	out := None
	for _, i := range t.boundAt(at) {
		if to := t.Bindings[i].To; to != None && isValue(t.Table.Def(to)) {
			if out != None && out != to { // several candidates: the value is uncertain
				return None
			}
			out = to
		}
	}
	return out
}

// callAt returns the binding of the call or creation at a position to its target, a
// callable or a value that holds a function; nil if there is not exactly one.
func (t *textBinder) callAt(at uint32) *Binding {
	var out *Binding
	for _, i := range t.boundAt(at) {
		x := &t.Bindings[i]
		if x.To == None {
			continue
		}
		switch d := t.Table.Def(x.To); { // for a function held by a field, the reference is the call
		case isValue(d):
		case x.Kind != graph.Calls && x.Kind != graph.Creates || !d.Kind.IsCallable():
			continue
		}
		if out != nil && out.To != x.To {
			return nil
		}
		out = x
	}
	return out
}

// isValue reports whether a definition holds a value.
func isValue(d *Def) bool {
	switch d.Kind {
	case graph.KindProperty, graph.KindField, graph.KindConstant, graph.KindVariable:
		return true
	}
	return false
}

// holder returns the definition whose value is a string; None for locals, and for values
// that may be set again.
//
//	string sql = "SELECT 1";             // a local holds it, see valueOfLocal
//	const string Sql = "SELECT 1";       // the constant
//	readonly string sql;                 // the field that a constructor sets
func (t *textBinder) holder(e *parse.Embedded) DefID {
	if d := t.File.ID(e.Def); t.Table.Def(d).NameAt == e.For {
		return d
	}
	if d := t.valueAt(e.For); d != None {
		if x := t.Table.Def(d); x.Kind == graph.KindField &&
			(HasModifier(x, "readonly") || HasModifier(x, "final")) {
			return d
		}
	}
	return None
}

// runsText reports whether the project configuration declares that a method runs its
// argument: a method of a library, without a visible declaration.
func (t *textBinder) runsText(name string) bool {
	return t.Table.Project.RunsSQL(name)
}

// given records a member that a constructor sets to one of its parameters: the calls of
// the constructor determine its value.
//
//	Repo(string table) { this.table = table; }
func (t *textBinder) given(e *parse.Embedded) {
	if len(e.Parts) != 1 || !isConstructorOf(t.Table.Def(t.File.ID(e.Def))) {
		return
	}
	member := t.valueAt(e.For)
	if s := t.segments(e, 0); member != None && len(s) == 1 && s[0].Param >= 0 {
		t.Strings.FromParams = append(t.Strings.FromParams, StringValue{Def: member, Segments: s})
	}
}

func isConstructorOf(d *Def) bool { return d.Kind == graph.KindConstructor }

// typeName returns the name of the type denoted by a name in typeof(T).Name.
//
//	typeof(Order).Name    // Order
//	typeof(T).Name        // the type argument that subclasses pass for T
//
// A type parameter of a method depends on each call: it is a hole.
func (t *textBinder) typeName(name string, at uint32) Segment {
	if l := t.LocalAt(name, at); l != nil && l.Kind == parse.LocalTypeParam {
		d := t.Table.Def(t.File.ID(l.Def))
		if i := slices.Index(d.TypeParams, name); i >= 0 && d.Kind.IsType() {
			return Segment{Def: t.Table.Canon[d.ID], Param: i, typeParam: true}
		}
		return HoleSegment
	}
	return LiteralSegment(name)
}

// maxParts bounds the parts that one string has from other strings: each local may double
// those of the one before it.
const maxParts = 1_000

// segments resolves the parts of a string; depth counts the strings around it.
func (t *textBinder) segments(e *parse.Embedded, depth int) []Segment {
	if e.Parts == nil {
		return []Segment{LiteralSegment(e.Text)}
	}
	if depth == 0 { // the string itself; its parts count against it
		t.parts = 0
	}
	var out []Segment
	for _, p := range e.Parts {
		if depth > 0 {
			if t.parts++; t.parts > maxParts {
				return append(out, HoleSegment)
			}
		}
		switch {
		case p.OfType:
			out = append(out, t.typeName(p.Text, p.At))
		case p.Args != nil:
			out = t.filled(out, p, depth)
		case p.At != 0:
			out = t.named(out, p.Text, p.At, depth)
		case p.Text != "":
			s := LiteralSegment(p.Text)
			s.place = p.Place
			out = append(out, s)
		default:
			out = append(out, HoleSegment)
		}
	}
	return out
}

// filled appends the result of filling a template that a name refers to. The value of a
// definition is known once all files are bound; the value of a local is inserted here.
//
//	string.Format(Sql.Select, Table)              // a constant, perhaps of another file
//	var sql = "… {0}"; string.Format(sql, Table)  // a local
func (t *textBinder) filled(out []Segment, p parse.TextPart, depth int) []Segment {
	fill := &segmentFill{TemplateArgs: p.Args}
	for _, a := range p.Args.Args {
		fill.args = append(fill.args, t.segments(&parse.Embedded{Parts: a, Text: a.Text()},
			depth+1))
	}
	template := t.named(nil, p.Text, p.At, depth)
	if len(template) == 1 && template[0].Def != None && template[0].Param < 0 {
		template[0].fill = fill
		return append(out, template[0])
	}
	return fill.filled(out, template, func(out, arg []Segment) []Segment {
		if t.parts += len(arg); t.parts > maxParts {
			return append(out, HoleSegment)
		}
		return append(out, arg...)
	})
}

// named appends the value of the name at a position.
//
// A name is followed to its initializer, through any number of locals, unless one of them
// is assigned again.
func (t *textBinder) named(out []Segment, name string, at uint32, depth int) []Segment {
	if depth > maxHeldDepth {
		return append(out, HoleSegment)
	}
	if d := t.valueAt(at); d != None {
		return append(out, Segment{Def: d, Param: -1, place: at})
	}
	if of := t.objectBefore(at); of > 0 {
		if d := t.valueAt(of); d != None {
			return append(out, Segment{Def: d, Param: -1, text: name, place: at})
		}
		return append(out, HoleSegment)
	}
	l := t.LocalAt(name, at)
	switch {
	case l == nil || l.Set || l.Again: // assigned again: its value here depends on control flow
		return append(out, HoleSegment)
	case l.Kind == parse.LocalParam:
		return append(out, t.paramSegment(l))
	}
	if e := t.valueOfLocal(l); e != nil {
		return append(out, t.segments(e, depth+1)...)
	}
	if n := len(l.Init); n > 0 && l.LastStep == 0 {
		if last := &l.Init[n-1]; (last.Kind == parse.StepName || last.Kind == parse.StepMember) &&
			last.At != 0 {
			return t.named(out, last.Name, last.At, depth+1)
		}
	}
	return append(out, HoleSegment)
}

// objectBefore returns the position of the name of the object whose member begins at a
// position, in languages with constant objects; 0 for a name without an object.
//
//	Tables.orders, Tables["orders"]    // at orders: where Tables begins
func (t *textBinder) objectBefore(at uint32) uint32 {
	text, start := t.File.Text, int(at)-1
	if start < 1 {
		return 0
	}
	switch family := t.File.Family; {
	case family == "typescript" && text[start] == '.':
	case (family == "typescript" || family == "python") && text[start-1] == '[' &&
		(text[start] == '"' || text[start] == '\''):
		start--
	default:
		return 0
	}
	for start > 0 && (text[start-1] == '_' || text[start-1] == '$' || unicode.IsLetter(rune(text[start-1])) ||
		unicode.IsDigit(rune(text[start-1]))) {
		start--
	}
	return uint32(start)
}

// paramSegment returns the parameter that a local is, of a callable or of the lambda that
// a field holds; a hole for a parameter of another lambda, which cannot be called by a
// name.
func (t *textBinder) paramSegment(l *parse.Local) Segment {
	d := t.Table.Def(t.File.ID(l.Def))
	for i, p := range d.Params {
		if p.Name == l.Name && d.Kind.IsCallable() {
			return Segment{Def: d.ID, Param: i}
		}
	}
	if isValue(d) {
		if i := slices.Index(t.lambdas.paramsOf(l.Def), l.Name); i >= 0 {
			return Segment{Def: d.ID, Param: i}
		}
	}
	return HoleSegment
}

// valueOfLocal returns the string that initializes a local. Strings are in file order,
// and a string that is a value records where the scope of its local begins: before the
// value, or after it as in Go. Few strings are nested.
func (t *textBinder) valueOfLocal(l *parse.Local) *parse.Embedded {
	list := t.File.Embedded
	i := sort.Search(len(list), func(i int) bool { return list[i].Range.Start > l.Scope.Start })
	for ; i >= 0; i-- {
		if i == len(list) {
			continue
		}
		e := &list[i]
		if e.IsValue && e.For == l.Scope.Start {
			return e
		}
		if e.Range.Start+maxLocalText < l.Scope.Start {
			break
		}
	}
	return nil
}

// maxLocalText bounds how far after the beginning of its value the scope of a local
// begins.
const maxLocalText = 4 << 10

// passed records the strings that a call passes to a method that may execute them.
//
//	Run(name: "Refresh", connection: c)    // by parameter, whatever the order
func (t *textBinder) passed(r *parse.Reference) {
	x := t.callAt(r.At)
	if x == nil {
		return
	}
	params := t.Table.Def(x.To).Params
	if isValue(t.Table.Def(x.To)) { // a lambda; its arguments have no names
		params = make([]parse.Param, max(r.Args, 0))
	}
	call := PassedCall{From: t.File.ID(r.Def), Callee: x.To}
	for i := range int(max(r.Args, 0)) {
		param := i + int(x.Shift)
		if r.Extra != nil && i < len(r.Extra.ArgNames) && r.Extra.ArgNames[i] != "" {
			name := r.Extra.ArgNames[i]
			param = slices.IndexFunc(params, func(p parse.Param) bool { return p.Name == name })
		}
		a := t.passedArg(r, i)
		if a.Segments == nil || param < 0 || param >= len(params) {
			continue
		}
		if call.Args == nil {
			call.Args = make([]PassedArg, len(params))
		}
		call.Args[param] = a
	}
	if call.Args != nil {
		t.Strings.Calls = append(t.Strings.Calls, call)
	}
}

// passedArg resolves the argument at i of a call if it is a string or a name.
func (t *textBinder) passedArg(r *parse.Reference, i int) PassedArg {
	if n, ok := t.args[argument{r.At, int16(i)}]; ok {
		e := &t.File.Embedded[n]
		return PassedArg{t.segments(e, 0), e.Range.Start}
	}
	steps := r.ArgSteps()
	if i >= len(steps) || len(steps[i]) == 0 {
		return PassedArg{}
	}
	last := &steps[i][len(steps[i])-1]
	if last.At == 0 || last.Kind != parse.StepName && last.Kind != parse.StepMember {
		return PassedArg{}
	}
	t.parts = 0
	return PassedArg{t.named(nil, last.Name, last.At, 0), last.At}
}
