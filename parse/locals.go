package parse

// A Local is a name with a scope inside a file: a parameter, a local variable, a
// type parameter. The name of a local function is not a Local: it is a definition.
type Local struct {
	Name  string
	Scope Range
	Type  TypeRef // declared type; zero if not written
	Init  []Step  // the initializer; nil if unknown
	// LastStep is the last step of Init if it is not among its steps, which the locals of
	// one declaration share: StepElement, StepKey or StepResult, or 0. Result is the
	// number of the result.
	LastStep StepKind
	Result   int16
	Def      int32  // the definition that declares it
	At       uint32 // where names in Init are looked up, if not at Scope.Start
	Set      bool   // C#: reassigned after its declaration
	Again    bool   // Go, Java: the same; the assigned values are found where sites are read
	Kind     LocalKind

	// Of a lambda's parameter or an `out var`, both without a written type: the call
	// or creation that takes it as an argument, by the At of its reference, the
	// argument's position, and the parameter's position in the lambda (-1: an `out
	// var`).
	Callee     uint32
	Arg, Param int16
}

// A LocalKind is the kind of a Local.
type LocalKind uint8

// The kinds of local names.
const (
	LocalVar LocalKind = iota + 1
	LocalParam
	LocalTypeParam
	LocalType // Go: a type declared in a body, the definition whose name begins at At
)
