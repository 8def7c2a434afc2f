package csharp

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/config"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// askBinder records the reads and fills of section.Get<T>(), section.Bind(target) and
// configuration.Bind("A", target).
func (r *configReader) askBinder(x, of eval.Expr) {
	var key *eval.Expr
	if x.Expr.Text == "Bind" && len(x.Args) > 1 && x.Args[1].Value.Kind != parse.ExprLambda {
		k := x.Sub(&x.Args[0].Value)
		key = &k
	}
	for _, f := range r.frames(x) {
		of.Env, x.Env = f.Env, f.Env
		t := r.boundType(x)
		for _, s := range r.sections(of, 0) {
			for _, name := range r.namesOr(key, f.Env) {
				k, tier := s.key(name.path), resolve.WeakerTier(resolve.WeakerTier(s.tier, f.Tier), name.tier)
				_, many := r.element(x, t)
				r.enter(x, k, tier, many && !r.holdsObjects(x, t))
				r.asking = true
				r.bind(x, t, k.Name, tier, 0)
				r.asking = false
			}
		}
	}
}

// namesOr lists the possible strings of a key, or an empty string if key is nil.
func (r *configReader) namesOr(key *eval.Expr, env eval.Env) []section {
	if key == nil {
		return []section{{tier: graph.Exact}}
	}
	k := *key
	k.Env = env
	return r.names(k)
}

// boundType returns the type that a section is bound to.
func (r *configReader) boundType(x eval.Expr) resolve.Type {
	switch {
	case len(x.TypeArgs) > 0:
		return r.WrittenType(x.Sub(&x.TypeArgs[0]))
	case x.Expr.Text == "Get" && len(x.Args) > 0:
		return r.WrittenType(x.Sub(&x.Args[0].Value))
	}
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		if arg.Kind == parse.ExprNew {
			if d := r.Class(arg); d != resolve.None {
				return resolve.Type{Def: r.Table.Canon[d], Owner: resolve.None}
			}
		}
		if t := r.typeOf(arg); t.Def > resolve.None {
			return t
		}
	}
	return resolve.Unknown
}

// bind records which keys below a path fill the members of a class, by the rules of the
// binder: public properties by case-insensitive name, nested objects recursively.
func (r *configReader) bind(x eval.Expr, t resolve.Type, path string, tier graph.Tier, depth int) {
	if t.Form == parse.FormOptional && len(t.Args) == 1 {
		t = t.Args[0]
	}
	if of, ok := r.element(x, t); ok {
		for _, segment := range r.segments(path) {
			r.bind(x, of, path+":"+segment, tier, depth+1)
		}
		return
	}
	if t.Def <= resolve.None || depth > maxNesting {
		return
	}
	for _, c := range r.lineage(t) {
		for _, id := range r.propertiesOf(c.Def) {
			d := r.Table.Def(id)
			typ := resolve.Substitute(r.Binder(d.File).TypeOf(d.Type, id, d.NameAt), c.Def, c.Args)
			key := path + ":" + r.keyName(id)
			if path == "" {
				key = r.keyName(id)
			}
			switch _, many := r.element(x, typ); {
			case isSettable(d) || many || r.isObject(typ):
				r.fill(key, id, tier, many && !r.holdsObjects(x, typ))
			case r.asking: // a read, even if nothing sets the key
				r.enter(x, config.Key{Space: keyfile.DotNet, Name: key}, tier, false)
			}
			r.bind(x, typ, key, tier, depth+1)
		}
	}
}

// isObject reports whether the binder instantiates a type.
func (r *configReader) isObject(t resolve.Type) bool {
	return t.Def > resolve.None && r.Table.Def(t.Def).Kind != graph.KindEnum
}

// holdsObjects reports whether a list or dictionary ultimately holds objects, which
// only have the keys of their properties.
func (r *configReader) holdsObjects(x eval.Expr, t resolve.Type) bool {
	for range maxNesting {
		of, many := r.element(x, t)
		if !many {
			break
		}
		t = of
	}
	return r.isObject(t)
}

// maxNesting bounds nested objects, which may be of the same class.
const maxNesting = 6

// fill records that a key fills a member; if all is set, the keys below it do too.
func (r *configReader) fill(key string, member resolve.DefID, tier graph.Tier, all bool) {
	r.model.Fills = append(r.model.Fills, config.Fill{Member: member, Tier: tier, All: all,
		Key: config.Key{Space: keyfile.DotNet, Name: key}})
}

// segments lists the next components of the keys below a path in files.
func (r *configReader) segments(path string) []string {
	var out []string
	prefix := config.Key{Space: keyfile.DotNet, Name: path}.Fold()
	for _, f := range r.model.Files {
		for i := range f.Keys {
			k := config.Key{Space: f.Keys[i].Space, Name: f.Keys[i].Name}
			if !k.Fold().Below(prefix) {
				continue
			}
			name, _, _ := strings.Cut(strings.TrimPrefix(k.Name[len(path):], ":"), ":")
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// collections are the types that the binder fills with any number of values.
var collections = resolve.WordSet(`ICollection IList List IEnumerable HashSet ISet
	IReadOnlyCollection IReadOnlyList IReadOnlySet Collection Dictionary IDictionary
	IReadOnlyDictionary ConcurrentDictionary SortedDictionary`)

// element returns the element type of a list or dictionary.
func (r *configReader) element(x eval.Expr, t resolve.Type) (resolve.Type, bool) {
	if len(t.Args) == 0 ||
		t.Form != parse.FormList && !collections[resolve.LastName(r.outside(x, t))] {
		return resolve.Unknown, false
	}
	return t.Args[len(t.Args)-1], true
}

// lineage lists a class and its base classes in the tree, without duplicates, with type
// arguments.
func (r *configReader) lineage(t resolve.Type) []resolve.Type {
	out := []resolve.Type{t}
	for len(out) < configMaxDepth {
		last := out[len(out)-1]
		i := slices.IndexFunc(r.Table.Bases[last.Def], func(b resolve.Type) bool {
			return b.Def > resolve.None && r.Table.Def(b.Def).Kind != graph.KindInterface
		})
		if i < 0 || slices.ContainsFunc(out, func(t resolve.Type) bool { return t.Def == r.Table.Bases[last.Def][i].Def }) {
			break
		}
		out = append(out, resolve.Substitute(r.Table.Bases[last.Def][i], last.Def, last.Args))
	}
	return out
}

// propertiesOf lists the public properties of a class, without indexers, in order.
func (r *configReader) propertiesOf(class resolve.DefID) []resolve.DefID {
	if r.properties == nil {
		r.properties = map[resolve.DefID][]resolve.DefID{}
		for i := range r.Table.Defs {
			d := r.Table.Def(resolve.DefID(i))
			if d.Kind != graph.KindProperty || d.Outer == resolve.None || d.Name == "this[]" ||
				d.File.Language != language || !r.isPublic(d) {
				continue
			}
			c := r.Table.Canon[d.Outer]
			r.properties[c] = append(r.properties[c], resolve.DefID(i))
		}
	}
	return r.properties[r.Table.Canon[class]]
}

// isPublic reports whether a property is public. A record parameter makes an implicitly
// public property.
func (r *configReader) isPublic(d *resolve.Def) bool {
	o := r.Table.Def(d.Outer)
	return resolve.HasModifier(d, "public") || o.Kind == graph.KindRecord &&
		len(d.Modifiers) == 0 && (o.Body.IsEmpty() || d.NameAt < o.Body.Start)
}

// isSettable reports whether a property has a setter.
func isSettable(d *resolve.Def) bool {
	text := strings.TrimSpace(d.File.Text[min(d.NameAt+uint32(len(d.Name)), d.Range.End):d.Range.End])
	if !strings.HasPrefix(text, "{") {
		return !strings.HasPrefix(text, "=>") // a parameter of a record
	}
	head, _, _ := strings.Cut(text, "}")
	return strings.Contains(head, "set") || strings.Contains(head, "init")
}

// keyName returns the name under which the binder looks up a property.
func (r *configReader) keyName(id resolve.DefID) string {
	for _, a := range r.Attributes(id) {
		if strings.TrimSuffix(a.Expr.Text, "Attribute") != "ConfigurationKeyName" {
			continue
		}
		if arg := a.Arg(0, "name"); arg != nil {
			if text, ok := r.Text(a.Sub(arg)); ok {
				return text
			}
		}
	}
	return r.Table.Def(id).Name
}
