// Package graphql finds the resolvers of GraphQL: the code that handles a query or a
// mutation, or computes a field of a type; and the documents that ask for fields.
//
//	graphql.go  annotations of NestJS, Spring and HotChocolate
//	maps.go     the resolver maps that are passed to Node servers
//	python.go   the fields of strawberry and graphene classes
//	golang.go   the resolvers of gqlgen
//	names.go    the names of fields in the schema
//	clients.go  the fields that documents ask for
//
// A field of the schema is a topic: QUERY orders, MUTATION placeOrder, FIELD
// Order.lines. Documents ask for the fields of the roots.
package graphql

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Broker returns the rules of GraphQL.
func Broker() message.Broker { return broker{} }

type broker struct{}

// words are those of files with resolvers, by language.
var words = map[string][]string{
	"typescript": node,
	"javascript": node,
	"python":     append([]string{"chema("}, pythonLibraries...), // a function of the tree may make the schema
	"java":       {"org.springframework.graphql."},
	"csharp": {"QueryType", "MutationType", "SubscriptionType", "ObjectType", "HotChocolate",
		"GraphQLName"},
}

// pythonLibraries are the libraries that Python files name.
var pythonLibraries = []string{"strawberry", "graphene"}

// node are those of Node: files with resolver maps need not name a library.
var node = append([]string{"esolver", "Query"}, libraries...)

// libraries are the Node libraries that files name.
var libraries = []string{"@nestjs/graphql", "apollo", "graphql-tools", "graphql-yoga"}

// Sites requests the sites of the files with resolvers.
func (broker) Sites(lang string, src parse.Source) parse.SiteScope {
	for _, list := range [][]string{words[lang], clientWords[lang]} {
		if list != nil && src.ContainsAny(list) {
			return parse.AllSites
		}
	}
	return parse.NoSites
}

// Named reports whether a file names the library: C# files may import it for the whole
// project.
func (broker) Named(lang string, src parse.Source) bool {
	switch lang {
	case "csharp":
		return strings.Contains(src.Text, "HotChocolate") ||
			strings.Contains(src.Text, "AddGraphQLServer") || src.ContainsAny(clientWords[lang])
	case "typescript", "javascript":
		return src.ContainsAny(libraries) || src.ContainsAny(tags)
	case "python":
		return src.ContainsAny(pythonLibraries) || src.ContainsAny(clientWords[lang])
	}
	return true
}

// A rule describes the resolver made by an annotation of a method.
type rule struct {
	word string // FIELD for a field of a type that is named elsewhere
	name string // argument with the field name, as an alternative to the first one
}

// methods are the annotations of methods, by full name.
var methods = map[string]rule{
	nest + "Query": {"QUERY", "name"}, nest + "Mutation": {"MUTATION", "name"},
	nest + "Subscription": {"SUBSCRIPTION", "name"}, nest + "ResolveField": {"FIELD", "name"},
	spring + "QueryMapping": {"QUERY", "name"}, spring + "MutationMapping": {"MUTATION", "name"},
	spring + "SubscriptionMapping": {"SUBSCRIPTION", "name"},
	spring + "SchemaMapping":       {"FIELD", "field"}, spring + "BatchMapping": {"FIELD", "field"},
}

const (
	nest   = "@nestjs/graphql."
	spring = "org.springframework.graphql.data.method.annotation."
)

// Ends lists the resolvers of the tree.
func (broker) Ends(t *eval.Tree) []message.ChannelEnd {
	r := &reader{Tree: t, words: map[resolve.DefID]string{},
		bases: map[resolve.DefID][]string{}}
	t.EachAttribute("typescript", r.annotated)
	t.EachAttribute("java", r.annotated)
	t.EachAttribute("csharp", r.extended)
	t.EachCall("csharp", r.added)
	t.EachCall("python", r.schema)
	r.python()
	r.gqlgen()
	for x := range t.Family("typescript") {
		if !x.In.File.Test {
			x.Walk(func(e *parse.Expr) {
				if e.Kind == parse.ExprCall || e.Kind == parse.ExprNew {
					r.mapped(x.Sub(e))
				}
			})
		}
	}
	r.clients()
	return r.found
}

// A reader collects the resolvers and documents of one tree.
type reader struct {
	*eval.Tree
	members map[resolve.DefID][]*resolve.Def // of C#, by type; computed on first use
	words   map[resolve.DefID]string         // of Python, for the fields of roots
	bases   map[resolve.DefID][]string       // external ones of Python classes
	found   []message.ChannelEnd

	types     schema                     // the types of fields
	documents map[resolve.DefID]document // of constants
}

// enter adds a resolver.
func (r *reader) enter(word, name string, handler resolve.DefID, x eval.Expr) {
	r.found = append(r.found, message.ChannelEnd{Def: handler, Tier: graph.Exact,
		Topic: message.Topic{System: "graphql", Scope: r.Project(x.In.File), Word: word, Name: name},
		At:    eval.Place{File: x.In.File, At: x.At}})
}

func isMethod(full string) bool { _, ok := methods[full]; return ok }

// annotated adds a method with an annotation. The field is named after the method,
// unless another name is specified.
func (r *reader) annotated(d *resolve.Def, x eval.Expr) {
	rule, ok := methods[r.ExternalNameOf(x, isMethod)]
	if !ok || d.Kind != graph.KindMethod {
		return
	}
	name, known := r.given(x, rule.name, d.Name)
	if !known {
		return
	}
	if rule.word == "FIELD" {
		owner := r.ownerOf(d, x)
		if owner == "" {
			return
		}
		name = owner + "." + name
	}
	r.enter(rule.word, name, d.ID, x)
}

// given returns the field name in an annotation: in a named argument, as its only
// string or among the options that come last:
//
//	@Query('orders')   @Query(() => [Order], { name: 'orders' })   @SchemaMapping(field = "lines")
func (r *reader) given(x eval.Expr, arg, otherwise string) (name string, known bool) {
	e := x.Arg(-1, arg)
	for i := range x.Args {
		switch v := &x.Args[i].Value; {
		case x.Args[i].Name == "" && v.Kind == parse.ExprString, x.Args[i].Name == "value":
			e = v
		case v.Kind == parse.ExprMap && v.Arg(-1, arg) != nil:
			e = v.Arg(-1, arg)
		}
	}
	if e == nil {
		return otherwise, true
	}
	return r.Text(x.Sub(e))
}

// ownerOf returns the schema type whose field a method computes; empty if it is
// unknown. In Nest the class specifies it, in Spring the annotation, the class, or the
// first parameter.
func (r *reader) ownerOf(d *resolve.Def, x eval.Expr) string {
	if name := x.Arg(-1, "typeName"); name != nil {
		text, _ := r.Text(x.Sub(name))
		return text
	}
	for _, a := range r.Attributes(r.Table.Canon[d.Outer]) {
		switch r.ExternalName(a) {
		case nest + "Resolver":
			if len(a.Args) > 0 {
				return r.typeName(a.Sub(&a.Args[0].Value))
			}
			return ""
		case spring + "SchemaMapping":
			if name := a.Arg(-1, "typeName"); name != nil {
				text, _ := r.Text(a.Sub(name))
				return text
			}
		}
	}
	if d.File.Family != "java" || len(d.Params) == 0 {
		return ""
	}
	t := d.Params[0].Type
	if len(t.Args) > 0 { // @BatchMapping: the authors of a list of books
		t = t.Args[len(t.Args)-1]
	}
	return resolve.LastName(t.Name)
}

// typeName returns the type of a resolver: @Resolver('Order'), @Resolver(() => Order),
// @Resolver(Order).
func (r *reader) typeName(x eval.Expr) string {
	switch x.Kind {
	case parse.ExprString:
		text, _ := r.Text(x)
		return text
	case parse.ExprLambda:
		if text := strings.TrimSpace(x.In.File.Slice(x.Body)); isName(text) {
			return text
		}
	case parse.ExprName:
		return x.Expr.Text
	}
	return ""
}

// roots are the attributes by which HotChocolate adds the fields of a class to a root
// of the schema; extensions are those that name the type.
var roots = map[string]string{"QueryType": "QUERY", "MutationType": "MUTATION",
	"SubscriptionType": "SUBSCRIPTION"}

// extended adds the fields of a class with a HotChocolate attribute:
//
//	[QueryType]   [ExtendObjectType(OperationTypeNames.Query)]   [ObjectType<Order>]
func (r *reader) extended(d *resolve.Def, x eval.Expr) {
	if !d.Kind.IsType() || x.Referent().Def > resolve.None {
		return
	}
	name := strings.TrimSuffix(x.Expr.Text, "Attribute")
	if word := roots[name]; word != "" {
		r.fields(d, word, "", x)
	}
	if name != "ExtendObjectType" && (name != "ObjectType" || len(x.TypeArgs) == 0) {
		return
	}
	of := ""
	switch {
	case len(x.TypeArgs) > 0:
		of = x.TypeArgs[0].Text
	case len(x.Args) > 0:
		of = r.extends(x.Sub(&x.Args[0].Value))
	}
	if word := roots[of+"Type"]; word != "" {
		r.fields(d, word, "", x)
	} else if of != "" {
		r.fields(d, "FIELD", of+".", x)
	}
}

// extends returns the type that an extension names.
func (r *reader) extends(x eval.Expr) string {
	switch x.Kind {
	case parse.ExprString, parse.ExprName:
		text, _ := r.Text(x)
		return text
	case parse.ExprType: // typeof(Order)
		return x.Expr.Text
	case parse.ExprMember: // OperationTypeNames.Query
		if x.Recv.Text == "OperationTypeNames" {
			return x.Expr.Text
		}
	}
	return ""
}

// added adds the fields of a class that code registers as a root:
// AddQueryType<Query>().
func (r *reader) added(x eval.Expr) {
	name, ok := strings.CutPrefix(x.Expr.Text, "Add")
	word := roots[name]
	if !ok || word == "" || len(x.TypeArgs) != 1 {
		return
	}
	class := x.Sub(&x.TypeArgs[0]).Referent().Def
	if class <= resolve.None {
		return
	}
	if d := r.Table.Def(r.Table.Canon[class]); d.Kind.IsType() {
		r.fields(d, word, "", x)
	}
}

// fields adds the public methods and properties of a C# class, in all its partial
// declarations.
func (r *reader) fields(class *resolve.Def, word, before string, x eval.Expr) {
	if r.members == nil {
		r.members = r.membersOf("csharp")
	}
	sources := r.sources(r.members[class.ID])
	for _, d := range r.members[class.ID] {
		if !resolve.HasModifier(d, "public") || resolve.HasModifier(d, "override") ||
			slices.Contains(d.Decorators, "GraphQLIgnore") || sources[d.Name] {
			continue
		}
		if name := r.fieldName(d); name != "" {
			r.enter(word, before+name, d.ID, x)
		}
	}
}

// sources are the names of the methods that yield the events of a subscription, which
// are not fields themselves: [Subscribe(With = nameof(Events))].
func (r *reader) sources(members []*resolve.Def) map[string]bool {
	out := map[string]bool{}
	for _, d := range members {
		for _, x := range r.Attributes(d.ID) {
			with := x.Arg(-1, "With")
			if strings.TrimSuffix(x.Expr.Text, "Attribute") != "Subscribe" || with == nil {
				continue
			}
			if text, ok := r.Text(x.Sub(with)); ok {
				out[resolve.LastName(text)] = true
			}
		}
	}
	return out
}

// membersOf lists the methods and properties of the types in the files of a language
// that have sites, by type.
func (r *reader) membersOf(language string) map[resolve.DefID][]*resolve.Def {
	out := map[resolve.DefID][]*resolve.Def{}
	for _, f := range r.Table.Files {
		if f.Family != language || len(f.Sites) == 0 {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			isField := d.Kind == graph.KindMethod || d.Kind == graph.KindProperty
			if isField && d.Outer != resolve.None {
				class := r.Table.Canon[d.Outer]
				out[class] = append(out[class], d)
			}
		}
	}
	return out
}
