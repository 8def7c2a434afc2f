package scoped

import (
	"strconv"
	"strings"

	"seedgraph/resolve"
)

// elixir: modules share one namespace, and a call may omit the arguments that have
// defaults.
func elixir() *dialect {
	return &dialect{
		prepare: func(w *symbolTable) {
			for full, ids := range w.names {
				if w.ix.Def(ids[0]).Kind.IsType() {
					w.addSpace(parent(full))
				}
			}
		},
		after: func(e *eval, of resolve.Type, name string) []resolve.DefID {
			base, given, _ := strings.Cut(name, "/")
			n, err := strconv.Atoi(given)
			if err != nil {
				return nil
			}
			for more := n + 1; more <= n+maxDefaults; more++ {
				for _, id := range e.w.own(of.Def, base+"/"+strconv.Itoa(more)) {
					if optional(e.ix.Def(id)) >= more-n {
						return []resolve.DefID{id}
					}
				}
			}
			return nil
		},
	}
}

// maxDefaults bounds the number of arguments that a call is expected to omit.
const maxDefaults = 6

// optional returns the number of parameters with defaults.
func optional(d *resolve.Def) int {
	n := 0
	for _, p := range d.Params {
		if p.Optional {
			n++
		}
	}
	return n
}
