// Package tags is the front end of the languages that are described by a table. A [Row] says
// what the nodes of a grammar are: definitions, names with a scope, expressions, types,
// imports. One walk over the syntax tree fills [parse.Facts] from it, and package
// resolve/scoped finds what the names mean by the [Scoping] of the row.
//
// A language is one file here: its row, with functions for what a table cannot say, and a line
// in [Rows].
//
// Places in the syntax tree are given by paths:
//
//	name              the child that fills the field name
//	:block            the first child of the kind block
//	#0                the first named child; #-1 the last one
//	>=                the first named child behind the token =
//	value/:call       a path from the child that the first part leads to
//	name|:identifier  the first path that leads to a node
//
// Names of several parts are joined by dots in facts, whatever the language writes.
package tags

import (
	sitter "github.com/smacker/go-tree-sitter"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A Row describes a language.
type Row struct {
	Name       string // the <lang> of ids
	Accepts    string // the version of the language that the grammar accepts
	Family     string // the languages whose symbol table it shares; Name if empty
	With       string // the row whose rules of resolution it shares
	Extensions []string
	Grammar    func() *sitter.Language
	Takes      func(src parse.Source) bool // which of the files with these endings; nil for all

	// Prime is parsed before each file, and files are parsed one at a time, if it is not empty: the
	// scanner of the grammar keeps its state in variables of the process, which the text resets.
	Prime string

	// Else is asked where the grammar does not accept a file; nil for none.
	Else *Other

	Nodes map[string]Rule // by the kind of the node

	Comments   string // kinds of comments
	Attributes string // kinds of siblings before a definition that belong to it
	Modifiers  string // kinds of children of a definition that hold modifiers
	Branches   string // kinds of nodes that are decision points
	This       string // names that mean the receiver, where the grammar has no node for it
	Base       string // names that mean it as an object of its base

	Sigil string // what the names of variables begin with, which make no references
	// Arguments says that the names which are given to calls are kept.
	Arguments bool
	// SuperCalls says that the word for the base class alone calls what the method overrides.
	SuperCalls bool
	Silent     string // names that make no references: crate, Self

	// Module is what the top of a file belongs to, if not the path of the file.
	Module func(w *Walk, root parse.Node) string

	// Binds reports whether a name in a pattern is a new one; nil for all names.
	Binds func(n parse.Node) bool
	// Unpacks has the kinds of patterns that take what is inside of a value: Some(x).
	Unpacks map[string]bool

	// Finish completes a definition; nil where there is nothing to add.
	Finish func(w *Walk, n parse.Node, d *parse.Definition)

	// TestFile reports whether a file is for tests only.
	TestFile func(path string) bool

	Scoping Scoping
}

// An Op is what a node of the syntax tree is.
type Op uint8

// The kinds of nodes. Of all others the children are read.
const (
	Descend Op = iota
	Skip       // nothing in it is read
	Define     // a definition: Kind, Name, Body, Params, Bases, Type, Value, TypeParams
	Declare    // names with a scope: Name, Type, Value
	Scope      // the scope of names that are declared in it

	Name    // a name
	Member  // Name of what Of leads to
	Call    // a call of what Of leads to, with Args
	Create  // a creation of an object of Type, with Args
	Self    // the receiver of the definition around
	Super   // the receiver as an object of its base class
	Typed   // an expression of a written type: a cast to Type, or a literal, whose type is Is
	Item    // an element of what Of leads to
	Wrap    // what Of leads to, in parentheses or an operator that changes no type
	Waiting // what Of leads to, once it is there

	TypeName // a written type: a name, of several parts or one
	TypeArgs // Name with type arguments Args
	TypeList // an array or slice of what Of leads to
	TypeWrap // the type that Of leads to: a pointer, a type that may be null

	Argument // one argument, whose name is Name and value Of
	Do       // what Do does
)

// A Rule says what the nodes of one kind are.
type Rule struct {
	Op   Op
	Kind graph.NodeKind // of a definition
	Name string         // path of the name
	Of   string         // path of what precedes, or is inside
	Args string         // path of the list of arguments, or of type arguments
	More string         // kinds of further arguments behind the list: a block, a lambda

	Body       string // path of the body
	Params     string // path of the list of parameters
	Bases      string // paths of base types, each of which may lead to several
	Type       string // path of the written type
	Value      string // path of what it is set to
	TypeParams string // path of the list of type parameters
	Receiver   string // path of the type that is extended
	Is         string // the type of a literal

	// Local says that in the body of a callable it is no definition but a name with a scope.
	Local bool
	// Each says that the value is iterated over: the names have its elements.
	Each bool
	// Element says the same of names whose scope is that around.
	Element bool
	// Tail says that an expression goes on with its last operand: the grammar takes what
	// follows for a part of the whole.
	Tail bool
	// Part says that the definition adds members to the type that its name means.
	Part bool

	Do func(w *Walk, n parse.Node)
	// Unless reads some of the nodes in another way, and reports whether it did.
	Unless func(w *Walk, n parse.Node) bool
}

// A Scoping says how names find what they mean; package resolve/scoped reads it.
type Scoping struct {
	// BareCalls says that a name of a callable alone is a call of it.
	BareCalls bool
	// Implicit says that members of the types around are in scope by their name alone.
	Implicit bool
	// Outside says that methods may be defined outside of their class.
	Outside bool
	// Objects says that an object and a class may have one name: expressions mean the object.
	Objects bool
	// Paths says that the module of a file is its path, which is no part of names.
	Paths bool
	// Places says that modules are folders, which are no namespaces: nothing names them.
	Places bool
	// Creators are methods of a type that make an object of it.
	Creators string
	// ImportsFirst says that a name which is imported alone hides one of the namespace.
	ImportsFirst bool
	// Outward says that the namespaces around one are searched, too, up to the global one.
	Outward bool
	// Global says that functions which the namespace lacks are those of the global one.
	Global bool
	// Fold says that names of functions and types mean the same in any case of letters.
	Fold bool
	// LastFirst says that of several bases the last one is searched first.
	LastFirst bool
	// Modules says what files see of each other.
	Modules Visibility
	// Wrappers are types outside the tree whose members are those of their type argument, too.
	Wrappers string
	// Elements are methods of types outside the tree that return their type argument, and Same
	// those that return what they are called on.
	Elements, Same string
	// Optionals are methods of types outside the tree that return an element or nothing.
	Optionals string
	// Prelude are packages that every file imports, such as kotlin.
	Prelude []string
	// ProjectFiles are the names of the files that say how files find each other.
	ProjectFiles []string
}

// A Visibility says which files of a tree see each other.
type Visibility uint8

// The kinds of visibility.
const (
	Packages Visibility = iota // by the name of the package or namespace alone
	Folders                    // all files of a module see each other: Swift
	Included                   // what a file includes, directly or not: C
	Required                   // what it loads, before all else: Ruby, shells
)

// Rows lists the languages.
func Rows() []*Row {
	return []*Row{&kotlin, &rust, &php, &ruby, &scala, &swift, &c, &cpp, &bash, &dockerfile, &lua, &hcl, &elixir}
}
