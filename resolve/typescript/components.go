package typescript

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// isComponent reports whether a file is a single-file component: its definition 1 is the
// component, which all others belong to.
func isComponent(f *resolve.File) bool {
	return f.Page != nil && len(f.Definitions) > 1 &&
		f.Definitions[1].Kind == graph.KindComponent
}

// own lists what a file declares under a name at its top. In a single-file component that
// is what the component has.
func (t *tree) own(f *resolve.File, name string) []resolve.DefID {
	out := t.table.Own(f.First, name)
	if isComponent(f) {
		out = append(out[:len(out):len(out)], t.table.Own(f.ID(1), name)...)
	}
	return out
}

// ofComponent lists what the markup of a component means by a name: what its scripts declare,
// else a member of its options.
//
//	<button @click="save">    // export default { methods: { save() {} } }
func (s *scope) ofComponent(e *resolve.Def, name string, from resolve.DefID,
	space space) []resolve.DefID {
	if e.Name == name && space == values {
		return nil // its own name is a matter of the file
	}
	if own := s.inSpace(s.b.Table.Own(e.ID, name), space); len(own) > 0 || from != e.ID ||
		space != values {
		return own
	}
	for _, options := range s.b.Table.Own(e.ID, "default") {
		for _, option := range []string{"methods", "computed", "setup"} {
			for _, group := range s.b.Table.Own(options, option) {
				// of what setup declares the markup names what it returns
				if own := s.b.Table.Own(group, name); len(own) > 0 {
					return own
				}
			}
		}
	}
	return nil
}

// bindTags joins a component to those whose tags are in its markup: by what its scripts call
// the tag, as written or in capitals, else by its name alone, where the programs' tools import
// components by their files.
//
//	<UserCard />  <user-card />    // import UserCard from './UserCard.vue'
func (s *scope) bindTags(b *resolve.Binder) {
	if !isComponent(b.File) {
		return
	}
	from := b.File.ID(1)
	for i := range b.File.Page.Tags {
		tag := &b.File.Page.Tags[i]
		ref := parse.Reference{Kind: parse.RefRender, Name: tag.Name, Def: 1, At: tag.At, Args: -1}
		if to, tier := s.tagged(b.File, tag.Name, tag.At); to != resolve.None {
			b.Emit(&ref, from, to, tier)
		}
	}
}

// tagged finds the component that a tag means; None for one outside the tree.
func (s *scope) tagged(f *resolve.File, name string, at uint32) (resolve.DefID, graph.Tier) {
	first, _, dotted := strings.Cut(name, ".")
	capital := capitals(first)
	for _, n := range []string{first, capital, strings.ToLower(capital[:1]) + capital[1:]} {
		found, local := s.name(f, n, at, f.ID(1), values)
		if local != nil {
			return resolve.None, 0
		}
		if len(found.Defs) == 1 && !dotted {
			return found.Defs[0], resolve.Worse(found.Tier, graph.Exact)
		}
		if len(found.Defs) > 0 || found.Name != "" || found.IsModule ||
			found.External && found.Module != global {
			return resolve.None, 0
		}
	}
	if known := s.tree.components[capital]; len(known) == 1 && !dotted {
		return known[0], graph.Unique
	}
	return resolve.None, 0
}

// capitals is a name with dashes as components are called in scripts: user-card is UserCard.
func capitals(name string) string {
	var b strings.Builder
	for _, part := range strings.Split(name, "-") {
		if part != "" {
			b.WriteString(strings.ToUpper(part[:1]) + part[1:])
		}
	}
	if b.Len() == 0 {
		return name
	}
	return b.String()
}
