package routes

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/resolve"
)

// A VerbMethod is a method of a class that handles the requests of one verb.
type VerbMethod struct {
	Verb string
	Def  resolve.DefID
}

// verbNames lists the names of these methods in Python frameworks.
var verbNames = []string{"get", "post", "put", "patch", "delete", "head", "options"}

// VerbMethods lists the methods of a class, inherited ones included, that are named
// after the verbs they handle.
func VerbMethods(t *eval.Tree, class resolve.DefID) []VerbMethod {
	var out []VerbMethod
	for _, name := range verbNames {
		if d := t.Member(class, name); d != class {
			out = append(out, VerbMethod{strings.ToUpper(name), d})
		}
	}
	return out
}
