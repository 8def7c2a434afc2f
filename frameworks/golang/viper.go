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

// An object is a viper instance: the global one of each program, or one that the tree
// creates.
type object struct {
	project string     // of the global one
	made    eval.Place // of others
	unknown bool
}

// A source is the receiver of a viper call: an object, or a section of it.
type source struct {
	object
	section string
}

// below returns the name of a key in a section.
func below(section, name string) string { return strings.TrimPrefix(section+"."+name, ".") }

// key returns the key for a name in a source.
func (r *configReader) key(s source, name string) string {
	if n := r.namings[s.object]; n != nil && n.delimiter != "" {
		name = strings.ReplaceAll(name, n.delimiter, ".")
	}
	return below(s.section, name)
}

// A naming is the conversion of keys to variable names by one object.
type naming struct {
	project   string
	automatic bool // AutomaticEnv: every key has a variable
	prefix    string
	replaced  []string // in pairs, as for strings.NewReplacer
	delimiter string   // separator of key components in code; empty for "."
	unknown   bool     // a part is not constant, or ambiguous
}

// variable returns the variable that an object looks up for a key, or "" if it is
// unknown.
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

// written applies the replacements to an explicitly written variable name, as viper
// does.
func (n *naming) written(name string) string {
	return strings.NewReplacer(n.replaced...).Replace(name)
}

// viper records the reads and writes of the collected viper calls. It processes the
// configuration of variable names first, as that applies regardless of source order.
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

// isViper reports whether the target of a call is a function of viper, or a method of
// an object declared with its type, or created by a function of it.
func (r *configReader) isViper(x eval.Expr, full string) bool {
	switch {
	case strings.HasPrefix(full, viper):
		return true
	case full != "" || x.Referent().Def != resolve.None || !imports(x.In.File, "github.com/spf13/viper"):
		return false
	}
	of := x.Sub(x.Recv)
	return strings.TrimLeft(r.declared(of), "*") == "viper.Viper" ||
		slices.ContainsFunc(r.Evaluate(of), func(v eval.Expr) bool { return r.makesViper(v) != "" })
}

// makesViper returns the name of the viper function that x calls, if that returns an
// object or a section of one.
func (r *configReader) makesViper(x eval.Expr) string {
	if x.Kind != parse.ExprCall || x.Recv == nil {
		return ""
	}
	switch x.Expr.Text {
	case "GetViper", "New", "NewWithOptions":
		if strings.HasPrefix(r.ExternalName(x), viper) {
			return x.Expr.Text
		}
	case "Sub":
		if r.isViper(x, r.ExternalName(x)) {
			return x.Expr.Text
		}
	}
	return ""
}

// named records the configuration of variable names by a call.
func (r *configReader) named(x eval.Expr, name string) {
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

// replaces records the key replacer of an object.
func (r *configReader) replaces(n *naming, by eval.Expr) {
	pairs, ok := r.replacer(by)
	n.unknown = n.unknown || !ok || n.replaced != nil && !slices.Equal(n.replaced, pairs)
	n.replaced = pairs
}

// option records the configuration of key and variable names by an option of an object.
func (r *configReader) option(n *naming, x eval.Expr) {
	arg := x.Arg(0, "")
	switch full := r.ExternalName(x); {
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

// replacer lists the arguments of strings.NewReplacer.
func (r *configReader) replacer(x eval.Expr) (pairs []string, ok bool) {
	values := r.Evaluate(x)
	if len(values) != 1 || r.ExternalName(values[0]) != "strings.NewReplacer" {
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

// namingFor returns the naming of an object. An unknown object has the naming of the
// others in the program, if they agree.
func (r *configReader) namingFor(x eval.Expr, o object) *naming {
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

// sources lists the possible receivers of a viper call; nil for an unknown section.
func (r *configReader) sources(x eval.Expr) []source {
	own := source{object: object{project: "/" + r.Project(x.In.File)}}
	if r.ExternalName(x.Sub(x.Recv))+"." == viper {
		return []source{own}
	}
	var out []source
	for _, f := range r.CallersOf("go").FramesAt(x) {
		of := x.Sub(x.Recv)
		of.Env = f.Env
		for _, v := range r.Evaluate(of) {
			for _, s := range r.sourcesOf(v, own) {
				if !slices.Contains(out, s) {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

// sourcesOf lists the sources of a value that is the receiver of a viper call.
func (r *configReader) sourcesOf(v eval.Expr, own source) []source {
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

// asked records the keys that a call reads, with the variables that viper looks up for
// them.
func (r *configReader) asked(x eval.Expr) {
	sources, from := r.sources(x), len(r.Model.Reads)
	r.ReadKey(x, keyfile.Dotted, x.Arg(0, ""))
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

// automatic records the variable that an object looks up for a key implicitly.
func (r *configReader) automatic(x eval.Expr, k config.Key, s source) {
	if n := r.namingFor(x, s.object); n != nil && n.automatic {
		r.Name(k, n.variable(k.Name))
	}
}

// eachKey calls f for the keys that the first argument of a call names.
func (r *configReader) eachKey(x eval.Expr, f func(k config.Key, s source)) {
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

// bound records the variables bound to a key: the arguments of BindEnv, or else the
// default one.
func (r *configReader) bound(x eval.Expr) {
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
