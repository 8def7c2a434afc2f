package message

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Forwarders are the methods of the tree in one language that send an argument of their
// callers, with the declared types of the parameters; None for a parameter that accepts
// any type.
//
//	public Task Execute(ICommand command) => mediator.Send(command);
//	public void publishEvent(Object event) { delegate.publishEvent(event); }
type Forwarders struct {
	*eval.Tree
	Open     bool // messages found in call arguments are open, see [Publish]
	language string
	takes    map[resolve.DefID][]resolve.DefID
	queue    []resolve.DefID                   // whose callers have not been visited
	calls    map[resolve.DefID][]call          // by call target
	makes    map[resolve.DefID][]made          // by callable: the objects that it creates
	params   map[resolve.DefID][]resolve.DefID // by callable: the types of its parameters
	sent     map[[2]resolve.DefID]bool         // caller and type of the parameter that it passes an argument for
	found    []Publish
}

// NewForwards returns an empty Forwards for the files of a language with parenthesized
// call arguments.
func NewForwards(t *eval.Tree, language string) *Forwarders {
	return &Forwarders{Tree: t, language: language, takes: map[resolve.DefID][]resolve.DefID{},
		params: map[resolve.DefID][]resolve.DefID{}, sent: map[[2]resolve.DefID]bool{}}
}

// A made is a place where an object of a type is created.
type made struct {
	of resolve.DefID
	at uint32
}

// A call is the binding of a call in a file.
type call struct {
	*resolve.Binding
	file *resolve.File
}

// add records a parameter that a method sends.
func (w *Forwarders) add(method, takes resolve.DefID) {
	if slices.Contains(w.takes[method], takes) {
		return
	}
	w.takes[method] = append(w.takes[method], takes)
	w.queue = append(w.queue, method)
}

// Add records a method that sends any object passed to it.
func (w *Forwarders) Add(method resolve.DefID) { w.add(method, resolve.None) }

// Enter records that a call sends a parameter of the method around it.
func (w *Forwarders) Enter(x eval.Expr, sends *parse.Expr) {
	method := x.Def
	for method != resolve.None && !w.Table.Def(method).Kind.IsCallable() {
		method = w.Table.Def(method).Outer
	}
	if method == resolve.None || sends.Kind != parse.ExprName || sends.Recv != nil {
		return
	}
	d := w.Table.Def(method)
	for i, p := range d.Params {
		if p.Name == sends.Text {
			w.add(method, w.typesOf(d)[i])
		}
	}
}

// typesOf lists the declared types of the parameters of a callable, None for external
// types. A type parameter has the type of its constraint.
func (w *Forwarders) typesOf(d *resolve.Def) []resolve.DefID {
	if types, ok := w.params[d.ID]; ok {
		return types
	}
	types := make([]resolve.DefID, len(d.Params))
	for i, p := range d.Params {
		types[i] = resolve.None
		for _, ref := range append(constraints(d, p.Type.Name), p.Type) {
			t := w.Binder(d.File).TypeOf(ref, d.ID, d.NameAt)
			if t.Def > resolve.None && !w.isImplicit(t.Def) {
				types[i] = w.Table.Canon[t.Def]
				break
			}
		}
	}
	w.params[d.ID] = types
	return types
}

// isImplicit reports whether a type is a Go interface, which types implement without
// declaring it.
func (w *Forwarders) isImplicit(of resolve.DefID) bool {
	return w.language == "go" && w.Table.Def(of).Kind == graph.KindInterface
}

// constraints lists the where constraints of a type parameter of a method.
func constraints(d *resolve.Def, name string) []parse.TypeRef {
	if !slices.Contains(d.TypeParams, name) {
		return nil
	}
	for i := range d.File.Locals {
		l := &d.File.Locals[i]
		switch {
		case l.Kind != parse.LocalTypeParam || l.Name != name || d.File.ID(l.Def) != d.ID:
		case l.Type.Form == parse.FormIntersection:
			return l.Type.Args
		default:
			return []parse.TypeRef{l.Type}
		}
	}
	return nil
}

// Sendings lists the messages that the callers of these methods send: objects that they
// create and could pass for the parameter. A caller that passes its own parameter
// becomes such a method, too. Time is linear in the bindings of the language, and in
// the product of the objects created by the callers and the types of their parameters.
func (w *Forwarders) Sendings() []Publish {
	if len(w.queue) > 0 {
		w.readBindings()
	}
	for len(w.queue) > 0 {
		method := w.queue[0]
		w.queue = w.queue[1:]
		for _, m := range w.named(method) {
			for _, c := range w.calls[m] {
				for _, takes := range w.takes[method] {
					w.call(c, takes)
				}
			}
		}
	}
	return w.found
}

// readBindings indexes the calls and object creations of the language.
func (w *Forwarders) readBindings() {
	w.calls, w.makes = map[resolve.DefID][]call{}, map[resolve.DefID][]made{}
	for _, b := range w.Files {
		if b.File.Language != w.language || b.File.Test {
			continue
		}
		for i := range b.Bindings {
			switch x := &b.Bindings[i]; {
			case x.From <= resolve.None || x.To <= resolve.None:
			case x.Kind == graph.Calls:
				w.calls[x.To] = append(w.calls[x.To], call{x, b.File})
			case x.Kind == graph.Creates:
				of := x.To
				if !w.Table.Def(of).Kind.IsType() {
					of = w.Table.Def(of).Outer
				}
				w.makes[x.From] = append(w.makes[x.From], made{w.Table.Canon[of], x.At})
			}
		}
	}
}

// named lists the methods through which a call may run one: those that it implements or
// overrides, and itself.
func (w *Forwarders) named(method resolve.DefID) []resolve.DefID {
	out := []resolve.DefID{method}
	if x, ok := w.Table.Def(method).File.Rules.(resolve.Implementer); ok {
		out = append(out, x.ImplementedBy(method)...)
	}
	return out
}

// call records the messages that one call sends by a parameter of a type. Further calls
// by the same caller send nothing else.
func (w *Forwarders) call(c call, takes resolve.DefID) {
	key := [2]resolve.DefID{c.From, takes}
	if w.sent[key] {
		return
	}
	w.sent[key] = true
	send := func(of resolve.DefID, at uint32, open bool) {
		w.found = append(w.found, Publish{Message: of, By: c.From, Tier: graph.Heuristic,
			At: eval.Place{File: c.file, At: at}, Open: open})
	}
	caller := w.Table.Def(c.From)
	if given := w.given(c, takes); len(given) > 0 {
		for _, of := range given {
			send(of, c.At, w.Open)
			if caller.Kind.IsCallable() && slices.Contains(w.typesOf(caller), of) {
				w.add(c.From, of)
			}
		}
		delete(w.sent, key) // another call may pass something else
		return
	}
	from, to := argumentsAt(c.file.Text, int(c.At))
	if takes == resolve.None && isLiteral(c.file.Text[from:to]) {
		return
	}
	for _, m := range w.makes[c.From] {
		if takes == resolve.None || w.is(m.of, takes) {
			send(m.of, m.at, false)
		}
	}
	if !caller.Kind.IsCallable() {
		return
	}
	for i, given := range w.typesOf(caller) {
		if takes == resolve.None {
			if given == resolve.None && isArgument(c.file.Text[from:to], caller.Params[i].Name) {
				w.add(c.From, given)
			}
			continue
		}
		if given != resolve.None && w.is(given, takes) &&
			(from == to || mentionsName(c.file.Text[from:to], caller.Params[i].Name)) {
			w.add(c.From, given)
			send(given, c.At, false)
		}
	}
}

// given lists the types passed by a call for a parameter of a type, as far as its
// arguments show them: objects created there, locals that are assigned one once, and
// parameters of the caller.
//
//	var placed = new Placed(e.Id); await service.Publish(placed);    // only Placed
func (w *Forwarders) given(c call, takes resolve.DefID) (out []resolve.DefID) {
	from, to := argumentsAt(c.file.Text, int(c.At))
	add := func(of resolve.DefID) {
		if of > resolve.None && (takes == resolve.None && !w.isImplicit(of) || w.is(of, takes)) {
			out = append(out, of)
		}
	}
	for _, m := range w.makes[c.From] {
		if int(m.at) > from && int(m.at) < to && (takes != resolve.None || isWhole(c.file.Text[from:m.at])) {
			add(m.of)
		}
	}
	b := w.Binder(c.file)
	for at := from; at < to; {
		end := at + strings.IndexByte(c.file.Text[at:to]+",", ',')
		name := strings.TrimSpace(c.file.Text[at:end])
		if l := b.LocalAt(name, uint32(at)); name != "" && l != nil && !l.Set && !l.Again {
			ref := l.Type
			if len(l.Init) == 1 && l.Init[0].Kind == parse.StepNew && l.Init[0].Type != nil {
				ref = *l.Init[0].Type
			}
			if t := b.TypeOf(ref, c.From, c.At); t.Def > resolve.None {
				add(w.Table.Canon[t.Def])
			}
		}
		at = end + 1
	}
	return out
}

// isLiteral reports whether an argument list begins with a string or a number.
func isLiteral(list string) bool {
	list = strings.TrimSpace(list)
	return list != "" && (list[0] == '"' || list[0] >= '0' && list[0] <= '9')
}

// isArgument reports whether a name is one of the arguments in a list.
func isArgument(list, name string) bool {
	for _, a := range strings.Split(list, ",") {
		if strings.TrimSpace(a) == name {
			return true
		}
	}
	return false
}

// isWhole reports whether an object created after the given start of an argument list
// is a whole argument, rather than a part of one.
func isWhole(before string) bool {
	depth, start := 0, 0
	for i := range len(before) {
		switch before[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				start = i + 1
			}
		}
	}
	begin := strings.TrimSpace(before[start:])
	if begin == "" || begin == "&" { // Go
		return depth == 0
	}
	word, qualified, _ := strings.Cut(begin+" ", " ")
	qualified, word = strings.TrimSpace(qualified), strings.TrimPrefix(word, "&")
	if strings.HasSuffix(word, ".") { // qualified by a package
		return depth == 0 && qualified == ""
	}
	return depth == 0 && word == "new" && !strings.ContainsAny(qualified, "(,")
}

// mentionsName reports whether a text contains a name as a word.
func mentionsName(text, name string) bool {
	name = strings.TrimPrefix(name, "@")
	for at := 0; name != ""; {
		k := strings.Index(text[at:], name)
		if k < 0 {
			return false
		}
		at += k
		end := at + len(name)
		if (at == 0 || !isNameByte(text[at-1])) && (end == len(text) || !isNameByte(text[end])) {
			return true
		}
		at = end
	}
	return false
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// maxArguments bounds the bytes of an argument list.
const maxArguments = 2000

// ArgumentsAt lists the ranges of the arguments of the call whose name is at a
// position, in languages that use parentheses, commas and quotes; nil if the list
// exceeds maxArguments.
func ArgumentsAt(text string, at int) []parse.Range {
	end := min(len(text), at+maxArguments)
	open := strings.IndexByte(text[min(at, end):end], '(')
	if open < 0 {
		return nil
	}
	start := at + open + 1
	var out []parse.Range
	depth, quote := 1, byte(0)
	for i := start; i < end; i++ {
		switch c := text[i]; {
		case quote != 0:
			if c == '\\' && quote != '`' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			if depth--; depth == 0 {
				if strings.TrimSpace(text[start:i]) != "" {
					out = append(out, parse.Range{Start: uint32(start), End: uint32(i)})
				}
				return out
			}
		case c == ',' && depth == 1:
			out = append(out, parse.Range{Start: uint32(start), End: uint32(i)})
			start = i + 1
		}
	}
	return nil
}

// argumentsAt returns the range of the argument list of the call whose name is at a
// position.
func argumentsAt(text string, at int) (from, to int) {
	args := ArgumentsAt(text, at)
	if len(args) == 0 {
		return 0, 0
	}
	return int(args[0].Start), int(args[len(args)-1].End)
}

// is reports whether an object of a type may be passed for a parameter of another type.
func (w *Forwarders) is(of, takes resolve.DefID) bool {
	return slices.Contains(w.Lineage(of), takes)
}
