package csharp

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/inject"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Container returns the rules of .NET.
func Container() inject.Container { return rules{&rulesHead} }

type rules struct{ *interest.Head }

const language = "csharp"

// words are those of files that register services, or pass a service collection on.
var words = []string{"IServiceCollection", ".Services", "ServiceCollection(", "AddSingleton",
	"AddScoped", "AddTransient", "AddKeyed", "ServiceDescriptor", "RegisterType",
	"RegisterAssemblyTypes", ".AddClasses(", "ContainerBuilder"}

// rulesHead requests the sites of the files that may register services.
var rulesHead = interest.Head{Languages: []string{language}, Words: words}

// Bindings lists the registrations in C# files.
func (rules) Bindings(t *eval.Tree) []inject.Binding {
	r := &reader{Callers: eval.NewCallers(t, language), byFile: map[*resolve.File][]eval.Expr{},
		added: map[registration]uint32{}, tried: map[eval.Place]bool{},
		removed: map[resolve.DefID]bool{}, life: map[*parse.Expr]graph.Via{}}
	r.Hosted = isHosted
	for x := range t.Family(language) {
		r.byFile[x.In.File] = append(r.byFile[x.In.File], x)
	}
	for x := range t.Family(language) {
		if x.In.File.Test {
			continue
		}
		x.Walk(func(e *parse.Expr) {
			if e.Kind == parse.ExprCall && e.Recv != nil || e.Kind == parse.ExprNew {
				r.call(x.Sub(e))
			}
		})
	}
	r.found = slices.DeleteFunc(r.found, r.isLate)
	r.found = append(r.found, r.forwarded()...)
	for i := range r.found {
		if r.removed[r.found[i].Service] {
			r.found[i].Tier = graph.Heuristic
		}
	}
	return r.found
}

// A reader collects the bindings of one tree.
type reader struct {
	*eval.Callers
	byFile   map[*resolve.File][]eval.Expr // sites, by position
	found    []inject.Binding
	forwards []inject.Binding // whose implementation is itself a service

	added   map[registration]uint32 // first unconditional registration of a service in a method
	tried   map[eval.Place]bool     // registrations that only apply if there is no other
	removed map[resolve.DefID]bool  // services whose registrations are removed

	life    map[*parse.Expr]graph.Via // lifetimes set by the calls of a chain
	classes []resolve.DefID           // see concrete; computed on first use
}

// A registration identifies the registrations of a service in a method.
type registration struct{ by, service resolve.DefID }

// lifetimes maps the words in method names to object lifetimes.
var lifetimes = map[string]graph.Via{"Singleton": graph.ViaSingleton, "Scoped": graph.ViaScoped,
	"Transient": graph.ViaTransient}

// collection is the namespace of the registration methods.
const collection = "Microsoft.Extensions.DependencyInjection."

// call records the registration by a call or creation.
func (r *reader) call(x eval.Expr) {
	if x.Kind == parse.ExprNew {
		if x.Expr.Text == "ServiceDescriptor" && r.isFrameworks(x) {
			r.register(x, lifetimeOf(x.Args), false)
		}
		return
	}
	name := x.Expr.Text
	descriptor := x.Recv.Kind == parse.ExprName && x.Recv.Text == "ServiceDescriptor"
	if !descriptor {
		var adds bool
		if name, adds = strings.CutPrefix(strings.TrimPrefix(name, "Try"), "Add"); !adds {
			r.other(x)
			return
		}
	}
	name, keyed := strings.CutPrefix(name, "Keyed")
	lifetime, known := lifetimes[name]
	switch {
	case !r.isFrameworks(x):
	case known:
		r.register(x, lifetime, keyed)
	case descriptor && (name == "Describe" || name == "DescribeKeyed"):
		r.register(x, lifetimeOf(x.Args), keyed)
	case !descriptor && typed[name] != graph.ViaNone && len(x.TypeArgs) == 2:
		r.register(x, typed[name], false)
	}
}

// typed are further registration methods with service and implementation as type
// arguments, without the prefix Add, with the lifetime.
var typed = map[string]graph.Via{"HttpClient": graph.ViaTransient, "DbContext": graph.ViaScoped,
	"DbContextPool": graph.ViaScoped}

// isFrameworks reports whether the target of a call is neither in the tree nor known to
// be in another library.
func (r *reader) isFrameworks(x eval.Expr) bool {
	m := x.Referent()
	return m.Def == resolve.None && (m.External == "" || strings.HasPrefix(m.External, collection))
}

// lifetimeOf returns the lifetime that one of the arguments names:
// ServiceLifetime.Scoped.
func lifetimeOf(args []parse.ExprArg) graph.Via {
	for i := range args {
		v := &args[i].Value
		if v.Kind == parse.ExprMember && v.Recv != nil && v.Recv.Text == "ServiceLifetime" {
			return lifetimes[v.Text]
		}
	}
	return graph.ViaNone
}

// other records decorators, and the Autofac registrations.
func (r *reader) other(x eval.Expr) {
	switch x.Expr.Text {
	case "Decorate":
		if x.Referent().Def == resolve.None && (len(x.TypeArgs) == 2 || r.isServices(x)) {
			r.register(x, graph.ViaNone, false)
		}
	case "ConfigureOptions":
		if r.isFrameworks(x) {
			r.registerOptions(x)
		}
	case "Replace", "RemoveAll":
		r.remove(x)
	case "Remove":
		r.removeFound(x)
	case "As", "Keyed", "Named", "AsImplementedInterfaces", "AsMatchingInterface",
		"AsSelfWithInterfaces", "AsClosedTypesOf":
		if x.Referent().Def == resolve.None {
			r.as(x)
		}
	case "Register", "RegisterInstance":
		if x.Referent().Def == resolve.None && len(x.TypeArgs) == 1 && r.isBuilder(x) {
			r.register(x, r.life[x.Expr], false)
		}
	case "RegisterDecorator", "RegisterGenericDecorator":
		if types, _ := r.split(x, false); len(types) == 2 && x.Referent().Def == resolve.None {
			r.decorate(x, types[1], types[0])
		}
	default:
		if via := lives[x.Expr.Text]; via != graph.ViaNone {
			r.noteLife(x, via)
		}
	}
}

// remove records the service whose registrations a call removes: RemoveAll<T>(),
// RemoveAll(typeof(T)), Replace(descriptor).
func (r *reader) remove(x eval.Expr) {
	if !r.isFrameworks(x) {
		return
	}
	of := x
	if len(x.Args) == 1 && x.Args[0].Value.Kind == parse.ExprCall {
		of = x.Sub(&x.Args[0].Value)
	}
	types, _ := r.split(of, false)
	if len(types) == 0 {
		return
	}
	for _, f := range r.FramesAt(x) {
		of.Env = f.Env
		if t := r.WrittenType(of.Sub(types[0])); t.Def > resolve.None {
			r.removed[r.Table.Canon[t.Def]] = true
		}
	}
}

// serviceType matches a comparison by which a method searches for registrations.
var serviceType = regexp.MustCompile(`\bServiceType\s*==\s*typeof\(([A-Za-z_][\w.]*)[)<]`)

// removeFound records the services for which a method searches before it removes
// registrations from a collection.
func (r *reader) removeFound(x eval.Expr) {
	if !r.isServices(x) {
		return
	}
	text := x.In.File.Slice(r.Table.Def(x.Def).Range)
	for _, m := range serviceType.FindAllStringSubmatch(text, -1) {
		if t := x.In.TypeOf(parse.TypeRef{Name: m[1]}, x.Def, x.At); t.Def > resolve.None {
			r.removed[r.Table.Canon[t.Def]] = true
		}
	}
}

// isServices reports whether a call chain begins with a service collection.
func (r *reader) isServices(x eval.Expr) bool {
	t := x.In.ValueType(start(x))
	return strings.HasPrefix(x.In.File.ExternalName(t.Def), collection)
}

// isLate reports whether a registration that only applies if there is no other one
// follows another one in its method.
func (r *reader) isLate(b inject.Binding) bool {
	first, ok := r.added[registration{b.By, b.Service}]
	return ok && r.tried[b.At] && first < b.At.At
}

// isHosted reports whether a host calls a method: Main, and the methods of a class
// Startup, and of Autofac modules.
func isHosted(d *resolve.Def) bool {
	switch d.Name {
	case "Main":
		return resolve.HasModifier(d, "static")
	case "ConfigureServices", "ConfigureContainer", "Load":
		return len(d.Params) > 0 && (d.Params[0].Type.Name == "IServiceCollection" ||
			d.Params[0].Type.Name == "ContainerBuilder")
	}
	return false
}

// enter records a binding.
func (r *reader) enter(x eval.Expr, service, implementation resolve.Type, lifetime graph.Via,
	tier graph.Tier) {
	if service.Def <= resolve.None || implementation.Def <= resolve.None {
		return
	}
	if x.Branch {
		tier = resolve.WeakerTier(tier, graph.Heuristic)
	}
	r.note(x, service.Def)
	b := inject.Binding{Service: service.Def, Implementation: implementation.Def,
		Lifetime: lifetime, By: x.Def, At: eval.Place{File: x.In.File, At: x.At}, Tier: tier}
	if r.Table.Def(implementation.Def).Kind == graph.KindInterface {
		r.forwards = append(r.forwards, b)
		return
	}
	r.found = append(r.found, b)
}

// note records where a method registers a service, and how.
func (r *reader) note(x eval.Expr, service resolve.DefID) {
	if strings.HasPrefix(x.Expr.Text, "Try") {
		r.tried[eval.Place{File: x.In.File, At: x.At}] = true
	}
	k := registration{x.Def, service}
	if at, ok := r.added[k]; !x.Branch && (!ok || x.At < at) {
		r.added[k] = x.At
	}
}

// forwarded resolves the bindings of services that are implemented by another service.
func (r *reader) forwarded() []inject.Binding {
	var out []inject.Binding
	for _, f := range r.forwards {
		for _, b := range r.found {
			if b.Outside == "" && b.Service == f.Implementation &&
				(f.Outside == "" || r.mayBe(b.Implementation, f.Outside)) {
				f := f
				f.Implementation, f.Tier = b.Implementation, resolve.WeakerTier(f.Tier, b.Tier)
				out = append(out, f)
			}
		}
	}
	return out
}
