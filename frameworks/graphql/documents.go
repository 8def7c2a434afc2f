package graphql

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	documents "seedgraph/parse/graphql"
	"seedgraph/resolve"
)

// A schema maps a field of a type, Order.lines, to the name of its own type.
type schema map[string]string

// A document holds the fields that a constant selects, and the constants whose fragments it includes.
type document struct {
	asked []asked
	with  []resolve.DefID
}

// An asked is a field that a document asks for: of a root, or of a type that the tree resolves.
type asked struct {
	field field
	def   int32 // in the document
	at    uint32
}

// readSchema reads the types of the fields of all schemas: of files, and of strings.
func (r *reader) readSchema() {
	r.types, r.documents = schema{}, map[resolve.DefID]document{}
	for _, f := range r.Table.Files {
		if f.Language != "graphql" {
			continue
		}
		for i := range f.Definitions {
			r.types.add(f.Definitions, i)
		}
	}
	for _, family := range []string{"typescript", "python"} {
		r.EachExpr(family, isString, func(x eval.Expr) {
			if isSchema(x.Text) {
				if facts := factsOf(x.Text); facts != nil {
					for i := range facts.Definitions {
						r.types.add(facts.Definitions, i)
					}
				}
			}
		})
	}
}

// add adds a field of a type.
func (s schema) add(defs []parse.Definition, i int) {
	d := &defs[i]
	if d.Kind != graph.KindField || d.Parent <= 0 {
		return
	}
	t := d.Type
	for t.Name == "" && len(t.Args) == 1 {
		t = t.Args[0]
	}
	s[defs[d.Parent].Name+"."+d.Name] = t.Name
}

// isSchema reports whether a text begins as a schema does.
func isSchema(text string) bool {
	text = strings.TrimSpace(text)
	for _, word := range []string{"type ", "extend ", "schema ", "scalar ", "interface ", "enum ",
		"input ", "union ", "directive "} {
		if strings.HasPrefix(text, word) {
			return strings.Contains(text, "{")
		}
	}
	return false
}

// factsOf reads a text in the language of GraphQL; nil if it has an error. A file is read again, as
// its references are no longer kept.
func factsOf(text string) *parse.Facts {
	src := parse.Source{Path: "document.graphql", Text: text}
	facts, err := documents.Languages()[0].Facts(nil, src)
	if err != nil || facts.HasError {
		return nil
	}
	return facts
}

// asked lists the fields of roots in a document, and those of other types that a server of the tree
// resolves by themselves.
//
//	query { orders { total } }    QUERY orders, FIELD Order.total
func (s schema) asked(text string, servers map[field][]string) (out []asked) {
	facts := factsOf(text)
	if facts == nil {
		return nil
	}
	fields := map[uint32]*parse.Reference{}
	for i := range facts.References {
		ref := &facts.References[i]
		if ref.Kind == parse.RefMember && len(ref.Recv) == 1 { // not a directive or a fragment
			fields[ref.At] = ref
		}
	}
	for i := range facts.References {
		ref := &facts.References[i]
		if fields[ref.At] != ref {
			continue
		}
		of := &ref.Recv[0]
		f := field{operations[of.Name], ref.Name}
		if of.Kind == parse.StepName && of.At > 0 || f.word == "" {
			f = field{"FIELD", s.typeOf(of, fields, 0) + "." + ref.Name}
			if len(servers[f]) == 0 {
				continue
			}
		}
		out = append(out, asked{f, ref.Def, ref.At})
	}
	return out
}

// rootTypes are the default types of operations.
var rootTypes = map[string]string{"query": "Query", "mutation": "Mutation",
	"subscription": "Subscription"}

// maxSelections bounds fields within fields.
const maxSelections = 50

// typeOf returns the name of the type that a field is of; empty if it is unknown.
func (s schema) typeOf(of *parse.Step, fields map[uint32]*parse.Reference, depth int) string {
	if of.Kind == parse.StepType {
		return of.Name
	}
	if of.At == 0 {
		return rootTypes[of.Name]
	}
	parent := fields[of.At]
	if parent == nil || depth > maxSelections {
		return ""
	}
	return s[s.typeOf(&parent.Recv[0], fields, depth+1)+"."+parent.Name]
}

// maxFragments bounds fragments within fragments.
const maxFragments = 20

// ofConstants adds the fields of documents that constants hold, asked for where functions use them.
//
//	const ORDERS = gql`query { orders { ...Part } } ${PART}`
//	function useOrders() { return useQuery(ORDERS) }
func (r *reader) ofConstants(family string, servers map[field][]string) {
	type use struct {
		by, of resolve.DefID
	}
	done := map[use]bool{}
	isName := func(k parse.ExprKind) bool { return k == parse.ExprName || k == parse.ExprMember }
	if len(r.documents) == 0 {
		return
	}
	r.EachExpr(family, func(k parse.ExprKind) bool { return k == parse.ExprCall }, r.compose)
	r.EachExpr(family, isName, func(x eval.Expr) {
		d := x.Referent().Def
		if _, ok := r.documents[d]; !ok || x.Def <= resolve.None || done[use{x.Def, d}] ||
			!r.Table.Def(x.Def).Kind.IsCallable() || x.In.File.Test {
			return
		}
		done[use{x.Def, d}] = true
		r.askAll(servers, d, x, 0)
	})
}

// compose records the constants whose fragments the document of a constant has: the arguments of
// its tag.
func (r *reader) compose(x eval.Expr) {
	d, ok := r.documents[x.Def]
	if !ok || len(x.Args) < 2 || len(d.with) > maxFragments {
		return
	}
	for i := range x.Args {
		if of := x.Sub(&x.Args[i].Value).Referent().Def; of > resolve.None && of != x.Def {
			d.with = append(d.with, of)
		}
	}
	r.documents[x.Def] = d
}

// askAll adds the fields of the document of a constant and of its fragments.
func (r *reader) askAll(servers map[field][]string, d resolve.DefID, x eval.Expr, depth int) {
	if depth > maxFragments {
		return
	}
	for _, a := range r.documents[d].asked {
		r.ask(servers, a.field, x.Def, eval.Place{File: x.In.File, At: x.At})
	}
	for _, of := range r.documents[d].with {
		r.askAll(servers, of, x, depth+1)
	}
}
