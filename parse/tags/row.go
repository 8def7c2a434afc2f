// Package tags is the front end of the languages that are described by a table. A
// [Row] defines the meaning of the nodes of a grammar: definitions, names with a
// scope, expressions, types, imports. One walk over the syntax tree fills
// [parse.Facts] from it, and package resolve/scoped resolves the names by the
// [Scoping] of the row.
//
// A language is one file here: its row, with functions for the rest, and a line in
// [Rows].
//
// FolderModules in the syntax tree are given by paths:
//
//	name              the child in the field name
//	:block            the first child of the kind block
//	#0                the first named child; #-1 the last one
//	>=                the first named child after the token =
//	value/:call       a path from the target of the first part
//	name|:identifier  the first path that has a target
//
// Qualified names are joined by dots in facts, whatever the syntax of the
// language.
package tags

import (
	sitter "github.com/smacker/go-tree-sitter"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A Row describes a language.
type Row struct {
	Name       string // the <lang> of ids
	Accepts    string // the language version that the grammar supports
	Family     string // the languages whose symbol table it shares; Name if empty
	With       string // the row whose resolution rules it shares
	Extensions []string
	Grammar    func() *sitter.Language
	Read       func(w *Walk)               // reads a file if there is no grammar
	Takes      func(src parse.Source) bool // filters the files with these endings; nil takes all

	// Prime is parsed before each file, and files are parsed one at a time, if it is
	// not empty: the scanner of the grammar keeps its state in global variables, which
	// the text resets.
	Prime string

	// Adapt rewrites syntax that the grammar does not know; see [parse.Grammar]. May be nil.
	Adapt func(a *parse.Adaptation, broken bool)

	// Mend finds the broken definitions of a file that the grammar does not accept; may
	// be nil.
	Mend *parse.LineMend

	// Fallback is tried if the grammar does not accept a file; may be nil.
	Fallback *Fallback

	Nodes map[string]Rule // by node kind

	Comments   string // kinds of comments
	Attributes string // kinds of siblings before a definition that belong to it
	Modifiers  string // kinds of children of a definition that contain modifiers
	Branches   string // kinds of nodes that are decision points
	This       string // names of the receiver, if the grammar has no node for it
	Base       string // names of the receiver as an object of its base class

	Sigil string // the prefix of variable names, which are not references
	// Arguments keeps the expressions and the names of the arguments of calls.
	Arguments bool
	// SuperCalls means that the plain base class keyword calls the overridden method.
	SuperCalls bool
	Silent     string // names that are not references: crate, Self

	// Module returns the module of a file, if that is not its path.
	Module func(w *Walk, root parse.Node) string

	// Looks returns the name of the method that a call runs, and how many arguments state it: the
	// name at the call, or another one if the call looks up a method by its name
	// ([parse.ComputedName] if that is computed). May be nil.
	Looks func(call parse.Node, name string) (method string, given int16)

	// Expected adds the steps of the type that is expected at the position of an expression, and
	// reports whether there is one. May be nil.
	Expected func(w *Walk, n parse.Node) bool

	// Binds reports whether a name in a pattern is a new one; nil means always.
	Binds func(n parse.Node) bool
	// Components means that several names for one value are its components, by position.
	Components bool
	// Pattern declares the names in a pattern that matches parts of a value, Some(x), and reports
	// whether it is one. May be nil.
	Pattern func(w *Walk, n parse.Node, init parse.Run) bool

	// Finish completes a definition; may be nil.
	Finish func(w *Walk, n parse.Node, d *parse.Definition)

	// Sites reads the expressions that frameworks may interpret; may be nil.
	Sites parse.SiteGrammar

	// TestFile reports whether a file contains only tests.
	TestFile func(path string) bool

	Scoping Scoping
}

// An Op is the role of a syntax node.
type Op uint8

// The roles of nodes. Of all other nodes, the children are read.
const (
	Descend Op = iota
	Skip       // not read
	Define     // a definition: Kind, Name, Body, Params, Bases, Type, Value, TypeParams
	Declare    // names with a scope: Name, Type, Value
	Scope      // the scope of names declared in it

	Name    // a name
	Member  // Name of the target of Of
	Call    // a call of the target of Of, with Args
	Create  // a creation of an object of Type, with Args
	Self    // the receiver of the enclosing definition
	Super   // the receiver as an object of its base class
	Typed   // an expression with a written type: a cast to Type, or a literal of type Is
	Item    // an element of the target of Of
	Wrap    // the target of Of, in parentheses or an operator that does not change the type
	Waiting // the awaited target of Of

	TypeName // a written type: a simple or qualified name
	TypeArgs // Name with type arguments Args
	TypeList // an array or slice of the target of Of
	TypeWrap // the type at Of: a pointer, a nullable type
	TypeFunc // a function type: Params, the result Type, and Receiver for its receiver

	Lambda   // an anonymous function: Params, or the implicit names in Is
	Implied  // a member Name of the expected type, after a dot; see Row.Expected
	Operator // an operator applied to the target of Of that runs one of Operators

	Argument // one argument, with name Name and value Of
	Do       // handled by Do
)

// A Rule describes the nodes of one kind.
type Rule struct {
	Op      Op
	Kind    graph.NodeKind // of a definition
	Name    string         // path of the name
	Operand string         // path of the preceding or inner node
	Args    string         // path of the list of arguments, or of type arguments
	More    string         // kinds of further arguments after the list: a block, a lambda

	Body       string         // path of the body
	Params     string         // path of the list of parameters
	Bases      string         // paths of base types, each with one or several targets
	Type       string         // path of the written type
	Value      string         // path of the initializer
	TypeParams string         // path of the list of type parameters
	Receiver   string         // path of the extended type
	Is         string         // the type of a literal; an opaque member: Order::class
	Form       parse.TypeForm // of a TypeWrap; a type composed of one other, or a union of several

	// Operators maps the tokens of operators to the methods that they run.
	Operators map[string]string
	// Extends means that a Lambda may have a receiver, whose members are visible in it.
	Extends bool
	// Class means that a TypeWrap of several types is the first that is not Silent.
	Class bool
	// Single means that a TypeWrap of several types is no type.
	Single bool
	// Local makes it a name with a scope, not a definition, in the body of a callable.
	Local bool
	// Each means that the value is iterated over: the names are bound to its elements.
	Each bool
	// Element is like Each, for names whose scope is the enclosing one.
	Element bool
	// Tail means that an expression continues with its last operand: the grammar
	// parses a suffix of that as one of the whole.
	Tail bool
	// Part means that the definition adds members to the type that its name refers to.
	Part bool

	Do func(w *Walk, n parse.Node)
	// Unless handles some of the nodes differently, and reports whether it did.
	Unless func(w *Walk, n parse.Node) bool
}

// A Scoping defines how names are resolved; it is read by package resolve/scoped.
type Scoping struct {
	// BareCalls makes the plain name of a callable a call of it.
	BareCalls bool
	// Implicit makes members of enclosing types visible by their plain names.
	Implicit bool
	// Outside allows methods to be defined outside of their class.
	Outside bool
	// Objects allows an object and a class to share a name: in expressions it refers
	// to the object.
	Objects bool
	// Paths makes the path of a file its module, which is not part of names.
	Paths bool
	// FolderModules makes folders modules, which are not namespaces: names cannot refer to
	// them.
	FolderModules bool
	// Creators are methods of a type that create an object of it.
	Creators string
	// ImportsFirst makes a name imported by itself hide one of the namespace.
	ImportsFirst bool
	// Outward makes lookups continue in the enclosing namespaces, up to the global
	// one.
	Outward bool
	// Global makes lookups of functions missing in the namespace continue in the
	// global one.
	Global bool
	// Fold makes names of functions and types case-insensitive.
	Fold bool
	// LastFirst makes lookups search the last of several bases first.
	LastFirst bool
	// Modules is the visibility between files.
	Modules Visibility
	// Wrappers are external types that also have the members of their type argument.
	Wrappers string
	// Elements are methods of external types that return their type argument, and Same
	// those that return their receiver.
	Elements, Same string
	// Optionals are methods of external types that return an element or nothing.
	Optionals string
	// Returning are functions that return the value that they are called on, of any type.
	Returning string
	// Receiving, Taking and Iterating are functions outside the tree that call a lambda: with the
	// value that they are called on as its receiver, as its parameter, or with an element.
	Receiving, Taking, Iterating string
	// Index is the method that an index runs.
	Index string
	// Common are methods of the standard library that have long names, and therefore may not be
	// found by their names alone.
	Common string
	// Conventional means that names of values are often those of their classes.
	Conventional bool
	// Narrows means that checks state the types of names in branches.
	Narrows bool
	// Applicable means that a call skips members of nearer scopes that do not take its arguments.
	Applicable bool
	// Labels means that the labels of arguments distinguish overloads.
	Labels bool
	// Prelude are packages that every file imports implicitly, such as kotlin.
	Prelude []string
	// ProjectFiles are the names of the files that define how files find each other.
	ProjectFiles []string
}

// A Visibility determines which files of a tree see each other.
type Visibility uint8

// The kinds of visibility.
const (
	Packages Visibility = iota // only by the name of the package or namespace
	Folders                    // all files of a module see each other: Swift
	Included                   // the files that a file includes, directly or not: C
	Required                   // the files that it loads, before all others: Ruby, shells
)

// Rows lists the languages.
func Rows() []*Row {
	return []*Row{&kotlin, &rust, &php, &ruby, &scala, &swift, &c, &cpp, &bash, &dockerfile, &lua, &hcl,
		&elixir, &elm, &groovy, &ocaml, &toml, &yamlDocuments, &css, &zig}
}
