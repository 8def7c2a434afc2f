package python

import (
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/config"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Reader returns the rules of Python.
func Reader() config.Reader { return rules{&rulesHead} }

type rules struct{ *interest.Head }

// words are those of files that read settings.
var words = []string{"environ", "getenv", "django.conf", "BaseSettings",
	"starlette.config", `Config(".env"`, "Config('.env'", "argparse",
	"import click", "from click", "rich_click",
	"def add_arguments("}

// uses are those of files that read by an object from another module:
//
//	from shop.config import config
//	level = config("LEVEL")
var uses = []string{`config("`, "config('", `env("`, "env('", "env.bool(", "env.int(", "env.str("}

// rulesHead requests the sites of the files that may read settings.
var rulesHead = interest.Head{Languages: []string{"python"}, Words: slices.Concat(words, uses),
	Scope: parse.MemberSites, Names: words}

// Read records the reads in Python files.
func (rules) Read(t *eval.Tree, m *config.Model) {
	r := &reader{Recorder: config.Recorder{Tree: t, Model: m, Family: "python"},
		django: map[string]bool{}}
	r.Each(r.visit)
	r.settingsClasses()
	r.djangoSettings()
	r.flags()
}

type reader struct {
	config.Recorder
	django map[string]bool // settings that are read
}

func (r *reader) visit(x eval.Expr) {
	switch x.Kind {
	case parse.ExprIndex:
		if len(x.Args) == 1 && r.ExternalName(x.Sub(x.Recv)) == "os.environ" {
			r.ReadKey(x, keyfile.Variables, &x.Args[0].Value)
		}
	case parse.ExprCall:
		r.call(x)
	case parse.ExprMember:
		name, ok := strings.CutPrefix(r.ExternalName(x), "django.conf.settings.")
		if ok && name == strings.ToUpper(name) {
			r.setting(x, name)
		}
	}
}

// readers are the functions that read a variable, by full name.
var readers = map[string]bool{"os.getenv": true, "os.environ.get": true, "os.environ.pop": true,
	"os.environ.setdefault": true, "os.getenvb": true}

// call records a call of a function that reads a variable, or getattr(settings, "X").
func (r *reader) call(x eval.Expr) {
	full := r.ExternalName(x)
	switch {
	case x.Expr.Text == "add_argument" && x.Recv != nil:
		r.argument(x)
	case readers[full]:
		r.ReadKey(x, keyfile.Variables, x.Arg(0, "key"))
	case x.Recv == nil && x.Expr.Text == "getattr" && len(x.Args) > 1 &&
		r.ExternalName(x.Sub(&x.Args[0].Value)) == "django.conf.settings":
		if name, ok := r.Text(x.Sub(&x.Args[1].Value)); ok {
			r.setting(x, name)
		}
	case r.isEnv(x):
		name := x.Arg(0, "var")
		if name == nil {
			name = x.Arg(-1, "key")
		}
		r.ReadKey(x, keyfile.Variables, name)
	}
}

// isEnv reports whether a call reads by a django-environ reader, env("X") or
// env.bool("X"), or by a Starlette configuration, config("X").
func (r *reader) isEnv(x eval.Expr) bool {
	of := x
	if x.Recv != nil && x.Expr.Text != "" {
		of = x.Sub(x.Recv)
	}
	if of.Expr == x.Expr {
		name := *x.Expr
		name.Kind = parse.ExprName
		of = x.Sub(&name)
	}
	return of.Kind == parse.ExprName && r.isReading(x, r.Evaluate(of))
}

// isReading reports whether one of the possible values of the called expression is a
// reader.
func (r *reader) isReading(x eval.Expr, values []eval.Expr) bool {
	return slices.ContainsFunc(values, func(v eval.Expr) bool {
		return v.Kind == parse.ExprCall && v.Expr != x.Expr &&
			!strings.HasPrefix(x.Expr.Text, "read_") && isReader[r.ExternalName(v)]
	})
}

// isReader holds the classes whose objects read a variable when called.
var isReader = map[string]bool{"environ.Env": true, "environ.FileAwareEnv": true,
	"starlette.config.Config": true}

// setting records that x reads a Django setting.
func (r *reader) setting(x eval.Expr, name string) {
	r.django[name] = true
	r.Enter(x, config.Key{Space: config.Django, Name: name}, graph.Exact)
}

// djangoSettings records the definitions of the Django settings that the tree reads:
// variables of modules named settings, or in a package of that name.
func (r *reader) djangoSettings() {
	if len(r.django) == 0 {
		return
	}
	for _, f := range r.Table.Files {
		if f.Language != "python" || path.Base(f.Path) != "settings.py" &&
			path.Base(path.Dir(f.Path)) != "settings" {
			continue
		}
		for i := range f.Definitions {
			d := &f.Definitions[i]
			if i > 0 && d.Parent == 0 && r.django[d.Name] {
				r.Model.Sets = append(r.Model.Sets, config.Fill{Tier: graph.Exact, Member: f.ID(int32(i)),
					Key: config.Key{Space: config.Django, Name: d.Name}})
			}
		}
	}
}

// settingsClasses records the variables that fill the fields of settings classes.
func (r *reader) settingsClasses() {
	for _, f := range r.Table.Files {
		if f.Language != "python" || !strings.Contains(f.Text, "Settings") {
			continue
		}
		for i := range f.Definitions {
			class := f.ID(int32(i))
			if f.Definitions[i].Kind == graph.KindClass && r.isSettings(class) {
				r.fields(f, int32(i))
			}
		}
	}
}

// isSettings reports whether a class derives from pydantic's BaseSettings.
func (r *reader) isSettings(class resolve.DefID) bool {
	return slices.ContainsFunc(r.ExternalBases(r.Table.Canon[class]), func(full string) bool {
		return full == "pydantic_settings.BaseSettings" || full == "pydantic.BaseSettings"
	})
}

// fields records the fields of a settings class, each with its variable: the alias of
// the field, or else the prefix of the class and the name of the field.
func (r *reader) fields(f *resolve.File, class int32) {
	prefix := r.prefix(f.ID(class))
	for i := range f.Definitions {
		d := &f.Definitions[i]
		if d.Parent != class || d.Kind != graph.KindField && d.Kind != graph.KindVariable &&
			d.Kind != graph.KindConstant && d.Kind != graph.KindProperty || d.Type.IsZero() ||
			strings.HasPrefix(d.Name, "_") || d.Name == "model_config" {
			continue
		}
		id := f.ID(int32(i))
		name := strings.ToUpper(prefix + d.Name)
		for _, v := range r.Values(id) {
			if v.Kind == parse.ExprCall && v.Expr.Text == "Field" {
				name = r.alias(v, name)
			}
		}
		r.Fill(config.Key{Space: keyfile.Variables, Name: name}, id, graph.Exact)
	}
}

// alias returns the variable name in Field(…), or else the default.
func (r *reader) alias(v eval.Expr, usual string) string {
	for _, word := range []string{"validation_alias", "alias", "env"} {
		if arg := v.Arg(-1, word); arg != nil {
			if text, ok := r.Text(v.Sub(arg)); ok {
				return strings.ToUpper(text)
			}
		}
	}
	return usual
}

// prefix returns the prefix of all variables of a class.
func (r *reader) prefix(class resolve.DefID) string {
	for _, c := range r.Ancestry(class) {
		for _, id := range r.Table.Own(c, "model_config") {
			for _, v := range r.Values(id) {
				if arg := v.Arg(-1, "env_prefix"); arg != nil {
					text, _ := r.Text(v.Sub(arg))
					return text
				}
			}
		}
		for _, inner := range r.Table.Own(c, "Config") {
			for _, id := range r.Table.Own(inner, "env_prefix") {
				for _, v := range r.Values(id) {
					text, _ := r.Text(v)
					return text
				}
			}
		}
	}
	return ""
}
