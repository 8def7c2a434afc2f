package golang

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

const viper = "github.com/spf13/viper."

// An object is one that looks settings up: that of the package itself, which each program has, or
// one that the tree makes.
type object struct {
	project string     // of that of the package
	made    eval.Place // of others
	unknown bool
}

// A source is what a call of viper is made on: an object, or a section of it.
type source struct {
	object
	section string
}

// below is the name of a key in a section.
func below(section, name string) string { return strings.TrimPrefix(section+"."+name, ".") }

// key is the name of the key that code asks a source for.
func (r *configReader) key(s source, name string) string {
	if n := r.namings[s.object]; n != nil && n.delimiter != "" {
		name = strings.ReplaceAll(name, n.delimiter, ".")
	}
	return below(s.section, name)
}

// A naming is how one object makes names of variables from keys.
type naming struct {
	project   string
	automatic bool // every key has a variable
	prefix    string
	replaced  []string // in pairs, as strings.NewReplacer takes them
	delimiter string   // between the parts of keys in code; empty for "."
	unknown   bool     // something of it is no constant, or two of it differ
}

// variable is the variable that an object looks at for a key; empty where that is not known.
//
//	server.port    APP_SERVER_PORT     with the prefix app, and "." replaced by "_"
func (n *naming) variable(key string) string {
	if n.unknown {
		return ""
	}
	if n.delimiter != "" {
		key = strings.ReplaceAll(key, ".", n.delimiter)
	}
	if n.prefix != "" {
		key = n.prefix + "_" + key
	}
	return n.written(strings.ToUpper(key))
}

// written is a name of a variable as the environment has it: the replacements hold for names that
// are written out, too.
func (n *naming) written(name string) string {
	return strings.NewReplacer(n.replaced...).Replace(name)
}

// viper enters what the calls of viper that were met read, or give a value. What they say of the
// names of variables comes first: it holds wherever it is written.
func (r *configReader) viper() {
	r.namings = map[object]*naming{}
	for _, x := range r.vipers {
		r.named(x, x.Expr.Text)
	}
	for _, x := range r.vipers {
		switch name := x.Expr.Text; {
		case name == "Unmarshal" || name == "UnmarshalExact":
			r.unmarshal(x, nil, x.Arg(0, ""), 1)
		case name == "UnmarshalKey":
			r.asked(x)
			r.unmarshal(x, x.Arg(0, ""), x.Arg(1, ""), 2)
		case strings.HasPrefix(name, "Get") && name != "GetViper", name == "IsSet":
			r.asked(x)
		case name == "BindEnv" || name == "MustBindEnv":
			r.bound(x)
		case name == "BindPFlags":
			r.boundFlags(x)
		case name == "BindPFlag" || name == "SetDefault" || name == "Set":
			r.eachKey(x, func(k config.Key, _ source) { r.Set(x, k, graph.Exact) })
		}
	}
}

// isViper reports whether a call is one of a function of viper, or of a method of its objects: what
// is declared as one, or made by a function of viper.
func (r *configReader) isViper(x eval.Term, full string) bool {
	switch {
	case strings.HasPrefix(full, viper):
		return true
	case full != "" || x.Meaning().Def != resolve.None || !imports(x.In.File, "github.com/spf13/viper"):
		return false
	}
	of := x.Sub(x.Recv)
	return strings.TrimLeft(r.declared(of), "*") == "viper.Viper" ||
		slices.ContainsFunc(r.Reduce(of), func(v eval.Term) bool { return r.makesViper(v) != "" })
}

// makesViper is the function of viper, if x calls one, that gives an object or a section of one.
func (r *configReader) makesViper(x eval.Term) string {
	if x.Kind != parse.ExprCall || x.Recv == nil {
		return ""
	}
	switch x.Expr.Text {
	case "GetViper", "New", "NewWithOptions":
		if strings.HasPrefix(r.Outside(x), viper) {
			return x.Expr.Text
		}
	case "Sub":
		if r.isViper(x, r.Outside(x)) {
			return x.Expr.Text
		}
	}
	return ""
}

// named enters what a call says of the names of variables.
func (r *configReader) named(x eval.Term, name string) {
	var of []source
	switch name {
	case "AutomaticEnv", "SetEnvPrefix", "SetEnvKeyReplacer", "SetOptions":
		of = r.sources(x)
	case "NewWithOptions":
		of = []source{{object: object{made: eval.Place{File: x.In.File, At: x.At}}}}
	}
	for _, s := range of {
		n := r.namings[s.object]
		if n == nil {
			n = &naming{project: r.Project(x.In.File)}
			r.namings[s.object] = n
		}
		switch arg := x.Arg(0, ""); {
		case name == "SetOptions" || name == "NewWithOptions":
			for i := range x.Args {
				r.option(n, x.Sub(&x.Args[i].Value))
			}
		case name == "AutomaticEnv":
			n.automatic = true
		case arg == nil:
			n.unknown = true
		case name == "SetEnvPrefix":
			text, ok := r.Text(x.Sub(arg))
			n.unknown = n.unknown || !ok || n.prefix != "" && n.prefix != text
			n.prefix = text
		default:
			r.replaces(n, x.Sub(arg))
		}
	}
}

// replaces enters what an object replaces in the names of variables.
func (r *configReader) replaces(n *naming, by eval.Term) {
	pairs, ok := r.replacer(by)
	n.unknown = n.unknown || !ok || n.replaced != nil && !slices.Equal(n.replaced, pairs)
	n.replaced = pairs
}

// option enters what an option of an object says of the names of keys and variables.
func (r *configReader) option(n *naming, x eval.Term) {
	arg := x.Arg(0, "")
	switch full := r.Outside(x); {
	case arg == nil:
		n.unknown = true
	case full == viper+"KeyDelimiter":
		text, ok := r.Text(x.Sub(arg))
		n.unknown = n.unknown || !ok
		n.delimiter = text
	case full == viper+"EnvKeyReplacer":
		r.replaces(n, x.Sub(arg))
	case !strings.HasPrefix(full, viper):
		n.unknown = true
	}
}

// replacer lists what strings.NewReplacer is given.
func (r *configReader) replacer(x eval.Term) (pairs []string, ok bool) {
	values := r.Reduce(x)
	if len(values) != 1 || r.Outside(values[0]) != "strings.NewReplacer" {
		return nil, false
	}
	made := values[0]
	for i := range made.Args {
		text, ok := r.Text(made.Sub(&made.Args[i].Value))
		if !ok {
			return nil, false
		}
		pairs = append(pairs, text)
	}
	return pairs, len(pairs)%2 == 0
}

// namingFor is how an object names variables. One that is not known does it as the others of the
// program do, if they do it alike.
func (r *configReader) namingFor(x eval.Term, o object) *naming {
	if !o.unknown {
		return r.namings[o]
	}
	var only *naming
	for _, n := range r.namings {
		if n.project == r.Project(x.In.File) {
			if only != nil {
				return nil
			}
			only = n
		}
	}
	return only
}

// sources lists what a call of viper may be made on; none for a section that is not known.
func (r *configReader) sources(x eval.Term) []source {
	own := source{object: object{project: "/" + r.Project(x.In.File)}}
	if r.Outside(x.Sub(x.Recv))+"." == viper {
		return []source{own}
	}
	var out []source
	for _, f := range r.CallersOf("go").FramesAt(x) {
		of := x.Sub(x.Recv)
		of.Env = f.Env
		for _, v := range r.Reduce(of) {
			for _, s := range r.sourcesOf(v, own) {
				if !slices.Contains(out, s) {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

// sourcesOf lists what a value is, that a call of viper is made on.
func (r *configReader) sourcesOf(v eval.Term, own source) []source {
	switch r.makesViper(v) {
	case "GetViper":
		return []source{own}
	case "New", "NewWithOptions":
		return []source{{object: object{made: eval.Place{File: v.In.File, At: v.At}}}}
	case "Sub":
		key := v.Arg(0, "")
		if key == nil {
			return nil
		}
		text, ok := r.Text(v.Sub(key))
		if !ok {
			return nil
		}
		out := r.sources(v)
		for i := range out {
			out[i].section = r.key(out[i], text)
		}
		return out
	}
	return []source{{object: object{unknown: true}}}
}

// asked enters the keys that a call reads, with the variables that viper looks at for them.
func (r *configReader) asked(x eval.Term) {
	sources, from := r.sources(x), len(r.Model.Reads)
	r.Ask(x, keyfile.Dotted, x.Arg(0, ""))
	found := slices.Clone(r.Model.Reads[from:])
	r.Model.Reads = r.Model.Reads[:from]
	for _, read := range found {
		name := read.Key.Name
		for _, s := range sources {
			read.Key.Name = r.key(s, name)
			r.Model.Reads = append(r.Model.Reads, read)
			r.automatic(x, read.Key, s)
		}
	}
}

// automatic enters the variable that an object looks at for a key without being told.
func (r *configReader) automatic(x eval.Term, k config.Key, s source) {
	if n := r.namingFor(x, s.object); n != nil && n.automatic {
		r.Name(k, n.variable(k.Name))
	}
}

// eachKey calls f for the keys that the first argument of a call names.
func (r *configReader) eachKey(x eval.Term, f func(k config.Key, s source)) {
	key := x.Arg(0, "")
	if key == nil {
		return
	}
	text, ok := r.Text(x.Sub(key))
	if !ok {
		return
	}
	for _, s := range r.sources(x) {
		f(config.Key{Space: keyfile.Dotted, Name: r.key(s, text)}, s)
	}
}

// bound enters the variables that a key gets its value from: those that BindEnv is given, else the
// one that the key has a name for.
func (r *configReader) bound(x eval.Term) {
	r.eachKey(x, func(k config.Key, s source) {
		r.Set(x, k, graph.Exact)
		n := r.namingFor(x, s.object)
		if n == nil {
			n = &naming{}
		}
		names := []string{n.variable(k.Name)}
		if len(x.Args) > 1 {
			names = nil
			for i := range x.Args[1:] {
				text, ok := r.Text(x.Sub(&x.Args[i+1].Value))
				if ok && !n.unknown {
					names = append(names, n.written(text))
				}
			}
		}
		for _, name := range names {
			r.Enter(x, config.Key{Space: keyfile.Variables, Name: name}, graph.Exact)
			r.Name(k, name)
		}
	})
}
