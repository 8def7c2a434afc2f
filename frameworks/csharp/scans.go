package csharp

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A scan registers the classes of assemblies that satisfy its filters:
// RegisterAssemblyTypes of Autofac, AddClasses of Scrutor. A scan with an unknown
// filter is ignored.
type scan struct {
	projects []string // folders of the projects whose assemblies are scanned; nil for all projects
	passes   []func(class resolve.DefID) bool
	closed   bool // generic classes are excluded
	tier     graph.Tier
}

// lives are the calls that set the lifetime of the objects of a scan, or of an Autofac
// chain.
var lives = map[string]graph.Via{"WithSingletonLifetime": graph.ViaSingleton,
	"WithScopedLifetime": graph.ViaScoped, "WithTransientLifetime": graph.ViaTransient,
	"SingleInstance": graph.ViaSingleton, "InstancePerLifetimeScope": graph.ViaScoped,
	"InstancePerRequest": graph.ViaScoped, "InstancePerDependency": graph.ViaTransient}

// scanned records the classes of a scan whose last call determines as which services
// they are registered.
//
//	builder.RegisterAssemblyTypes(a).Where(t => t.Name.EndsWith("Store")).AsImplementedInterfaces()
//	s.FromAssemblyOf<IStore>().AddClasses(c => c.AssignableTo<IStore>()).AsMatchingInterface()
func (r *reader) scanned(x eval.Expr) {
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		s, ok := r.scan(x)
		if !ok {
			continue
		}
		s.tier = resolve.WeakerTier(s.tier, f.Tier)
		for _, class := range r.concrete() {
			if s.holds(r.Tree, class) {
				r.enterScanned(x, class, s.tier)
			}
		}
	}
}

// concrete lists the classes that can be instantiated.
func (r *reader) concrete() []resolve.DefID {
	if r.classes != nil {
		return r.classes
	}
	r.classes = []resolve.DefID{}
	for _, f := range r.Table.Files {
		if f.Language != language || f.Test {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if (d.Kind == graph.KindClass || d.Kind == graph.KindRecord) &&
				r.Table.Canon[d.ID] == d.ID && !resolve.HasModifier(d, "abstract") &&
				!resolve.HasModifier(d, "static") && len(r.Table.Bases[d.ID]) > 0 {
				r.classes = append(r.classes, d.ID)
			}
		}
	}
	return r.classes
}

// holds reports whether a class is in the assemblies of a scan and satisfies its
// filters.
func (s *scan) holds(t *eval.Tree, class resolve.DefID) bool {
	if s.projects != nil && !slices.Contains(s.projects, t.Project(t.Table.Def(class).File)) {
		return false
	}
	if s.closed && len(t.Table.Def(class).TypeParams) > 0 {
		return false
	}
	return !slices.ContainsFunc(s.passes, func(passes func(resolve.DefID) bool) bool {
		return !passes(class)
	})
}

// enterScanned records the services as which the last call of a scan registers a class.
func (r *reader) enterScanned(x eval.Expr, class resolve.DefID, tier graph.Tier) {
	d := r.Table.Def(class)
	own, outside := r.written(x)
	for _, service := range r.Lineage(class)[1:] {
		of := r.Table.Def(service)
		var is bool
		switch x.Expr.Text {
		case "AsImplementedInterfaces", "AsSelfWithInterfaces":
			is = of.Kind == graph.KindInterface
		case "AsMatchingInterface":
			is = of.Kind == graph.KindInterface && of.Name == "I"+d.Name
		default: // As<T>(), AsClosedTypesOf(typeof(T))
			is = slices.Contains(own, service)
		}
		if is {
			r.enter(x, resolve.Type{Def: service, Owner: resolve.None},
				resolve.Type{Def: class, Owner: resolve.None}, r.life[x.Expr], tier)
		}
	}
	for _, name := range r.outsideBases(class) {
		var is bool
		switch x.Expr.Text {
		case "AsImplementedInterfaces", "AsSelfWithInterfaces":
			is = isInterfaceName(name) && name != "IDisposable" && name != "IAsyncDisposable"
		case "AsMatchingInterface":
			is = name == "I"+d.Name
		default:
			is = slices.Contains(outside, name)
		}
		if is {
			r.leave(x, name, class, r.life[x.Expr])
		}
	}
}

// scan reads the calls before the last one of a scan, back to those that select
// assemblies and classes; it returns false for other calls and if a call is unknown.
func (r *reader) scan(last eval.Expr) (*scan, bool) {
	s := &scan{tier: graph.Typed}
	if last.Expr.Text == "AsClosedTypesOf" {
		s.assignable(r, last)
	}
	selected := false // Scrutor's classes are known, its assemblies are not yet
	for x := last; x.Recv != nil; {
		x = x.Sub(x.Recv)
		if x.Kind != parse.ExprCall {
			return nil, false
		}
		name := x.Expr.Text
		from := strings.HasPrefix(name, "From")
		switch {
		case name == "RegisterAssemblyTypes":
			s.closed = true
			return s, s.assemblies(r, x)
		case selected && from:
			return s, s.assemblies(r, x)
		case name == "AsClosedTypesOf":
			s.assignable(r, x)
		case selected || as[name] || lives[name] != graph.ViaNone: // of another selection
		case name == "AddClasses":
			selected = true
			if len(x.Args) > 0 && x.Args[0].Value.Kind == parse.ExprLambda &&
				!s.filters(r, x.Sub(&x.Args[0].Value)) {
				return nil, false
			}
		case !s.filter(r, x):
			return nil, false
		}
	}
	return nil, false
}

// as are the calls that determine as which services the classes of a scan are
// registered.
var as = map[string]bool{"AsImplementedInterfaces": true, "AsMatchingInterface": true,
	"AsSelfWithInterfaces": true, "AsClosedTypesOf": true, "As": true, "AsSelf": true}

// filters adds the filters in the lambda passed to AddClasses.
func (s *scan) filters(r *reader, lambda eval.Expr) bool {
	all := true
	for _, x := range r.byFile[lambda.In.File] {
		if !lambda.Body.Contains(x.At) || x.Kind != parse.ExprCall {
			continue
		}
		x.Env = lambda.Env
		for ; x.Kind == parse.ExprCall && x.Recv != nil; x = x.Sub(x.Recv) {
			all = all && s.filter(r, x)
		}
		return all // nested sites follow it
	}
	return false
}

// filter adds the filter of a call; it returns false if the filter is unknown.
func (s *scan) filter(r *reader, x eval.Expr) bool {
	switch name := x.Expr.Text; name {
	case "PublicOnly", "UsingRegistrationStrategy", "FindConstructorsWith", "PropertiesAutowired":
	case "AssignableTo", "AssignableToAny", "AsClosedTypesOf":
		s.assignable(r, x)
	case "Except":
		except, _ := r.written(x)
		s.passes = append(s.passes, func(class resolve.DefID) bool {
			return !slices.Contains(except, class)
		})
	case "InNamespaceOf", "InNamespaces", "InNamespace", "InExactNamespaceOf":
		return s.inNamespace(r, x)
	case "Where":
		if len(x.Args) != 1 || x.Args[0].Value.Kind != parse.ExprLambda {
			return false
		}
		lambda := x.Sub(&x.Args[0].Value)
		return s.where(r, lambda, lambda.In.File.Slice(lambda.Body))
	default:
		return as[name] || lives[name] != graph.ViaNone
	}
	return true
}

// assignable adds the filter for classes that derive from one of the types in a call.
func (s *scan) assignable(r *reader, x eval.Expr) {
	own, outside := r.written(x)
	s.derivedFrom(r, own, outside)
}

// derivedFrom adds the filter for classes that derive from one of the types: of the
// tree, or of libraries, by name.
func (s *scan) derivedFrom(r *reader, own []resolve.DefID, outside []string) {
	s.passes = append(s.passes, func(class resolve.DefID) bool {
		return slices.ContainsFunc(r.Lineage(class)[1:], func(d resolve.DefID) bool {
			return slices.Contains(own, d)
		}) || len(outside) > 0 && slices.ContainsFunc(r.outsideBases(class), func(b string) bool {
			return slices.Contains(outside, b)
		})
	})
}

// inNamespace adds the filter for the classes of namespaces, given by types or by name.
func (s *scan) inNamespace(r *reader, x eval.Expr) bool {
	var spaces []string
	own, _ := r.written(x)
	for _, d := range own {
		spaces = append(spaces, r.Table.Def(d).ModuleName)
	}
	for i := range x.Args {
		if text, ok := r.Text(x.Sub(&x.Args[i].Value)); ok {
			spaces = append(spaces, text)
		}
	}
	exact := x.Expr.Text == "InExactNamespaceOf"
	s.passes = append(s.passes, func(class resolve.DefID) bool {
		module := r.Table.Def(class).ModuleName
		return slices.ContainsFunc(spaces, func(space string) bool {
			return module == space || !exact && strings.HasPrefix(module, space+".")
		})
	})
	return len(spaces) > 0
}

// Conditions on a class in a lambda, joined by &&.
var (
	named = regexp.MustCompile(
		`^\w+\.(Name|Namespace)!?\.(EndsWith|StartsWith|Contains)\("([^"]*)"[^()]*\)$`)
	derives = regexp.MustCompile(`^typeof\(([\w.]+)(?:<[,\s]*>)?\)\.IsAssignableFrom\(\w+\)$`)
	derived = regexp.MustCompile(`^\w+\.IsAssignableTo(?:<([\w.]+)>\(\)|\(typeof\(([\w.]+)\)\))$`)
	always  = regexp.MustCompile(`^(\w+\.IsClass|!\w+\.IsAbstract|!\w+\.IsInterface|\w+\.IsPublic)$`)
)

// where adds the conditions of a lambda.
func (s *scan) where(r *reader, lambda eval.Expr, text string) bool {
	for _, c := range strings.Split(text, "&&") {
		c = strings.TrimSpace(c)
		m := named.FindStringSubmatch(c)
		of := slices.Concat(derives.FindStringSubmatch(c), derived.FindStringSubmatch(c))
		switch {
		case m != nil:
			s.passes = append(s.passes, func(class resolve.DefID) bool {
				d := r.Table.Def(class)
				return matches(m[2], map[string]string{"Name": d.Name,
					"Namespace": d.ModuleName}[m[1]], m[3])
			})
		case len(of) > 0:
			t := lambda.In.TypeOf(parse.TypeRef{Name: strings.Join(of[1:], "")}, lambda.Def, lambda.At)
			if t.Def > resolve.None {
				s.derivedFrom(r, []resolve.DefID{r.Table.Canon[t.Def]}, nil)
			} else {
				s.derivedFrom(r, nil, []string{shortName(strings.Join(of[1:], ""))})
			}
		case !always.MatchString(c):
			return false
		}
	}
	return true
}

// matches evaluates a string method.
func matches(method, text, part string) bool {
	switch method {
	case "EndsWith":
		return strings.HasSuffix(text, part)
	case "StartsWith":
		return strings.HasPrefix(text, part)
	}
	return strings.Contains(text, part)
}

// written lists the types in a call, those of the tree and the names of others: type
// arguments, typeof, and the elements of a list that a loop iterates over.
func (r *reader) written(x eval.Expr) (own []resolve.DefID, outside []string) {
	add := func(v eval.Expr) {
		if t := r.WrittenType(v); t.Def > resolve.None {
			own = append(own, r.Table.Canon[t.Def])
		} else if v.Kind == parse.ExprType || v.Kind == parse.ExprName {
			outside = append(outside, shortName(v.Expr.Text))
		}
	}
	for i := range x.TypeArgs {
		add(x.Sub(&x.TypeArgs[i]))
	}
	for i := range x.Args {
		v := x.Sub(&x.Args[i].Value)
		if v.Kind == parse.ExprType {
			add(v)
			continue
		}
		for _, list := range append(r.Loops(v), r.Evaluate(v)...) {
			for _, l := range r.Evaluate(list) {
				for i := range l.Args {
					add(l.Sub(&l.Args[i].Value))
				}
			}
		}
	}
	return own, outside
}

// assemblies adds the projects of the assemblies in a call. With an unknown assembly, a
// scan with filters covers all projects, as a guess; an external library has no classes
// here.
func (s *scan) assemblies(r *reader, x eval.Expr) bool {
	own := func(d *resolve.File) { s.projects = append(s.projects, r.Project(d)) }
	switch x.Expr.Text {
	case "FromCallingAssembly", "FromExecutingAssembly", "FromEntryAssembly":
		own(x.In.File)
		return true
	}
	known := len(x.TypeArgs) > 0
	types, _ := r.written(x)
	for _, d := range types {
		own(r.Table.Def(d).File)
	}
	for i := range x.Args {
		for _, v := range r.Evaluate(x.Sub(&x.Args[i].Value)) {
			at, ok := r.assembly(v)
			if !ok {
				known = false
				break
			}
			if known = true; at != nil {
				own(at)
			}
		}
	}
	if !known {
		s.projects, s.tier = nil, graph.Heuristic
		return len(s.passes) > 0
	}
	return len(s.projects) > 0
}

// assembly returns a file of the assembly that an expression refers to, nil for an
// external one.
func (r *reader) assembly(x eval.Expr) (at *resolve.File, ok bool) {
	switch x.Expr.Text {
	case "ThisAssembly", "GetExecutingAssembly", "GetCallingAssembly":
		return x.In.File, true
	case "Assembly":
		if x.Recv == nil {
			return nil, false
		}
		of := x.Sub(x.Recv)
		if of.Kind == parse.ExprCall && of.Expr.Text == "GetTypeInfo" && of.Recv != nil {
			of = of.Sub(of.Recv)
		}
		if of.Kind != parse.ExprType {
			return nil, false
		}
		if t := r.WrittenType(of); t.Def > resolve.None {
			return r.Table.Def(t.Def).File, true
		}
		return nil, true
	}
	if d := x.Referent().Def; d > resolve.None && !r.Table.Def(d).Kind.IsType() {
		return r.assemblyOf(r.Table.Def(d))
	}
	return nil, x.Kind == parse.ExprType && r.WrittenType(x).Def <= resolve.None
}

// itsAssembly matches the initializer of a field or property that holds an assembly.
var itsAssembly = regexp.MustCompile(`=\s*typeof\(([\w.]+)\)(?:\.GetTypeInfo\(\))?\.Assembly\b`)

// assemblyOf is assembly for a field or property, whose file may have no sites.
func (r *reader) assemblyOf(d *resolve.Def) (at *resolve.File, ok bool) {
	m := itsAssembly.FindStringSubmatch(strings.ReplaceAll(d.File.Slice(d.Range), "=>", "="))
	if m == nil {
		return nil, false
	}
	t := r.Binder(d.File).TypeOf(parse.TypeRef{Name: m[1]}, d.ID, d.NameAt)
	if t.Def <= resolve.None {
		return nil, true
	}
	return r.Table.Def(t.Def).File, true
}

// noteLife records the lifetime of the objects registered by a call chain.
func (r *reader) noteLife(x eval.Expr, via graph.Via) {
	for e := x.Recv; e != nil && e.Kind == parse.ExprCall; e = e.Recv {
		if _, ok := r.life[e]; !ok {
			r.life[e] = via
		}
	}
}
