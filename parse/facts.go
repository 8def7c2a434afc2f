package parse

import (
	"cmp"
	"slices"

	"seedgraph/graph"
)

// A Source is one file as the language front ends see it.
type Source struct {
	Path string // relative to the tree's root, with '/'
	Text string // UTF-8, without byte order mark, line ends as in the file

	Sites SiteScope // which Facts.Sites to keep

	Columns bool // asks for Facts.Columns

	// Symbols are what conditional compilation sees defined, as project files say; nil where
	// nothing says it. Several files may share one map.
	Symbols map[string]bool

	Gaps Gaps // of a text that is condensed; see [Condensed]

	// Shadowed lists names of the language that other files declare anew, see [Shadower].
	Shadowed []string

	Grams *Grams // make Mentions fast if not nil
}

// Facts is everything that one file says by itself, before any name in it has
// been resolved. Strings are slices of the source text where possible.
type Facts struct {
	Path     string
	Language string // the <lang> of ids
	Dialect  string // SQL: tsql, pgsql, mysql; empty when the script does not tell
	Text     string // the source; every Range below is a range of it
	Gaps     Gaps   // where the file has more than Text

	// Module is what the language scopes by at the top of the file: the package
	// folder for Go, the package for Java, the path without extension for
	// Python and TypeScript, empty for C# (each definition says its namespace).
	Module string

	// Definitions lists what the file defines, by (Start, -End): parents
	// precede their children. Definitions[0] is the file itself.
	Definitions []Definition
	// what the file declares and does not define, in source order: C, C++
	Declarations []Definition
	References   []Reference  // by Start
	Imports      []Import     // by Start
	Locals       []Local      // by Scope.Start
	Embedded     []Embedded   // by Start
	Assignments  []Assignment // to what is no local; by At
	// Python: of names with several bindings in one scope, by Def, then in source
	// order
	Flows  []Flow
	Groups []Group // of expressions that steps are made of; see Step.At
	Guards []Guard // by Scope.Start
	Moves  []Move  // where values go; in the order of the syntax tree
	Sites  []Site  // by Expr.At; see Source.Sites
	Page   *Page   // of a page or component; nil for other files

	Limits   []Limit  // that were met in reading or resolving the file
	Failures []string // what went wrong in resolving it, without fault of the file

	Lost []Lost // by At; only of files with errors

	Changes []Change // SQL: what statements do to the schema

	Columns *Columns // SQL: where [Source.Columns] asks for it

	// what is not compiled, by [Source.Symbols]: branches whose definitions and references are
	// facts all the same; by Start, apart from each other
	Inactive []Range

	ErrorBytes int  // bytes that the parser skipped; 0 for a clean file
	HasError   bool // the tree has an error somewhere, even one of no width
	Test       bool // the whole file is test code

	packed bool // the steps of all expressions are one list, with no room to spare

	// by definition: the innermost one around the place where it stands; nil where parents tell
	// that. They do not for a field that a method sets: its parent is the class.
	around []int32
}

// Sort puts everything into the order of positions. What begins at one place keeps its
// order.
func (f *Facts) Sort() {
	f.sortDefinitions()
	f.findAround()
	byAt := func(a, b Reference) int { return cmp.Compare(a.At, b.At) }
	if !slices.IsSortedFunc(f.References, byAt) { // often they are
		slices.SortStableFunc(f.References, byAt)
	}
	slices.SortStableFunc(f.Locals, func(a,
		b Local) int {
		return cmp.Compare(a.Scope.Start, b.Scope.Start)
	})
	slices.SortStableFunc(f.Guards, func(a,
		b Guard) int {
		return cmp.Compare(a.Scope.Start, b.Scope.Start)
	})
	slices.SortStableFunc(f.Imports, func(a, b Import) int { return cmp.Compare(a.At, b.At) })
	slices.SortStableFunc(f.Assignments,
		func(a, b Assignment) int { return cmp.Compare(a.At, b.At) })
	f.sortEmbedded()
}

func (f *Facts) sortEmbedded() {
	slices.SortStableFunc(f.Embedded, func(a,
		b Embedded) int {
		return cmp.Compare(a.Range.Start, b.Range.Start)
	})
}

// sortDefinitions puts the definitions into the order of (Start, -End). They come in that
// order but for definitions within the name or type of another one, which are found
// before it: [class { f() {} }.name]() {}.
func (f *Facts) sortDefinitions() {
	byRange := func(a, b Definition) int {
		return cmp.Or(cmp.Compare(a.Range.Start, b.Range.Start),
			cmp.Compare(b.Range.End, a.Range.End))
	}
	byStart := func(a, b Definition) int { return cmp.Compare(a.Range.Start, b.Range.Start) }
	defs := f.Definitions
	if slices.IsSortedFunc(defs, byStart) { // nearly always they are
		return
	}
	order := make([]int32, len(defs)) // by new place: the old one
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order[1:], func(a, b int32) int { return byRange(defs[a], defs[b]) })
	place := make([]int32, len(defs)) // by old place: the new one
	f.Definitions = make([]Definition, len(defs))
	for now, was := range order {
		f.Definitions[now] = defs[was]
		place[was] = int32(now)
	}
	f.definitionsMoved(place)
}

// findAround fills around. Time grows with the definitions.
func (f *Facts) findAround() {
	f.around = nil
	found, told := make([]int32, len(f.Definitions)), true
	for i := 1; i < len(f.Definitions); i++ {
		at, outer := f.Definitions[i].Range.Start, int32(i-1)
		for outer > 0 && !f.Definitions[outer].Range.Contains(at) {
			outer = found[outer]
		}
		found[i] = outer
		told = told && f.isWithin(int32(i), outer)
	}
	if !told {
		f.around = found
	}
}

// isWithin reports whether a definition is a parent of another one, or a parent's parent.
func (f *Facts) isWithin(i, outer int32) bool {
	for i > outer {
		i = f.Definitions[i].Parent
	}
	return i == outer
}

// definitionsMoved renumbers the definitions that facts refer to; place is by the old
// number.
func (f *Facts) definitionsMoved(place []int32) {
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if d.Parent >= 0 {
			d.Parent = place[d.Parent]
		}
		if int(d.Parent) >= i { // the parent begins behind it: the file is around both
			d.Parent = 0
		}
	}
	for i := range f.Declarations {
		f.Declarations[i].Parent = place[f.Declarations[i].Parent]
	}
	for i := range f.References {
		f.References[i].Def = place[f.References[i].Def]
	}
	for i := range f.Changes {
		f.Changes[i].In = place[f.Changes[i].In]
	}
	for i := range f.Imports {
		f.Imports[i].Def = place[f.Imports[i].Def]
	}
	for i := range f.Locals {
		f.Locals[i].Def = place[f.Locals[i].Def]
	}
	for i := range f.Embedded {
		f.Embedded[i].Def = place[f.Embedded[i].Def]
	}
	for i := range f.Assignments {
		f.Assignments[i].Def = place[f.Assignments[i].Def]
	}
	for i := range f.Sites {
		f.Sites[i].Def = place[f.Sites[i].Def]
	}
	if f.Page != nil {
		for i := range f.Page.Parts {
			f.Page.Parts[i].Def = place[f.Page.Parts[i].Def]
		}
		for i := range f.Page.Markups {
			f.Page.Markups[i].Def = place[f.Page.Markups[i].Def]
		}
	}
	for i := range f.Flows {
		x := &f.Flows[i]
		x.Def = place[x.Def]
		for j := range x.Bindings {
			if b := &x.Bindings[j]; b.Kind != FlowImport {
				b.Index = place[b.Index]
			}
		}
	}
	slices.SortStableFunc(f.Flows, func(a, b Flow) int { return cmp.Compare(a.Def, b.Def) })
	if f.Columns != nil {
		f.Columns.moved(place)
	}
}

// A Range is half open, in bytes of Facts.Text.
type Range struct{ Start, End uint32 }

// Contains reports whether r holds the position pos.
func (r Range) Contains(pos uint32) bool { return r.Start <= pos && pos < r.End }

// IsEmpty reports whether r holds nothing.
func (r Range) IsEmpty() bool { return r.End <= r.Start }

// Text returns the source text of r.
func (f *Facts) Slice(r Range) string { return f.Text[r.Start:r.End] }

// A Definition is a thing that gets a name: a node to be.
type Definition struct {
	Kind graph.NodeKind
	Name string // unqualified: Place; for a constructor the name of its type (Python: __init__)
	// nested names joined by '.', with what tells overloads apart:
	// OrderService.Place(Order,int), Result<>
	Symbol string
	Module string // the namespace it is declared in, where that is not Facts.Module
	Schema string // of database objects; empty when not written

	Parent int32 // index of the innermost definition around it; -1 for the file itself
	// the whole definition, its leading doc comment, attributes and decorators
	// included
	Range  Range
	NameAt uint32 // where the name begins
	Body   Range  // the statements or members, braces included; empty when there are none
	// what precedes the body, one line, white space collapsed, without doc
	// comment
	Signature string
	Doc       string // the doc comment's text without comment marks

	Modifiers []string // as written, in source order: public, static, async, abstract, …
	// names of attributes, annotations or decorators as written, without arguments
	Decorators []string
	Bases      []TypeRef // base types as written, in source order; of a Go type: embedded types
	TypeParams []string  // names of type parameters, in order
	Params     []Param   // of callables, in order; the receiver of a Go method is not among them
	// declared type of a value, return type of a callable, target of an alias,
	// metaclass of a class
	Type TypeRef
	// where no type is written: what a value is set to, what a callable returns or
	// yields; in source order
	Init []Value
	// 1 + decision points in the body, those of nested definitions left out; 0
	// without body
	Complexity int
	Yields     bool // Init lists what a generator yields
	Exported   bool // visible outside its module
	Test       bool // a test by a rule of its language (attribute, name)
	Partial    bool // one of several declarations of one thing (C# partial)

	// Breaks are offsets inside Body at which a long text may be split: starts
	// of statements or members, ascending.
	Breaks []uint32

	receiver *TypeRef
	rare     *Rare
}

// A Rare is what few definitions have: all definitions of a tree are in memory at once.
type Rare struct {
	Applied []Value // Python: the decorators as expressions, in source order
	// nil, or for each of Bases: whether the syntax itself says it is an interface
	// (Java, TypeScript: implements)
	BaseKind []bool
	// of a function that a variable or field holds: the written type of that
	HeldAs    TypeRef
	Overloads []Overload // the signatures that callers see, where there are several
	// Java, in files that name an annotation processor: the annotations as creations, in source order
	Annotations []Expr
	Form        string // SQL: create, create_or_alter, alter; else empty
}

// Rare returns what few definitions have, to be read.
func (d *Definition) Rare() Rare {
	if d.rare == nil {
		return Rare{}
	}
	return *d.rare
}

// AddRare returns what few definitions have, to be written to.
func (d *Definition) AddRare() *Rare {
	if d.rare == nil {
		d.rare = &Rare{}
	}
	return d.rare
}

// Receiver is the type that has a Go method, or that an extension method extends; the zero
// value for all others.
func (d *Definition) Receiver() TypeRef {
	if d.receiver == nil {
		return TypeRef{}
	}
	return *d.receiver
}

// SetReceiver says what type has or is extended by a method.
func (d *Definition) SetReceiver(t TypeRef) {
	d.receiver = nil
	if !t.IsZero() {
		d.receiver = &t
	}
}

// A Param is a parameter of a callable.
type Param struct {
	Name     string
	Type     TypeRef
	Optional bool // has a default value
	Variadic bool // takes any number of arguments
	Named    bool // Python: only takes arguments that have names
	Out      bool // SQL: only gives something back
}

// An Overload is one of the signatures of a callable that has several and one
// body (TypeScript).
type Overload struct {
	Params []Param
	Type   TypeRef
}

// A TypeRef is a written type. The zero value is an unknown one.
//
//	pkg.List<Order>   {Name: "pkg.List", Args: [{Name: "Order"}]}
//	Order[]  []Order  {Name: "[]", Args: [{Name: "Order"}]}
//	*Order   Order?   {Name: "Order"}                       pointers and null make no difference
//	A | B             {Name: "|", Args: [{A}, {B}]}
//	A & B             {Name: "&", Args: [{A}, {B}]}       several constraints of a type parameter
//	(A, B)            {Name: "()", Args: [{A}, {B}]}       tuples, several results
//	Func types, map types, object literals: {Name: "func" | "map" | "{}", Args: …}
type TypeRef struct {
	Name string // as written, dotted, without type arguments; or one of the forms above
	Args []TypeRef
	At   uint32 // where the name begins; 0 when it stands nowhere
	// Func says how the function is written that an argument is, whose Name is "func"
	// and whose Args are the types of its parameters; 0 for all other types.
	Func FuncForm
}

// A FuncForm is a set of what can be told from the text of a lambda, an anonymous
// function or a method reference.
type FuncForm uint8

const (
	FuncLambda    FuncForm = 1 << iota // a lambda or anonymous function
	FuncReference                      // Java: a method reference
	FuncValue                          // Java: a lambda that can return a value
	FuncVoid                           // Java: a lambda that can return none
	FuncAsync                          // C#: declared async
	FuncBlock                          // C#: the body is a block
	FuncThrows                         // C#: the end of the body is not reached
	FuncStatement                      // C#: the body is an expression that may be a statement
)

// Has reports whether all of g is in f.
func (f FuncForm) Has(g FuncForm) bool { return f&g == g }

// IsZero reports whether t is unknown.
func (t TypeRef) IsZero() bool { return t.Name == "" }

// A RefKind says what a reference does with the thing it names.
type RefKind uint8

// The kinds of references.
const (
	RefCall    RefKind = iota + 1 // f(), x.f(): a written invocation
	RefCreate                     // new T(), T{}, a constructor chained by this() or base()
	RefType                       // a written type name, in any position but a base list
	RefMember                     // a value used: field, property, method group, constant, variable
	RefRender                     // a tag of markup in code: <OrderLine />
	RefHandler                    // what an attribute of a tag gives an event: onClick={save}
	RefRead                       // SQL: rows read
	RefWrite                      // SQL: rows written; see Op
	RefExec                       // SQL: EXEC, CALL
	RefFunc                       // SQL: a function called in an expression or in FROM
	RefForeignKey
	RefOn      // SQL: what a trigger fires on
	RefSynonym // SQL: what a synonym stands for
	// SQL: any other mention that the object depends on: types, sequences, an
	// index's table, INHERITS
	RefUse
)

// A Reference is a name used. Which definition it means is for graphbuild. There
// are more references than anything else in a tree: their size is the memory
// that a build takes, so what few of them have is in Extra.
type Reference struct {
	Name  string     // the last name: Place in svc.Orders.Place(x)
	Recv  []Step     // what precedes it: [Name svc, Member Orders]; nil when nothing does
	Extra *CallExtra // what only calls may have; nil for the others
	Def   int32      // index of the innermost definition around it; 0 for the file
	At    uint32     // where Name begins
	Args  int16      // number of arguments of a call or creation; -1 for other references
	Kind  RefKind
	Op    graph.Ops
	// Dynamic says that the reference is in a string that is run as code
	// (SQL: EXEC of a string), so that it is a guess.
	Dynamic  bool
	TypeArgs int8 // written type arguments: 2 in f<A, B>()
}

// A CallExtra is what is written in some calls.
type CallExtra struct {
	ArgNames []string  // one entry an argument, empty where it has no name; nil when none has
	TypeArgs []TypeRef // the type arguments of f<A, B>()

	// ArgTypes, where an argument's type can be read off (literals, new T(),
	// casts): one entry an argument, zero where unknown; nil when none can.
	ArgTypes []TypeRef
	// ArgSteps has, in languages with overloads, one entry an argument: the
	// expression that it is, nil where ArgTypes says its type or where it is
	// opaque; nil when no argument has one. Of a lambda it is what it returns, to
	// be read at the At of its type.
	ArgSteps [][]Step

	// Target is the type wanted of a method reference (Java), or of a name that may
	// be that of a method (C#), that is no argument: what the variable or result that
	// it is the value of is declared as. Where a member is assigned to, it is
	// TargetMember with the position of the member's name.
	Target TypeRef
}

// TargetMember is the name of a Target that stands for the type of a member.
const TargetMember = "="

// ArgTypes returns Extra.ArgTypes, nil without Extra.
func (r *Reference) ArgTypes() []TypeRef {
	if r.Extra == nil {
		return nil
	}
	return r.Extra.ArgTypes
}

// ArgSteps returns Extra.ArgSteps, nil without Extra.
func (r *Reference) ArgSteps() [][]Step {
	if r.Extra == nil {
		return nil
	}
	return r.Extra.ArgSteps
}

// SetArgs keeps what is known of the arguments of a call.
func (r *Reference) SetArgs(types []TypeRef, steps [][]Step) {
	if types == nil && steps == nil {
		return
	}
	if r.Extra == nil {
		r.Extra = &CallExtra{}
	}
	r.Extra.ArgTypes, r.Extra.ArgSteps = types, steps
}

// A Value is an expression that something is set to or that a callable
// returns. Names in it are looked up at At, where it begins.
type Value struct {
	Steps []Step
	At    uint32
}

// A Group is the arguments of a call, the operands of a choice, the results of a
// function, or the elements or members of a literal.
type Group struct {
	// of the members of an object literal, or of arguments that have names; nil
	// without any
	Names  []string
	Values []Value // those of which nothing is known have no steps
}

// Add adds a named value.
func (g *Group) Add(name string, v Value) {
	g.Names, g.Values = append(g.Names, name), append(g.Values, v)
}

// A GuardKind is what a Guard is made by.
type GuardKind uint8

const (
	GuardInstance GuardKind = iota + 1 // x instanceof C: Steps is C
	GuardTypeof                        // typeof x === 'string': Text is the type's name
	GuardIn                            // 'name' in x: Text is the name
	GuardEqual                         // x.kind === v: Text is kind, Steps is v
	GuardTruthy                        // x.ok: Text is ok
	// isOrder(x): Steps is the call, Arg the argument that x is, -1 for x.isOrder()
	GuardCall
	// the same as a statement: if it returns, x is of the type that it asserts
	GuardAssert
	GuardAssign // x = v: Steps is v
)

// A Guard says that a name stands for something of a narrower type in a part of
// the text: a test comes out one way there, or the name was assigned to.
type Guard struct {
	Name  string // what is narrowed: x, this.repo, order.lines
	Scope Range  // where the guard holds for certain
	Reach Range  // of an assignment: where its value may still be there
	At    uint32 // where it is written; the names in Steps are looked up here
	Text  string
	Steps []Step
	By    []Step // the call that asserts the test: assert(x instanceof C)
	Def   int32  // the definition that it is in
	Arg   int16
	Kind  GuardKind
	Not   bool // the test failed
	Or    bool // this guard or the one before it holds, which has the same name and scope
}

// An Import makes names of elsewhere visible.
//
//	using X.Y;                       {Path: "X.Y", All: true}
//	using static X.Y.Z;              {Path: "X.Y.Z", All: true, Static: true}
//	using A = X.Y.Z;                 {Path: "X.Y.Z", Alias: "A"}
//	import x.y.Z;                    {Path: "x.y", Name: "Z", Alias: "Z"}
//	import x.y.*;                    {Path: "x.y", All: true}
//	import p "x/y"                   {Path: "x/y", Alias: "p"}           Go; "." gives All; without either Name is the likely name
//	from a.b import c as d           {Path: "a.b", Name: "c", Alias: "d"}
//	import a.b                       {Path: "a.b", Alias: "a", Whole: true}  the name bound is the first part
//	import d, {x as y} from './m'    {Path: "./m", Name: "default", Alias: "d"}, {Path: "./m", Name: "x", Alias: "y"}
//	import * as ns from './m'        {Path: "./m", Alias: "ns"}
//	export {x} from './m'            {…, Export: true};  export * from './m': All and Export
type Import struct {
	Path   string // as written, unquoted; Python's leading dots kept
	Name   string // the one name taken from it; empty for the whole
	Alias  string // the name that it has here; empty when none is bound
	All    bool   // every name of it is visible here
	Static bool
	Whole  bool
	Global bool  // C#: for all files of the project
	Export bool  // and visible to who imports this file
	Type   bool  // TypeScript: type only
	Def    int32 // the definition it is in; 0 for the file
	Scope  Range // where it holds: empty for the whole file
	At     uint32
}

// A Flow says which bindings of a name hold at which place, for a name that is
// bound several times in one scope. Names of members that a function sets or
// tests have one too: this.x for a member of a method's first parameter, a.b for
// others.
type Flow struct {
	Name     string
	Def      int32 // the definition whose body is the scope
	Bindings []FlowBinding
	Points   []FlowPoint // by At; each holds up to the next, the last one to the end of the scope

	// Late lists bindings that are made elsewhere, so that they may hold at any
	// place: by a function that declares the name global, by a method through self.
	Late []uint16
}

// A FlowPoint is a place from which on a name may have any of the bindings in Set.
type FlowPoint struct {
	At   uint32
	Set  []uint16 // indices of Flow.Bindings, ascending
	Runs bool     // something is called before the next point, so that functions see this state
}

// A FlowBinding is one binding of a name.
type FlowBinding struct {
	Kind   FlowKind
	Index  int32    // of the definition or import; 0 for a local
	Type   TypeRef  // the written type of a value; the tested type of a guard
	Values []Value  // of a value: what it is set to, None left out
	Iter   bool     // Values are iterated over: the name has their elements
	Not    bool     // of a guard: the test failed
	Prev   []uint16 // of a guard: what the name was bound to before the test
}

// A FlowKind says what a name is bound to.
type FlowKind uint8

const (
	FlowOuter  FlowKind = iota // not bound in this scope: what the name means outside of it
	FlowUnset                  // not bound yet, or deleted
	FlowDef                    // the definition Index
	FlowValue                  // a value, of the variable or field Index or of a local
	FlowParam                  // a parameter: the local of that name says its type
	FlowImport                 // the import Index
	FlowGuard                  // what it was before, as far as it has, or lacks, the type
)

// String returns the word for k: outer, unset, def, value, param, import, guard.
func (k FlowKind) String() string {
	return [...]string{"outer", "unset", "def", "value", "param", "import", "guard"}[k]
}

// An Embedded is code of another language inside a string, or a string that such
// code may turn out to be made of.
type Embedded struct {
	Text  string     // the string's value; "{}" stands for what is put in at run time
	Parts []TextPart // what Text is made of, where names are among it; nil otherwise
	Range Range      // the literal or the whole concatenation
	Def   int32      // the definition it is in
	Use   TextUse

	// Of an argument: the name of what is called, the At of its reference (0 where
	// the front end does not say it) and the argument's position.
	Sink   string
	Callee uint32
	Arg    int16

	// File is the file, beside that of the string, that holds what a variable is set to; Text
	// is empty. Go: //go:embed find.sql
	File string

	// IsValue says that the string is the value of something whose name begins at
	// For: a definition, a local, or a field that a constructor sets.
	IsValue, Initial bool // Initial: a later value of the member may replace it
	For              uint32
}

// A TextUse says why a string is stated.
type TextUse uint8

const (
	UseCode      TextUse = iota // it reads as a statement
	UseProcedure                // it is run as the name of a stored procedure
	// neither as it stands, but others may be made of it, or a method may run it
	UseText
)

// String returns code, procedure or text.
func (u TextUse) String() string {
	return [...]string{UseCode: "code", UseProcedure: "procedure", UseText: "text"}[u]
}

// A TextPart is a part of a string: a literal, or a name whose value is put in.
// The zero value is a part of which nothing is known.
type TextPart struct {
	Text string // the literal's value; the last name: Orders in Tables.Orders
	At   uint32 // where that name begins; 0 for a literal

	// Place is where a literal begins, where the file has it as it is; 0 elsewhere.
	Place uint32

	// OfType says that it names a type, the name of which is put in: typeof(T).Name.
	OfType bool

	Fill *TextFill // what is put into the value of the name, where that is a template
}
