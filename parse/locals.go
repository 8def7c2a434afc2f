package parse

// A Local is a name with a scope inside a file: a parameter, a local variable,
// a type parameter, a local function's name is not one (that is a definition).
type Local struct {
	Name  string
	Scope Range
	Type  TypeRef // declared type; zero when none is written
	Init  []Step  // the expression it is set to at its declaration; nil when unknown
	// Take is the last step of Init where that is not among its steps, which the locals
	// of one declaration share: StepElement, StepKey or StepResult, 0 for none. Result
	// is the number of the result.
	Take   StepKind
	Result int16
	Def    int32  // the definition that declares it
	At     uint32 // where names in Init are looked up, if not at Scope.Start
	Set    bool   // C#: assigned again after its declaration
	Again  bool   // Go, Java: the same; what is assigned is seen where sites are read
	Kind   LocalKind

	// Of a lambda's parameter or an `out var`, both without a written type: the
	// call or creation that it is an argument of, by the At of its reference, the
	// argument's position, and the parameter's in the lambda (-1: an `out var`).
	Callee     uint32
	Arg, Param int16
}

// A LocalKind tells the names of Local apart.
type LocalKind uint8

// The kinds of local names.
const (
	LocalVar LocalKind = iota + 1
	LocalParam
	LocalTypeParam
	LocalType // Go: a type declared in a body, the definition whose name begins at At
)
