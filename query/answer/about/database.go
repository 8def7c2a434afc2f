package about

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/render"
	"seedgraph/source/migration"
)

// A Database holds the properties of a database object in addition to its groups.
type Database struct {
	// InForce is the current definition, if it replaces this one.
	InForce *render.Item `json:"in_force,omitempty"`
	Why     string       `json:"why,omitempty"` // why this is the current one of several definitions
	// Others are the definitions for other database systems, by system: the current ones,
	// if this one represents the object, otherwise the one that represents it.
	Others []Other `json:"other_systems,omitempty"`

	// Changed is the last migration that changes the object for the system of the
	// definition.
	Changed *Changed `json:"changed,omitempty"`
	Reached *Reached `json:"reached,omitempty"` // from the nearest route or message handler
}

// An Other is the definition of an object for another database system.
type Other struct {
	System string `json:"system"`
	render.Item
}

// A Changed is the last migration that changed an object.
type Changed struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Line uint32 `json:"line,omitempty"`
}

// A Reached is the nearest route or message from which an object is reachable.
type Reached struct {
	ID   string   `json:"id"`
	Kind string   `json:"kind"`
	Name string   `json:"name"`
	Via  []string `json:"via"` // names, from the entry to the object
}

// describe sets the properties of a database object, and returns the options of its
// groups.
func (it *Item) describe(x Index, n uint32, node *graph.Node, out, in []graph.Edge,
	o *Options) (err error) {
	it.Database, err = database(x, n, node, out, in)
	if err != nil || it.Database == nil {
		return err
	}
	migrations, err := migrationsOf(x, in)
	o.fold, o.places = len(o.Groups) == 0, places(migrations)
	return err
}

// database describes a database object; it returns nil for nodes of code.
func database(x Index, n uint32, node *graph.Node, out, in []graph.Edge) (*Database, error) {
	if node.Domain() != graph.Database {
		return nil, nil
	}
	systems, err := systemsOf(x, node, out, in)
	if err != nil {
		return nil, err
	}
	d := &Database{}
	gone := false // the definition that represents the object is not current
	for _, e := range out {
		if e.Kind == graph.Revises {
			it, _, err := answer.NewItem(x, answer.Target{Node: e.To}, 0)
			if err != nil {
				return nil, err
			}
			if system := systems.other(node.Path, it.Path); system != "" {
				if gone, err = isReplaced(x, e.To); err != nil {
					return nil, err
				}
				if !gone {
					d.Others = []Other{{system, it}}
				}
				continue
			}
			if gone, err = isGone(x, e.To); err != nil {
				return nil, err
			}
			if !gone {
				d.InForce = &it
			}
		}
	}
	if err := d.force(x, node, in, systems, gone); err != nil {
		return nil, err
	}
	return d, d.reach(x, n)
}

// isGone reports whether a definition that others refer to is not current for any system.
func isGone(x Index, n uint32) (bool, error) {
	replaced, err := isReplaced(x, n)
	if err != nil || !replaced {
		return false, err
	}
	out, err := x.Out(n)
	return !slices.ContainsFunc(out, func(e graph.Edge) bool { return e.Kind == graph.Revises }), err
}

func isReplaced(x Index, n uint32) (bool, error) {
	node, err := x.Node(n)
	return err == nil && node.Flags.Has(graph.Replaced), err
}

// force sets the reason why a definition is current, and the last change of the object.
// gone means that the definition for another system which represents the object is not
// current.
func (d *Database) force(x Index, node *graph.Node, in []graph.Edge, systems systems,
	gone bool) error {
	migrations, err := migrationsOf(x, in)
	if err != nil {
		return err
	}
	stands := len(d.Others) == 0 // otherwise a definition for another system represents the object
	scripts := map[string]bool{}
	for _, m := range migrations {
		scripts[m.node.Path] = true
		if systems.other(node.Path, m.node.Path) == "" && !m.node.Flags.Has(graph.Test) {
			d.Changed = &Changed{string(m.node.ID), m.node.Name, m.edge.Line}
		}
	}
	var c contest
	for _, e := range in {
		if e.Kind != graph.Revises {
			continue
		}
		o, err := x.Node(e.From)
		if err != nil {
			return err
		}
		system := systems.other(node.Path, o.Path)
		switch {
		case !o.Flags.Has(graph.Replaced):
		case system == "":
			c.add(node, o, scripts)
		default:
			it, _, err := answer.NewItem(x, answer.Target{Node: e.From}, 0)
			if err != nil {
				return err
			}
			d.Others = append(d.Others, Other{system, it})
		}
	}
	slices.SortStableFunc(d.Others, func(a, b Other) int {
		return cmp.Or(strings.Compare(a.System, b.System), strings.Compare(a.ID, b.ID))
	})
	switch {
	case d.InForce != nil:
	case gone, stands && node.Flags.Has(graph.Replaced):
		d.Why = "none: it was dropped or renamed"
		return nil
	default:
		d.Why = c.why(node, scripts[node.Path])
	}
	if d.InForce == nil && len(d.Others) > 0 {
		d.Why = cmp.Or(d.Why, "the only definition") + ", for " +
			cmp.Or(systems.Of(node.Path), "all other systems")
	}
	return nil
}

// systems maps the scripts that define or change an object to their database systems.
type systems struct{ migration.Systems }

// systemsOf derives the systems from the paths of the scripts: all scripts of one object
// are comparable.
func systemsOf(x Index, node *graph.Node, out, in []graph.Edge) (systems, error) {
	files := []string{node.Path}
	for range 1 + longestRevises {
		for _, e := range in {
			if n, err := x.Node(e.From); err != nil {
				return systems{}, err
			} else if e.Kind == graph.Revises || e.Kind == graph.SchemaChange {
				files = append(files, n.Path)
			}
		}
		i := slices.IndexFunc(out, func(e graph.Edge) bool { return e.Kind == graph.Revises })
		if i < 0 {
			break
		}
		n, err := x.Node(out[i].To)
		if err != nil {
			return systems{}, err
		}
		files = append(files, n.Path)
		if in, err = x.In(out[i].To); err != nil {
			return systems{}, err
		}
		if out, err = x.Out(out[i].To); err != nil {
			return systems{}, err
		}
	}
	alike := func(a, b string) bool { return true }
	return systems{migration.SystemsOf(files, alike)}, nil
}

// longestRevises is the maximum number of Revises edges from a change to the definition
// that represents its object: the changed definition may be that of a system.
const longestRevises = 2

// other returns the database system in the path of another definition, if the system in
// the path of the first differs, or is missing among migrations of one set; a migration
// without a system is then for all other systems.
func (s systems) other(path, other string) string {
	a, b := s.Of(path), s.Of(other)
	if a == b || a == "" && !sameSet(path, other) {
		return ""
	}
	return b
}

func sameSet(path, other string) bool {
	m, ok := migration.Of(path, "")
	n, also := migration.Of(other, "")
	return ok && also && m.Set == n.Set
}

// A contest classifies the definitions that the current one replaces.
type contest struct {
	all, migrations, here int
	tests                 int  // scripts for tests
	aside                 int  // their paths mark them as old or as examples
	ordered               int  // ordered before or after it by number
	variants              int  // their names have more words
	current               bool // the path marks it as current, and the path of another script does not
	whole                 bool // a migration takes precedence over a schema script
	named                 bool // only the configuration or the columns decide against one of them
}

// add counts a definition that is not current; scripts contains the paths of migrations.
func (c *contest) add(node, o *graph.Node, scripts map[string]bool) {
	c.all++
	switch {
	case scripts[o.Path]:
		c.migrations++
	case o.Path == node.Path:
		c.here++
	case takesBack(o):
		c.migrations++
	case o.Flags.Has(graph.Test), migration.IsSample(o.Path):
		c.tests++
	case strings.HasPrefix(strings.ToUpper(o.Signature), "ALTER"):
	case !scripts[node.Path] && migration.IsCurrent(node.Path) && !migration.IsCurrent(o.Path):
		c.current = true
	case scripts[node.Path]:
		c.whole = true
	case migration.IsUnused(o.Path) && !migration.IsUnused(node.Path):
		c.aside++
	case migration.Order(o.Path, node.Path) != 0:
		c.ordered++
	case migration.CompareGenerality(node.Path, o.Path) < 0:
		c.variants++
	case o.Path < node.Path:
		c.named = true
	}
}

// takesBack reports whether a definition is in a script that reverts a migration.
func takesBack(node *graph.Node) bool {
	m, ok := migration.Of(node.Path, "")
	return ok && m.Undo
}

// why returns the reason why a definition is current.
func (c *contest) why(node *graph.Node, migrated bool) string {
	switch {
	case c.all == 0:
		return ""
	case c.named:
		return "its script is configured (database.current), or it is newer by its columns or as a dump"
	case c.current:
		return "its path marks it as current"
	case c.whole && node.Kind != graph.KindTable:
		return "a migration after the initial script, or the last with the whole schema, " +
			"or configured"
	case c.whole:
		return "the last with the whole schema, or configured"
	case c.aside == c.all:
		return "the paths of the others mark them as old or examples"
	case c.ordered > 0 && node.Kind != graph.KindTable:
		return fmt.Sprintf("the last of %d numbered scripts", c.ordered+1)
	case c.variants > 0 && c.variants+c.migrations+c.tests+c.aside == c.all:
		return fmt.Sprintf("the shortest name of %d scripts that define it", c.variants+1)
	case c.tests == c.all:
		return "the others are for tests"
	case migrated && node.Kind == graph.KindTable:
		return fmt.Sprintf("the creation, of %d migrations", c.migrations+1)
	case migrated:
		return fmt.Sprintf("the last of %d migrations that define it", c.migrations+1)
	case c.migrations+c.tests == c.all:
		return "schema scripts precede " + render.Count(c.migrations, "migration")
	case c.here == c.all:
		return fmt.Sprintf("one of %d definitions in its script", c.all+1)
	}
	return fmt.Sprintf("the first of %d scripts that define it", c.all-c.migrations-c.here-c.tests+1)
}

// A migrationOf is a migration that changes an object.
type migrationOf struct {
	node  *graph.Node
	edge  graph.Edge
	root  string // path of the first migration of its run, or of the first dated run
	date  string // may be empty
	place int    // position after the root
}

// migrationsOf lists the migrations among the edges into an object, in order.
func migrationsOf(x Index, in []graph.Edge) ([]migrationOf, error) {
	var out []migrationOf
	for _, e := range in {
		if e.Kind != graph.SchemaChange && e.Kind != graph.DataChange {
			continue
		}
		n, err := x.Node(e.From)
		if err != nil {
			return nil, err
		}
		m := migrationOf{node: n, edge: e}
		if m.root, m.place, err = runOf(x, e.From, n); err != nil {
			return nil, err
		}
		m.date = migration.Date(n.Path)
		out = append(out, m)
	}
	joinDated(out)
	slices.SortStableFunc(out, func(a, b migrationOf) int {
		return cmp.Or(migration.Natural(a.root, b.root), strings.Compare(a.date, b.date),
			cmp.Compare(a.place, b.place),
			migration.Natural(a.node.Path, b.node.Path), cmp.Compare(a.edge.Line, b.edge.Line))
	})
	return out, nil
}

// joinDated joins all migrations with a date in their names into one run, wherever they
// are.
func joinDated(list []migrationOf) {
	first := -1
	for i := range list {
		if list[i].date != "" && (first < 0 || migration.Natural(list[i].root, list[first].root) < 0) {
			first = i
		}
	}
	for i := range list {
		if list[i].date != "" {
			list[i].root = list[first].root
		}
	}
}

// maxRun bounds the number of migrations counted in one run.
const maxRun = 10_000

// runOf finds the first migration of a migration's run, and the number of its
// predecessors.
func runOf(x Index, n uint32, node *graph.Node) (root string, place int, err error) {
	for root = node.Path; place < maxRun; place++ {
		edges, err := x.Out(n)
		if err != nil {
			return "", 0, err
		}
		i := slices.IndexFunc(edges, func(e graph.Edge) bool { return e.Kind == graph.Follows })
		if i < 0 {
			return root, place, nil
		}
		n = edges[i].To
		before, err := x.Node(n)
		if err != nil {
			return "", 0, err
		}
		root = before.Path
	}
	return root, place, nil
}

// maxReached bounds the definitions visited on the way to an entry point.
const maxReached = 2_000

// reach finds the nearest route or message handler from which the object is reachable.
func (d *Database) reach(x Index, n uint32) error {
	walker := dispatch.NewWalker(x)
	follow := func(e graph.Edge) bool {
		return dispatch.Runs(e) || e.Kind == graph.ReadsFrom || e.Kind == graph.WritesTo ||
			e.Kind == graph.Executes
	}
	next := map[uint32]uint32{n: n} // the next node towards the object
	queue := []uint32{n}
	for i := 0; i < len(queue) && len(queue) < maxReached; i++ {
		at := queue[i]
		if entry, err := d.entry(x, at); err != nil || entry != nil {
			if entry != nil {
				d.Reached, err = entry, entry.way(x, at, n, next)
			}
			return err
		}
		steps, err := walker.Users(at, follow)
		if err != nil {
			return err
		}
		for _, s := range steps {
			node, err := x.Node(s.User)
			if err != nil {
				return err
			}
			if _, seen := next[s.User]; seen || node.Flags&(graph.Test|graph.Replaced) != 0 {
				continue
			}
			next[s.User] = at
			queue = append(queue, s.User)
		}
	}
	return nil
}

// entry returns the route or message that a definition handles, or nil.
func (d *Database) entry(x Index, n uint32) (*Reached, error) {
	in, err := x.In(n)
	if err != nil {
		return nil, err
	}
	for _, e := range in {
		if e.Kind == graph.Routes || e.Kind == graph.Handles {
			node, err := x.Node(e.From)
			if err != nil {
				return nil, err
			}
			return &Reached{ID: string(node.ID), Kind: string(node.Kind), Name: node.Name}, nil
		}
	}
	return nil, nil
}

// way sets Via to the names of the definitions from the handler of an entry to the
// object.
func (r *Reached) way(x Index, at, object uint32, next map[uint32]uint32) error {
	for ; at != object; at = next[at] {
		node, err := x.Node(at)
		if err != nil {
			return err
		}
		r.Via = append(r.Via, node.Name)
	}
	return nil
}

// lines formats the description as text.
func (d *Database) lines() []string {
	var out []string
	add := func(name, text string) { out = append(out, fmt.Sprintf("  %-10s %s", name, text)) }
	if d.InForce != nil {
		add("in force", d.InForce.Handle+"  "+render.Place(*d.InForce))
	}
	if d.Why != "" {
		add("in force", d.Why)
	}
	for _, o := range d.Others {
		add(o.System, o.Handle+"  "+render.Place(o.Item))
	}
	if d.Changed != nil {
		text := d.Changed.Name
		if d.Changed.Line > 0 {
			text += fmt.Sprintf(", line %d", d.Changed.Line)
		}
		add("changed", "last by "+text)
	}
	if d.Reached != nil {
		add("reached", render.OneLine(d.Reached.Kind+" "+
			strings.Join(append([]string{d.Reached.Name}, d.Reached.Via...), " -> ")))
	}
	return out
}

// places returns the positions of migration files in their order, for the lists of an
// object.
func places(migrations []migrationOf) map[string]int {
	out := map[string]int{}
	for i, m := range migrations {
		if out[m.node.Path] == 0 {
			out[m.node.Path] = i + 1
		}
	}
	return out
}
