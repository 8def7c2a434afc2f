package csharp

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

// Reader returns the rules of .NET.
func Reader() config.Reader { return configRules{&configHead} }

type configRules struct{ *interest.Head }

// configWords are those of files that read settings, or hand them on.
var configWords = []string{"IConfiguration ", "IConfiguration>", "IConfigurationSection",
	"IConfigurationRoot", "Configuration[", "ConfigurationB", "ConfigurationManager.AppSettings",
	"ConfigurationManager.ConnectionStrings", "Configuration.GetValue", "GetSection", "GetConnectionString", "BindConfiguration", "IOptions", "OptionsBuilder",
	"AddOptions", "GetEnvironmentVariable", ".CreateBuilder(", "ApplicationBuilder ", "new Option<", "new Option(", "new CliOption<"}

// configHead requests the sites of the files that may read settings.
var configHead = interest.Head{Languages: []string{language},
	Words: configWords, Scope: parse.MemberSites,
	Else: []interest.Head{{Words: flagWords, Scope: parse.AttributeSites}}}

// Read records the reads in C# files.
func (configRules) Read(t *eval.Tree, m *config.Model) {
	r := &configReader{Callers: t.CallersOf(language), model: m, seen: map[place]bool{}}
	r.each(mayRegister, r.register)
	r.each(mayAsk, r.ask)
	r.fillFlags()
}

// A configReader collects the reads of one tree.
type configReader struct {
	*eval.Callers
	model      *config.Model
	properties map[resolve.DefID][]resolve.DefID // by class
	options    []configRegistration
	seen       map[place]bool
	asking     bool // bound keys count as read
}

// A place identifies a visited expression, as an expression may be both a site and part
// of one.
type place struct {
	file *resolve.File
	at   uint32
	kind parse.ExprKind
	text string
}

// each calls visit once for every relevant expression.
func (r *configReader) each(of func(*parse.Expr) bool, visit func(eval.Expr)) {
	clear(r.seen)
	for x := range r.Family(language) {
		x.Walk(func(e *parse.Expr) {
			if !of(e) {
				return
			}
			at := place{x.In.File, e.At, e.Kind, e.Text}
			if !r.seen[at] {
				r.seen[at] = true
				visit(x.Sub(e))
			}
		})
	}
}

// mayAsk reports whether an expression is relevant to ask.
func mayAsk(e *parse.Expr) bool {
	switch e.Kind {
	case parse.ExprCall:
		return e.Recv != nil
	case parse.ExprMember:
		return isOptionMember(e.Text)
	case parse.ExprIndex:
		return true
	case parse.ExprNew:
		return flags[e.Text]
	}
	return false
}

// ask records the reads of one expression.
func (r *configReader) ask(x eval.Expr) {
	switch {
	case x.Kind == parse.ExprNew:
		r.flag(x)
	case x.Kind == parse.ExprIndex:
		r.askElement(x)
	case x.Kind == parse.ExprCall && x.Recv != nil:
		r.askCall(x)
		r.askOptions(x)
	case x.Kind == parse.ExprMember:
		if x.Expr.Text == "Value" && r.isSection(x.Sub(x.Recv)) {
			r.readAll(x, x.Sub(x.Recv), nil, false)
		}
		r.askOptions(x)
	}
}

// frameworkSections maps the members of System.Configuration.ConfigurationManager with
// settings to the sections of files that they are in.
var frameworkSections = map[string]string{"AppSettings": "appSettings",
	"ConnectionStrings": "connectionStrings"}

// askElement records configuration["A:B"], and the settings of System.Configuration.
func (r *configReader) askElement(x eval.Expr) {
	if len(x.Args) != 1 {
		return
	}
	key := x.Sub(&x.Args[0].Value)
	if x.Recv.Kind == parse.ExprMember && x.Recv.Recv != nil &&
		x.Recv.Recv.Text == "ConfigurationManager" && x.Sub(x.Recv.Recv).Referent().Def == resolve.None {
		if path := frameworkSections[x.Recv.Text]; path != "" {
			r.readIn(x, []section{{path, graph.Exact}}, key, false)
		}
		return
	}
	if r.isConfiguration(x.Sub(x.Recv)) {
		r.readAll(x, x.Sub(x.Recv), &key, false)
	}
}

// askCall records the reads of calls on a configuration, and of the environment.
func (r *configReader) askCall(x eval.Expr) {
	x = r.onReceiver(x)
	of := x.Sub(x.Recv)
	switch name := x.Expr.Text; name {
	case "GetEnvironmentVariable":
		r.variable(x)
	case "GetValue":
		at := 0
		if len(x.TypeArgs) == 0 && len(x.Args) > 0 && x.Args[0].Value.Kind == parse.ExprType {
			at = 1
		}
		if key := x.Arg(at, "key"); key != nil && r.isConfiguration(of) {
			k := x.Sub(key)
			r.readAll(x, of, &k, false)
		}
	case "GetRequiredSection": // only an existence check
		if key := x.Arg(0, "key"); key != nil && r.isConfiguration(of) {
			k := x.Sub(key)
			r.readAll(x, of, &k, false)
		}
	case "GetConnectionString":
		if key := x.Arg(0, "name"); key != nil && r.isConfiguration(of) {
			k := x.Sub(key)
			r.readAll(x, r.below(x, of, "ConnectionStrings"), &k, false)
		}
	case "Exists":
		if r.isSection(of) {
			r.readAll(x, of, nil, false)
		}
	case "GetChildren", "AsEnumerable":
		if r.isConfiguration(of) {
			r.readAll(x, of, nil, false)
			r.listed(x, of)
		}
	case "Get", "Bind":
		if r.isConfiguration(of) {
			r.askBinder(x, of)
		}
	default:
		if r.askAspire(x, of) {
			return
		}
		r.askLibrary(x, of)
	}
}

// askLibrary records the read of a library extension as far as the call shows it: its
// name begins with Get and is longer, or its argument is a key path. How the text is
// processed is unknown.
//
//	configuration.GetRequiredValue("store:type")
func (r *configReader) askLibrary(x, of eval.Expr) {
	key := x.Arg(0, "")
	if key == nil || key.Kind != parse.ExprString && key.Kind != parse.ExprName && key.Kind != parse.ExprMember ||
		x.Referent() != (resolve.Referent{Def: resolve.None}) || x.Expr.Text == "GetSection" ||
		!r.isConfiguration(of) {
		return
	}
	k := x.Sub(key)
	text, _ := r.Text(k)
	if !strings.HasPrefix(x.Expr.Text, "Get") && !strings.Contains(text, ":") {
		return
	}
	from := len(r.model.Reads)
	r.readAll(x, of, &k, false)
	for i := from; i < len(r.model.Reads); i++ {
		r.model.Reads[i].Tier = graph.Heuristic
	}
}

// onReceiver converts a static call of ConfigurationBinder to extension method form.
//
//	ConfigurationBinder.Bind(section, options)    section.Bind(options)
func (r *configReader) onReceiver(x eval.Expr) eval.Expr {
	if x.Recv.Text != "ConfigurationBinder" || len(x.Args) == 0 ||
		x.Sub(x.Recv).Referent().Def != resolve.None {
		return x
	}
	call := *x.Expr
	call.Recv, call.Args = &x.Args[0].Value, x.Args[1:]
	return x.Sub(&call)
}

// below returns an expression for a subsection.
func (r *configReader) below(x, of eval.Expr, name string) eval.Expr {
	return x.Sub(&parse.Expr{Kind: parse.ExprCall, Text: "GetSection", Recv: of.Expr, At: 0,
		Args: []parse.ExprArg{{Value: parse.Expr{Kind: parse.ExprString, Text: name}}}})
}

// variable records Environment.GetEnvironmentVariable("X").
func (r *configReader) variable(x eval.Expr) {
	m := x.Referent()
	key := x.Arg(0, "variable")
	if key == nil || m.Def != resolve.None || m.External != "System.Environment.GetEnvironmentVariable" {
		return
	}
	for _, f := range r.frames(x) {
		k := x.Sub(key)
		k.Env = f.Env
		if name, ok := r.Text(k); ok {
			r.enter(x, config.Key{Space: keyfile.Variables, Name: name}, f.Tier, false)
		}
	}
}

// readAll records that x reads a key of a section, or the section itself, for all
// callers of the method around it; if all is set, the keys below it are read too.
func (r *configReader) readAll(x, of eval.Expr, key *eval.Expr, all bool) {
	for _, f := range r.frames(x) {
		of.Env = f.Env
		sections := r.sections(of, 0)
		for i := range sections {
			sections[i].tier = resolve.WeakerTier(sections[i].tier, f.Tier)
		}
		if key != nil {
			k := *key
			k.Env = f.Env
			r.readIn(x, sections, k, all)
			continue
		}
		for _, s := range sections {
			if s.path != "" {
				r.enter(x, s.key(""), s.tier, all)
			}
		}
	}
}

func (r *configReader) readIn(x eval.Expr, sections []section, key eval.Expr, all bool) {
	for _, name := range r.names(key) {
		for _, s := range sections {
			tier := resolve.WeakerTier(s.tier, name.tier)
			r.enter(x, s.key(name.path), tier, all)
			if given, ok := key.Env.Get(key.Expr.Text); ok && key.Kind == parse.ExprName && given.In != nil {
				r.enter(given, s.key(name.path), tier, all) // the caller that passes the name reads it, too
			}
		}
	}
}

// frames lists the call frames of the callable around x. A configuration parameter
// without known callers is the root, injected by the container.
func (r *configReader) frames(x eval.Expr) []eval.CallFrame {
	frames := slices.Clone(r.FramesAt(x))
	for i := range frames {
		if frames[i].Tier != graph.Hierarchy {
			frames[i].Tier = graph.Exact
		}
	}
	return frames
}

// listed records that x lists the keys below a section; which of them it reads is
// unknown.
func (r *configReader) listed(x, of eval.Expr) {
	for _, f := range r.frames(x) {
		of.Env = f.Env
		for _, s := range r.sections(of, 0) {
			r.enter(x, s.key(""), graph.Heuristic, true)
		}
	}
}

// enter records a read.
func (r *configReader) enter(x eval.Expr, k config.Key, tier graph.Tier, all bool) {
	if k.Name == "" {
		return
	}
	r.model.Reads = append(r.model.Reads, config.Read{Key: k, By: x.Def, All: all,
		At: eval.Place{File: x.In.File, At: x.At}, Tier: resolve.WeakerTier(tier, graph.Exact)})
}
