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

	// Symbols are the symbols defined for conditional compilation, according to
	// project files; nil if no project file defines any. Several files may share one
	// map.
	Symbols map[string]bool

	Gaps Gaps // gaps of a condensed text; see [Condensed]

	// Shadowed lists names of the language that other files redeclare; see [Shadower].
	Shadowed []string

	Grams *GramSet // speeds up Mentions if not nil
}

// Facts is everything that can be read from one file, before any name in it is
// resolved. Strings are slices of the source text where possible.
type Facts struct {
	Path     string
	Language string // the <lang> of ids
	Dialect  string // SQL: tsql, pgsql, mysql; empty if the script does not determine it
	Text     string // the source; every Range below is a range of it
	Gaps     Gaps   // where the file has more than Text

	// Module is the top-level scope of the file: the package folder for Go, the
	// package for Java, the path without extension for Python and TypeScript, empty
	// for C# (each definition has its namespace).
	Module string

	// Definitions lists the definitions of the file by (Start, -End): parents precede
	// their children. Definitions[0] is the file itself.
	Definitions []Definition
	// declarations without definition, in source order: C, C++
	Declarations []Definition
	References   []Reference  // by Start
	Implicit     []Implicit   // in syntax tree order
	Imports      []Import     // by Start
	Locals       []Local      // by Scope.Start
	Embedded     []Embedded   // by Start
	Assignments  []Assignment // of names that are not local; by At
	// Python: names with several bindings in one scope, by Def, then in source order
	LiveBindings []LiveBindings
	Groups       []Group        // expressions that steps consist of; see Step.At
	Guards       []Guard        // by Scope.Start
	DataFlow     []DataFlowEdge // the data flow; in syntax tree order
	Sites        []Site         // by Expr.At; see Source.Sites
	Page         *Page          // of a page or component; nil for other files

	Limits   []Limit  // limits hit in parsing or resolving the file
	Failures []string // errors of resolving it that the file did not cause

	Lost []LostDefinition // by At; only for files with errors

	Changes []Change // SQL: schema changes made by statements

	Columns *Columns // SQL: only if [Source.Columns] is set

	// branches that conditional compilation excludes, by [Source.Symbols]; their
	// definitions and references are recorded all the same; disjoint, by Start
	Inactive []Range

	ErrorBytes int  // bytes that the parser skipped; 0 for a clean file
	HasError   bool // the syntax tree has an error node, possibly of zero width
	Test       bool // the whole file is test code

	packed bool // the steps of all expressions share one list, without spare capacity

	// per definition: the innermost definition that encloses it; nil if that is always
	// the parent. It is not for a field set in a method: its parent is the class.
	around []int32
}

// Sort sorts everything by position. The sort is stable.
func (f *Facts) Sort() {
	f.sortDefinitions()
	f.findAround()
	byAt := func(a, b Reference) int { return cmp.Compare(a.At, b.At) }
	if !slices.IsSortedFunc(f.References, byAt) { // often sorted already
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

// sortDefinitions sorts the definitions by (Start, -End). They come in that order
// except for definitions within the name or type of another one, which are found
// before it: [class { f() {} }.name]() {}.
func (f *Facts) sortDefinitions() {
	byRange := func(a, b Definition) int {
		return cmp.Or(cmp.Compare(a.Range.Start, b.Range.Start),
			cmp.Compare(b.Range.End, a.Range.End))
	}
	byStart := func(a, b Definition) int { return cmp.Compare(a.Range.Start, b.Range.Start) }
	defs := f.Definitions
	if slices.IsSortedFunc(defs, byStart) { // nearly always
		return
	}
	order := make([]int32, len(defs)) // old index by new index
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order[1:], func(a, b int32) int { return byRange(defs[a], defs[b]) })
	place := make([]int32, len(defs)) // new index by old index
	f.Definitions = make([]Definition, len(defs))
	for now, was := range order {
		f.Definitions[now] = defs[was]
		place[was] = int32(now)
	}
	f.definitionsMoved(place)
}

// findAround fills in around.
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

// isWithin reports whether the definition outer is an ancestor of definition i.
func (f *Facts) isWithin(i, outer int32) bool {
	for i > outer {
		i = f.Definitions[i].Parent
	}
	return i == outer
}

// definitionsMoved renumbers the definitions that facts refer to; place maps old
// indices to new ones.
func (f *Facts) definitionsMoved(place []int32) {
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if d.Parent >= 0 {
			d.Parent = place[d.Parent]
		}
		if int(d.Parent) >= i { // the parent begins after it: the file encloses both
			d.Parent = 0
		}
	}
	for i := range f.Declarations {
		f.Declarations[i].Parent = place[f.Declarations[i].Parent]
	}
	for i := range f.References {
		f.References[i].Def = place[f.References[i].Def]
	}
	for i := range f.Implicit {
		f.Implicit[i].Def = place[f.Implicit[i].Def]
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
	for i := range f.LiveBindings {
		x := &f.LiveBindings[i]
		x.Def = place[x.Def]
		for j := range x.Bindings {
			if b := &x.Bindings[j]; b.Kind != FlowImport {
				b.Index = place[b.Index]
			}
		}
	}
	slices.SortStableFunc(f.LiveBindings, func(a, b LiveBindings) int { return cmp.Compare(a.Def, b.Def) })
	if f.Columns != nil {
		f.Columns.moved(place)
	}
}

// A Range is half open, in bytes of Facts.Text.
type Range struct{ Start, End uint32 }

// Contains reports whether pos is in r.
func (r Range) Contains(pos uint32) bool { return r.Start <= pos && pos < r.End }

// IsEmpty reports whether r is empty.
func (r Range) IsEmpty() bool { return r.End <= r.Start }

// Slice returns the source text of r.
func (f *Facts) Slice(r Range) string { return f.Text[r.Start:r.End] }

// A Definition is a named declaration: a node to be.
type Definition struct {
	Kind graph.NodeKind
	Name string // unqualified: Place; for a constructor the name of its type (Python: __init__)
	// nested names joined by '.', with a suffix that distinguishes overloads:
	// OrderService.Place(Order,int), Result<>
	Symbol string
	Module string // the namespace it is declared in, if not Facts.Module
	Schema string // of database objects; empty if not written

	Parent int32 // index of the innermost enclosing definition; -1 for the file itself
	// the whole definition, including its leading doc comment, attributes and
	// decorators
	Range  Range
	NameAt uint32 // where the name begins
	Body   Range  // the statements or members, braces included; empty if it has no body
	// the text before the body, as one line, white space collapsed, without doc
	// comment
	Signature string
	Doc       string // the doc comment's text without comment marks

	Modifiers []string // as written, in source order: public, static, async, abstract, …
	// names of attributes, annotations or decorators as written, without arguments
	Decorators []string
	Bases      []TypeRef // base types as written, in source order; of a Go type: embedded types
	TypeParams []string  // names of type parameters, in order
	Params     []Param   // of callables, in order; without the receiver of a Go method
	// declared type of a value, return type of a callable, target of an alias,
	// metaclass of a class
	Type TypeRef
	// without a written type: the initializers, or the returned or yielded values of a
	// callable; in source order
	Init []Value
	// 1 + decision points in the body, without those of nested definitions; 0 without
	// body
	Complexity int
	Yields     bool // Init holds the values that a generator yields
	Exported   bool // visible outside its module
	Test       bool // a test by a rule of its language (attribute, name)
	Partial    bool // one of several declarations of one type or member (C# partial)

	// Breaks are offsets inside Body at which a long text may be split: starts
	// of statements or members, ascending.
	Breaks []uint32

	receiver *TypeRef
	rare     *RareFields
}

// A RareFields holds the fields that few definitions need: all definitions of a tree are
// in memory at once.
type RareFields struct {
	Applied []Value // Python: the decorators as expressions, in source order
	// nil, or for each of Bases: whether the syntax marks it as an interface (Java,
	// TypeScript: implements)
	BaseKind []bool
	// the declared type of the variable or field that holds a function
	VariableType TypeRef
	Overloads    []Overload // the signatures visible to callers, if there are several
	// Java, in files that name an annotation processor: the annotations as creation
	// expressions, in source order
	Annotations []Expr
	Form        string // SQL: create, create_or_alter, alter; else empty
}

// RareFields returns the rare fields of d, for reading.
func (d *Definition) RareFields() RareFields {
	if d.rare == nil {
		return RareFields{}
	}
	return *d.rare
}

// AddRare returns the rare fields of d, for writing.
func (d *Definition) AddRare() *RareFields {
	if d.rare == nil {
		d.rare = &RareFields{}
	}
	return d.rare
}

// Receiver returns the receiver type of a Go method, or the type that an extension
// method extends; the zero value for all others.
func (d *Definition) Receiver() TypeRef {
	if d.receiver == nil {
		return TypeRef{}
	}
	return *d.receiver
}

// SetReceiver sets the receiver type, or the extended type, of a method.
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
	Named    bool // Python: keyword-only
	Out      bool // SQL: output only
}

// An Overload is one of several signatures of a callable with a single body
// (TypeScript).
type Overload struct {
	Params []Param
	Type   TypeRef
}

// A TypeRef is a written type. The zero value is an unknown type.
//
//	pkg.List<Order>   {Name: "pkg.List", Args: [{Name: "Order"}]}
//	Order[]  []Order  {Form: FormList, Args: [{Name: "Order"}]}
//	*Order            {Name: "Order"}    pointers are dropped, except in Go
//	A | B             {Form: FormUnion, Args: [{A}, {B}]}
type TypeRef struct {
	Name string // as written, dotted, without type arguments; see Form for the other forms
	Args []TypeRef
	Form TypeForm
	At   uint32 // where the name begins; 0 if it is not in the text
	// Func describes a function argument, whose Form is FormFunc and whose Args are its
	// parameter types; 0 for all other types.
	Func FuncForm
}

// A FuncForm is a set of properties of a lambda, an anonymous function or a method
// reference that its syntax determines.
type FuncForm uint8

const (
	FuncLambda    FuncForm = 1 << iota // a lambda or anonymous function
	FuncReference                      // Java: a method reference
	FuncValue                          // Java: a lambda that can return a value
	FuncVoid                           // Java: a lambda that can return without a value
	FuncAsync                          // C#: declared async
	FuncBlock                          // C#: the body is a block
	FuncThrows                         // C#: the end of the body is unreachable
	FuncStatement                      // C#: the body is an expression that can be a statement
)

// Has reports whether all of g is in f.
func (f FuncForm) Has(g FuncForm) bool { return f&g == g }

// IsZero reports whether t is unknown.
func (t TypeRef) IsZero() bool { return t.Name == "" && t.Form == FormNamed }

// A RefKind is the role of a reference.
type RefKind uint8

// The kinds of references.
const (
	RefCall    RefKind = iota + 1 // f(), x.f(): a written invocation
	RefCreate                     // new T(), T{}, a constructor chained by this() or base()
	RefType                       // a written type name, in any position except a base list
	RefMember                     // a value used: field, property, method group, constant, variable
	RefRender                     // a markup tag in code: <OrderLine />
	RefHandler                    // an event handler in an attribute of a tag: onClick={save}
	RefRead                       // SQL: rows read
	RefWrite                      // SQL: rows written; see Op
	RefExec                       // SQL: EXEC, CALL
	RefFunc                       // SQL: a function called in an expression or in FROM
	RefForeignKey
	RefOn      // SQL: the table or event of a trigger
	RefSynonym // SQL: the target of a synonym
	// SQL: any other dependency of the object: types, sequences, an index's table,
	// INHERITS
	RefUse
)

// ComputedName is the name of a reference to a member whose name is known only at run time.
const ComputedName = "{}"

// A Reference is a use of a name. Package resolve binds it to a definition.
// References outnumber everything else in a tree, so their size determines the
// memory that a build takes: fields that few of them need are in Extra.
type Reference struct {
	Name  string     // the last name: Place in svc.Orders.Place(x)
	Recv  []Step     // the qualifier: [Name svc, Member Orders]; nil if unqualified
	Extra *CallExtra // extra fields of calls; nil for other references
	Def   int32      // index of the innermost enclosing definition; 0 for the file
	At    uint32     // where Name begins
	Args  int16      // number of arguments of a call or creation; -1 for other references
	Kind  RefKind
	Op    graph.Ops
	// Dynamic marks a reference in a string that is run as code (SQL: EXEC of a
	// string), which is a guess.
	Dynamic  bool
	TypeArgs int8 // written type arguments: 2 in f<A, B>()
}

// A CallExtra holds the optional parts of a call.
type CallExtra struct {
	ArgNames []string  // one entry per argument, empty for a positional one; nil if all are positional
	TypeArgs []TypeRef // the type arguments of f<A, B>()

	// ArgTypes are the argument types that the syntax determines (literals, new T(),
	// casts): one entry per argument, zero if unknown; nil if all are unknown.
	ArgTypes []TypeRef
	// ArgSteps are the argument expressions, in languages with overloads: one entry
	// per argument, nil if ArgTypes has its type or it is opaque; nil if all entries
	// are. The entry of a lambda is its return value, to be read at the At of its
	// type.
	ArgSteps [][]Step

	// Target is the type expected of a method reference (Java), or of a name that may
	// denote a method (C#), that is not an argument: the declared type of the variable
	// or result that it is the value of. If it is assigned to a member, Target is
	// TargetMember with the position of the member's name.
	Target TypeRef
}

// TargetMember is the name of a Target that refers to the type of a member.
const TargetMember = "="

// ArgTypes returns Extra.ArgTypes, or nil without Extra.
func (r *Reference) ArgTypes() []TypeRef {
	if r.Extra == nil {
		return nil
	}
	return r.Extra.ArgTypes
}

// ArgSteps returns Extra.ArgSteps, or nil without Extra.
func (r *Reference) ArgSteps() [][]Step {
	if r.Extra == nil {
		return nil
	}
	return r.Extra.ArgSteps
}

// SetArgs sets the types and expressions of the arguments of a call.
func (r *Reference) SetArgs(types []TypeRef, steps [][]Step) {
	if types == nil && steps == nil {
		return
	}
	if r.Extra == nil {
		r.Extra = &CallExtra{}
	}
	r.Extra.ArgTypes, r.Extra.ArgSteps = types, steps
}

// A Value is an assigned or returned expression. Names in it are looked up at At,
// where it begins.
type Value struct {
	Steps []Step
	At    uint32
}

// A Group is the arguments of a call, the branches of a conditional expression,
// the results of a function, or the elements or members of a literal.
type Group struct {
	// of the members of an object literal, or of named arguments; nil if there are no
	// names
	Names  []string
	Values []Value // unknown values have no steps
}

// Add adds a named value.
func (g *Group) Add(name string, v Value) {
	g.Names, g.Values = append(g.Names, name), append(g.Values, v)
}

// A GuardKind is the kind of test or assignment that a Guard comes from.
type GuardKind uint8

const (
	GuardInstance GuardKind = iota + 1 // x instanceof C: Steps is C
	GuardTypeof                        // typeof x === 'string': Text is the type's name
	GuardIn                            // 'name' in x: Text is the name
	GuardEqual                         // x.kind === v: Text is kind, Steps is v
	GuardTruthy                        // x.ok: Text is ok
	// isOrder(x): Steps is the call, Arg the index of the argument x, -1 for
	// x.isOrder()
	GuardCall
	// the same as a statement: if it returns, x has the asserted type
	GuardAssert
	GuardAssign // x = v: Steps is v
)

// A Guard narrows the type of a name in a part of the text: a test has a known
// outcome there, or the name was assigned to.
type Guard struct {
	Name  string // the narrowed expression: x, this.repo, order.lines
	Scope Range  // where the guard certainly holds
	Reach Range  // of an assignment: where its value may still be current
	At    uint32 // its position; the names in Steps are looked up here
	Text  string
	Steps []Step
	By    []Step // the call that asserts the test: assert(x instanceof C)
	Def   int32  // index of the enclosing definition
	Arg   int16
	Kind  GuardKind
	Not   bool // the test failed
	Or    bool // a disjunction with the guard before it, which has the same name and scope
}

// An Import makes names declared elsewhere visible.
//
//	using X.Y;                       {Path: "X.Y", All: true}
//	using static X.Y.Z;              {Path: "X.Y.Z", All: true, Static: true}
//	using A = X.Y.Z;                 {Path: "X.Y.Z", Alias: "A"}
//	import x.y.Z;                    {Path: "x.y", Name: "Z", Alias: "Z"}
//	import x.y.*;                    {Path: "x.y", All: true}
//	import p "x/y"                   {Path: "x/y", Alias: "p"}           Go; "." gives All; without alias, Name is the likely name
//	from a.b import c as d           {Path: "a.b", Name: "c", Alias: "d"}
//	import a.b                       {Path: "a.b", Alias: "a", Whole: true}  binds the first part
//	import d, {x as y} from './m'    {Path: "./m", Name: "default", Alias: "d"}, {Path: "./m", Name: "x", Alias: "y"}
//	import * as ns from './m'        {Path: "./m", Alias: "ns"}
//	export {x} from './m'            {…, Export: true};  export * from './m': All and Export
type Import struct {
	Path   string // as written, unquoted; Python's leading dots kept
	Name   string // the imported name; empty for the whole module
	Alias  string // the local name; empty if no name is bound
	All    bool   // all its names become visible
	Static bool
	Whole  bool
	Global bool // C#: for all files of the project
	// C#: the type of an alias, if it is more than a name: using Rows = List<Row>;
	Target *TypeRef
	Export bool  // also visible to importers of this file
	Type   bool  // TypeScript: type only
	Def    int32 // the enclosing definition; 0 for the file
	Scope  Range // where it is visible: empty for the whole file
	At     uint32
}

// A LiveBindings records which bindings of a name are live at which place, for a name with
// several bindings in one scope. Members that a function sets or tests have a Flow
// too: this.x for a member of a method's first parameter, a.b for others.
type LiveBindings struct {
	Name     string
	Def      int32 // the definition whose body is the scope
	Bindings []FlowBinding
	Points   []FlowPoint // by At; each is valid up to the next, the last one to the end of the scope

	// Late lists bindings made elsewhere, which may be live at any place: by a
	// function that declares the name global, by a method through self.
	Late []uint16
}

// A FlowPoint is a place from which on a name may have any binding in Set.
type FlowPoint struct {
	At   uint32
	Set  []uint16 // indices of Flow.Bindings, ascending
	Runs bool     // a call precedes the next point, so functions see this state
}

// A FlowBinding is one binding of a name.
type FlowBinding struct {
	Kind   BindingKind
	Index  int32    // of the definition or import; 0 for a local
	Type   TypeRef  // the written type of a value; the tested type of a guard
	Values []Value  // of a value: the assigned values, without None
	Iter   bool     // Values are iterated over: the name is bound to their elements
	Not    bool     // of a guard: the test failed
	Prev   []uint16 // of a guard: the bindings before the test
}

// A BindingKind is the kind of a binding.
type BindingKind uint8

const (
	FlowOuter  BindingKind = iota // not bound in this scope: the name has its meaning in the enclosing scope
	FlowUnset                     // not bound yet, or deleted
	FlowDef                       // the definition Index
	FlowValue                     // a value, of the variable or field Index or of a local
	FlowParam                     // a parameter: the local of that name has its type
	FlowImport                    // the import Index
	FlowGuard                     // the previous binding, restricted to values that are, or are not, of the type
)

// String returns the name of k: outer, unset, def, value, param, import, guard.
func (k BindingKind) String() string {
	return [...]string{"outer", "unset", "def", "value", "param", "import", "guard"}[k]
}

// An Embedded is code of another language inside a string, or a string that may be
// a part of such code.
type Embedded struct {
	Text  string     // the string's value; "{}" marks a hole filled at run time
	Parts []TextPart // the parts of Text, if they include names; nil otherwise
	Range Range      // the literal or the whole concatenation
	Def   int32      // the enclosing definition
	Use   TextUse

	// Of an argument: the name of the callee, the At of its reference (0 if the front
	// end does not record it) and the argument's position.
	Sink   string
	Callee uint32
	Arg    int16

	// File is the additional file that a variable is initialized from; Text is empty.
	// Go: //go:embed find.sql
	File string

	// IsValue marks the value of a definition, a local, or a field that a constructor
	// sets; its name begins at For.
	IsValue, Initial bool // Initial: the member may be reassigned later
	For              uint32

	// Member is the member of an object literal, the value of Def, that holds the string:
	// orders in const Tables = { orders: 'orders' }.
	Member string
}

// A TextUse is the reason why a string is recorded.
type TextUse uint8

const (
	UseCode      TextUse = iota // it looks like a statement
	UseProcedure                // it is run as the name of a stored procedure
	// neither by itself, but it may be a part of one, or a method may run it
	UseText
)

// String returns code, procedure or text.
func (u TextUse) String() string {
	return [...]string{UseCode: "code", UseProcedure: "procedure", UseText: "text"}[u]
}

// A TextPart is a part of a string: a literal, or a name whose value is inserted.
// The zero value is an unknown part.
type TextPart struct {
	Text string // the literal's value; the last name: Orders in Tables.Orders
	At   uint32 // where that name begins; 0 for a literal

	// Place is where a literal begins if the file contains it verbatim; 0 otherwise.
	Place uint32

	// OfType marks a type whose name is inserted: typeof(T).Name.
	OfType bool

	Args *TemplateArgs // the arguments of the name's value, if that is a template
}
