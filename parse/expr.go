package parse

import "slices"

// An ExprKind is the form of an Expr.
type ExprKind uint8

const (
	ExprOpaque  ExprKind = iota // anything else; At is where it begins
	ExprString                  // a string; Text is its value, "{}" for what is put in
	ExprLiteral                 // a number, true, null: Text as written
	ExprName                    // Text
	ExprMember                  // Recv.Text
	ExprCall                    // Recv.Text(Args); Text(Args) without Recv
	ExprNew                     // new Text(Args); base(…) and this(…) of constructors
	ExprList                    // [Args]: of an array or a collection
	ExprMap                     // {Args}: names and values of an object or dictionary
	ExprLambda                  // a function without a name: Args are its parameters
	ExprType                    // typeof(Text)
	ExprQuery                   // a query over Args, each named by its range variable
	ExprIndex                   // Recv[Args]
	ExprChoice                  // one of Args: a ? b : c, a ?? b; see Expr.Recv
	ExprTest                    // Args compared or combined by Text: a == b, a && b, !a
)

// String returns the kind as dumps write it.
func (k ExprKind) String() string {
	return [...]string{"opaque", "string", "literal", "name", "member", "call", "new", "list",
		"map", "lambda", "type", "query", "index", "choice", "test"}[k]
}

// An Expr is an expression as it is written. Unlike a chain of steps, which serves
// to find types, it keeps the arguments: frameworks are told by them what to do.
type Expr struct {
	Kind ExprKind
	At   uint32 // where Text begins, of a string and all others where the expression does
	Text string // of a name, member, call, creation or type its last name

	Parts []TextPart // of a string that is made of several, or of what a name holds
	// what a member is taken of or a method called on, nil for none; of a lambda whose body
	// is a string or an object, that; of a choice what decides, if the front end of the language
	// keeps it: the names of Args are then its values, as they are written, and an empty
	// one stands for all others
	Recv     *Expr
	TypeArgs []Expr    // written type arguments: names
	Args     []ExprArg // in source order; of a string of several parts, these
	Body     Range     // of a lambda, braces included
}

// An ExprArg is an argument, an element, or a parameter of a lambda.
type ExprArg struct {
	Name  string // empty where none is written
	Value Expr   // opaque for a parameter
}

// Arg returns the argument with the name, else the one at position i among those
// without a name; nil if there is neither.
func (e *Expr) Arg(i int, name string) *Expr {
	for j := range e.Args {
		if e.Args[j].Name == name && name != "" {
			return &e.Args[j].Value
		}
	}
	if i >= 0 && i < len(e.Args) && e.Args[i].Name == "" {
		return &e.Args[i].Value
	}
	return nil
}

// Walk calls visit for e and every expression in it, from the outside inwards.
func (e *Expr) Walk(visit func(*Expr)) {
	visit(e)
	if e.Recv != nil {
		e.Recv.Walk(visit)
	}
	for i := range e.TypeArgs {
		e.TypeArgs[i].Walk(visit)
	}
	for i := range e.Args {
		e.Args[i].Value.Walk(visit)
	}
}

// A SiteKind says why an expression is kept.
type SiteKind uint8

const (
	SiteAttribute SiteKind = iota + 1 // an attribute, annotation or decorator: a creation or call
	SiteCall                          // a call, creation or query whose value is not kept
	SiteValue                         // the value of the name at For, or what a callable returns
	SiteEach                          // the elements of it are the values of the name at For
)

// String returns attribute, call, value or each.
func (k SiteKind) String() string {
	return [...]string{"", "attribute", "call", "value", "each"}[k]
}

// A Site is an expression that frameworks may read: what they are told about a
// definition, or by a call. An expression is kept once, with all that it is made of;
// the statements in the body of a lambda are sites of their own.
type Site struct {
	Kind SiteKind
	// the innermost definition around it; of an attribute the definition that it is
	// written on
	Def int32
	For uint32 // SiteValue, SiteEach: where the name begins that has the value
	// Scope is where the scope of the local begins that a SiteValue declares; 0 where it declares
	// none, or where that scope begins with the name.
	Scope uint32
	Part  uint8 // SiteEach: which part of each element the name gets, from 1; 0: all of it
	// Branch says that it is in a branch or a loop, so that it may not be run, or be
	// run several times.
	Branch bool
	If     *Condition // the innermost around it, if the front end of its language keeps them
	Adds   bool       // SiteValue: what it has before stays, the value is put behind it
	Expr   Expr
	To     *Expr // SiteValue: the member of an expression that gets the value; nil for a name
}

// A Condition is one under which the sites of a branch are run.
type Condition struct {
	Expr             // opaque for what is not known, as how often a loop runs
	Not   bool       // it must not hold
	Outer *Condition // the next one around it, nil for none
}

// Walk calls visit for every expression of the site but conditions, from the outside inwards.
func (s *Site) Walk(visit func(*Expr)) {
	if s.To != nil {
		s.To.Walk(visit)
	}
	s.Expr.Walk(visit)
}

// SiteScope says which sites a front end keeps.
type SiteScope uint8

// The scopes, each a part of the next but for members.
const (
	NoSites        SiteScope = iota
	AttributeSites           // those of attributes
	AllSites
	// MemberSites: all, and members and elements of which only the value is used
	MemberSites
)

// DefinitionAt returns the index of the innermost definition around a position.
func (f *Facts) DefinitionAt(at uint32) int32 {
	i, _ := slices.BinarySearchFunc(f.Definitions, at, func(d Definition, at uint32) int {
		if d.Range.Start <= at {
			return -1
		}
		return 1
	})
	for i--; i > 0; i = f.outer(i) {
		if f.Definitions[i].Range.Contains(at) {
			return int32(i)
		}
	}
	return 0
}

// outer is the definition to look at next where definition i is not the innermost one around a
// place behind its start.
func (f *Facts) outer(i int) int {
	if i < len(f.around) {
		return int(f.around[i])
	}
	return int(f.Definitions[i].Parent)
}
