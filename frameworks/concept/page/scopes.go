package page

import (
	"sort"

	"seedgraph/parse"
)

// scopes holds the variables that a template sets, by name and in the order of their
// scopes.
type scopes map[string][]scoped

// A scoped is a variable with its scope.
type scoped struct {
	*parse.Var
	outer int // index of the nearest enclosing scope, or -1
}

// scopesOf indexes variables, which are sorted by their scopes, in linear time.
func scopesOf(vars []parse.Var) scopes {
	out := scopes{}
	for i := range vars {
		list := out[vars[i].Name]
		outer := len(list) - 1
		for outer >= 0 && list[outer].Scope.End <= vars[i].Scope.Start {
			outer = list[outer].outer
		}
		out[vars[i].Name] = append(list, scoped{&vars[i], outer})
	}
	return out
}

// at returns the innermost variable of a name at a position, or nil: the one that
// begins last. Time is logarithmic in the number of variables of the name, plus the
// nesting depth.
func (s scopes) at(name string, at uint32) *parse.Var {
	list := s[name]
	i := sort.Search(len(list), func(i int) bool { return list[i].Scope.Start > at }) - 1
	for i >= 0 && !list[i].Scope.Contains(at) {
		i = list[i].outer
	}
	if i < 0 {
		return nil
	}
	return list[i].Var
}
