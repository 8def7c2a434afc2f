package spring

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/inject"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Container returns the rules of Spring.
func Container() inject.Container { return rules{&rulesHead} }

type rules struct{ *interest.Head }

// all are words of files with injection points, or with bean factories.
var all = []string{"org.springframework.stereotype", "@Bean", "@Qualifier", "@Named", "@Autowired",
	"@Inject", "@Resource"}

// rulesHead requests the annotations of files that name Spring, and all sites of those with
// beans.
var rulesHead = interest.Head{Languages: []string{family}, Needs: springNames, Words: all,
	Else: []interest.Head{{Words: springNames, Scope: parse.AttributeSites}}}

// springNames are those of annotations that Spring reads.
var springNames = []string{"org.springframework", "inject.Qualifier"}

// stereotypes are the annotations that make a class a bean, or refine one, with their
// packages.
var stereotypes = map[string]string{
	"Component":      "org.springframework.stereotype",
	"Service":        "org.springframework.stereotype",
	"Repository":     "org.springframework.stereotype",
	"Controller":     "org.springframework.stereotype",
	"RestController": "org.springframework.web.bind.annotation",
	"Configuration":  "org.springframework.context.annotation",
	"Bean":           "org.springframework.context.annotation",
	"Scope":          "org.springframework.context.annotation",
	"Primary":        "org.springframework.context.annotation",
}

// Bindings lists the beans of the tree that implement another type.
func (rules) Bindings(t *eval.Tree) []inject.Binding { return newReader(t).found }

// newReader returns the beans that the annotations of a tree declare.
func newReader(t *eval.Tree) *injectReader {
	r := &injectReader{Tree: t, held: map[injectPlace][]gift{}}
	r.heads()
	for def := range t.DefinitionsWithSites(family) {
		d := def.ID
		if r.Attributes(d) == nil {
			continue
		}
		if t.Table.Def(d).Kind == graph.KindClass {
			r.component(d)
		} else if t.Table.Def(d).Kind == graph.KindMethod {
			r.factory(d)
		}
	}
	return r
}

type injectReader struct {
	*eval.Tree
	found   []inject.Binding
	beans   []bean
	inHeads map[resolve.DefID][]eval.Expr // annotations of parameters
	held    map[injectPlace][]gift
}

// named returns the Spring annotation of that name on a definition.
func (r *injectReader) named(d resolve.DefID, name string) (eval.Expr, bool) {
	for _, a := range r.Attributes(d) {
		if a.Expr.Text == name && a.Referent().Def == resolve.None &&
			isNamed(r.Tree, a, stereotypes[name]+"."+name) {
			return a, true
		}
	}
	return eval.Expr{}, false
}

// injectMaxDepth bounds annotations of the tree that have one another.
const injectMaxDepth = 4

// isComponent returns the annotation that makes a class a bean: a stereotype, or one of
// the tree that has one.
func (r *injectReader) isComponent(d resolve.DefID, depth int) (eval.Expr, bool) {
	for _, name := range []string{"Component", "Service", "Repository", "Controller",
		"RestController", "Configuration"} {
		if a, ok := r.named(d, name); ok {
			return a, true
		}
	}
	for _, a := range r.Attributes(d) {
		if own := a.Referent().Def; own > resolve.None && depth < injectMaxDepth {
			if _, ok := r.isComponent(r.Table.Canon[own], depth+1); ok {
				return a, true
			}
		}
	}
	return eval.Expr{}, false
}

// component adds a class with a stereotype as an implementation of all its types.
func (r *injectReader) component(class resolve.DefID) {
	at, ok := r.isComponent(class, 0)
	if !ok || resolve.HasModifier(r.Table.Def(class), "abstract") {
		return
	}
	r.bean(class, class, class, at)
	for _, of := range r.Lineage(class)[1:] {
		r.enter(of, class, class, at)
	}
}

// factory adds the return value of an @Bean method as an implementation of its declared
// type.
func (r *injectReader) factory(method resolve.DefID) {
	at, ok := r.named(method, "Bean")
	if !ok {
		return
	}
	d := r.Table.Def(method)
	service := r.Binder(d.File).TypeOf(d.Type, method, d.NameAt)
	if service.Def <= resolve.None {
		r.leave(d, at)
		return
	}
	var classes []resolve.DefID
	for _, v := range r.Values(method) {
		for _, made := range r.Evaluate(v) {
			class := r.Class(made)
			classes = append(classes, class)
			if class != resolve.None {
				r.enter(service.Def, class, method, at)
			}
		}
	}
	only := resolve.None
	if len(classes) == 1 {
		only = classes[0]
	}
	r.bean(method, only, r.Table.Canon[service.Def], at)
}

// leave adds the return value of an @Bean method as an implementation of a library
// type.
func (r *injectReader) leave(method *resolve.Def, at eval.Expr) {
	if len(eval.Imported(method.File, method.Type.Name)) == 0 {
		return
	}
	for _, v := range r.Values(method.ID) {
		for _, made := range r.Evaluate(v) {
			if class := r.Class(made); class != resolve.None {
				r.enter(resolve.None, class, method.ID, at)
				r.found[len(r.found)-1].Outside = method.Type.Name
			}
		}
	}
}

// tier returns the confidence of a bean. With a condition, or a profile, it may not
// exist.
func (r *injectReader) tier(by resolve.DefID) graph.Tier {
	for _, d := range []resolve.DefID{by, r.Table.EnclosingType(by)} {
		if d != resolve.None && r.isConditional(d) {
			return graph.Heuristic
		}
	}
	return graph.Exact
}

// enter records a bean as an implementation of a type.
func (r *injectReader) enter(service, class, by resolve.DefID, at eval.Expr) {
	b := inject.Binding{Service: service, Implementation: class, By: by, Tier: r.tier(by),
		At: eval.Place{File: at.In.File, At: at.At}, Lifetime: graph.ViaSingleton}
	_, b.Primary = r.named(by, "Primary")
	if scope, ok := r.named(by, "Scope"); ok {
		b.Lifetime = graph.ViaScoped
		if arg := scope.Arg(0, "value"); arg != nil {
			text, _ := r.Text(scope.Sub(arg))
			switch {
			case text == "prototype" || strings.HasSuffix(arg.Text, "PROTOTYPE"):
				b.Lifetime = graph.ViaTransient
			case text == "singleton" || strings.HasSuffix(arg.Text, "SINGLETON"):
				b.Lifetime = graph.ViaSingleton
			}
		}
	}
	r.found = append(r.found, b)
}

// isConditional reports whether an annotation makes a bean depend on a profile or
// condition.
func (r *injectReader) isConditional(d resolve.DefID) bool {
	for _, a := range r.Attributes(d) {
		if a.Expr.Text == "Profile" || strings.HasPrefix(a.Expr.Text, "Conditional") {
			return true
		}
	}
	return false
}
