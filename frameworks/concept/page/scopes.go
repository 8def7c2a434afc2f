package page

import (
	"sort"

	"seedgraph/parse"
)

// scopes are the names that a template sets, by name and in the order of their scopes.
type scopes map[string][]scoped

// A scoped name is a variable in its scope.
type scoped struct {
	*parse.Var
	outer int // the one before whose scope reaches into this one; -1 without one
}

// scopesOf gathers variables, which come in the order of their scopes. It takes time in
// proportion to them.
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

// at returns the innermost variable of a name at a place, nil for none: the one that begins last.
// It takes as many steps as variables of the name are nested, and a logarithm of all of them.
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
