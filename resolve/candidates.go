package resolve

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/source/sqltext"
)

// maxCandidates bounds the values of one string, the constructor calls and the classes
// visited.
const maxCandidates = 100

// A candidateFinder finds the values of strings that a base class builds from values set by
// its subclasses.
//
//	class Repo {
//	    Repo(string table) { this.table = table; }
//	    protected virtual string Schema => "dbo";
//	    void Create() { Run($"[{Schema}].[{table}_Create]"); }
//	}
//	class Orders : Repo { Orders() : base("Order") {} }    // dbo.Order_Create
//
// A method may run on objects of several classes, so all their values are candidates.
type candidateFinder struct {
	ix      *Table
	table   *stringTable
	given   map[DefID]Segment // by member: the constructor parameter that initializes it
	calls   map[DefID][]*PassedCall
	derived map[DefID][]DefID // direct subclasses
	left    int               // of maxCandidates, for the current string
}

// newCandidates collects the members that constructors set.
func newCandidates(ix *Table, binders []*Binder, table *stringTable) *candidateFinder {
	c := &candidateFinder{ix: ix, table: table, given: map[DefID]Segment{},
		calls: map[DefID][]*PassedCall{}}
	twice := map[DefID]bool{}
	for _, b := range binders {
		for _, g := range b.Strings.FromParams {
			if _, known := c.given[g.Def]; known {
				twice[g.Def] = true
			}
			c.given[g.Def] = g.Segments[0]
		}
		for i := range b.Strings.Calls {
			x := &b.Strings.Calls[i]
			c.calls[x.Callee] = append(c.calls[x.Callee], x)
		}
	}
	for d := range twice {
		delete(c.given, d)
	}
	return c
}

// A setting holds the member values of one object. Values set by one constructor call
// belong together: two schemas and two tables make two procedures, not four.
type setting struct {
	class  DefID             // None if only the constructor's arguments are known
	params map[int][]Segment // of the constructor that sets the members
	by     []DefID           // the definitions that determine it
}

// texts lists the distinct values that a string in a member of a class may have.
func (c *candidateFinder) texts(from DefID, segments []Segment) (out []candidate) {
	class := c.ix.EnclosingType(from)
	if class == None {
		return nil
	}
	class = c.ix.Canon[class]
	constructor, open := None, false
	for _, s := range segments {
		switch g, ok := c.given[s.Def]; {
		case s.typeParam:
			open = true
		case s.Def == None || s.Param >= 0:
		case ok && (constructor == None || constructor == g.Def):
			constructor, open = g.Def, true
		case ok:
			return nil // two constructors: no call determines both
		case c.isOpen(s.Def):
			open = true
		}
	}
	if !open {
		return nil
	}
	c.left = maxCandidates
	for _, x := range c.settings(class, constructor) {
		text := c.filled(segments, class, x)
		at := slices.IndexFunc(out, func(k candidate) bool { return k.text == text })
		if at < 0 {
			at = len(out)
			out = append(out, candidate{text: text, by: x.by})
		}
		out[at].classes = append(out[at].classes, x.class)
	}
	return out
}

// A candidate is a possible value of a string, with the classes and constructors that
// determine it.
type candidate struct {
	text    string
	by      []DefID
	classes []DefID // of the objects with this value; None: unknown
}

// where returns the classes of the objects with this value; nil for any.
func (k *candidate) where() []Receiver {
	var out []Receiver
	for _, c := range k.classes {
		if c == None || len(out) == graph.MaxReceivers {
			return nil
		}
		out = append(out, Receiver{Class: c, Form: graph.ReceiverWhere})
	}
	return out
}

// isOpen reports whether a member may hold different values in different objects:
// subclasses override it, or it may be set. Its own value, if any, applies to classes
// that do not.
func (c *candidateFinder) isOpen(d DefID) bool {
	x := c.ix.Def(d)
	return isValue(x) && (HasModifier(x, "abstract") || HasModifier(x, "virtual") ||
		c.table.begun[d] != nil)
}

// settings lists the objects of a class and its subclasses: those of the calls of the
// constructor that sets members, and one for each class without such a call, whose
// members have their initial values. An abstract class has no objects.
func (c *candidateFinder) settings(class, constructor DefID) []setting {
	var out []setting
	family, made := c.descendants(class), map[DefID]bool{}
	if constructor != None {
		for _, x := range c.constructed(constructor, family, 0) {
			out = append(out, x)
			made[x.class] = true
		}
	}
	for _, d := range family {
		if !made[d] && (len(family) == 1 || !HasModifier(c.ix.Def(d), "abstract")) {
			out = append(out, setting{class: d, by: []DefID{d}})
		}
	}
	return out
}

// maxConstructors bounds the length of a chain of constructors that pass on their
// parameters.
const maxConstructors = 8

// constructed lists the arguments of the calls of a constructor. If a constructor passes
// on its own parameters, its calls are followed in turn. The class is that of the
// outermost constructor, whose objects are created.
//
//	class SalesRepo : Repo { SalesRepo(string table) : base(table, "sales") {} }
//	class LineRepo : SalesRepo { LineRepo() : base("Line") {} }      // Line, sales
//
// Only objects of the classes in family count: a method of one class does not run on
// objects of its siblings.
func (c *candidateFinder) constructed(constructor DefID, family []DefID, depth int) []setting {
	var out []setting
	for _, call := range c.calls[constructor] {
		if !c.isOfFamily(call, family) {
			continue
		}
		if c.left--; c.left < 0 || depth > maxConstructors {
			return out
		}
		x := setting{class: c.madeBy(call), params: map[int][]Segment{}, by: []DefID{call.From}}
		open := false
		for i, a := range call.Args {
			if a.Segments == nil {
				continue
			}
			x.params[i] = c.table.expand(a.Segments)
			open = open || slices.ContainsFunc(x.params[i],
				func(s Segment) bool { return s.Param >= 0 && s.Def == call.From })
		}
		var outer []setting
		if open {
			outer = c.constructed(call.From, family, depth+1)
		}
		for _, o := range outer {
			out = append(out, x.within(o))
		}
		if len(outer) == 0 { // the parameters passed on stay unknown, the rest is known
			out = append(out, x)
		}
	}
	return out
}

// within replaces the parameters that x passes on with the arguments of the outer
// constructor.
func (x setting) within(outer setting) setting {
	in := setting{class: outer.class, params: map[int][]Segment{},
		by: append(slices.Clone(x.by), outer.by...)}
	if in.class == None {
		in.class = x.class
	}
	for i, segments := range x.params {
		for _, s := range segments {
			if s.Param < 0 {
				in.params[i] = append(in.params[i], s)
			} else if v := outer.params[s.Param]; v != nil {
				in.params[i] = append(in.params[i], v...)
			} else {
				in.params[i] = append(in.params[i], HoleSegment)
			}
		}
	}
	return in
}

// isOfFamily reports whether a call of a constructor may create an object of one of the
// classes. A call in a class between the constructor's class and these also counts: its
// own callers may.
func (c *candidateFinder) isOfFamily(call *PassedCall, family []DefID) bool {
	made := c.madeBy(call)
	if made == None {
		made = c.ix.Canon[c.ix.Def(call.Callee).Outer]
	}
	return slices.Contains(family, made) || c.derives(family[0], made)
}

// madeBy returns the class of the objects that a call of a constructor creates, if the
// call is in a constructor of a subclass, and None for new Repo("x").
func (c *candidateFinder) madeBy(call *PassedCall) DefID {
	from := c.ix.Def(call.From)
	if !isConstructorOf(from) || !c.derives(c.ix.Canon[from.Outer], c.ix.Def(call.Callee).Outer) {
		return None
	}
	return c.ix.Canon[from.Outer]
}

// filled returns the text of a string with the member values of an object.
//
//	{table}             the argument of the constructor that made the object
//	{Schema}            the nearest override, seen from the class of the object
//	{typeof(T).Name}    the argument of that class for T of the base class
//
// Values that an object does not determine are holes.
func (c *candidateFinder) filled(segments []Segment, class DefID, x setting) string {
	var out []Segment
	for _, s := range segments {
		g, given := c.given[s.Def]
		switch {
		case s.Def == None:
			out = append(out, s)
		case s.typeParam:
			out = append(out, c.typeArgument(x.class, s))
		case given && s.Param < 0:
			out = append(out, c.argument(x, class, g, s)...)
		case s.Param < 0:
			out = append(out, c.held(x.class, class, s)...)
		default:
			out = append(out, HoleSegment)
		}
	}
	return c.table.fold(out)
}

// argument returns the value that a constructor gives to a member: the argument of the
// call, or the default value of the parameter, or the initial value of the member.
//
//	protected Repo(string schema = null) { if (schema != null) Schema = schema; }
//	protected string Schema { get; private set; } = "dbo";
//	class Orders : Repo { Orders() : base() {} }    // dbo
func (c *candidateFinder) argument(x setting, class DefID, g, s Segment) []Segment {
	if v := x.params[g.Param]; v != nil {
		return v
	}
	d := c.ix.Def(g.Def)
	if text, ok := d.DefaultText(d.Params[g.Param].Name); ok {
		return []Segment{LiteralSegment(text)}
	}
	return c.held(x.class, class, s)
}

// held returns the value of a member in objects of a class: the value of the nearest
// member with that name. If only the constructor's arguments are known, the class is that
// of the string. A member of an unrelated class has its initial value there.
func (c *candidateFinder) held(of, base DefID, s Segment) []Segment {
	if of == None {
		of = base
	}
	member := c.ix.Def(s.Def)
	lineage := c.lineage(of)
	if !slices.ContainsFunc(lineage, func(t Type) bool { return c.ix.Canon[t.Def] == c.ix.Canon[member.Outer] }) {
		lineage = []Type{{Def: member.Outer, Owner: None}}
	}
	for _, t := range lineage {
		for _, d := range c.ix.Own(t.Def, member.Name) {
			if v := c.value(of, d); len(v) > 0 {
				return v
			}
		}
	}
	return []Segment{HoleSegment}
}

// value returns the value of a member, or its initial value, in objects of a class.
func (c *candidateFinder) value(of, member DefID) []Segment {
	v := c.table.held[member]
	if len(v) == 0 {
		v = c.table.begun[member]
	}
	out := slices.Clone(v)
	for i, s := range out {
		if s.typeParam {
			out[i] = c.typeArgument(of, s)
		}
	}
	return out
}

// typeArgument returns the name of the type argument that a class passes to a type
// parameter of a supertype. External types have a name, too; type parameters of the class
// do not.
//
//	class Orders : Repo<Order> {}    // Order, for the T of Repo<T>
func (c *candidateFinder) typeArgument(of DefID, s Segment) Segment {
	if of == None {
		return HoleSegment
	}
	for _, t := range c.lineage(of) {
		if c.ix.Canon[t.Def] != s.Def || s.Param >= len(t.Args) {
			continue
		}
		switch arg := t.Args[s.Param]; {
		case arg.Def > None:
			return LiteralSegment(c.ix.Def(arg.Def).Name)
		case arg.Owner == None && arg.Name != "":
			return LiteralSegment(LastName(arg.Name))
		}
	}
	return HoleSegment
}

// lineage lists a class and its supertypes in the tree, nearest first, with type
// arguments substituted: for LineRepo : SalesRepo<Line>, the base class Repo<T> of
// SalesRepo<T> is Repo<Line>.
func (c *candidateFinder) lineage(class DefID) []Type {
	out := []Type{{Def: class, Owner: None}}
	for i := 0; i < len(out) && len(out) < MaxLineage; i++ {
		of := out[i]
		for _, b := range c.ix.Bases[c.ix.Canon[of.Def]] {
			b = Substitute(b, of.Def, of.Args)
			known := func(t Type) bool { return t.Def == b.Def }
			if b.Def > None && !slices.ContainsFunc(out, known) {
				out = append(out, b)
			}
		}
	}
	return out
}

func (c *candidateFinder) derives(class, from DefID) bool {
	return from > None && slices.ContainsFunc(c.lineage(class)[1:],
		func(t Type) bool { return c.ix.Canon[t.Def] == c.ix.Canon[from] })
}

// descendants lists a class and its subclasses, nearest first. Classes that are never
// instantiated are included: an abstract class leaves a hole, which is not a candidate.
func (c *candidateFinder) descendants(class DefID) []DefID {
	if c.derived == nil {
		c.derived = map[DefID][]DefID{}
		for d, bases := range c.ix.Bases {
			for _, b := range bases {
				if b.Def > None {
					base := c.ix.Canon[b.Def]
					c.derived[base] = append(c.derived[base], d)
				}
			}
		}
		for _, list := range c.derived {
			slices.Sort(list)
		}
	}
	out := []DefID{class}
	for i := 0; i < len(out) && len(out) < maxCandidates; i++ {
		for _, d := range c.derived[out[i]] {
			if !slices.Contains(out, d) {
				out = append(out, d)
			}
		}
	}
	return out
}

// ofMembers lists the statements and procedures that strings of base classes may denote.
// An incomplete procedure name is not a candidate, though its schema may be unknown. A
// statement may keep holes, which are mostly in conditions.
func (c *candidateFinder) ofMembers(b *Binder) []execution {
	var out []execution
	for _, x := range b.Strings.Texts {
		if x.Segments == nil || x.Sets {
			continue
		}
		base := ""
		list := c.texts(x.From, c.withMembers(x.Segments))
		list = slices.DeleteFunc(list, func(k candidate) bool {
			if x.Use == parse.UseProcedure {
				return strings.Contains(k.text[strings.LastIndexByte(k.text, '.')+1:], Hole)
			}
			if base == "" {
				base = c.table.fold(x.Segments)
			}
			return k.text == base || !sqltext.Is(k.text)
		})
		for _, k := range list {
			out = append(out, execution{b: b, from: x.From, at: x.At, name: k.text, by: k.by,
				base: base, fills: textPlace{b, x.At}, share: len(list), where: k.where()})
		}
	}
	return out
}

// withMembers replaces constants, but not members whose values depend on the object: the
// value of a virtual property would hide those of its overrides.
func (c *candidateFinder) withMembers(segments []Segment) []Segment {
	var out []Segment
	for _, s := range segments {
		_, given := c.given[s.Def]
		if s.Def != None && s.Param < 0 && (given || c.isOpen(s.Def)) || s.typeParam {
			out = append(out, s)
			continue
		}
		out = append(out, c.table.expand([]Segment{s})...)
	}
	return out
}
