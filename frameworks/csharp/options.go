package csharp

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/config"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A configRegistration says which section fills the options of a class, under a name.
type configRegistration struct {
	class resolve.Type
	name  string // empty for the default options
	key   config.Key
	tier  graph.Tier
}

// register records the registration by x:
//
//	services.Configure<T>(section)
//	services.Configure<T>("name", section)
//	services.AddOptions<T>("name").Bind(section)
//	services.AddOptions<T>().BindConfiguration("A:B")
func (r *configReader) register(x eval.Expr) {
	if x.Kind != parse.ExprCall || x.Recv == nil {
		return
	}
	switch x.Expr.Text {
	case "Configure":
		if len(x.TypeArgs) != 1 || x.Referent().Def != resolve.None {
			return
		}
		for i := range x.Args {
			if r.isConfiguration(x.Sub(&x.Args[i].Value)) {
				var name *parse.Expr
				if i > 0 {
					name = &x.Args[0].Value
				}
				r.registerSection(x, &x.TypeArgs[0], name, &x.Args[i].Value)
				return
			}
		}
	case "Bind", "BindConfiguration":
		made := configBuilder(x.Recv)
		if made == nil || len(x.Args) == 0 {
			return
		}
		r.registerSection(x, &made.TypeArgs[0], made.Arg(0, "name"), &x.Args[0].Value)
	}
}

// mayRegister reports whether an expression is relevant to register.
func mayRegister(e *parse.Expr) bool {
	return e.Kind == parse.ExprCall && e.Recv != nil &&
		(e.Text == "Configure" || e.Text == "Bind" || e.Text == "BindConfiguration")
}

// configBuilder returns the call AddOptions<T>() at the start of a chain of calls, or nil.
func configBuilder(e *parse.Expr) *parse.Expr {
	for e != nil && e.Kind == parse.ExprCall {
		if strings.HasPrefix(e.Text, "AddOptions") && len(e.TypeArgs) == 1 {
			return e
		}
		e = e.Recv
	}
	return nil
}

// registerSection records a section for the options of a class, for all callers of the
// method around it.
func (r *configReader) registerSection(x eval.Expr, class, name, source *parse.Expr) {
	for _, f := range r.frames(x) {
		x.Env = f.Env
		found := configRegistration{class: r.WrittenType(x.Sub(class)), tier: f.Tier}
		if name != nil {
			text, ok := r.Text(x.Sub(name))
			if !ok {
				continue
			}
			found.name = text
		}
		sections := r.sections(x.Sub(source), 0)
		if x.Expr.Text == "BindConfiguration" {
			sections = r.names(x.Sub(source))
		}
		for _, s := range sections {
			found.key = s.key("")
			found.tier = resolve.WeakerTier(f.Tier, s.tier)
			r.options = append(r.options, found)
			r.bind(x, found.class, s.path, found.tier, 0)
			if isLibrarys(found.class) {
				r.enter(x, found.key, graph.Heuristic, true)
			}
		}
	}
}

// isLibrarys reports whether options belong to a library, which reads them itself;
// which of their keys it reads is unknown.
func isLibrarys(t resolve.Type) bool {
	return t.Def < resolve.None || t.Def == resolve.None && t.External
}

// optionTypes are the options types, with the member that returns the value.
var optionTypes = map[string]string{"IOptions": "Value", "IOptionsSnapshot": "Value Get",
	"IOptionsMonitor": "CurrentValue Get"}

// isOptionMember reports whether an options type, or a section, has a member of that
// name that returns values.
func isOptionMember(name string) bool {
	return name == "Value" || name == "CurrentValue" || name == "Get"
}

// askOptions records that x reads the value of options: options.Value,
// monitor.CurrentValue, snapshot.Get("name").
func (r *configReader) askOptions(x eval.Expr) {
	if !isOptionMember(x.Expr.Text) || x.Recv == nil {
		return
	}
	t := r.typeOf(x.Sub(x.Recv))
	if !t.Known() && x.Recv.Kind == parse.ExprCall && len(x.Recv.TypeArgs) == 1 {
		t = r.WrittenType(x.Sub(&x.Recv.TypeArgs[0])) // the type of a requested service
	}
	full := r.outside(x, t)
	members := optionTypes[resolve.LastName(full)]
	if len(t.Args) != 1 || strings.Contains(full, ".") && !strings.HasPrefix(full, optionsSpace) ||
		!strings.Contains(" "+members+" ", " "+x.Expr.Text+" ") {
		return
	}
	name, known := "", true
	if x.Expr.Text == "Get" {
		if arg := x.Arg(0, "name"); arg != nil {
			name, known = r.Text(x.Sub(arg))
		}
	}
	for _, o := range r.options {
		if sameClass(o.class, t.Args[0]) && (o.name == name || !known) {
			tier := o.tier
			if !known {
				tier = graph.Heuristic
			}
			r.enter(x, o.key, tier, false)
		}
	}
}

// sameClass reports whether two types are the same class of the tree.
func sameClass(a, b resolve.Type) bool {
	if a.Def <= resolve.None || a.Def != b.Def || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if a.Args[i].Def != b.Args[i].Def {
			return false
		}
	}
	return true
}
