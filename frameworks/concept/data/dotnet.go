package data

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// CSharp is the family of C#.
const CSharp = "csharp"

// A DotNet infers the classes of C# expressions that come from a library unknown to the
// resolver. Rows of a class are represented as a List of it.
type DotNet struct {
	*eval.Tree
	Out      *Model
	Entities Entities // by canonical class

	// Returns is the return type of a library call, or the type of a library member;
	// Unknown for others.
	Returns func(x eval.Expr) resolve.Type

	// Sequences are the library types that represent rows of their first type argument.
	Sequences map[string]bool

	generic []genericUse
	asked   map[*parse.Expr]bool
	handed  map[resolve.DefID]bool // members of the tree that return a query unchanged
}

// A genericUse is a use of the rows of a type parameter.
type genericUse struct {
	x   eval.Expr
	of  resolve.TypeVar
	ops graph.Ops
}

// RowsOf returns the type of rows of a class, and of the class joined last.
func RowsOf(of ...resolve.Type) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormList, Args: of}
}

// OutsideType returns the full name of an external type, without type parameters, or
// the name as written if it is unknown. The file is any of the language.
func OutsideType(f *resolve.File, t resolve.Type) string {
	name := t.Name
	if t.Def < resolve.None {
		name = f.ExternalName(t.Def)
	} else if t.Def != resolve.None || !t.External {
		return ""
	}
	name, _, _ = strings.Cut(name, "<")
	return name
}

// collections are the types that hold several objects of their type argument.
var collections = resolve.WordSet(`ICollection IList List IEnumerable HashSet ISet
	IReadOnlyCollection IReadOnlyList IReadOnlySet Collection ObservableCollection SortedSet
	ObservableHashSet LinkedList ConcurrentBag BindingList IQueryable IAsyncEnumerable`)

// ElementOf returns the element type of a collection.
func ElementOf(f *resolve.File, t resolve.Type) (resolve.Type, bool) {
	if len(t.Args) == 1 && (t.Form == parse.FormList ||
		collections[resolve.LastName(OutsideType(f, t))]) {
		return t.Args[0], true
	}
	return resolve.Unknown, false
}

// maxTyped bounds chains of expressions whose types depend on one another.
const maxTyped = 30

// TypeOf returns the type of the value of an expression. It follows a chain of at most
// maxTyped expressions.
func (d *DotNet) TypeOf(x eval.Expr) resolve.Type {
	if x.Kind == parse.ExprName && (x.Expr.Text == "this" || x.Expr.Text == "base") {
		if c := d.Table.EnclosingType(x.Def); c != resolve.None {
			return resolve.Type{Def: d.Table.Canon[c], Owner: resolve.None}
		}
		return resolve.Unknown
	}
	if d.asked[x.Expr] || len(d.asked) >= maxTyped {
		return resolve.Unknown
	}
	if d.asked == nil {
		d.asked = map[*parse.Expr]bool{}
	}
	d.asked[x.Expr] = true
	defer delete(d.asked, x.Expr)
	if t := d.stated(x); t.Known() {
		return t
	}
	switch x.Kind {
	case parse.ExprName:
		return d.ofName(x)
	case parse.ExprMember:
		return d.ofMember(x)
	case parse.ExprCall:
		return d.ofCall(x)
	case parse.ExprIndex:
		return d.Element(x.Sub(x.Recv))
	case parse.ExprConditional:
		for i := range x.Args {
			if t := d.TypeOf(x.Sub(&x.Args[i].Value)); t.Known() {
				return t
			}
		}
	}
	return resolve.Unknown
}

// stated returns the type that the resolver or else the library assigns to an
// expression; for a task, its result type.
func (d *DotNet) stated(x eval.Expr) resolve.Type {
	switch x.Kind {
	case parse.ExprName, parse.ExprMember, parse.ExprCall, parse.ExprNew:
	default:
		return resolve.Unknown
	}
	if d.Returns != nil && x.Kind != parse.ExprName && x.Kind != parse.ExprNew {
		if t := d.Returns(x); t.Known() {
			return t
		}
	}
	t := x.In.ValueType(x.At)
	switch OutsideType(x.In.File, t) {
	case "System.Threading.Tasks.Task", "System.Threading.Tasks.ValueTask":
		if len(t.Args) == 1 {
			return t.Args[0]
		}
	}
	return t
}

// Element returns the element or row type of an expression, or its own type if that is
// not a collection.
func (d *DotNet) Element(x eval.Expr) resolve.Type {
	t := d.TypeOf(x)
	if t.Form == parse.FormList && len(t.Args) > 0 {
		return t.Args[0]
	}
	if of, ok := ElementOf(x.In.File, t); ok {
		return of
	}
	if len(t.Args) > 0 && d.Sequences[resolve.LastName(OutsideType(x.In.File, t))] {
		return t.Args[0]
	}
	return t
}

// ofName returns the type of a local, by its assigned value or by the element of the
// list it iterates over.
func (d *DotNet) ofName(x eval.Expr) resolve.Type {
	if l := x.Local(); l != nil {
		for _, v := range d.LocalValues(x, l) {
			if t := d.TypeOf(v); t.Known() {
				return t
			}
		}
		for _, list := range d.Loops(x) {
			if t := d.Element(list); t.Known() {
				return t
			}
		}
	}
	return resolve.Unknown
}

// ofMember returns the type of a member of an object whose type TypeOf infers.
func (d *DotNet) ofMember(x eval.Expr) resolve.Type {
	if x.Recv == nil || x.Referent().Def != resolve.None {
		return resolve.Unknown
	}
	of := d.TypeOf(x.Sub(x.Recv))
	if x.Expr.Text == "Result" || x.Expr.Text == "Value" {
		return of // of a task or a lazy object
	}
	return d.Property(of, x.Expr.Text)
}

// Property returns the type of a member of a class, inherited ones included, or
// Unknown.
func (d *DotNet) Property(of resolve.Type, name string) resolve.Type {
	if of.Def <= resolve.None {
		return resolve.Unknown
	}
	for _, c := range d.Lineage(d.Table.Canon[of.Def]) {
		for _, id := range d.Table.Own(c, name) {
			if m := d.Table.Def(id); !m.Type.IsZero() {
				return d.Binder(m.File).TypeOf(m.Type, id, m.NameAt)
			}
		}
	}
	return resolve.Unknown
}

// keeps are the sequence methods that return some or all of the elements as a sequence,
// takes those that return one element.
var (
	keeps = resolve.WordSet(`Where OrderBy OrderByDescending ThenBy ThenByDescending Skip Take
		Distinct Reverse Concat Union Except Intersect AsQueryable AsEnumerable ToList ToArray
		ToHashSet ToListAsync ToArrayAsync AsNoTracking ConfigureAwait TakeWhile SkipWhile`)
	takes = resolve.WordSet(`First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt
		ElementAtOrDefault FirstAsync FirstOrDefaultAsync SingleAsync SingleOrDefaultAsync`)
)

// ofCall returns the return type of a sequence method.
func (d *DotNet) ofCall(x eval.Expr) resolve.Type {
	if x.Recv == nil || x.Callee() != resolve.None {
		return resolve.Unknown
	}
	switch name := x.Expr.Text; {
	case keeps[name]:
		return d.TypeOf(x.Sub(x.Recv))
	case takes[name]:
		return d.Element(x.Sub(x.Recv))
	}
	return resolve.Unknown
}

// Given returns the type named by the first type argument of a call or by its first
// argument, typeof(T).
func (d *DotNet) Given(x eval.Expr) resolve.Type {
	if len(x.TypeArgs) > 0 {
		return x.In.TypeOf(TypeRefOf(&x.TypeArgs[0]), x.Def, x.At)
	}
	if a := x.Arg(0, ""); a != nil && a.Kind == parse.ExprType {
		return x.In.TypeOf(TypeRefOf(a), x.Def, x.At)
	}
	return resolve.Unknown
}

// Path lists the names in a member access path from a lambda's parameter, or from a
// variable; the first one is the parameter or variable.
//
//	o => o.Customer.Region    () => line.Product
func Path(x eval.Expr) []string {
	if x.Kind != parse.ExprLambda {
		return nil
	}
	body := strings.TrimSpace(x.In.File.Slice(x.Body))
	for strings.HasPrefix(body, "(") { // a cast
		_, rest, ok := strings.Cut(body, ")")
		if !ok {
			return nil
		}
		body = strings.TrimSpace(rest)
	}
	names := strings.Split(body, ".")
	for i := range names {
		names[i] = strings.TrimRight(strings.TrimSpace(names[i]), "!?")
		if !isWord(names[i]) {
			return nil
		}
	}
	return names
}

func isWord(s string) bool { return nameLen(s) == len(s) && s != "" && !strings.Contains(s, ".") }

// FindPassedQueries finds the members of the tree that return unchanged a query over a type
// parameter of the member or its class. rows returns the type of an expression with
// rows.
//
//	IQueryable<T> All<T>() => db.GetTable<T>();    IQueryable<T> Table => All<T>();
func (d *DotNet) FindPassedQueries(rows func(eval.Expr) resolve.Type) {
	d.handed = map[resolve.DefID]bool{}
	for range 2 { // members that return another member's result
		for _, f := range d.Table.Files {
			if f.Family != CSharp || len(f.Sites) == 0 {
				continue
			}
			for i := range f.Definitions {
				id := f.ID(int32(i))
				if k := d.Table.Def(id).Kind; k != graph.KindMethod && k != graph.KindProperty {
					continue
				}
				for _, v := range d.Tree.Values(id) {
					if d.isQuery(v, rows) {
						d.hand(d.Table.Canon[id])
					}
				}
			}
		}
	}
}

// isQuery reports whether an expression is a query over a type parameter.
func (d *DotNet) isQuery(x eval.Expr, rows func(eval.Expr) resolve.Type) bool {
	if x.Kind != parse.ExprCall && x.Kind != parse.ExprMember ||
		x.Callee() != resolve.None && !d.handed[d.Table.Canon[x.Callee()]] {
		return false
	}
	t := rows(x)
	return len(t.Args) > 0 && t.Args[0].Owner != resolve.None
}

// hand records a member, and the interface members that it implements.
func (d *DotNet) hand(id resolve.DefID) {
	d.handed[id] = true
	def := d.Table.Def(id)
	if def.Outer <= resolve.None {
		return
	}
	for _, b := range d.Lineage(d.Table.Canon[def.Outer])[1:] {
		for _, o := range d.Table.Own(b, def.Name) {
			d.handed[o] = true
		}
	}
}

// PassedQuery returns the class of the rows that a member of the tree returns unchanged;
// Unknown for other expressions.
func (d *DotNet) PassedQuery(x eval.Expr) resolve.Type {
	def := x.Referent().Def
	if def == resolve.None || !d.handed[d.Table.Canon[def]] {
		return resolve.Unknown
	}
	if len(x.TypeArgs) == 1 {
		return d.Given(x).WithTier(graph.Typed)
	}
	if t := x.In.ValueType(x.At); len(t.Args) > 0 {
		return t.Args[0].WithTier(graph.Typed)
	}
	return resolve.Unknown
}

// Use records a use of the rows of a type. Close expands type parameters.
func (d *DotNet) Use(x eval.Expr, of resolve.Type, ops graph.Ops) {
	if of.Owner != resolve.None {
		v := resolve.TypeVar{Owner: of.Owner, Param: of.Param}
		d.generic = append(d.generic, genericUse{x, v, ops})
		return
	}
	if of.Def > resolve.None {
		d.Out.Use(x, d.Entities[d.Table.Canon[of.Def]], ops, resolve.WeakerTier(of.Tier, graph.Exact))
	}
}

// A taker is a parameter of a generic method that reads or writes the parameter's rows.
type taker struct {
	param int
	ops   graph.Ops
}

// takers finds the methods of the tree that read or write the rows of a parameter whose
// type is a type parameter of theirs, and the interface members that they implement.
//
//	void Add<T>(T item) { db.Insert(item); }
func (d *DotNet) takers() map[resolve.DefID][]taker {
	out := map[resolve.DefID][]taker{}
	for _, g := range d.generic {
		def := d.Table.Def(g.of.Owner)
		if !def.Kind.IsCallable() || g.of.Param >= len(def.TypeParams) || def.Outer <= resolve.None {
			continue
		}
		for i, p := range def.Params {
			name := def.TypeParams[g.of.Param]
			if p.Type.Name != name && !(len(p.Type.Args) == 1 && p.Type.Args[0].Name == name) {
				continue
			}
			t := taker{i, g.ops}
			for _, o := range standIns(d.Tree, def, CSharp) {
				if !slices.Contains(out[o], t) {
					out[o] = append(out[o], t)
				}
			}
		}
	}
	return out
}

// give records the uses made by calls that pass an object to a generic method which
// stores it.
func (d *DotNet) give() {
	takers := d.takers()
	if len(takers) == 0 {
		return
	}
	d.EachCall(CSharp, func(x eval.Expr) {
		for _, t := range takers[x.Callee()] {
			if t.param >= len(x.Args) {
				continue
			}
			arg := x.Sub(&x.Args[t.param].Value)
			if of := d.Element(arg); of.Def > resolve.None {
				d.Use(x, of.WithTier(resolve.WeakerTier(of.Tier, graph.Typed)), t.ops)
			}
		}
	})
}

// Close records the uses through type parameters, and those of calls that pass objects
// to generic methods.
func (d *DotNet) Close() {
	if len(d.generic) == 0 {
		return
	}
	d.give()
	all := GenericsOf(d.Tree, CSharp)
	known := map[resolve.TypeVar][]resolve.Type{}
	for _, g := range d.generic {
		list, ok := known[g.of]
		if !ok {
			list = all.BoundTypes(g.of)
			known[g.of] = list
		}
		for _, t := range list {
			first := len(d.Out.Uses)
			d.Use(g.x, t.WithTier(graph.Hierarchy), g.ops)
			for i := first; i < len(d.Out.Uses); i++ {
				d.Out.Uses[i].Where = Where(d.Table, g.of, t)
			}
		}
	}
}
