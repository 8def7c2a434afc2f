package spring

import (
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

// Reader returns the rules of Spring.
func Reader() config.Reader { return configRules{&configHead} }

type configRules struct{ *interest.Head }

// words are those of files that read settings.
var words = []string{"@Value", "@ConfigProperty", "getProperty(", "getRequiredProperty(", "getenv("}

// configHead requests the sites of the files that may read settings, and the annotations of those
// that bind them.
var configHead = interest.Head{Languages: []string{family}, Words: words, Else: []interest.Head{
	{Words: []string{"ConfigurationProperties", "ConditionalOnProperty"},
		Scope: parse.AttributeSites},
	{Needs: []string{"org.springframework."}, Words: []string{`"${`}, Scope: parse.AttributeSites},
}}

// Read records the reads in Java files.
func (configRules) Read(t *eval.Tree, m *config.Model) {
	r := &configReader{config.Recorder{Tree: t, Model: m, Family: "java"}}
	r.Each(func(x eval.Expr) {
		switch x.Kind {
		case parse.ExprCall:
			r.call(x)
		case parse.ExprNew:
			r.annotation(x)
		}
	})
}

type configReader struct{ config.Recorder }

// call records System.getenv("X") and environment.getProperty("a.b").
func (r *configReader) call(x eval.Expr) {
	switch x.Expr.Text {
	case "getenv":
		if x.Recv != nil && x.Recv.Text == "System" && x.Referent().Def == resolve.None {
			r.ReadKey(x, keyfile.Variables, x.Arg(0, ""))
		}
	case "getProperty", "getRequiredProperty":
		if x.Recv != nil && r.isEnvironment(x.Sub(x.Recv)) {
			r.ReadKey(x, keyfile.Spring, x.Arg(0, ""))
		}
	}
}

// isEnvironment reports whether an expression is declared as Spring's environment.
func (r *configReader) isEnvironment(x eval.Expr) bool {
	t := parse.TypeRef{}
	if d := x.Referent().Def; d != resolve.None {
		t = r.Table.Def(d).Type
	} else if l := x.Local(); l != nil {
		t = l.Type
	}
	switch t.Name {
	case "Environment", "ConfigurableEnvironment", "PropertyResolver":
		return r.imports(x.In.File, "org.springframework.core.env", t.Name)
	}
	return false
}

func (r *configReader) imports(f *resolve.File, pkg, name string) bool {
	for i := range f.Imports {
		if im := &f.Imports[i]; im.Path == pkg && (im.Name == name || im.All) {
			return true
		}
	}
	return false
}

// annotations are the annotations that name keys, with their packages.
var annotations = map[string]string{"Value": "org.springframework.beans.factory.annotation",
	"ConfigurationProperties": "org.springframework.boot.context.properties",
	"ConfigProperty":          "org.eclipse.microprofile.config.inject",
	"ConditionalOnProperty":   "org.springframework.boot.autoconfigure.condition"}

func (r *configReader) annotation(x eval.Expr) {
	pkg := annotations[x.Expr.Text]
	if pkg == "" && r.isSprings(x) {
		for i := range x.Args {
			text, _ := r.KnownText(x.Sub(&x.Args[i].Value))
			r.placeholders(x, text)
		}
	}
	if pkg == "" || x.Referent().Def != resolve.None || !r.imports(x.In.File, pkg, x.Expr.Text) {
		return
	}
	switch x.Expr.Text {
	case "Value":
		if arg := argument(x, "value"); arg != nil {
			text, _ := r.KnownText(x.Sub(arg))
			r.placeholders(x, text)
		}
	case "ConfigProperty":
		r.microprofile(x)
	case "ConfigurationProperties":
		prefix := ""
		for _, name := range []string{"prefix", "value"} {
			if arg := argument(x, name); arg != nil && prefix == "" {
				prefix, _ = r.Text(x.Sub(arg))
			}
		}
		r.properties(x, prefix)
	default:
		r.conditional(x)
	}
}

// isSprings reports whether an annotation is one of Spring, which resolves placeholders
// in its strings: @Scheduled(cron = "${shop.cron}").
func (r *configReader) isSprings(x eval.Expr) bool {
	return slices.ContainsFunc(x.In.File.Imports, func(im parse.Import) bool {
		return im.Name == x.Expr.Text && !im.All && strings.HasPrefix(im.Path, "org.springframework.")
	})
}

// microprofile records the key of @ConfigProperty. On a field it fills the field;
// elsewhere the callable around it reads the key.
func (r *configReader) microprofile(x eval.Expr) {
	arg := x.Arg(-1, "name")
	if arg == nil {
		return
	}
	text, ok := r.Text(x.Sub(arg))
	k := config.Key{Space: keyfile.Spring, Name: text}
	switch {
	case !ok:
	case r.Table.Def(x.Def).Kind == graph.KindField:
		r.Fill(k, x.Def, graph.Exact)
	default:
		r.Enter(x, k, graph.Exact)
	}
}

// argument returns the argument of that name, or the only argument if it is unnamed.
func argument(x eval.Expr, name string) *parse.Expr { return x.Arg(0, name) }

// placeholders records the keys in ${a.b:default}, which may be nested. On a field they
// fill the field; elsewhere the callable around them reads them.
func (r *configReader) placeholders(x eval.Expr, text string) {
	for {
		_, rest, ok := strings.Cut(text, "${")
		if !ok {
			return
		}
		text = rest
		end := strings.IndexAny(rest, ":}$")
		if end <= 0 || rest[end] == '$' {
			continue
		}
		k := config.Key{Space: keyfile.Spring, Name: strings.TrimSpace(rest[:end])}
		if r.Table.Def(x.Def).Kind == graph.KindField {
			r.Fill(k, x.Def, graph.Exact)
		} else {
			r.Enter(x, k, graph.Exact)
		}
	}
}

// conditional records the keys of @ConditionalOnProperty.
func (r *configReader) conditional(x eval.Expr) {
	prefix := ""
	if arg := x.Arg(-1, "prefix"); arg != nil {
		prefix, _ = r.Text(x.Sub(arg))
		prefix = strings.TrimSuffix(prefix, ".") + "."
	}
	for _, name := range []string{"name", "value"} {
		arg := x.Arg(-1, name)
		if arg == nil && name == "value" {
			arg = x.Arg(0, "")
		}
		if arg == nil {
			continue
		}
		if texts, ok := r.Texts(x.Sub(arg)); ok {
			for _, text := range texts {
				r.Enter(x, config.Key{Space: keyfile.Spring, Name: prefix + text}, graph.Exact)
			}
		}
	}
}

// maxNesting bounds nested objects.
const maxNesting = 6

// properties records the keys that fill the fields of a class, or of the object that an
// @Bean method returns.
func (r *configReader) properties(x eval.Expr, prefix string) {
	d := r.Table.Def(x.Def)
	if d.Kind.IsType() {
		r.fields(x.Def, prefix, 0)
		return
	}
	if t := x.In.TypeOf(d.Type, x.Def, d.NameAt); t.Def > resolve.None {
		r.fields(t.Def, prefix, 0)
	}
}

// fields records the keys of the fields of a class and its base classes: the field
// names below the prefix, with nested objects recursively.
func (r *configReader) fields(class resolve.DefID, prefix string, depth int) {
	if depth > maxNesting {
		return
	}
	for _, c := range r.Ancestry(class) {
		for i, f := int32(0), r.Table.Def(c).File; int(i) < len(f.Definitions); i++ {
			d := r.Table.Def(f.ID(i))
			if d.Outer != c || d.Kind != graph.KindField && d.Kind != graph.KindProperty ||
				resolve.HasModifier(d, "static") {
				continue
			}
			name := strings.TrimPrefix(prefix+"."+kebab(d.Name), ".")
			t := r.Binder(f).TypeOf(d.Type, f.ID(i), d.NameAt)
			if t.Def > resolve.None && r.Table.Def(t.Def).Kind != graph.KindEnum {
				r.fields(t.Def, name, depth+1)
				continue
			}
			many := len(t.Args) > 0 || t.Form == parse.FormList
			r.Model.Fills = append(r.Model.Fills, config.Fill{Member: f.ID(i), Tier: graph.Exact,
				All: many, Key: config.Key{Space: keyfile.Spring, Name: name}})
		}
	}
}

// kebab converts a name to the notation of Spring's files: maxSize is max-size.
func kebab(name string) string {
	var b strings.Builder
	for i, c := range name {
		if c >= 'A' && c <= 'Z' {
			if i > 0 {
				b.WriteByte('-')
			}
			c += 'a' - 'A'
		}
		b.WriteRune(c)
	}
	return b.String()
}
