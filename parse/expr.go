package parse

import "slices"

// An ExprKind is the form of an Expr.
type ExprKind uint8

const (
	ExprOpaque      ExprKind = iota // any other expression; At is where it begins
	ExprString                      // a string; Text is its value, "{}" for holes
	ExprLiteral                     // a number, true, null: Text as written
	ExprName                        // Text
	ExprMember                      // Recv.Text
	ExprCall                        // Recv.Text(Args); Text(Args) without Recv
	ExprNew                         // new Text(Args); base(…) and this(…) of constructors
	ExprList                        // [Args]: of an array or a collection
	ExprMap                         // {Args}: keys and values of an object or dictionary
	ExprLambda                      // an anonymous function: Args are its parameters
	ExprType                        // typeof(Text)
	ExprQuery                       // a query over Args, each named by its range variable
	ExprIndex                       // Recv[Args]
	ExprConditional                 // one of Args: a ? b : c, a ?? b; see Expr.Recv
	ExprTest                        // Args compared or combined by Text: a == b, a && b, !a
)

// String returns the kind as dumps write it.
func (k ExprKind) String() string {
	return [...]string{"opaque", "string", "literal", "name", "member", "call", "new", "list",
		"map", "lambda", "type", "query", "index", "choice", "test"}[k]
}

// An Expr is an expression as written. Unlike a chain of steps, which serves type
// inference, it keeps the arguments: they configure frameworks.
type Expr struct {
	Kind ExprKind
	At   uint32 // where Text begins; of a string and all other kinds where the expression begins
	Text string // the last name of a name, member, call, creation or type

	Parts []TextPart // the parts of a composed string, or of the value of a name
	// The object of a member access or the receiver of a method call, or nil. Of a
	// lambda whose body is, or only returns, a string or an object: that value. Of a choice: the
	// condition, if the front end keeps it; the names of Args are then its values, as
	// written, an empty name denoting all others.
	Recv     *Expr
	TypeArgs []Expr    // written type arguments: names
	Args     []ExprArg // in source order; of a composed string its parts
	Body     Range     // of a lambda, braces included
}

// An ExprArg is an argument, an element, or a parameter of a lambda.
type ExprArg struct {
	Name  string // empty if positional
	Value Expr   // opaque for a parameter
}

// Arg returns the argument with the name, or else positional argument i; nil if
// there is neither.
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

// Walk calls visit for e and every expression in it, in preorder.
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

// A SiteKind is the reason why an expression is kept.
type SiteKind uint8

const (
	SiteAttribute SiteKind = iota + 1 // an attribute, annotation or decorator: a creation or call
	SiteCall                          // a call, creation or query whose value is unused
	SiteValue                         // the value of the name at For, or the return value of a callable
	SiteEach                          // its elements are the values of the name at For
)

// String returns attribute, call, value or each.
func (k SiteKind) String() string {
	return [...]string{"", "attribute", "call", "value", "each"}[k]
}

// A Site is an expression that frameworks may interpret: the metadata of a
// definition, or a call that configures something. An expression is kept once,
// with all its subexpressions; the statements in the body of a lambda are separate
// sites.
type Site struct {
	Kind SiteKind
	// the innermost enclosing definition; of an attribute the definition it is written
	// on
	Def int32
	For uint32 // SiteValue, SiteEach: where the name of the value begins
	// Scope is where the scope of the local begins that a SiteValue declares; 0 if it
	// declares none, or if that scope begins with the name.
	Scope uint32
	Part  uint8 // SiteEach: the part of each element that the name is bound to, from 1; 0: all of it
	// Branch marks a site in a branch or a loop, which may not run, or run several
	// times.
	Branch  bool
	If      *Condition // the innermost enclosing condition, if the front end keeps conditions
	Appends bool       // SiteValue: the value is appended to the previous one
	Expr    Expr
	To      *Expr // SiteValue: the member expression that is assigned to; nil for a name
}

// A Condition guards the sites of a branch.
type Condition struct {
	Expr             // opaque if unknown, such as the trip count of a loop
	Not   bool       // the condition is negated
	Outer *Condition // the next enclosing condition, or nil
}

// Walk calls visit for every expression of the site except conditions, in
// preorder.
func (s *Site) Walk(visit func(*Expr)) {
	if s.To != nil {
		s.To.Walk(visit)
	}
	s.Expr.Walk(visit)
}

// A SiteScope selects the sites that a front end keeps.
type SiteScope uint8

// The scopes, each included in the next except for members.
const (
	NoSites        SiteScope = iota
	AttributeSites           // attribute sites only
	AllSites
	// MemberSites selects all sites, and members and elements of which only the value
	// is used
	MemberSites
)

// DefinitionAt returns the index of the innermost definition that encloses a
// position.
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

// outer returns the next candidate if definition i is not the innermost one that
// encloses a position after its start.
func (f *Facts) outer(i int) int {
	if i < len(f.around) {
		return int(f.around[i])
	}
	return int(f.Definitions[i].Parent)
}
