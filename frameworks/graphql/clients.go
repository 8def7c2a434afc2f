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

// clientWords are those of files with documents in strings, by language.
var clientWords = map[string][]string{
	"typescript": tags,
	"javascript": tags,
	"python":     {"gql("},
	"java":       {"org.springframework.graphql.client"},
	"csharp":     {"GraphQL.Client", "GraphQLRequest"},
}

// tags are the beginnings of documents in Node: gql`query { orders { id } }`.
var tags = []string{"gql`", "gql(", "graphql`", "graphql(", "GraphQL */", "graphql-request"}

// operations are the keywords of operations, and the default types of their fields, with the word of the topics.
var operations = map[string]string{"query": "QUERY", "mutation": "MUTATION", "subscription": "SUBSCRIPTION",
	"Query": "QUERY", "Mutation": "MUTATION", "Subscription": "SUBSCRIPTION"}

// A field is one of a root of the schema.
type field struct{ word, name string }

// clients adds the operations of documents: those in files, and those in strings. Fields that the tree
// does not answer are those of a server elsewhere.
func (r *reader) clients() {
	r.readSchema()
	servers := map[field][]string{}
	for _, e := range r.found {
		f := field{e.Word, e.Name}
		if !slices.Contains(servers[f], e.Scope) {
			servers[f] = append(servers[f], e.Scope)
		}
	}
	for _, f := range r.Table.Files {
		if f.Language != "graphql" || f.Test || !asks(f) {
			continue
		}
		for _, a := range r.types.asked(f.Text, servers) {
			r.ask(servers, a.field, f.ID(a.def), eval.Place{File: f, At: a.at})
		}
	}
	for _, family := range []string{"typescript", "python", "java", "csharp"} {
		r.EachExpr(family, isString, func(x eval.Expr) { r.document(servers, x) })
		r.ofConstants(family, servers)
	}
}

func isString(k parse.ExprKind) bool { return k == parse.ExprString }

// asks reports whether a file may have operations or fragments, rather than a schema alone. An operation
// without a name is no definition.
func asks(f *resolve.File) bool {
	return len(f.Definitions) == 1 || slices.ContainsFunc(f.Definitions, func(d parse.Definition) bool {
		return d.Kind == graph.KindFunction && !slices.Contains(d.Modifiers, "directive")
	})
}

// ask adds the use of a field, of each server of the tree that answers it.
func (r *reader) ask(servers map[field][]string, f field, by resolve.DefID, at eval.Place) {
	end := message.ChannelEnd{Def: by, At: at, Sends: true, Tier: graph.Exact,
		Topic: message.Topic{System: "graphql", Word: f.word, Name: f.name}}
	scopes := servers[f]
	switch own := r.Project(at.File); {
	case slices.Contains(scopes, own):
		scopes, end.Tier = []string{own}, graph.Typed
	case len(scopes) == 0:
		scopes = []string{""}
	case len(scopes) == 1:
		end.Tier = graph.Unique
	default:
		end.Tier = graph.Heuristic
	}
	for _, end.Scope = range scopes {
		r.found = append(r.found, end)
	}
}

// document adds the operations in a string, if it is a document. A mere selection, { orders { id } }, may be
// anything.
func (r *reader) document(servers map[field][]string, x eval.Expr) {
	if x.In.File.Test || !isDocument(x.Text) {
		return
	}
	asked := r.types.asked(x.Text, servers)
	for _, a := range asked {
		r.ask(servers, a.field, x.Def, eval.Place{File: x.In.File, At: x.At})
	}
	if x.Def > resolve.None && !r.Table.Def(x.Def).Kind.IsCallable() && x.Def != x.In.File.First {
		d := r.documents[x.Def]
		d.asked = append(d.asked, asked...)
		r.documents[x.Def] = d
	}
}

// isDocument reports whether a text begins as an operation or a fragment does.
func isDocument(text string) bool {
	for text = strings.TrimSpace(text); strings.HasPrefix(text, "#"); text = strings.TrimSpace(text) {
		_, text, _ = strings.Cut(text, "\n")
	}
	word := text
	if end := strings.IndexAny(text, " \t\r\n({"); end >= 0 {
		word = text[:end]
	}
	return word != text && (word == "fragment" || operations[word] != "") && strings.Contains(text, "{")
}
