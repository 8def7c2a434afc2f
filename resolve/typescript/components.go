package typescript

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// isComponent reports whether a file is a single-file component: its definition 1 is the
// component, which contains all others.
func isComponent(f *resolve.File) bool {
	return f.Page != nil && len(f.Definitions) > 1 &&
		f.Definitions[1].Kind == graph.KindComponent
}

// own lists the top-level declarations of a file with a name. In a single-file component,
// these are the members of the component.
func (t *tree) own(f *resolve.File, name string) []resolve.DefID {
	out := t.table.Own(f.First, name)
	if isComponent(f) {
		out = append(out[:len(out):len(out)], t.table.Own(f.ID(1), name)...)
	}
	return out
}

// ofComponent lists the definitions that a name in the markup of a component refers to:
// declarations of its scripts, otherwise a member of its options.
//
//	<button @click="save">    // export default { methods: { save() {} } }
func (s *scope) ofComponent(e *resolve.Def, name string, from resolve.DefID,
	space space) []resolve.DefID {
	if e.Name == name && space == values {
		return nil // the file resolves its own name
	}
	if own := s.inSpace(s.b.Table.Own(e.ID, name), space); len(own) > 0 || from != e.ID ||
		space != values {
		return own
	}
	for _, options := range s.b.Table.Own(e.ID, "default") {
		for _, option := range []string{"methods", "computed", "setup"} {
			for _, group := range s.b.Table.Own(options, option) {
				// the markup refers to declarations in setup by the names that it returns
				if own := s.b.Table.Own(group, name); len(own) > 0 {
					return own
				}
			}
		}
	}
	return nil
}

// bindTags links a component to those whose tags are in its markup: by the name that its
// scripts give to the tag, as written or capitalized, otherwise by name, because tools
// may import components automatically by their files.
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

// tagged returns the component that a tag refers to, or None if it is external.
func (s *scope) tagged(f *resolve.File, name string, at uint32) (resolve.DefID, graph.Tier) {
	first, _, dotted := strings.Cut(name, ".")
	capital := capitals(first)
	for _, n := range []string{first, capital, strings.ToLower(capital[:1]) + capital[1:]} {
		found, local := s.name(f, n, at, f.ID(1), values)
		if local != nil {
			return resolve.None, 0
		}
		if len(found.Defs) == 1 && !dotted {
			return found.Defs[0], resolve.WeakerTier(found.Tier, graph.Exact)
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

// capitals converts a name with dashes to the form used in scripts: user-card is
// UserCard.
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
