package graphql

import (
	"strings"
	"unicode"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// An object is a type of the schema whose fields are computed by the methods of a Go
// type.
type object struct{ module, receiver string }

// gqlgen adds the resolvers of gqlgen. The root of an application has a method for each
// object with resolvers, which is named after the object and returns the interface
// generated for it. The methods of the type with the corresponding name compute its
// fields. Time is linear in the Go definitions.
//
//	func (r *Resolver) Query() generated.QueryResolver { return &queryResolver{r} }
//	func (r *queryResolver) Orders(ctx context.Context) ([]*Order, error)
func (r *reader) gqlgen() {
	objects := map[object]string{}
	r.methodsOfGo(func(f *resolve.File, d *resolve.Def) {
		if len(d.Params) == 0 && d.Exported && resolve.LastName(d.Type.Name) == d.Name+"Resolver" {
			objects[object{f.Module, lower(d.Name) + "Resolver"}] = d.Name
		}
	})
	if len(objects) == 0 {
		return
	}
	r.methodsOfGo(func(f *resolve.File, d *resolve.Def) {
		of := objects[object{f.Module, d.Receiver().Name}]
		if of == "" || isLower(d.Name) || len(d.Params) == 0 ||
			d.Params[0].Type.Name != "context.Context" {
			return
		}
		word, name := wordOf(of), camel(d.Name)
		if word == "FIELD" {
			name = of + "." + name
		}
		r.found = append(r.found, message.ChannelEnd{Def: d.ID, Tier: graph.Exact,
			Topic: message.Topic{System: "graphql", Scope: r.Project(f), Word: word, Name: name},
			At:    eval.Place{File: f, At: d.NameAt}})
	})
}

// methodsOfGo calls do for every method that has a receiver.
func (r *reader) methodsOfGo(do func(*resolve.File, *resolve.Def)) {
	for _, f := range r.Table.Files {
		if f.Language != "go" || f.Test {
			continue
		}
		for i := range f.Definitions {
			if d := r.Table.Def(f.ID(int32(i))); d.Kind == graph.KindMethod && !d.Receiver().IsZero() {
				do(f, d)
			}
		}
	}
}

// wordOf returns the topic word for the fields of an object; the roots have special
// words.
func wordOf(object string) string {
	switch object {
	case "Query", "Mutation", "Subscription":
		return strings.ToUpper(object)
	}
	return "FIELD"
}

// lower returns a name with its first letter in lower case.
func lower(name string) string {
	for i, c := range name {
		return string(unicode.ToLower(c)) + name[i+len(string(c)):]
	}
	return name
}
