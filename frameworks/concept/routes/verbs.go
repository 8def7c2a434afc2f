package routes

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/resolve"
)

// A VerbMethod is the method of a class that answers the requests of a verb.
type VerbMethod struct {
	Verb string
	Def  resolve.DefID
}

// verbNames are the names of such methods, as Python's frameworks have them.
var verbNames = []string{"get", "post", "put", "patch", "delete", "head", "options"}

// VerbMethods lists the methods of a class, its own and inherited ones, that are named after
// the verbs that they answer.
func VerbMethods(t *eval.Tree, class resolve.DefID) []VerbMethod {
	var out []VerbMethod
	for _, name := range verbNames {
		if d := t.Member(class, name); d != class {
			out = append(out, VerbMethod{strings.ToUpper(name), d})
		}
	}
	return out
}
