package external

import (
	"slices"
	"strconv"
)

// A TypeKind is the kind of a Type declaration.
type TypeKind uint8

// The kinds of types. Values are part of the format of the tables: add at the end.
const (
	Class TypeKind = iota + 1
	Interface
	Struct
	Enum
	Delegate
	Alias      // another name for Target
	Defined    // Go: a new type with the underlying type Target
	Protocol   // Python: structural
	Annotation // JDK
	Record     // JDK
	Module     // TypeScript: a namespace in a module or the global scope; has types Module.Type
)

var typeKinds = []string{
	Class: "class", Interface: "interface", Struct: "struct", Enum: "enum", Delegate: "delegate",
	Alias: "alias", Defined: "defined", Protocol: "protocol", Annotation: "annotation",
	Record: "record",
	Module: "module",
}

// String returns the keyword of the notation: class, interface …
func (k TypeKind) String() string { return word(typeKinds, int(k)) }

// A MemberKind is the kind of a Member declaration.
type MemberKind uint8

// The kinds of members. Values are part of the format: add at the end.
const (
	Method MemberKind = iota + 1
	Constructor
	Property // has accessors
	Field
	Event
	Constant // a field that never changes; a value of an enum
	Indexer
	Operator
	Conversion
	Function // of a namespace, package or module
	Value    // a variable or constant of a namespace, package or module
	Call     // TypeScript: a call signature
	Embedded // Go: an embedded field; its type is also in Bases
)

var memberKinds = []string{
	Method: "method", Constructor: "constructor", Property: "property", Field: "field",
	Event:    "event",
	Constant: "const", Indexer: "indexer", Operator: "operator", Conversion: "conversion",
	Function: "function", Value: "value", Call: "call", Embedded: "embedded",
}

// String returns the keyword of the notation: method, constructor …
func (k MemberKind) String() string { return word(memberKinds, int(k)) }

// A Visibility is the access level of a declaration. The tables contain only
// declarations accessible outside their own library.
type Visibility uint8

// The visibilities.
const (
	Public    Visibility = iota
	Protected            // in derived types; also .NET's protected internal
	Internal             // inaccessible; in a table only as the base of a visible type
)

var visibilities = []string{"public", "protected", "internal"}

// String returns public, protected or internal.
func (v Visibility) String() string { return word(visibilities, int(v)) }

// Flags are modifiers of a type or a member.
type Flags uint16

// The modifiers.
const (
	Static Flags = 1 << iota
	Abstract
	Virtual // may be overridden; a method of an interface with a body
	Override
	Sealed    // final
	Extension // its first parameter is the receiver of a call x.Name(…)
	ReadOnly
	Optional    // may be missing (TypeScript)
	Async       // Python: async def; the result is awaited
	Explicit    // an explicit implementation of Of: not accessible by name on the type
	Pointer     // Go: has a pointer receiver
	ClassMethod // Python: its first parameter is the class
	Partial     // of a type: it has more members; for a listed name all overloads are known
)

var flags = []string{
	"static", "abstract", "virtual", "override", "sealed", "extension", "readonly", "optional",
	"async",
	"explicit", "pointer", "classmethod", "partial",
}

// Words returns the keywords of the notation for the modifiers in f.
func (f Flags) Words() []string { return words(flags, int(f)) }

// FlagOf returns the modifier with the given keyword, or 0.
func FlagOf(word string) Flags {
	if i := slices.Index(flags, word); i >= 0 {
		return 1 << i
	}
	return 0
}

// A Mode is the way in which an argument is passed.
type Mode uint8

// The modes.
const (
	ByValue Mode = iota
	ByRef
	Out
	In
	PositionalOnly // Python
	KeywordOnly    // Python
	Keywords       // Python: **kwargs
	This           // TypeScript: the type that the function declares for this
)

var modes = []string{"", "ref", "out", "in", "positional", "keyword", "keywords", "this"}

// String returns the keyword of the notation, "" for ByValue.
func (m Mode) String() string { return word(modes, int(m)) }

// Rules are constraints of a type parameter that are not types.
type Rules uint8

// The rules.
const (
	IsClass       Rules = 1 << iota // a reference type
	IsStruct                        // a value type that is not nullable
	HasNew                          // has a constructor without parameters
	IsNotNull                       // not nullable
	Covariant                       // out
	Contravariant                   // in
	ManyTypes                       // Python: a TypeVarTuple
	ParamList                       // Python: a ParamSpec
)

var rules = []string{"class", "struct", "new()", "notnull", "out", "in", "types", "params"}

// A Form is the form of a TypeRef.
type Form uint8

// The forms. Values are part of the format: add at the end, fewer than 32.
const (
	Unknown Form = iota
	// Name is a key of a Type or a primitive of the language; Args are the type
	// arguments
	Named
	TypeVar      // Name is the innermost enclosing type parameter of that name
	Array        // of Args[0]; Name is [] or, for more dimensions, [,]; Go: its length
	Slice        // Go: of Args[0]
	Map          // Go: from Args[0] to Args[1]
	Chan         // Go: of Args[0]; Name is the direction: "", <- or ->
	PointerTo    // to Args[0]
	Func         // a function; Members[0] is its signature
	Object       // a type by its Members
	Union        // of Args
	Intersection // of Args
	Tuple        // of Args; several results
	Literal      // a value as a type; Name is its literal in the language: "utf8", 1, true
	Wildcard     // JDK: Name is extends, super or "", Args[0] the bound
	Self         // the type of the receiver: this of TypeScript, Self of Python
	Spread       // the elements of the tuple or array Args[0]; in a Tuple, or Python's *Ts
	Computed     // computed from Args; Name is the operator: keyof, typeof, [], ?:, is; see the generators
)

var forms = []string{
	"unknown", "named", "var", "array", "slice", "map", "chan", "pointer", "func", "object",
	"union",
	"intersection", "tuple", "literal", "wildcard", "self", "spread", "computed",
}

// String returns the name of f.
func (f Form) String() string { return word(forms, int(f)) }

// Words returns the keywords of the notation for the rules in r.
func (r Rules) Words() []string { return words(rules, int(r)) }

// RuleWords returns the keywords of all rules.
func RuleWords() []string { return words(rules, 1<<len(rules)-1) }

// RuleOf returns the rule with the given keyword, or 0.
func RuleOf(word string) Rules {
	if i := slices.Index(rules, word); i >= 0 {
		return 1 << i
	}
	return 0
}

// words returns the names whose bit is set in bits.
func words(names []string, bits int) []string {
	var all []string
	for i, name := range names {
		if bits&(1<<i) != 0 {
			all = append(all, name)
		}
	}
	return all
}

func word(words []string, i int) string {
	if i < len(words) {
		return words[i]
	}
	return strconv.Itoa(i)
}
