package spring

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const beanMethod = "org.springframework.context.annotation.Bean"

// isNamed reports whether an annotation has a full name.
func isNamed(t *eval.Tree, a eval.Expr, full string) bool {
	return t.ExternalNameOf(a, func(name string) bool { return name == full }) == full
}

// components are the annotations that make a class a bean.
var components = map[string]bool{
	stereotype + "Component": true, stereotype + "Service": true,
	stereotype + "Repository": true, stereotype + "Controller": true,
	annotation + "RestController": true, annotation + "ControllerAdvice": true,
	"org.springframework.context.annotation.Configuration": true,
	"jakarta.inject.Named":                                 true, "javax.inject.Named": true,
}

// containers are the types from which beans are obtained.
var containers = map[string]bool{
	"org.springframework.context.ApplicationContext":                           true,
	"org.springframework.context.ConfigurableApplicationContext":               true,
	"org.springframework.beans.factory.BeanFactory":                            true,
	"org.springframework.beans.factory.ListableBeanFactory":                    true,
	"org.springframework.beans.factory.config.ConfigurableListableBeanFactory": true,
}

// manyOf are the types that are injected with all beans of an element type, with the
// position of that type among the type arguments.
var manyOf = map[string]int{
	"java.util.List": 0, "java.util.Collection": 0, "java.util.Set": 0, "java.util.Map": 1,
	"java.lang.Iterable": 0, "java.util.stream.Stream": 0,
	"org.springframework.beans.factory.ObjectProvider": 0, "java.util.Optional": 0,
	"jakarta.inject.Provider": 0, "javax.inject.Provider": 0,
}

// marked reports whether a definition has one of the annotations, directly or as a
// meta-annotation of one declared in the tree.
func (r *flow) marked(d resolve.DefID, by map[string]bool, depth int) bool {
	for _, x := range r.Attributes(d) {
		if by[r.ExternalNameOf(x, func(full string) bool { return by[full] })] {
			return true
		}
		if m := x.Referent().Def; m > resolve.None && depth < maxMeta && r.marked(m, by, depth+1) {
			return true
		}
	}
	return false
}

// isConditional reports whether a bean is conditional.
func (r *flow) isConditional(d resolve.DefID) bool {
	return slices.ContainsFunc(r.Attributes(d), func(a eval.Expr) bool {
		return a.Expr.Text == "Profile" || strings.HasPrefix(a.Expr.Text, "Conditional")
	})
}

// beans lists the beans of a type: instances of components, and return values of @Bean
// methods.
func (r *flow) beans(of resolve.DefID) value {
	of = r.Table.Canon[of]
	if v, ok := r.beansOf[of]; ok {
		return v
	}
	r.beansOf[of] = value{kind: list} // for recursive lookups
	v := value{kind: list}
	for _, c := range append([]resolve.DefID{of}, r.CallersOf(family).Descendants(of)...) {
		d := r.Table.Def(c)
		if d.Kind == graph.KindInterface || resolve.HasModifier(d, "abstract") || d.File.Test ||
			!r.marked(c, components, 0) {
			continue
		}
		v.items = append(v.items, item{value: value{kind: object, class: r.Table.Canon[c]},
			tier: r.condition(c)})
	}
	for _, m := range r.methods {
		v.items = append(v.items, r.produced(m, of)...)
	}
	r.beansOf[of] = v
	return v
}

// condition returns the tier of facts that depend on a bean.
func (r *flow) condition(d resolve.DefID) graph.Tier {
	if r.isConditional(d) {
		return graph.Heuristic
	}
	return graph.Exact
}

// produced lists the objects of a type that an @Bean method returns.
func (r *flow) produced(m *resolve.Def, of resolve.DefID) []item {
	var out []item
	for _, made := range r.body(m, r.configuration(m), 0) {
		v := r.eval(made.at, made.in, 0)
		if v.kind == object && slices.Contains(r.Lineage(v.class), of) {
			out = append(out, item{value: v, tier: resolve.WeakerTier(made.tier, r.condition(m.ID))})
		}
	}
	return out
}

// configuration returns the scope of an @Bean method.
func (r *flow) configuration(m *resolve.Def) *scope {
	return &scope{this: value{kind: object, class: r.Table.EnclosingType(m.ID)}}
}

// parameter returns the value that the container injects into a parameter: of an @Bean
// method, a constructor, or a component method that the container calls.
func (r *flow) parameter(x eval.Expr, s *scope) value {
	for d := x.Def; d > resolve.None; d = r.Table.Def(d).Outer {
		def := r.Table.Def(d)
		for _, p := range def.Params {
			if p.Name == x.Expr.Text {
				return r.injected(p.Type, def)
			}
		}
	}
	return value{kind: library, at: x, in: s}
}

// injected returns the value that the container injects for a written type.
func (r *flow) injected(t parse.TypeRef, by *resolve.Def) value {
	for _, full := range eval.Imported(by.File, t.Name) {
		if containers[full] {
			return value{kind: container}
		}
		if i, ok := manyOf[full]; ok && i < len(t.Args) {
			return r.beansOfType(t.Args[i], by)
		}
	}
	if t.Form == parse.FormList && len(t.Args) == 1 {
		return r.beansOfType(t.Args[0], by)
	}
	if all := r.beansOfType(t, by); len(all.items) == 1 {
		return all.items[0].value
	}
	return value{}
}

// beansOfType lists the beans of a written type of the tree; unknown for other types.
func (r *flow) beansOfType(t parse.TypeRef, by *resolve.Def) value {
	of := r.Binder(by.File).TypeOf(t, by.ID, by.NameAt)
	if of.Def <= resolve.None {
		return value{}
	}
	return r.beans(of.Def)
}

// asked returns the result of a container lookup of beans by type.
func (r *flow) asked(name string, args []value) (value, bool) {
	i := slices.IndexFunc(args, func(v value) bool { return v.kind == class })
	if i < 0 {
		return value{}, false
	}
	all := r.beans(args[i].class)
	switch name {
	case "getBeansOfType", "getBeanProvider":
		return all, true
	case "getBean":
		if len(all.items) == 1 {
			return all.items[0].value, true
		}
	}
	return value{}, false
}
