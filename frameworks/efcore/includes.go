package efcore

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// onEntry reads a call on a tracked entry: the navigations that it loads.
func (u *uses) onEntry(e *parse.Expr, of resolve.Type, parent *parse.Expr) {
	if e.Text != "Collection" && e.Text != "Reference" || parent == nil ||
		!strings.HasPrefix(parent.Text, "Load") && parent.Text != "Query" {
		return
	}
	u.follow(e, of)
}

// stateSet reads an assignment to the state of an entry.
func (u *uses) stateSet(to *parse.Expr) {
	if to.Text != "State" || to.Recv == nil {
		return
	}
	entry := u.typeOf(to.Recv)
	if !u.isNamed(entry, "EntityEntry") || len(entry.Args) != 1 {
		return
	}
	ops := graph.Ops(0)
	switch u.at.Expr.Text {
	case "Added":
		ops = graph.Insert
	case "Modified":
		ops = graph.Update
	case "Deleted":
		ops = graph.Delete
	}
	if ops != 0 {
		u.use(to.At, u.anywhere(entry.Args[0]), ops)
	}
}

// included records the navigations that a query includes.
func (u *uses) included(e *parse.Expr, recv resolve.Type) {
	if e.Text != "Include" && e.Text != "ThenInclude" || len(e.Args) == 0 ||
		u.at.in.Referent(e.At).Def != resolve.None {
		return
	}
	of, ok := u.rowsOf(recv)
	if !ok {
		return
	}
	if e.Text == "ThenInclude" {
		if of, ok = u.lastIncluded(e.Recv); !ok {
			return
		}
	}
	u.follow(e, of)
}

// lastIncluded returns the target type of the Include or ThenInclude before a
// ThenInclude.
func (u *uses) lastIncluded(e *parse.Expr) (resolve.Type, bool) {
	if e == nil {
		return resolve.Unknown, false
	}
	t := u.typeOf(e)
	if len(t.Args) == 2 && u.isNamed(t, "IIncludableQueryable") {
		to := t.Args[1]
		if of, ok := u.element(to); ok {
			to = of
		}
		return to, to.Known()
	}
	return resolve.Unknown, false
}

// follow records reads of all entities on the path in the first argument of a call.
func (u *uses) follow(e *parse.Expr, of resolve.Type) {
	for _, name := range u.pathOf(&e.Args[0].Value) {
		to, ok := u.navigate(of, name)
		if !ok {
			return
		}
		u.use(e.At, u.anywhere(to), 0)
		u.joined(e.At, of, name)
		of = to
	}
}

// joined records a read of the join table of a many-to-many navigation.
func (u *uses) joined(at uint32, of resolve.Type, nav string) {
	t := u.anywhere(of)
	u.enterUses(u.at, at, t, 0, u.tablesFor(t, func(m *model, _ *entity) []named {
		if table, ok := m.joinTableOf(of, nav); ok {
			return []named{table}
		}
		return nil
	}))
}

// pathOf lists the names of a path: x => x.A.B, "A.B", nameof(X.A).
func (u *uses) pathOf(e *parse.Expr) []string {
	switch e.Kind {
	case parse.ExprString:
		if e.Parts == nil {
			return strings.Split(e.Text, ".")
		}
	case parse.ExprLambda:
		if len(e.Args) != 1 {
			return nil
		}
		body := strings.TrimLeft(u.at.in.File.Slice(e.Body), "( ")
		rest, ok := strings.CutPrefix(body, e.Args[0].Name)
		var out []string
		for ok {
			rest, ok = strings.CutPrefix(strings.TrimLeft(rest, "!?) \r\n\t"), ".")
			rest = strings.TrimLeft(rest, " \r\n\t")
			if name := nameAt(rest, 0); ok && name != "" {
				out = append(out, name)
				rest = rest[len(name):]
			} else {
				break
			}
		}
		return out
	}
	return nil
}

// navigate returns the target type of a property, if that is an entity.
func (u *uses) navigate(of resolve.Type, name string) (resolve.Type, bool) {
	if of.Def <= resolve.None {
		return resolve.Unknown, false
	}
	i := slices.IndexFunc(u.propertiesOf(of), func(p property) bool { return p.name == name })
	if i < 0 {
		return resolve.Unknown, false
	}
	t := u.propertiesOf(of)[i].typ
	if to, ok := u.element(t); ok {
		t = to
	}
	return t, t.Def > resolve.None
}
