package parse

// A StepKind is how one step of an expression goes on from the step before it.
type StepKind uint8

const (
	StepName   StepKind = iota + 1 // a plain name at the start: svc
	StepMember                     // .Name of what stands before
	StepCall                       // .Name(…) of what stands before, or Name(…) at the start
	StepNew                        // new Name(…), or a composite literal of it
	StepThis                       // this, self
	StepBase                       // base, super; Name is C in Python's super(C, self)
	// an expression whose type is written: a cast, `as T`, a literal; Name is the
	// type
	StepType
	// [ … ] of what stands before; Name is the index if it is a number. Python: Args is
	// 1 + the index if that is a number, else 0; Name is a key that is a string
	StepIndex
	StepSlice   // a part of what stands before, of the same type: a[1:2], a[1..2]
	StepElement // an element of what stands before: by iteration, of a channel, spread
	StepKey     // Go: the first variable of a range clause over what stands before
	StepResult  // Go: result Args, from 0, of the call before it
	StepAwait   // await of what stands before
	StepOpaque  // anything else

	// An expression of several parts is written part after part, with a step behind
	// them that says what they make. The Args of that step are the number of steps
	// that its last part takes, or all its parts if they end with StepPart.
	StepUnary  // the operator Name of what stands before
	StepBinary // the operator Name between what stands before and the last part
	StepChoice // one of two values: c ? a : b, a ?? b, the arms of a switch
	// (a, b) with the Name "()", an anonymous object with "{}", an array with "[]"; each
	// part ends with a StepPart
	StepTuple
	StepPart // the end of a part, Name its name; Args is the number of its steps
	// a query over what stands before; the parts are what it selects, or element
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
	StepSpread     // what stands before it is spread: f(...xs), {...x}
	StepExpected   // what the call before it expects of argument Args
	StepArgument   // C#: what the call whose reference is at At expects of argument Args
	StepFuncParam  // parameter Args of the function before it
	StepFuncResult // the result of the function before it
	StepInstance   // an instance of the class before it
	// what the names in a case label are looked up in first: the type of what
	// stands before it
	StepCase
	StepRest // the elements that are left of what stands before it: [a, ...rest]

	StepCapture // Python: field Args of the object before it, by place: case C(x)
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
