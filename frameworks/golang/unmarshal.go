package golang

import (
	"regexp"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/config"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// unmarshal records the fields that viper fills from the keys of a section, or from all
// keys. An option may set another tag name, unlike options that only convert values.
func (r *configReader) unmarshal(x eval.Expr, section, into *parse.Expr, options int) {
	if into == nil {
		return
	}
	for i := min(options, len(x.Args)); i < len(x.Args); i++ {
		if r.ExternalName(x.Sub(&x.Args[i].Value)) != viper+"DecodeHook" {
			return
		}
	}
	name := ""
	if section != nil {
		text, ok := r.Text(x.Sub(section))
		if !ok {
			return
		}
		name = text
	}
	t := r.typeOf(x.Sub(into))
	for _, s := range r.sources(x) {
		key := s.section
		if name != "" {
			key = r.key(s, name)
		}
		r.fields(x, t, key, s, 0)
	}
}

// typeOf returns the type of the target.
func (r *configReader) typeOf(x eval.Expr) resolve.Type {
	if x.Kind == parse.ExprNew {
		return x.In.TypeOf(parse.TypeRef{Name: x.Expr.Text, At: x.At}, x.Def, x.At)
	}
	return x.In.ValueType(x.At)
}

// maxNesting bounds nested structs.
const maxNesting = 6

// mapped matches the tag that names the key of a field:
// `mapstructure:"host,omitempty"`.
var mapped = regexp.MustCompile("[` ]mapstructure:\"([^\",]*)((?:,[a-z]+)*)\"")

// fields records the fields of a struct: each has the key of its tag or name below the
// section, with nested structs recursively.
func (r *configReader) fields(x eval.Expr, t resolve.Type, section string, s source, depth int) {
	if t.Def <= resolve.None || depth > maxNesting {
		return
	}
	owner := r.Table.Def(t.Def)
	for i, f := int32(0), owner.File; int(i) < len(f.Definitions); i++ {
		d := r.Table.Def(f.ID(i))
		if d.Outer != t.Def || d.Kind != graph.KindField {
			continue
		}
		name, squashed, ok := keyOf(d, f.Slice(f.Definitions[i].Range))
		if !ok {
			continue
		}
		key := below(section, name)
		if squashed {
			key = section
		}
		of := r.Binder(f).TypeOf(d.Type, f.ID(i), d.NameAt)
		if of.Def > resolve.None && r.isStruct(of) {
			r.fields(x, of, key, s, depth+1)
			continue
		}
		if squashed {
			continue
		}
		k := config.Key{Space: keyfile.Dotted, Name: key}
		r.Model.Fills = append(r.Model.Fills, config.Fill{Key: k, Member: f.ID(i), Tier: graph.Exact,
			All: of.Form == parse.FormList || of.Form == parse.FormMap})
		r.automatic(x, k, s)
	}
}

// keyOf returns the name of the key of a field; ok is false for a field that is not
// filled.
func keyOf(d *resolve.Def, source string) (name string, squashed, ok bool) {
	m := mapped.FindStringSubmatch(source)
	if m == nil {
		return strings.ToLower(d.Name), false, d.Name[0] >= 'A' && d.Name[0] <= 'Z'
	}
	name = m[1]
	if name == "" {
		name = strings.ToLower(d.Name)
	}
	return name, strings.Contains(m[2], "squash"), name != "-"
}

// isStruct reports whether a type is a struct of the tree.
func (r *configReader) isStruct(t resolve.Type) bool {
	f := r.Table.Def(t.Def).File
	for i := range f.Definitions {
		if d := r.Table.Def(f.ID(int32(i))); d.Outer == t.Def && d.Kind == graph.KindField {
			return true
		}
	}
	return false
}
