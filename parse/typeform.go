package parse

import "strings"

// A TypeForm is the way in which a written type is composed of others. Resolvers use the
// same forms for the types that they infer, and number their own from FormInferred.
type TypeForm uint8

// The forms, with the types in Args and the use of Name.
const (
	FormNamed        TypeForm = iota // Name, dotted, with its type arguments
	FormList                         // T[], []T; Name: C#, the commas of a multidimensional array
	FormTuple                        // (A, B), several results
	FormUnion                        // A | B
	FormIntersection                 // A & B, several bounds of a type parameter
	FormFunc                         // parameters, the result last; see the front ends
	FormMap                          // K, V: maps and index signatures
	FormObject                       // struct, interface and object literals; Name: TypeScript, the members, comma-separated
	FormOptional                     // T?

	FormConstructor // TypeScript: as FormFunc, the instance last
	FormRest        // TypeScript: the type of a rest parameter; Python: an ellipsis
	FormConditional // TypeScript: A extends B ? C : D, the four types
	FormLookup      // TypeScript: T[K], T and K
	FormMapped      // TypeScript: T, a mapped type with all members of T unchanged
	FormKeys        // TypeScript: keyof T as the key of a FormLookup
	FormQuery       // TypeScript: typeof Name
	FormGuard       // TypeScript: Name is T, Name a parameter
	FormAssertion   // TypeScript: asserts Name is T

	FormElementsOf  // Go: the element type of a named type, in composite literals
	FormChan        // Go: T, perhaps with a direction
	FormReceiveOnly // Go: the direction of a channel
	FormSendOnly    // Go: the direction of a channel
	FormField       // Go: T, a field or method Name of a struct or interface literal
	FormEmbedded    // Go: T, an embedded type with the name Name
	FormLength      // Go: the length of an array, Name its text

	FormWildcard // Java: ?
	FormExtends  // Java: ? extends T
	FormSuper    // Java: ? super T
	FormDiamond  // Java: the inferred type arguments of new T<>()

	FormElement     // C#: T and a type of which only the Name counts, an element of a tuple
	FormNested      // C#: A<B> and C, the type A<B>.C
	FormCollection  // C#: a collection expression
	FormByReference // C#: T, an argument passed by Name, which is out, ref or in

	FormReference // C, C++, Rust: &T, *T

	// FormInferred is the first number of the forms of types that only inference yields.
	FormInferred
)

// typeFormTexts has the text of each form around its name, in dumps.
var typeFormTexts = [FormInferred][2]string{
	FormList: {"[", "]"}, FormTuple: {"()"}, FormUnion: {"|"}, FormIntersection: {"&"}, FormFunc: {"func"},
	FormMap: {"map"}, FormObject: {"{", "}"}, FormOptional: {"?"},
	FormConstructor: {"ctor"}, FormRest: {"..."}, FormConditional: {"?:"}, FormLookup: {"lookup"},
	FormMapped: {"mapped"}, FormKeys: {"keyof"}, FormQuery: {"typeof "}, FormGuard: {"is "}, FormAssertion: {"asserts "},
	FormElementsOf: {"*"}, FormChan: {"chan"}, FormReceiveOnly: {"<-chan"}, FormSendOnly: {"chan<-"},
	FormField: {"."}, FormEmbedded: {"&"}, FormLength: {"["},
	FormWildcard: {"?"}, FormExtends: {"? extends"}, FormSuper: {"? super"}, FormDiamond: {"<>"},
	FormElement: {"@"}, FormNested: {"::"}, FormCollection: {"[..]"}, FormByReference: {},
	FormReference: {"&"},
}

// Head formats a type without its arguments. The stars of a pointer come first.
func (t TypeRef) Head() string {
	around := typeFormTexts[t.Form]
	name := strings.TrimLeft(t.Name, "*")
	return t.Name[:len(t.Name)-len(name)] + around[0] + name + around[1]
}
