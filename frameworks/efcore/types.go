package efcore

import (
	"slices"
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// outsideName returns the full name of an external type, without type parameters, or
// the name as written if it is unknown.
func (r *reader) outsideName(t resolve.Type) string { return data.OutsideType(r.someFile(), t) }

// someFile returns any file of the language: all resolve the same external names.
func (r *reader) someFile() *resolve.File {
	return r.table.Def(r.classes[0]).File
}

// isNamed reports whether t is an external type with one of the short names, in the
// framework's or an unknown namespace.
func (r *reader) isNamed(t resolve.Type, names ...string) bool {
	full := r.outsideName(t)
	if full == "" || strings.Contains(full, ".") &&
		!strings.HasPrefix(full, "Microsoft.EntityFrameworkCore.") {
		return false
	}
	return slices.Contains(names, resolve.LastName(full))
}

// setOf returns the row type of a set, if t is one.
func (r *reader) setOf(t resolve.Type) (resolve.Type, bool) {
	if len(t.Args) == 1 && r.isNamed(t, "DbSet", "IDbSet") {
		return t.Args[0], true
	}
	return resolve.Unknown, false
}

// shortName returns the display name of a class in the framework: without namespace and
// outer classes.
func (r *reader) shortName(t resolve.Type) string {
	name := t.Name
	if t.Def > resolve.None {
		name = r.table.Def(t.Def).Name
	} else if full := r.outsideName(t); full != "" {
		name = resolve.LastName(full)
	}
	if len(t.Args) == 0 {
		return name
	}
	args := make([]string, len(t.Args))
	for i := range t.Args {
		args[i] = r.shortName(t.Args[i])
	}
	return name + "<" + strings.Join(args, ", ") + ">"
}

// maxBases bounds the base types that are followed.
const maxBases = 40

// lineage lists a class and its base classes, starting with the class, with type
// arguments substituted. The last may be external.
func (r *reader) lineage(t resolve.Type) []resolve.Type {
	out := []resolve.Type{t}
	for len(out) < maxBases {
		last := out[len(out)-1]
		if last.Def <= resolve.None {
			break
		}
		next := slices.IndexFunc(r.table.Bases[last.Def], r.isClass)
		if next < 0 {
			break
		}
		out = append(out, resolve.Substitute(r.table.Bases[last.Def][next], last.Def, last.Args))
	}
	return out
}

// isClass reports whether a base type may be a class.
func (r *reader) isClass(t resolve.Type) bool {
	if t.Def > resolve.None {
		return r.table.Def(t.Def).Kind != graph.KindInterface
	}
	name := resolve.LastName(r.outsideName(t))
	return name != "" && !(len(name) > 1 && name[0] == 'I' && name[1] >= 'A' && name[1] <= 'Z')
}

// interfaces lists the framework interfaces with a short name that a class and its
// bases implement, with type arguments substituted.
func (r *reader) interfaces(t resolve.Type, name string) []resolve.Type {
	var out []resolve.Type
	for _, c := range r.lineage(t) {
		if c.Def <= resolve.None {
			continue
		}
		for _, b := range r.table.Bases[c.Def] {
			b = resolve.Substitute(b, c.Def, c.Args)
			if r.isNamed(b, name) {
				out = append(out, b)
			}
		}
	}
	return out
}

// self returns the type of this in a class.
func (r *reader) self(class resolve.DefID) resolve.Type {
	return resolve.Type{Def: r.table.Canon[class], Owner: resolve.None}
}

// isAbstract reports whether a class has no direct instances.
func (r *reader) isAbstract(t resolve.Type) bool {
	return t.Def > resolve.None && resolve.HasModifier(r.table.Def(t.Def), "abstract")
}

// A property is a member of a class that may be stored.
type property struct {
	def      resolve.DefID
	name     string
	typ      resolve.Type
	declared resolve.DefID // the class that declares it
	settable bool
}

// propertiesOf lists the public properties of a class and its bases, those of the class
// first.
func (r *reader) propertiesOf(t resolve.Type) []property {
	k := data.TypeKey(t)
	if out, ok := r.properties[k]; ok {
		return out
	}
	var out []property
	seen := map[string]bool{}
	for _, c := range r.lineage(t) {
		if c.Def <= resolve.None {
			break
		}
		for _, id := range r.members[c.Def] {
			d := r.table.Def(id)
			if d.Kind != graph.KindProperty || seen[d.Name] || resolve.HasModifier(d, "static") ||
				!r.isPublic(d) || d.Name == "this[]" {
				continue
			}
			seen[d.Name] = true
			typ := resolve.Substitute(r.typeOfDef(id), c.Def, c.Args)
			out = append(out, property{id, d.Name, typ, c.Def, r.isSettable(d)})
		}
	}
	r.properties[k] = out
	return out
}

// isPublic reports whether a member of a class is public. A record parameter makes an
// implicitly public property.
func (r *reader) isPublic(d *resolve.Def) bool {
	o := r.table.Def(d.Outer)
	return resolve.HasModifier(d, "public") || o.Kind == graph.KindRecord &&
		len(d.Modifiers) == 0 && (o.Body.IsEmpty() || d.NameAt < o.Body.Start)
}

// typeOfDef returns the declared type of a definition.
func (r *reader) typeOfDef(id resolve.DefID) resolve.Type {
	d := r.table.Def(id)
	return r.binders[d.File].TypeOf(d.Type, id, d.NameAt)
}

// isSettable reports whether a property can be set, that is, is not computed.
func (r *reader) isSettable(d *resolve.Def) bool {
	if d.Range.End <= d.NameAt {
		return true
	}
	text := d.File.Text[d.NameAt+uint32(len(d.Name)) : d.Range.End]
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") {
		return !strings.HasPrefix(text, "=>") // a parameter of a record
	}
	return strings.Contains(text, "set") || strings.Contains(text, "init")
}

// element returns the element type of a collection.
func (r *reader) element(t resolve.Type) (resolve.Type, bool) {
	return data.ElementOf(r.someFile(), t)
}

// mayBeEntity reports whether objects of a type may be stored as separate rows.
func (r *reader) mayBeEntity(t resolve.Type) bool {
	if t.Def <= resolve.None {
		return false
	}
	d := r.table.Def(t.Def)
	return (d.Kind == graph.KindClass || d.Kind == graph.KindRecord) &&
		!resolve.HasModifier(d, "static") && !strings.Contains(d.Signature, "record struct") &&
		!r.has(t.Def, "NotMapped") && !r.has(t.Def, "ComplexType")
}

// attribute returns the attribute of a definition with a short name, or nil.
func (r *reader) attribute(d resolve.DefID, name string) *statement {
	for i := range r.attributes[d] {
		s := &r.attributes[d][i]
		text := s.Expr.Text
		if m := s.in.Referent(s.Expr.At); m.External != "" { // an alias
			full, _, _ := strings.Cut(m.External, "<")
			text = resolve.LastName(full)
		}
		if text == name || text == name+"Attribute" {
			return s
		}
	}
	return nil
}

func (r *reader) has(d resolve.DefID, attribute string) bool {
	return r.attribute(d, attribute) != nil
}

// contexts lists the context classes whose models are built, in order: those that
// derive from the framework's, except pure base classes.
func (r *reader) contexts() []resolve.DefID {
	var all []resolve.DefID
	bases := map[resolve.DefID]bool{}
	for _, c := range r.classes {
		if r.isContext(r.self(c)) && r.table.Def(c).Kind == graph.KindClass {
			all = append(all, c)
			for _, b := range r.lineage(r.self(c))[1:] {
				bases[b.Def] = true
			}
		}
	}
	return slices.DeleteFunc(all, func(c resolve.DefID) bool {
		return bases[c] && (r.isAbstract(r.self(c)) || len(r.table.Def(c).TypeParams) > 0)
	})
}

// isContext reports whether a class is a context. A class that derives from a library
// class named like a context is one too.
func (r *reader) isContext(t resolve.Type) bool {
	line := r.lineage(t)
	last := line[len(line)-1]
	if last.Def > resolve.None {
		return false
	}
	full := r.outsideName(last)
	return full == "Microsoft.EntityFrameworkCore.DbContext" ||
		!strings.Contains(full, ".") && strings.HasSuffix(full, "DbContext")
}
