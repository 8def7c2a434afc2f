package data

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Golang is the language family of Go mappers.
const Golang = "go"

// connection begins the name of an [LibraryValue] that is a connection bound to a struct;
// the rest of the name is the table it is bound to.
const connection = "db:"

// NoTable is the table of a connection that runs a statement whose table is unknown, or
// in a text.
const NoTable = "{}"

// NewConnection returns a connection to a database that is bound to a struct or a table
// name.
func NewConnection(of resolve.DefID, table string, tier graph.Tier) Value {
	return NewLibraryValue(connection+table, of, tier)
}

// IsConnection reports whether a value is a connection.
func IsConnection(v Value) bool {
	return v.Kind == LibraryValue && strings.HasPrefix(v.Of.Name, connection)
}

// ConnectionTable returns the table name that a connection is bound to, or "".
func ConnectionTable(of Value) string { return strings.TrimPrefix(of.Of.Name, connection) }

// Structs finds the connections of a Go library, and the structs of expressions.
type Structs struct {
	*eval.Tree
	Values *Values

	// Connects reports whether a type is a connection.
	Connects func(t resolve.Type) bool
}

// OfType returns the value of a type: a connection, or structs.
func (s *Structs) OfType(t resolve.Type) []Value {
	if (t.Form == parse.FormList || t.Form == parse.FormMap) && len(t.Args) > 0 {
		t = t.Args[len(t.Args)-1]
	}
	switch {
	case s.Connects(t):
		return []Value{NewConnection(resolve.None, "", graph.Exact)}
	case t.Owner != resolve.None:
		return s.bound(resolve.TypeVar{Owner: t.Owner, Param: t.Param})
	case t.Def > resolve.None && s.Table.Def(t.Def).Kind == graph.KindStruct:
		return []Value{{Kind: ObjectValue, Of: ClassOf(s.Table.Canon[t.Def]), Via: resolve.None,
			Tier: graph.Exact}}
	}
	return nil
}

// bound returns the structs that a type parameter is bound to: of a generic type, each for objects
// with that argument only.
//
//	func (r *Repo[T]) All() (out []T) { r.db.Find(&out); return out }
func (s *Structs) bound(v resolve.TypeVar) (out []Value) {
	for _, t := range GenericsOf(s.Tree, Golang).BoundTypes(v) {
		if t.Def <= resolve.None || s.Table.Def(t.Def).Kind != graph.KindStruct {
			continue
		}
		value := Value{Kind: ObjectValue, Of: ClassOf(s.Table.Canon[t.Def]), Via: resolve.None,
			Tier: graph.Typed, Where: Where(s.Table, v, t)}
		if value.Where == nil {
			value.Tier = graph.Heuristic
		}
		out = append(out, value)
	}
	return out
}

// Embeds reports whether a type of the tree directly embeds an external type that
// satisfies outside, and so has its methods.
func (s *Structs) Embeds(of resolve.DefID, outside func(t resolve.Type) bool) bool {
	return of > resolve.None && slices.ContainsFunc(s.Table.Bases[s.Table.Canon[of]],
		func(b resolve.Type) bool { return b.Def <= resolve.None && outside(b) })
}

// Declared returns the values implied by the declared type of a member, variable or
// result.
func (s *Structs) Declared(d resolve.DefID) []Value {
	def := s.Table.Def(d)
	if def.Kind.IsType() {
		return nil
	}
	t := s.Binder(def.File).TypeOf(def.Type, d, def.NameAt)
	if t.Form == parse.FormTuple && len(t.Args) > 0 {
		t = t.Args[0]
	}
	return s.OfType(t)
}

// Name implements [ValueReader].
func (s *Structs) Name(x eval.Expr) []Value {
	t := x.In.ValueType(x.At)
	if out := s.OfType(t); out != nil && !IsConnection(out[0]) {
		return out
	}
	// The assigned value of the local determines the connection's struct or table.
	if d := x.Referent().Def; d != resolve.None {
		return s.Declared(d)
	}
	var out []Value
	for _, v := range s.ReachingValues(x) {
		for _, of := range s.Values.Of(v) {
			if IsConnection(of) {
				out = append(out, of)
			}
		}
	}
	if out == nil {
		out = s.OfType(t)
	}
	return out
}

// Member implements [ValueReader].
func (s *Structs) Member(x eval.Expr, of Value) []Value {
	if of.Kind != 0 {
		return nil
	}
	if d := x.Referent().Def; d != resolve.None {
		return s.Declared(d)
	}
	return nil
}

// Knows implements [ValueReader]: it is always false, as OfType uses types instead.
func (s *Structs) Knows(Class) bool { return false }

// Returned returns the value of a call of a function of the tree, or of new; nil for
// other calls. If the function returns its connection parameter, the struct or table of
// the argument is kept.
//
//	q := paged(db.Table("orders"), 10); q.Find(&rows)    // orders, whatever rows are
func (s *Structs) Returned(x eval.Expr) []Value {
	d := x.Callee()
	if d == resolve.None || !s.Table.Def(d).Kind.IsCallable() {
		if x.Recv == nil && x.Expr.Text == "new" && len(x.Args) == 1 {
			return s.OfType(s.WrittenType(x.Sub(&x.Args[0].Value)))
		}
		return nil
	}
	returned := s.Declared(d)
	if !slices.ContainsFunc(returned, IsConnection) {
		return returned
	}
	for i := range x.Args {
		var given []Value
		for _, v := range s.Values.Of(x.Sub(&x.Args[i].Value)) {
			if IsConnection(v) && (v.Of.Def != resolve.None || ConnectionTable(v) != "") {
				given = append(given, v)
			}
		}
		if len(given) > 0 {
			return given
		}
	}
	return returned
}

// Objects lists the structs that an expression has as its value, or as elements of a
// list. For a list of type any, the elements of its literal are used.
//
//	for _, row := range []any{new(Order), new(Line)} { db.Delete(row) }
func (s *Structs) Objects(x eval.Expr) []Value {
	if out := s.objects(x); len(out) > 0 {
		return out
	}
	var out []Value
	for _, list := range append(s.Loops(x), x) {
		for _, v := range s.Evaluate(list) {
			if v.Kind != parse.ExprList {
				continue
			}
			for i := range v.Args {
				out = add(out, s.objects(v.Sub(&v.Args[i].Value)), graph.Typed)
			}
		}
	}
	return out
}

func (s *Structs) objects(x eval.Expr) []Value {
	if x.Kind == parse.ExprIndex {
		return s.objects(x.Sub(x.Recv))
	}
	if x.Kind == parse.ExprCall && x.Expr.Text == "" && x.Recv.Kind == parse.ExprOpaque {
		return s.Literal(x.Sub(x.Recv)) // (*Order)(nil)
	}
	if x.Kind == parse.ExprMap || x.Kind == parse.ExprList || x.Kind == parse.ExprOpaque {
		return s.Literal(x)
	}
	var out []Value
	for _, v := range s.Values.Of(x) {
		if v.Kind == ObjectValue {
			out = append(out, v)
		}
	}
	if x.Kind != parse.ExprName {
		return out
	}
	for _, v := range s.ReachingValues(x) {
		if v.Kind == parse.ExprMap || v.Kind == parse.ExprList {
			out = add(out, s.Literal(v), graph.Typed)
		}
	}
	return out
}

// Literal returns the struct of a composite literal, by its type.
//
//	model.User{ID: 1}    []model.User{}    new(User)
func (s *Structs) Literal(x eval.Expr) []Value {
	text := x.In.File.Text[x.At:]
	text = strings.TrimLeft(text, "[]*&")
	at := uint32(len(x.In.File.Text) - len(text))
	n := strings.IndexFunc(text, func(c rune) bool {
		return c != '.' && c != '_' && !(c|0x20 >= 'a' && c|0x20 <= 'z') && !(c >= '0' && c <= '9')
	})
	if n <= 0 {
		return nil
	}
	return s.OfType(x.In.TypeOf(parse.TypeRef{Name: text[:n], At: at}, x.Def, at))
}

// Namesakes maps the package and name of structs to their methods of one name.
type Namesakes map[[2]string]resolve.DefID

// NamesakesOf indexes the methods of that name in non-test files.
func NamesakesOf(t *eval.Tree, method string) Namesakes {
	out := Namesakes{}
	for _, f := range t.Table.Files {
		if f.Family != Golang || f.Test {
			continue
		}
		for i := range f.Definitions {
			if d := &f.Definitions[i]; d.Name == method && d.Kind == graph.KindMethod {
				of := strings.Trim(strings.TrimSuffix(d.Symbol, "."+method), "(*)")
				out[[2]string{f.Module, of}] = f.ID(int32(i))
			}
		}
	}
	return out
}

// Of returns the method of a struct, which may be promoted from an embedded struct.
//
//	type Car struct { Base; Name string }    // func (Base) TableName() string
func (n Namesakes) Of(t *eval.Tree, d *resolve.Def) (method resolve.DefID, ok bool) {
	level, seen := []resolve.DefID{d.ID}, map[resolve.DefID]bool{}
	for len(level) > 0 {
		var found, below []resolve.DefID
		for _, of := range level {
			if def := t.Table.Def(of); !seen[of] {
				seen[of] = true
				if m, ok := n[[2]string{def.File.Module, def.Name}]; ok {
					found = append(found, m)
				}
				for _, b := range t.Table.Bases[t.Table.Canon[of]] {
					if b.Def > resolve.None {
						below = append(below, b.Def)
					}
				}
			}
		}
		if len(found) > 0 {
			return found[0], len(found) == 1 // Go promotes none of several at the same depth
		}
		level = below
	}
	return resolve.None, false
}

// Text is the string that the method of a struct returns; own is false for a struct without one,
// known for a string that is computed. Time is that of [eval.Tree.Text].
func (n Namesakes) Text(t *eval.Tree, of *resolve.Def) (text string, own, known bool) {
	d, own := n.Of(t, of)
	if !own {
		return "", false, false
	}
	values := t.Values(d)
	if len(values) != 1 {
		return "", true, false
	}
	text, known = t.Text(values[0])
	return text, true, known
}

// Texts are the strings that the method of a struct returns in its branches, each once; nil where
// one of them is not known. Time is that of [eval.Tree.Text] for each.
func (n Namesakes) Texts(t *eval.Tree, of *resolve.Def) []string {
	d, own := n.Of(t, of)
	if !own {
		return nil
	}
	var out []string
	for _, v := range t.Values(d) {
		text, ok := t.Text(v)
		if !ok {
			return nil
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// TagOn returns the match of a struct tag in the line on which a field begins, or "".
//
//	ID int `xorm:"pk autoincr"`
func TagOn(d *resolve.Def, tag *regexp.Regexp) string {
	text := d.File.Text[d.Range.Start:]
	end := strings.IndexByte(text, '\n')
	if end < 0 {
		end = int(d.Range.End - d.Range.Start)
	}
	if found := tag.FindStringSubmatch(text[:end]); found != nil {
		return found[1]
	}
	return ""
}
