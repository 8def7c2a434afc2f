package parse

// A StepKind is how one step of an expression goes on from the step before it.
type StepKind uint8

const (
	StepName   StepKind = iota + 1 // a plain name at the start: svc
	StepMember                     // .Name of what precedes
	StepCall                       // .Name(…) of what precedes, or Name(…) at the start
	StepNew                        // new Name(…), or a composite literal of it
	StepThis                       // this, self
	StepBase                       // base, super; Name is C in Python's super(C, self)
	// an expression whose type is written: a cast, `as T`, a literal; Name is the
	// type
	StepType
	// [ … ] of what precedes; Name is the index if it is a number. Python: Args is
	// 1 + the index if that is a number, else 0; Name is a key that is a string
	StepIndex
	StepSlice   // a part of what precedes, of the same type: a[1:2], a[1..2]
	StepElement // an element of what precedes: by iteration, of a channel, spread
	StepKey     // Go: the first variable of a range clause over what precedes
	StepResult  // Go: result Args, from 0, of the call before it; C#: portion Args
	StepAwait   // await of what precedes
	StepOpaque  // anything else

	// An expression of several parts is written part after part, with a step behind
	// them that says what they make. The Args of that step are the number of steps
	// that its last part takes, or all its parts if they end with StepPart.
	StepUnary   // the operator Name of what precedes
	StepBinary  // the operator Name between what precedes and the last part
	StepIndexBy // C#: [ … ] of what precedes; the index is the last part
	StepChoice  // one of two values: c ? a : b, a ?? b, the arms of a switch
	// (a, b) with the Name "()", an anonymous object with "{}", an array with "[]"; each
	// part ends with a StepPart
	StepTuple
	StepPart // the end of a part, Name its name; Args is the number of its steps
	// a query over what precedes; the parts are what it selects, or element
	// and key of a group
	StepQuery

	// TypeScript, Python: a Group has the parts, and At is its number from 1.
	StepEither // one of the expressions of the group: a ? b : c, a ?? b
	// a function without a name, that returns the expressions of the group; Type is
	// its written type, Name "async" or empty
	StepLambda
	// an array literal of the group; Name is its type, where there are several
	StepArray
	StepObject     // an object literal: the group has its members and their names
	StepSpread     // what precedes it is spread: f(...xs), {...x}
	StepExpected   // what the call before it expects of argument Args
	StepArgument   // C#: what the call whose reference is at At expects of argument Args
	StepFuncParam  // parameter Args of the function before it
	StepFuncResult // the result of the function before it
	StepInstance   // an instance of the class before it
	// what the names in a case label are looked up in first: the type of what
	// precedes it
	StepCase
	StepRest // the elements that are left of what precedes it: [a, ...rest]

	StepCapture // Python: field Args of the object before it, by place: case C(x)
	// C#: the portions that what precedes is taken apart into, Args in number, of
	// which a StepResult is one
	StepApart
)

// A Step is a part of an expression whose type could tell what a member of it
// means. A chain of steps is written from left to right:
//
//	this.repo.Find(id).Name   receiver of Name: [This, Member repo, Call Find]
//	(a ?? b).Name             receiver of Name: [Opaque]
type Step struct {
	Kind StepKind
	Args int16 // a number: see StepKind
	// where Name begins, the At of its Reference; 0 where the front end does not say
	// it. TypeScript, Python: 1 + the index of its Group, 0 for none; of a call it has
	// the arguments
	At   uint32
	Name string
	// the written type, with type arguments of other steps; nil where nothing is
	// written
	Type *TypeRef
}

// Written returns the type that s.Type points to, the zero value for nil.
func (s *Step) Written() TypeRef {
	if s.Type == nil {
		return TypeRef{}
	}
	return *s.Type
}

// ElementIf returns what a local takes of the value that it is set to: an element if
// the value is iterated over, else the value itself.
func ElementIf(iterated bool) StepKind {
	if iterated {
		return StepElement
	}
	return 0
}

// taken returns the step of l.Take, if there is one.
func (l *Local) taken() []Step {
	if l.Take == 0 {
		return nil
	}
	return []Step{{Kind: l.Take, Args: l.Result}}
}

// A Need says whether something is part of a step.
type Need uint8

// The needs.
const (
	Never Need = iota
	Maybe
	Always
)

// A StepText says what the Name of a step may be.
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

// A StepNumber says what the Args of a step may be.
type StepNumber uint8

const (
	NoNumber StepNumber = iota // 0
	Count                      // of arguments, -1 where none are written
	Index                      // from 0
	Parts                      // how many of the steps before it are its last part, or its parts
)

// A StepPlace says what the At of a step may be.
type StepPlace uint8

const (
	NoPlace   StepPlace = iota // 0
	MaybePos                   // a position in the file, or 0
	GroupRef                   // the number of a group of the file, from 1
	CallPlace                  // the position of a call; in languages with groups the number of one
)

// A StepRule is what steps of one kind look like.
type StepRule struct {
	Start Need // whether it begins an expression
	Text  StepText
	Args  StepNumber
	Type  Need
	At    StepPlace
	Of    string // the languages that have it, all if empty
}

// scripts are the languages of the front end of TypeScript.
const scripts = "typescript tsx javascript vue svelte angular"

// sharps are the languages of the front end of C#.
const sharps = "csharp razor"

// StepRules is the table of steps: what front ends may state and resolvers read. The
// package parsetest holds every front end to it.
var StepRules = [...]StepRule{
	StepName:       {Start: Always, Text: NameText, Type: Maybe, At: MaybePos},
	StepMember:     {Start: Never, Text: NameText, Args: Index, Type: Maybe, At: MaybePos},
	StepCall:       {Start: Maybe, Text: MaybeName, Args: Count, Type: Maybe, At: CallPlace},
	StepNew:        {Start: Maybe, Text: MaybeName, Args: Count, Type: Always, At: CallPlace},
	StepThis:       {Start: Maybe},
	StepBase:       {Start: Maybe, Text: MaybeName},
	StepType:       {Start: Always, Text: MaybeName, Args: Index, Type: Always},
	StepIndex:      {Start: Never, Text: IndexText, Args: Index, Type: Maybe},
	StepSlice:      {Start: Never},
	StepElement:    {Start: Never},
	StepKey:        {Start: Never, Of: "go"},
	StepResult:     {Start: Never, Args: Index, Of: "go " + sharps},
	StepAwait:      {Start: Never},
	StepOpaque:     {Start: Maybe},
	StepUnary:      {Start: Never, Text: SignText},
	StepBinary:     {Start: Never, Text: SignText, Args: Parts},
	StepIndexBy:    {Start: Never, Args: Parts, Of: sharps},
	StepChoice:     {Start: Never, Text: MaybeSign, Args: Parts},
	StepTuple:      {Start: Maybe, Text: BraceText, Args: Parts, Of: sharps},
	StepPart:       {Start: Maybe, Text: MaybeName, Args: Parts, Of: sharps},
	StepQuery:      {Start: Never, Args: Parts, Of: sharps},
	StepEither:     {Start: Always, At: GroupRef, Of: scripts + " python"},
	StepLambda:     {Start: Always, Text: AsyncText, Type: Maybe, At: GroupRef, Of: scripts},
	StepArray:      {Start: Always, Text: MaybeName, At: GroupRef, Of: scripts + " python"},
	StepObject:     {Start: Always, At: GroupRef, Of: scripts + " python"},
	StepSpread:     {Start: Never, Of: scripts + " python"},
	StepExpected:   {Start: Never, Args: Index, Of: scripts + " python"},
	StepArgument:   {Start: Always, Args: Index, At: MaybePos, Of: sharps},
	StepFuncParam:  {Start: Never, Args: Index, Of: scripts + " python java " + sharps},
	StepFuncResult: {Start: Never, Of: scripts + " " + sharps},
	StepInstance:   {Start: Never, Of: scripts},
	StepCase:       {Start: Never, Of: "java"},
	StepRest:       {Start: Never, Of: scripts},
	StepCapture:    {Start: Never, Args: Index, Of: "python"},
	StepApart:      {Start: Never, Args: Index, Of: sharps},
}
