package artifacts

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"seedgraph/graph"
)

// A Match is the referent of a name typed by a user.
type Match struct {
	Nodes []uint32 // by number; empty: unknown; several: ambiguous
	Part  int      // the requested part, counted from 1; 0: the whole node
}

// Resolve finds the nodes that s may refer to; the first matching form applies:
//
//   - a canonical id, of a node or of a part;
//   - a handle; in a linked index also REPOSITORY/handle, with the handle of that repository's own index;
//   - path:line, the innermost definition at that line;
//   - a path, the file;
//   - a symbol suffix that begins after '.', '/', '#' or ':', with or without
//     parameters: in the case as written if there is a match, otherwise ignoring case. Of
//     several definitions of a database object, the current one matches. In a
//     linked index, a prefix REPOSITORY// selects a repository.
func (r *Reader) Resolve(s string) (Match, error) {
	s = strings.TrimSpace(s)
	for _, form := range []func(string) (Match, error){r.byID, r.byHandle, r.byLinked, r.byLine, r.byPath,
		r.bySymbol} {
		m, err := form(s)
		if err != nil || len(m.Nodes) > 0 {
			return m, err
		}
	}
	return Match{}, nil
}

func (r *Reader) byID(s string) (Match, error) {
	n, ok, err := r.Lookup(graph.NodeID(s))
	if ok || err != nil {
		return one(n, 0), err
	}
	id, part := graph.SplitChunk(s)
	if part == 0 {
		return Match{}, nil
	}
	n, ok, err = r.Lookup(id)
	if !ok || err != nil {
		return Match{}, err
	}
	rec, err := r.record(n)
	if err != nil || part > len(rec.places) {
		return Match{}, err
	}
	return one(n, part), nil
}

func one(n uint32, part int) Match { return Match{[]uint32{n}, part} }

// byLinked is byHandle for a handle of a repository's own index, behind the name of the repository.
func (r *Reader) byLinked(s string) (Match, error) {
	at := strings.LastIndexByte(s, '/')
	if at < 0 || !graph.IsHandle(s[at+1:]) || !graph.IsRepositoryName(strings.TrimSuffix(s[:at], "/")) {
		return Match{}, nil
	}
	return r.byHandle(graph.LinkedHandle(strings.TrimSuffix(s[:at], "/"), s[at+1:]))
}

func (r *Reader) byHandle(s string) (Match, error) {
	if key, _, isKey := strings.Cut(s, "|"); isKey { // csharp:Shop.Box.Get@gfcxkkvgsp|METHOD
		s = key[strings.LastIndexByte(key, '@')+1:]
	}
	n, ok, err := r.LookupHandle(strings.TrimPrefix(s, "@"))
	if !ok || err != nil {
		return Match{}, err
	}
	return one(n, 0), nil
}

func (r *Reader) byLine(s string) (Match, error) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return Match{}, nil
	}
	line, err := strconv.ParseUint(s[i+1:], 10, 32)
	if err != nil || line == 0 {
		return Match{}, nil
	}
	n, ok, err := r.At(s[:i], uint32(line))
	if !ok || err != nil {
		return Match{}, err
	}
	return one(n, 0), nil
}

func (r *Reader) byPath(s string) (Match, error) {
	nodes, err := r.PathNodes(s)
	for _, p := range nodes {
		rec, err := r.record(p.Node)
		if err != nil {
			return Match{}, err
		}
		if rec.node.Kind == graph.KindFile {
			return one(p.Node, 0), nil
		}
	}
	return Match{}, err
}

// A PathNode is a node of a file and its lines.
type PathNode struct {
	Node               uint32
	StartLine, EndLine uint32 // from 1, inclusive; 0 when unknown
}

// PathNodes lists the nodes of a file by first line; of nodes with the same first line
// the longer one comes first.
func (r *Reader) PathNodes(p string) ([]PathNode, error) {
	paths, err := r.paths.open()
	if err != nil {
		return nil, err
	}
	value, err := paths.lookup(path.Clean(p))
	if err == nil && value == nil && strings.Contains(p, `\`) { // a Windows path
		value, err = paths.lookup(path.Clean(strings.ReplaceAll(p, `\`, "/")))
	}
	if err != nil {
		return nil, err
	}
	var nodes []PathNode
	last := uint32(0)
	for d := (decoder{b: value}); len(d.b) > 0; {
		n := PathNode{Node: d.uint32()}
		n.StartLine = last + d.uint32()
		n.EndLine = n.StartLine + d.uint32()
		last = n.StartLine
		if d.bad || uint64(n.Node) >= r.head.nodes {
			return nil, corruptf("nodes of %s", p)
		}
		if seen, ok := r.seen(n.Node); ok {
			n.Node = seen
			nodes = append(nodes, n)
		}
	}
	return nodes, nil
}

// FileNumbers returns a number of the file of each node; 0 for a node without a path.
// Comparing them is cheaper than comparing the paths in records.
func (r *Reader) FileNumbers() ([]uint32, error) {
	paths, err := r.paths.open()
	if err != nil {
		return nil, err
	}
	files, file := make([]uint32, r.NumNodes()), uint32(0)
	bad := false
	err = paths.scan("", func(_ string, value []byte) bool {
		file++
		for d := (decoder{b: value}); len(d.b) > 0 && !bad; {
			n := d.uint32()
			d.uint()
			d.uint()
			if bad = d.bad || uint64(n) >= r.head.nodes; bad {
				break
			}
			if n, ok := r.seen(n); ok {
				files[n] = file
			}
		}
		return !bad
	})
	if bad {
		err = corruptf("nodes of paths")
	}
	return files, err
}

// Paths calls f for the paths that begin with prefix, in ascending order, until
// f returns false.
func (r *Reader) Paths(prefix string, f func(path string) bool) error {
	paths, err := r.paths.open()
	if err != nil {
		return err
	}
	return paths.prefix(prefix, func(s string, value []byte) bool {
		return !r.seesPath(value) ||
			f(s)
	})
}

// seesPath reports whether a node of a path is visible.
func (r *Reader) seesPath(value []byte) bool {
	for d := (decoder{b: value}); !r.showsAllNodes(); {
		n := d.uint32()
		d.uint32()
		d.uint32()
		if d.bad || uint64(n) >= r.head.nodes {
			return false
		}
		if _, ok := r.seen(n); ok {
			return true
		}
	}
	return true
}

// At finds the innermost definition at a line of a file, from 1; ok is false if there is
// none. Among definitions on the same lines the one with the fewest bytes is innermost. A
// route is not a definition, because it is declared by one; neither is the key of a
// setting, unless only a file encloses the line.
func (r *Reader) At(p string, line uint32) (n uint32, ok bool, err error) {
	nodes, err := r.PathNodes(p)
	if err != nil {
		return 0, false, err
	}
	nodes = slices.DeleteFunc(nodes, func(p PathNode) bool {
		return p.StartLine == 0 || line < p.StartLine || p.EndLine < line
	})
	lines := func(p PathNode) uint32 { return p.EndLine - p.StartLine }
	slices.SortStableFunc(nodes, func(a, b PathNode) int { return cmp.Compare(lines(a), lines(b)) })
	var best, key enclosing
	for _, p := range nodes {
		if best.ok && lines(p) != best.lines {
			break
		}
		rec, err := r.record(p.Node)
		if err != nil {
			return 0, false, err
		}
		found := enclosing{node: p.Node, kind: rec.node.Kind, lines: lines(p),
			size: rec.node.Span.End - rec.node.Span.Start, ok: true}
		switch {
		case found.kind == graph.KindRoute:
		case found.kind == graph.KindConfigKey:
			if !key.ok {
				key = found
			}
		case !best.ok || found.size < best.size:
			best = found
		}
	}
	whole := best.kind == graph.KindFile || best.kind == graph.KindConfigFile
	if key.ok && (!best.ok || whole) {
		best = key
	}
	return best.node, best.ok, nil
}

// An enclosing is a node whose lines include the requested one.
type enclosing struct {
	node  uint32
	kind  graph.NodeKind
	lines uint32 // number of its lines, minus one
	size  uint32 // in bytes
	ok    bool
}

// symbolKeys returns the lower-case names under which a node is indexed: its short name
// and the last name of its id.
func symbolKeys(n *graph.Node) []string {
	keys := []string{strings.ToLower(n.Short)}
	if s := lastName(symbolOf(n.ID)); s != n.Short {
		if s = strings.ToLower(s); s != keys[0] {
			keys = append(keys, s)
		}
	}
	return slices.DeleteFunc(keys, func(s string) bool { return s == "" })
}

// symbolOf returns an id without language, handle and kind: Shop#OrderService.Place(int).
func symbolOf(id graph.NodeID) string {
	s := string(id)
	if i := strings.LastIndexByte(s, '|'); i >= 0 {
		s = s[:i]
	}
	if i := strings.LastIndexByte(s, '@'); i >= 0 && graph.IsHandle(s[i+1:]) {
		s = s[:i]
	}
	if i := strings.IndexByte(s, ':'); i >= 0 {
		s = s[i+1:]
	}
	return s
}

// plainName removes parameters and type arguments from a symbol.
func plainName(s string) string {
	if strings.IndexByte(s, '(') < 0 && strings.IndexByte(s, '<') < 0 {
		return s // the common case
	}
	var b strings.Builder
	depth := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '(' || c == '<' && i > 0 && s[i-1] != '#' && s[i-1] != '.':
			depth++
		case (c == ')' || c == '>') && depth > 0:
			depth--
		case depth == 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// lastName returns the part after the last separator of a symbol, without parameters.
func lastName(s string) string {
	s = plainName(s)
	return s[strings.LastIndexAny(s, "./#:")+1:]
}

func (r *Reader) bySymbol(s string) (Match, error) {
	repository, own := graph.NodeID(s).Split()
	s = string(own)
	candidates, err := r.symbolNodes(s)
	if err != nil {
		return Match{}, err
	}
	var exact, folded []uint32
	var replaced [2][]uint32 // replaced definitions, folded and exact
	for _, n := range candidates {
		rec, err := r.record(n)
		if err != nil {
			return Match{}, err
		}
		switch m := matchSymbol(&rec.node, s); {
		case m == 0 || repository != "" && rec.node.ID.Repository() != repository:
		case rec.node.Flags.Has(graph.Replaced):
			replaced[m-1] = append(replaced[m-1], n)
		case m == 2:
			exact = append(exact, n)
		default:
			folded = append(folded, n)
		}
	}
	for _, list := range [][]uint32{exact, folded, replaced[1], replaced[0]} {
		if len(list) > 0 {
			return Match{Nodes: list}, nil
		}
	}
	return Match{}, nil
}

// symbolNodes lists the nodes whose last name may match the last name of s, by number.
func (r *Reader) symbolNodes(s string) ([]uint32, error) {
	symbols, err := r.symbols.open()
	if err != nil {
		return nil, err
	}
	if i := strings.LastIndexByte(s, '|'); i >= 0 {
		s = s[:i]
	}
	lower := strings.ToLower(s)
	var nodes []uint32
	for _, key := range []string{lastName(lower), lower[strings.LastIndexAny(lower, "/#")+1:]} {
		value, err := symbols.lookup(key)
		if err != nil {
			return nil, err
		}
		d := decoder{b: value}
		nodes = append(nodes, r.seenOf(d.numbers())...)
		if d.bad {
			return nil, corruptf("nodes of the symbol %q", key)
		}
	}
	slices.Sort(nodes)
	return slices.Compact(nodes), nil
}

// matchSymbol returns how s matches the end of one of n's names: 2 as written, 1 ignoring
// case, 0 not at all.
func matchSymbol(n *graph.Node, s string) int {
	symbol := symbolOf(n.ID)
	names := []string{n.Name, symbol, plainName(symbol), strings.ReplaceAll(symbol, "#", "."),
		strings.ReplaceAll(plainName(symbol), "#", "."), n.Path, standInName(n)}
	if i := strings.LastIndexByte(s, '|'); i >= 0 { // csharp:Shop.OrderService.Place|METHOD
		if s[i+1:] != string(n.Kind) && s[i+1:] != standInKind(n) && !mayBe(n, s[i+1:]) {
			return 0
		}
		s = s[:i]
	}
	if rest, ok := strings.CutPrefix(s, n.Language+":"); ok {
		s = rest
	}
	best := 0
	for _, name := range names {
		if endsWith(name, s) {
			return 2
		}
		if endsWith(strings.ToLower(name), strings.ToLower(s)) {
			best = 1
		}
	}
	return best
}

// mayBe reports whether a stand-in of a node may have a kind derived from a role.
func mayBe(n *graph.Node, kind string) bool {
	if n.Kind.IsType() {
		return kind == kindEntity || kind == kindMigration
	}
	return kind == kindSet && n.Kind == graph.KindProperty ||
		kind == kindMigration && (n.Kind == graph.KindFile || n.Kind.IsCallable())
}

// endsWith reports whether s ends name, beginning at a boundary.
func endsWith(name, s string) bool {
	if s == "" || !strings.HasSuffix(name, s) {
		return false
	}
	at := len(name) - len(s)
	return at == 0 || strings.IndexByte("./#:", name[at-1]) >= 0
}

// Symbols calls f for the lower-case names with the given prefix, which may be in any
// case, and the nodes of each, in ascending order, until f returns false.
func (r *Reader) Symbols(prefix string, f func(name string, nodes []uint32) bool) error {
	symbols, err := r.symbols.open()
	if err != nil {
		return err
	}
	return symbols.prefix(strings.ToLower(prefix), func(s string, value []byte) bool {
		d := decoder{b: value}
		nodes := r.seenOf(d.numbers())
		return len(nodes) == 0 && !r.showsAllNodes() || f(s, nodes)
	})
}
