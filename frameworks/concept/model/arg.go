package model

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"seedgraph/eval"
	"seedgraph/parse"
)

// An Arg denotes an argument of a call or annotation:
//
//	0             the first positional argument
//	last          the last one
//	1...          the second and all after it
//	path          the named argument path
//	0|path        the first one, or else the one named path
//	1.topic.name  the member of an object literal
//	<0>           the first type argument
//	receiver      the receiver of the call
//	receiver.0    the first argument of the creation of the receiver
//	receiver<0>   the first type argument of the receiver's type
//
// The empty Arg denotes no argument.
type Arg string

const (
	lastArg     = "last"
	receiverArg = "receiver"
)

// An argAlternative is a parsed alternative of an Arg.
type argAlternative struct {
	at       int // position; -1 for none
	last     bool
	rest     bool
	name     string
	typeArg  int // -1 for none
	receiver bool
	members  []string
}

var (
	position = regexp.MustCompile(`^([0-9]{1,2})(\.\.\.)?((?:\.[A-Za-z_]\w*)*)$`)
	wordArg  = regexp.MustCompile(`^([A-Za-z_]\w*)((?:\.\w+)*)$`)
	typeArg  = regexp.MustCompile(`^(receiver)?<([0-9])>$`)
)

// parse parses the notation.
func (a Arg) parse() ([]argAlternative, error) {
	if a == "" {
		return nil, nil
	}
	var out []argAlternative
	for _, text := range strings.Split(string(a), "|") {
		alt := argAlternative{at: -1, typeArg: -1}
		if m := position.FindStringSubmatch(text); m != nil {
			alt.at, _ = strconv.Atoi(m[1])
			alt.rest, alt.members = m[2] != "", members(m[3])
		} else if m := typeArg.FindStringSubmatch(text); m != nil {
			alt.typeArg, _ = strconv.Atoi(m[2])
			alt.receiver = m[1] != ""
		} else if m := wordArg.FindStringSubmatch(text); m != nil {
			alt.members = members(m[2])
			switch m[1] {
			case lastArg:
				alt.last = true
			case receiverArg:
				alt.receiver = true
			default:
				alt.name = m[1]
			}
		} else {
			return nil, fmt.Errorf("%q denotes no argument", text)
		}
		out = append(out, alt)
	}
	return out, nil
}

// parsed holds the alternatives of the arguments of valid rows, by Arg: the same few are read for every
// call.
var parsed sync.Map

// alternatives is parse for an argument of a valid row.
func (a Arg) alternatives() []argAlternative {
	if out, ok := parsed.Load(a); ok {
		return out.([]argAlternative)
	}
	out, _ := a.parse()
	parsed.Store(a, out)
	return out
}

func members(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text[1:], ".")
}

// isType reports whether an argument is a type argument.
func (a Arg) isType() bool {
	alts, _ := a.parse()
	return slices.ContainsFunc(alts, func(alt argAlternative) bool { return alt.typeArg >= 0 })
}

// Of lists the expressions that an argument of x denotes: one, all of a rest, or those of the object
// literals that the argument may be; nil if x has no such argument. Type arguments of the receiver are
// those that a declaration writes, and have no expression: see [Matcher.TypeArg].
func (a Arg) Of(t *eval.Tree, x eval.Expr) []eval.Expr {
	if a == "" {
		return nil
	}
	for _, alt := range a.alternatives() {
		if out := alt.of(t, x); out != nil {
			return out
		}
	}
	return nil
}

// First returns the first expression that an argument of x denotes.
func (a Arg) First(t *eval.Tree, x eval.Expr) (arg eval.Expr, ok bool) {
	if list := a.Of(t, x); len(list) > 0 {
		return list[0], true
	}
	return eval.Expr{}, false
}

func (alt argAlternative) of(t *eval.Tree, x eval.Expr) []eval.Expr {
	var found []eval.Expr
	switch {
	case alt.typeArg >= 0:
		if !alt.receiver && alt.typeArg < len(x.TypeArgs) {
			return []eval.Expr{x.Sub(&x.TypeArgs[alt.typeArg])}
		}
		return nil
	case alt.receiver:
		if x.Recv != nil {
			found = []eval.Expr{x.Sub(x.Recv)}
		}
	case alt.last:
		if n := len(x.Args); n > 0 && x.Args[n-1].Name == "" {
			found = []eval.Expr{x.Sub(&x.Args[n-1].Value)}
		}
	case alt.rest:
		for i := alt.at; i < len(x.Args); i++ {
			found = append(found, x.Sub(&x.Args[i].Value))
		}
	default:
		if e := x.Arg(alt.at, alt.name); e != nil {
			found = []eval.Expr{x.Sub(e)}
		}
	}
	for _, name := range alt.members {
		found = membersOf(t, found, name)
	}
	return found
}

// membersOf lists the members of that name of the object literals that expressions may be.
func membersOf(t *eval.Tree, list []eval.Expr, name string) []eval.Expr {
	var out []eval.Expr
	for _, x := range list {
		for _, v := range t.Evaluate(x) {
			if v.Kind != parse.ExprMap && v.Kind != parse.ExprNew {
				continue
			}
			if at, err := strconv.Atoi(name); err == nil && v.Kind == parse.ExprNew {
				if e := v.Arg(at, ""); e != nil {
					out = append(out, v.Sub(e))
				}
				continue
			}
			if e := v.Arg(-1, name); e != nil {
				out = append(out, v.Sub(e))
			}
		}
	}
	return out
}
