package fleet

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/internal/embedding"
)

// Options of Link.
type Options struct {
	Name   string  // of the linked index, as its repository; empty: fleet
	Tool   string  // version of the program
	Groups *Groups // of readers; nil: those of the members
	Jobs   int
	Phase  func(name string) // called when a phase begins; may be nil
}

// A Result is a linked index, and the indexes left out of it.
type Result struct {
	Index   artifacts.Index
	Faults  []Fault  // by folder
	Uneven  []string // repositories whose requests were not joined: their readers see different files
	Members []string // by name

	indexes []*Index
}

// Close releases the indexes that were read, when Index has been written.
func (r *Result) Close() { closeAll(r.indexes) }

// Link joins indexes. It fails if two have one name or none can be read. The result depends on the
// indexes and their names alone.
//
// Time and memory grow with the indexes together.
func Link(ctx context.Context, sources []Source, opts Options) (*Result, error) {
	phase := opts.Phase
	if phase == nil {
		phase = func(string) {}
	}
	phase("reading")
	indexes, faults, err := load(ctx, sources, opts.Jobs)
	if err != nil {
		closeAll(indexes)
		return nil, err
	}
	if len(indexes) == 0 {
		return &Result{Faults: faults}, fmt.Errorf("none of %d indexes can be read", len(sources))
	}
	res, err := link(indexes, opts, phase)
	if err != nil {
		closeAll(indexes)
		res = &Result{}
	}
	res.Faults = faults
	return res, err
}

// link joins indexes that were read.
func link(indexes []*Index, opts Options, phase func(name string)) (*Result, error) {
	if err := opts.Groups.check(indexes); err != nil {
		return nil, err
	}
	phase("linking")
	found, err := joinAll(indexes, opts.Groups)
	if err != nil {
		return nil, err
	}
	return assemble(indexes, found, opts, phase)
}

// joinAll finds the edges between indexes, key by key.
func joinAll(indexes []*Index, groups *Groups) ([]*Found, error) {
	var headers []Header
	var needs []Needs
	for _, x := range indexes {
		x.Rename(groups)
		headers, needs = append(headers, x.Header), append(needs, x.Needs())
	}
	shared := Share(needs)
	byKey := map[string][]Fragment{}
	for _, x := range indexes {
		for _, f := range x.Fragments(shared) {
			byKey[f.Key] = append(byKey[f.Key], f)
		}
	}
	var found []*Found
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		list, err := Join(key, headers, byKey[key])
		if err != nil {
			return nil, err
		}
		found = append(found, list...)
	}
	return found, nil
}

// Assemble makes the linked index of indexes that were renamed, and of all that was found between
// them. The caller closes the indexes after an error, otherwise the result.
func Assemble(indexes []*Index, found []*Found, opts Options) (*Result, error) {
	phase := opts.Phase
	if phase == nil {
		phase = func(string) {}
	}
	indexes = slices.SortedFunc(slices.Values(indexes), compareIndexes)
	if err := checkNames(indexes); err != nil {
		return nil, err
	}
	return assemble(indexes, found, opts, phase)
}

// assemble is Assemble for indexes in the order of their linked ids.
func assemble(indexes []*Index, found []*Found, opts Options, phase func(name string)) (*Result, error) {
	if err := sameTokens(indexes); err != nil {
		return nil, err
	}
	g := merge(indexes)
	res := &Result{indexes: indexes}
	links, err := apply(g, indexes, found)
	if err != nil {
		return nil, err
	}
	dropped := compact(g)
	if err := checkHandles(g); err != nil {
		return nil, err
	}
	for _, x := range indexes {
		res.Members = append(res.Members, x.Name)
		if x.Uneven && len(x.Endpoints) > 0 {
			res.Uneven = append(res.Uneven, x.Name)
		}
	}
	phase("ranking")
	ranks, err := artifacts.Rank(g, opts.Jobs)
	if err != nil {
		return nil, err
	}
	for i, r := range ranks {
		g.Nodes[i].Rank = r
	}
	res.Index = indexOf(g, indexes, links, opts)
	res.Index.Reused = taken(indexes, dropped)
	if res.Index.Embeddings, err = commonTable(indexes); err != nil {
		return nil, err
	}
	if res.Index.Embeddings != nil || !reusable(indexes, opts.Tool) {
		if err := res.Index.TakeTexts(); err != nil {
			return nil, err
		}
	}
	return res, nil
}

// indexOf returns the index to write.
func indexOf(g *graph.Graph, indexes []*Index, links []artifacts.Link, opts Options) artifacts.Index {
	in := artifacts.Index{Graph: g, Files: sourceFiles(indexes), Links: links, Tool: opts.Tool,
		Tokens: indexes[0].manifest.Tokens, Settings: map[string]string{artifacts.MembersSetting: membersOf(indexes)},
		Source: artifacts.Source{Repository: opts.name()}}
	if opts.Groups != nil {
		in.Settings[groupsSetting] = opts.Groups.String()
	}
	in.Source.Fingerprint = artifacts.Fingerprint(in.Files)
	for _, m := range indexes {
		in.References = append(in.References, m.manifest.References...)
	}
	return in
}

// reusable reports whether the search terms of the members are those of the linked index. They are not
// with access rules, by which a reader has other nodes, nor if another version of the program wrote
// them, which may analyze texts differently.
func reusable(indexes []*Index, tool string) bool {
	for _, m := range indexes {
		if m.Uneven || len(m.files) > 0 && !m.files[0].Access().IsPublic() || !m.reader.Reusable() ||
			m.manifest.Tool != tool {
			return false
		}
	}
	return true
}

// taken are the members with the numbers of their nodes in the linked index, without those that were
// dropped.
func taken(indexes []*Index, dropped []bool) []artifacts.Reused {
	var out []artifacts.Reused
	next := uint32(0)
	for _, m := range indexes {
		numbers := make([]uint32, m.end-m.first)
		for i := range numbers {
			if dropped != nil && dropped[int(m.first)+i] {
				numbers[i] = artifacts.NoNumber
				continue
			}
			numbers[i] = next
			next++
		}
		out = append(out, artifacts.Reused{Reader: m.reader, Numbers: numbers, Below: m.path(""), Texts: m.texts})
	}
	return out
}

// commonTable returns the table of embeddings of all members; nil if they do not have the same
// one.
func commonTable(members []*Index) (*embedding.Table, error) {
	var common *embedding.Table
	for i, m := range members {
		t, err := m.reader.EmbeddingTable()
		if err != nil || t == nil || i > 0 && !bytes.Equal(t.Bytes(), common.Bytes()) {
			return nil, err
		}
		common = t
	}
	return common, nil
}

// groupsSetting is the setting that has the groups of readers of a linked index, if it has its own.
const groupsSetting = "groups"

// membersOf lists the members, one a line.
func membersOf(indexes []*Index) string {
	var lines []string
	for _, m := range indexes {
		lines = append(lines, memberLine(m.Name, m.manifest))
	}
	return strings.Join(lines, "\n")
}

// memberLine returns the line of a member: its name, the state of its tree, and the hash of its
// index.
func memberLine(name string, m *artifacts.Manifest) string {
	state := m.Source.Commit
	if state == "" || m.Source.Dirty {
		state = m.Source.Fingerprint
	}
	return name + " " + state + " " + m.Self
}

// Current reports whether dir has the result of Link and Write for the indexes: it is a linked
// index of their current state, by the same version of the program. Only manifests are read.
func Current(dir string, sources []Source, opts Options, compressed bool) bool {
	r, err := artifacts.Open(dir)
	if err != nil {
		return false
	}
	defer r.Close()
	was := r.Manifest()
	if was.Tool != opts.Tool || was.Compressed != compressed || was.Source.Repository != opts.name() ||
		was.Settings[groupsSetting] != opts.Groups.String() {
		return false
	}
	var lines []string
	for _, s := range sources {
		member, err := artifacts.Open(s.Dir)
		if err != nil {
			return false
		}
		lines = append(lines, memberLine(s.NameIn(member.Manifest()), member.Manifest()))
		member.Close()
	}
	known := strings.Split(was.Settings[artifacts.MembersSetting], "\n")
	slices.Sort(lines)
	slices.Sort(known)
	return slices.Equal(lines, known)
}

// name returns the name of the linked index.
func (o Options) name() string { return cmp.Or(o.Name, "fleet") }

// sameTokens checks that the tokens of all members are counted alike.
func sameTokens(indexes []*Index) error {
	for _, m := range indexes[1:] {
		if first := indexes[0]; m.manifest.Tokens != first.manifest.Tokens {
			return fmt.Errorf("%s counts tokens by %s and %s by %s: build one of them again with --tokens",
				first.Source.Dir, first.manifest.Tokens, m.Source.Dir, m.manifest.Tokens)
		}
	}
	return nil
}

// checkHandles refuses two nodes with one handle: a look-up would find only one of them. For ten
// million nodes the probability is 4 %.
func checkHandles(g *graph.Graph) error {
	handles := make([]uint64, len(g.Nodes))
	for i := range g.Nodes {
		handles[i] = number(g.Nodes[i].ID.Handle())
	}
	sorted := slices.Clone(handles)
	slices.Sort(sorted)
	for i := 1; i < len(sorted); i++ {
		if sorted[i] != sorted[i-1] {
			continue
		}
		a := slices.Index(handles, sorted[i])
		b := a + 1 + slices.Index(handles[a+1:], sorted[i])
		return fmt.Errorf("%s and %s have one handle: give one of the repositories another name, as NAME=DIR",
			g.Nodes[a].ID, g.Nodes[b].ID)
	}
	return nil
}

// number is a handle as a number.
func number(handle string) uint64 {
	n, _ := strconv.ParseUint(strings.Map(func(c rune) rune {
		switch { // the digits of base 32, in Go's spelling
		case c >= '2' && c <= '7':
			return c - '2' + 'q'
		case c < 'k':
			return c - 'a' + '0'
		}
		return c - 'k' + 'a'
	}, handle), 32, 64)
	return n
}
