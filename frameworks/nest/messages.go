package nest

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Bus returns the rules of Nest.
func Bus() message.Bus { return bus{&busHead} }

type bus struct{ *interest.Head }

// decorators are those of classes that handle messages, by full name, with the handler
// method.
var decorators = map[string]string{
	"@nestjs/cqrs.CommandHandler": "execute",
	"@nestjs/cqrs.QueryHandler":   "execute",
	"@nestjs/cqrs.EventsHandler":  "handle",
}

// interfaces are those whose first type argument is the message.
var interfaces = map[string]bool{
	"@nestjs/cqrs.ICommandHandler": true,
	"@nestjs/cqrs.IQueryHandler":   true,
	"@nestjs/cqrs.IEventHandler":   true,
}

// Handlings lists the messages that the classes of the tree with such a decorator
// handle.
func (bus) Handlings(t *eval.Tree) []message.Handler {
	var out []message.Handler
	for d := range t.Definitions(family) {
		if d.Kind != graph.KindClass || len(d.Decorators) == 0 {
			continue
		}
		for _, written := range d.Decorators {
			for _, full := range eval.Imported(d.File, written) {
				if method := decorators[full]; method != "" {
					out = append(out, handled(t, d, method)...)
				}
			}
		}
	}
	return out
}

// handled lists the messages that a class handles: the possible types of the parameter
// of its method, or else those of its interface.
func handled(t *eval.Tree, class *resolve.Def, method string) []message.Handler {
	handler := t.Member(class.ID, method)
	of := resolve.Unknown
	if m := t.Table.Def(handler); handler != class.ID && len(m.Params) > 0 {
		of = t.Binder(m.File).TypeOf(m.Params[0].Type, handler, m.NameAt)
	}
	messages := alternatives(of)
	if len(messages) == 0 {
		for _, base := range class.Bases {
			for _, full := range eval.Imported(class.File, base.Name) {
				if interfaces[full] && len(base.Args) > 0 {
					messages = alternatives(t.Binder(class.File).TypeOf(base.Args[0], class.ID,
						class.NameAt))
				}
			}
		}
	}
	var out []message.Handler
	for _, m := range messages {
		if t.Table.Def(m).Kind.IsType() {
			out = append(out, message.Handler{Message: m, Handler: handler, Class: class.ID, Tier: graph.Exact})
		}
	}
	return out
}

// alternatives lists the definitions of a type, or of the types of a union.
func alternatives(t resolve.Type) []resolve.DefID {
	if t.Def > resolve.None {
		return []resolve.DefID{t.Def}
	}
	var out []resolve.DefID
	if t.Form == parse.FormUnion {
		for _, a := range t.Args {
			out = append(out, alternatives(a)...)
		}
	}
	return out
}
