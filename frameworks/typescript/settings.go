package typescript

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/config"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Reader returns the rules of Node.
func Reader() config.Reader { return rules{&rulesHead} }

type rules struct{ *interest.Head }

// configWords are those of files that read settings.
var configWords = []string{"process.env", "import.meta.env", "Deno.env", "ConfigService"}

// rulesHead requests the sites of the files that may read settings.
var rulesHead = interest.Head{Words: configWords, Scope: parse.MemberSites,
	Languages: append([]string{"vue", "svelte"}, interest.Scripts...),
	Else:      []interest.Head{{Words: flagWords}}}

// Read records the reads in TypeScript and JavaScript files.
func (rules) Read(t *eval.Tree, m *config.Model) {
	r := &configReader{Recorder: config.Recorder{Tree: t, Model: m, Family: "typescript"}}
	r.Each(r.visit)
	r.variables()
}

type configReader struct {
	config.Recorder
	flags    []yargsFlag
	prefixes map[*resolve.File][]string // of variables that set flags
}

func (r *configReader) visit(x eval.Expr) {
	switch {
	case x.Kind == parse.ExprMember && r.isEnvironment(x.Sub(x.Recv)):
		r.Enter(x, config.Key{Space: keyfile.Variables, Name: x.Expr.Text}, graph.Exact)
	case x.Kind == parse.ExprIndex && r.isEnvironment(x.Sub(x.Recv)) && len(x.Args) == 1:
		r.ReadKey(x, keyfile.Variables, &x.Args[0].Value)
	case x.Kind == parse.ExprCall && x.Recv != nil:
		r.call(x)
		r.flag(x)
	case r.isOption(x):
		r.declared(x)
	case x.Kind == parse.ExprCall && r.ExternalName(x) == "envalid.cleanEnv" && len(x.Args) > 1:
		r.validated(x, &x.Args[1].Value)
	}
}

// checks are the methods by which Joi and zod schemas validate a value.
var checks = map[string]bool{"validate": true, "validateAsync": true, "attempt": true,
	"parse": true, "safeParse": true}

// maxChain bounds the calls that build a schema.
const maxChain = 20

// checked records the variables in a schema that validates the environment:
//
//	Joi.object().keys({ PORT: Joi.number() }).validate(process.env)
//	z.object({ PORT: z.string() }).parse(process.env)
func (r *configReader) checked(x eval.Expr) {
	for i, todo := 0, r.Evaluate(x.Sub(x.Recv)); i < len(todo) && i < maxChain; i++ {
		c := todo[i]
		if c.Kind != parse.ExprCall || c.Recv == nil {
			continue
		}
		if full := r.ExternalName(c); len(c.Args) > 0 && (c.Expr.Text == "keys" || strings.HasSuffix(full,
			".object") && schemas[strings.SplitN(full, ".", 2)[0]]) {
			r.validated(c, &c.Args[0].Value)
		}
		todo = append(todo, r.Evaluate(c.Sub(c.Recv))...)
	}
}

// schemas are the schema validation packages.
var schemas = map[string]bool{"joi": true, "@hapi/joi": true, "zod": true}

// isEnvironment reports whether an expression is process.env or import.meta.env.
func (r *configReader) isEnvironment(x eval.Expr) bool {
	if x.Kind != parse.ExprMember || x.Expr.Text != "env" {
		return false
	}
	of := x.Sub(x.Recv)
	if of.Kind == parse.ExprName {
		return of.Expr.Text == "process" && of.Local() == nil && of.Referent().Def == resolve.None
	}
	return strings.HasPrefix(x.In.File.Text[min(int(metaAt(x)), len(x.In.File.Text)):], "import.meta")
}

// metaAt returns the start of import.meta in import.meta.env, if x is that.
func metaAt(x eval.Expr) uint32 {
	if x.Recv.Kind == parse.ExprMember && x.Recv.Recv != nil {
		return x.Recv.Recv.At
	}
	return x.Recv.At
}

// call records Deno.env.get("X") and calls on Nest's configuration service.
func (r *configReader) call(x eval.Expr) {
	of := x.Sub(x.Recv)
	if checks[x.Expr.Text] && len(x.Args) > 0 && r.isEnvironment(x.Sub(&x.Args[0].Value)) {
		r.checked(x)
		return
	}
	switch x.Expr.Text {
	case "get", "getOrThrow":
	default:
		return
	}
	if of.Kind == parse.ExprMember && of.Expr.Text == "env" && of.Recv.Kind == parse.ExprName &&
		of.Recv.Text == "Deno" {
		r.ReadKey(x, keyfile.Variables, x.Arg(0, ""))
		return
	}
	key := x.Arg(0, "")
	if key == nil || !r.isService(of) {
		return
	}
	space := keyfile.Variables
	if text, ok := r.Text(x.Sub(key)); ok && text != strings.ToUpper(text) {
		space = keyfile.Dotted // in a namespace that the program registers
	}
	r.ReadKey(x, space, key)
}

// isService reports whether an expression is declared as Nest's configuration service.
func (r *configReader) isService(x eval.Expr) bool {
	name := ""
	if d := x.Referent().Def; d != resolve.None {
		name = r.Table.Def(d).Type.Name
	} else if l := x.Local(); l != nil {
		name = l.Type.Name
	}
	if name != "ConfigService" {
		return false
	}
	for i := range x.In.File.Imports {
		if im := &x.In.File.Imports[i]; im.Alias == name {
			return im.Path == "@nestjs/config"
		}
	}
	return false
}

// validated records the variables that a specification lists.
func (r *configReader) validated(x eval.Expr, spec *parse.Expr) {
	for _, v := range r.Evaluate(x.Sub(spec)) {
		if v.Kind != parse.ExprMap {
			continue
		}
		for i := range v.Args {
			if v.Args[i].Name != "" && v.Args[i].Name != "..." {
				at := x
				at.Expr = &v.Args[i].Value
				r.Enter(at, config.Key{Space: keyfile.Variables, Name: v.Args[i].Name}, graph.Exact)
			}
		}
	}
}
