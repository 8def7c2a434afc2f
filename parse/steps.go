package parse

// A StepKind is the relation of one step of an expression to the step before it.
type StepKind uint8

const (
	StepName   StepKind = iota + 1 // a plain name at the start: svc
	StepMember                     // .Name of the preceding value
	StepCall                       // .Name(…) of the preceding value, or Name(…) at the start
	StepNew                        // new Name(…), or a composite literal of it
	StepThis                       // this, self
	StepBase                       // base, super; Name is C in Python's super(C, self)
	// an expression with a written type: a cast, `as T`, a literal; Name is the type
	StepType
	// [ … ] of the preceding value; Name is the index if it is a number. Python: Args
	// is 1 + the index if that is a number, or 0; Name is a string key
	StepIndex
	StepSlice   // a slice of the preceding value, of the same type: a[1:2], a[1..2]
	StepElement // an element of the preceding value: by iteration, of a channel, spread
	StepKey     // Go: the first variable of a range clause over the preceding value
	StepResult  // Go: result Args, from 0, of the call before it; C#: portion Args
	StepAwait   // await of the preceding value
	StepOpaque  // any other expression

	// An expression of several parts is written part by part, followed by a step that
	// combines them. The Args of that step are the number of steps of its last part,
	// or of all its parts if they end with StepPart.
	StepUnary   // the operator Name applied to the preceding value
	StepBinary  // the operator Name applied to the preceding value and the last part
	StepIndexBy // C#: [ … ] of the preceding value; the index is the last part
	StepChoice  // one of two values: c ? a : b, a ?? b, the arms of a switch
	// (a, b) with the Name "()", an anonymous object with "{}", an array with "[]"; each
	// part ends with a StepPart
	StepTuple
	StepPart // the end of a part, Name its name; Args is the number of its steps
	// a query over the preceding value; the parts are the selected value, or element
	// and key of a group
	StepQuery

	// TypeScript, Python: the parts are in a Group, and At is its number from 1.
	StepAlternatives // one of the expressions of the group: a ? b : c, a ?? b
	// an anonymous function that returns the expressions of the group; Type is its
	// written type, Name "async" or empty. C#: without a group, one that returns the
	// preceding value; Type has its parameters
	StepLambda
	// an array literal of the group; Name is its type, if there are several
	StepArray
	StepObject     // an object literal: the group has its members and their names
	StepSpread     // the preceding value is spread: f(...xs), {...x}
	StepExpected   // the type that the preceding call expects of argument Args
	StepArgument   // C#: the type that the call whose reference is at At expects of argument Args
	StepFuncParam  // parameter Args of the function before it
	StepFuncResult // the result of the function before it
	StepInstance   // an instance of the class before it
	// the scope in which names in a case label are looked up first: the type of the
	// preceding value
	StepCase
	StepRest // the remaining elements of the preceding value: [a, ...rest]

	// Python: field Args of the preceding object, by position: case C(x). Java: component
	// Args of the record Type; its type arguments follow from the preceding value if they
	// are not written. Rust: field Args, or Name, of the structure or variant Type.
	// Kotlin: component Args of the preceding value
	StepCapture
	// C#: the preceding value is deconstructed into Args portions, of which a
	// StepResult selects one
	StepDeconstruct
)

// A Step is a part of an expression whose type may be needed to resolve its
// members. A chain of steps is written from left to right:
//
//	this.repo.Find(id).Name   receiver of Name: [This, Member repo, Call Find]
//	(a ?? b).Name             receiver of Name: [Opaque]
type Step struct {
	Kind StepKind
	Args int16 // a number: see StepKind
	// where Name begins, the At of its Reference; 0 if the front end does not record
	// it. TypeScript, Python: 1 + the index of its Group, or 0; the group of a call
	// has the arguments
	At   uint32
	Name string
	// the written type, with the type arguments of other steps; nil if not written
	Type *TypeRef
}

// WrittenType returns the type that s.Type points to, or the zero value for nil.
func (s *Step) WrittenType() TypeRef {
	if s.Type == nil {
		return TypeRef{}
	}
	return *s.Type
}

// ElementIf returns the step from an assigned value to a local: an element if the
// value is iterated over, otherwise the value itself.
func ElementIf(iterated bool) StepKind {
	if iterated {
		return StepElement
	}
	return 0
}

// taken returns the step of l.Take, if any.
func (l *Local) taken() []Step {
	if l.LastStep == 0 {
		return nil
	}
	return []Step{{Kind: l.LastStep, Args: l.Result}}
}

// A Need states whether a part of a step is required, optional or absent.
type Need uint8

// The needs.
const (
	Never Need = iota
	Maybe
	Always
)

// A StepText constrains the Name of a step.
type StepText uint8

const (
	NoText    StepText = iota // nothing
	NameText                  // a name
	MaybeName                 // a name or nothing
	IndexText                 // a number as written, or nothing; in Python a string
	SignText                  // an operator
	MaybeSign                 // an operator or nothing
	BraceText                 // one of () {} []
	AsyncText                 // async or nothing
)

// A StepNumber constrains the Args of a step.
type StepNumber uint8

const (
	NoNumber StepNumber = iota // 0
	Count                      // of arguments, -1 without an argument list
	Index                      // from 0
	Parts                      // the number of preceding steps that are its last part, or its parts
)

// A StepPlace constrains the At of a step.
type StepPlace uint8

const (
	NoPlace    StepPlace = iota // 0
	MaybePos                    // a position in the file, or 0
	GroupRef                    // the number of a group of the file, from 1
	MaybeGroup                  // the same, or 0 in languages without groups
	CallPlace                   // the position of a call; in languages with groups the number of a group
)

// A StepRule constrains the steps of one kind.
type StepRule struct {
	Start Need // whether it starts an expression
	Text  StepText
	Args  StepNumber
	Type  Need
	At    StepPlace
	Of    string // the languages that use it, all if empty
}

// scripts are the languages of the TypeScript front end.
const scripts = "typescript tsx javascript vue svelte angular"

// sharps are the languages of the C# front end.
const sharps = "csharp razor"

// StepRules is the table of steps: those that front ends may produce and resolvers
// read. Package parsetest checks every front end against it.
var StepRules = [...]StepRule{
	StepName:         {Start: Always, Text: NameText, Type: Maybe, At: MaybePos},
	StepMember:       {Start: Never, Text: NameText, Args: Index, Type: Maybe, At: MaybePos},
	StepCall:         {Start: Maybe, Text: MaybeName, Args: Count, Type: Maybe, At: CallPlace},
	StepNew:          {Start: Maybe, Text: MaybeName, Args: Count, Type: Always, At: CallPlace},
	StepThis:         {Start: Maybe},
	StepBase:         {Start: Maybe, Text: MaybeName},
	StepType:         {Start: Always, Text: MaybeName, Args: Index, Type: Always},
	StepIndex:        {Start: Never, Text: IndexText, Args: Index, Type: Maybe},
	StepSlice:        {Start: Never},
	StepElement:      {Start: Never},
	StepKey:          {Start: Never, Of: "go"},
	StepResult:       {Start: Never, Args: Index, Of: "go " + sharps},
	StepAwait:        {Start: Never},
	StepOpaque:       {Start: Maybe},
	StepUnary:        {Start: Never, Text: SignText},
	StepBinary:       {Start: Never, Text: SignText, Args: Parts},
	StepIndexBy:      {Start: Never, Args: Parts, Of: sharps},
	StepChoice:       {Start: Never, Text: MaybeSign, Args: Parts},
	StepTuple:        {Start: Maybe, Text: BraceText, Args: Parts, Of: sharps},
	StepPart:         {Start: Maybe, Text: MaybeName, Args: Parts, Of: sharps},
	StepQuery:        {Start: Never, Args: Parts, Of: sharps},
	StepAlternatives: {Start: Always, At: GroupRef, Of: scripts + " python"},
	StepLambda: {Start: Maybe, Text: AsyncText, Type: Maybe, At: MaybeGroup,
		Of: scripts + " kotlin swift " + sharps},
	StepArray:      {Start: Always, Text: MaybeName, At: GroupRef, Of: scripts + " python"},
	StepObject:     {Start: Always, At: GroupRef, Of: scripts + " python"},
	StepSpread:     {Start: Never, Of: scripts + " python"},
	StepExpected:   {Start: Never, Args: Index, Of: scripts + " python"},
	StepArgument:   {Start: Always, Args: Index, At: MaybePos, Of: sharps + " swift"},
	StepFuncParam:  {Start: Never, Args: Index, Of: scripts + " python java " + sharps},
	StepFuncResult: {Start: Never, Of: scripts + " " + sharps},
	StepInstance:   {Start: Never, Of: scripts},
	StepCase:       {Start: Never, Of: "java swift"},
	StepRest:       {Start: Never, Of: scripts},
	StepCapture: {Start: Never, Args: Index, Text: MaybeName, Type: Maybe,
		Of: "python java rust kotlin"},
	StepDeconstruct: {Start: Never, Args: Index, Of: sharps},
}
