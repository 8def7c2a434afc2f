package r

import (
	"maps"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A method is the function that a generic dispatches to for objects of some classes.
//
//	area.circle <- function(s) …                       # of area, for circle
//	setMethod("+", signature("Money", "Money"), …)     # of +, for Money and Money
type method struct {
	classes []string // of the first parameter and further ones; one for S3
	def     resolve.DefID
	s4      bool
}

// s3 holds the generics and methods of the tree, those of S3, S4 and S7.
type s3 struct {
	// by the name they dispatch on: the generics of the tree
	generics map[string][]resolve.DefID
	methods  map[string][]method // by the name of the generic, in the order of definitions
	vectors  map[string][]vector // class attributes, by each of their classes
	quotes   map[resolve.DefID]map[string]bool
	calls    map[resolve.DefID]map[string]bool // parameters that a function calls
	// the generics that functions with another name dispatch on: function(s)
	// UseMethod("extent")
	others map[resolve.DefID][]string
}

// A vector is the class attribute of objects that a file creates.
type vector struct {
	classes []string
	file    *resolve.File
}

// implicit are the classes of objects without a class attribute, and those that R
// itself assigns.
var implicit = resolve.WordSet(`default numeric integer double character logical complex raw list function
	data.frame factor ordered matrix array table Date POSIXct POSIXlt POSIXt difftime formula
	environment name call expression NULL lm glm ts tbl tbl_df grouped_df data.table noquote numeric_version
	package_version octmode hexmode condition error warning message connection family dist hclust
	S4 R6 igraph ggplot sf`)

// groups maps functions to their S3 group generics.
var groups = func() map[string]string {
	out := map[string]string{}
	for group, names := range map[string]string{
		"Ops":     "+ - * / ^ %% %/% & | ! == != < <= >= >",
		"Math":    `abs sign sqrt floor ceiling trunc round signif exp log expm1 log1p cos sin tan cumsum cumprod cummax cummin`,
		"Summary": "all any sum prod max min range",
	} {
		for _, n := range strings.Fields(names) {
			out[n] = group
		}
	}
	return out
}()

// s4Groups returns the S4 group generics that contain an operator, the nearest first.
//
//	setMethod("Arith", signature("Money", "Money"), …)    # + - * / ^ %% %/%
func s4Groups(op string) []string {
	switch op {
	case "+", "-", "*", "/", "^", "%%", "%/%":
		return []string{"Arith", "Ops"}
	case "==", "!=", "<", "<=", ">", ">=":
		return []string{"Compare", "Ops"}
	case "&", "|":
		return []string{"Logic", "Ops"}
	}
	if g := groups[op]; g != "" {
		return []string{g}
	}
	return nil
}

// isOperator reports whether a name is that of an operator of the language.
func isOperator(name string) bool {
	switch name {
	case "+", "-", "*", "/", "^", "**", "%%", "%/%", "%*%", "%in%", "%o%", "%x%", "&", "|", "&&", "||", "!",
		"==", "!=", "<", "<=", ">", ">=", ":", "[", "[[", "$", "[<-", "[[<-", "$<-", "@<-":
		return true
	}
	return false
}

// findGenerics collects the names that functions dispatch on, and the uses of their
// parameters.
func (r *rules) findGenerics() {
	r.s3 = &s3{generics: map[string][]resolve.DefID{}, methods: map[string][]method{},
		vectors: map[string][]vector{}, quotes: map[resolve.DefID]map[string]bool{},
		calls: map[resolve.DefID]map[string]bool{}}
	for _, f := range r.table.Files {
		if f.Language != "r" {
			continue
		}
		for i := range f.References {
			r.noteReference(f, &f.References[i])
		}
		for i := 1; i < len(f.Definitions); i++ {
			if d := &f.Definitions[i]; d.Decorators != nil && (d.Decorators[0] == "setGeneric" ||
				d.Decorators[0] == "new_generic") {
				r.addGeneric(d.Name, f.ID(int32(i)))
			}
		}
	}
}

func (r *rules) addGeneric(name string, id resolve.DefID) {
	r.generics[name] = true
	if !slices.Contains(r.s3.generics[name], id) {
		r.s3.generics[name] = append(r.s3.generics[name], id)
	}
}

// noteReference records a reference that gives information on a generic, a class, or
// a parameter.
//
//	area <- function(s) UseMethod("area")                # area is a generic
//	structure(x, class = "circle")                       # circle is a class
//	keep <- function(df, cond) substitute(cond)          # keep quotes cond
//	each <- function(xs, f) for (x in xs) f(x)           # each calls f
func (r *rules) noteReference(f *resolve.File, ref *parse.Reference) {
	d := &f.Definitions[ref.Def]
	switch {
	case ref.Kind == parse.RefCreate && len(ref.Recv) == 1 && ref.Recv[0].Kind == parse.StepType:
		v := vector{classes: []string{ref.Recv[0].Name}, file: f}
		for _, a := range ref.Recv[0].WrittenType().Args {
			v.classes = append(v.classes, a.Name)
		}
		for _, c := range v.classes {
			r.s3.vectors[c] = append(r.s3.vectors[c], v)
		}
	case ref.Kind != parse.RefCall || ref.Def == 0:
	case ref.Name == "UseMethod":
		name := d.Name
		if len(ref.Recv) == 1 {
			name = ref.Recv[0].Name
		}
		r.addGeneric(name, f.ID(ref.Def))
	case quotes[ref.Name]:
		for _, a := range ref.ArgSteps() {
			if len(a) == 1 && a[0].Kind == parse.StepName && hasParam(d, a[0].Name) {
				note(r.s3.quotes, f.ID(ref.Def), a[0].Name)
			}
		}
	case len(ref.Recv) == 0 && hasParam(d, ref.Name):
		note(r.s3.calls, f.ID(ref.Def), ref.Name)
	}
	if ref.Kind == parse.RefCall && ref.Def > 0 && len(ref.Recv) == 0 && !quotes[ref.Name] {
		r.notePassed(f, ref, d)
	}
}

// notePassed records that a parameter is passed to a function that calls its
// argument: lapply(xs, f).
//
//	through <- function(xs, f) lapply(xs, f)
func (r *rules) notePassed(f *resolve.File, ref *parse.Reference, d *parse.Definition) {
	if !appliers[ref.Name] {
		return
	}
	for _, a := range ref.ArgSteps() {
		if len(a) == 1 && a[0].Kind == parse.StepName && hasParam(d, a[0].Name) {
			note(r.s3.calls, f.ID(ref.Def), a[0].Name)
		}
	}
}

// appliers are functions of R and purrr that call their arguments.
var appliers = resolve.WordSet(`lapply sapply vapply Map Reduce Filter mapply do.call match.fun map map_chr
	map_dbl map_int map_lgl map2 pmap walk reduce keep discard apply tapply`)

// quotes are functions that quote the argument of a parameter.
var quotes = resolve.WordSet("substitute enquo enquos ensym ensyms match.call enexpr enexprs")

func hasParam(d *parse.Definition, name string) bool {
	return slices.ContainsFunc(d.Params, func(p parse.Param) bool { return p.Name == name })
}

func note(m map[resolve.DefID]map[string]bool, id resolve.DefID, name string) {
	if m[id] == nil {
		m[id] = map[string]bool{}
	}
	m[id][name] = true
}

// findMethods finds the methods of all generics.
func (r *rules) findMethods() *s3 {
	for _, f := range r.table.Files {
		if f.Language != "r" {
			continue
		}
		for i := 1; i < len(f.Definitions); i++ {
			r.addMethod(r.table.Def(f.ID(int32(i))))
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(r.packages)) {
		p := r.packages[dir]
		for _, s := range p.ns.s3 {
			for _, id := range p.names[s.function] {
				r.s3.add(s.generic, method{classes: []string{s.class}, def: id})
			}
		}
	}
	r.s3.others = map[resolve.DefID][]string{}
	for _, name := range slices.Sorted(maps.Keys(r.s3.generics)) {
		for _, id := range r.s3.generics[name] {
			if r.table.Def(id).Name != name {
				r.s3.others[id] = append(r.s3.others[id], name)
			}
		}
	}
	return r.s3
}

// add adds a method, unless it is already there.
func (s *s3) add(generic string, m method) {
	for _, o := range s.methods[generic] {
		if o.def == m.def && slices.Equal(o.classes, m.classes) {
			return
		}
	}
	s.methods[generic] = append(s.methods[generic], m)
}

// addMethod records a definition that is a method.
//
// A function is an S3 method if the part of its name before a dot is a generic, and
// the part after it is an existing class: a dot proves nothing.
//
//	print.circle      # a method if there is a class circle
//	t.test            # not a method: there is no class test
func (r *rules) addMethod(d *resolve.Def) {
	switch maker(d) {
	case "setMethod", "setReplaceMethod", "method", "setValidity", "setAs":
		generic, _, _ := strings.Cut(d.Name, ",")
		m := method{def: d.ID, s4: true}
		m.classes = append(m.classes, strings.Split(strings.TrimSuffix(d.Name[len(generic)+1:], "-method"), ",")...)
		r.s3.add(generic, m)
		return
	case "":
	default:
		return
	}
	if d.Kind != graph.KindFunction || d.Test || !strings.Contains(d.Name, ".") {
		return
	}
	for generic, class := range splits(d.Name) {
		if !r.generics[generic] && !r.isOutsideGeneric(generic) && groups["+"] != generic &&
			generic != "Math" && generic != "Summary" {
			continue
		}
		if implicit[class] || r.s3.vectors[class] != nil || r.isClass(class) {
			r.s3.add(generic, method{classes: []string{class}, def: d.ID})
			// R calls it, unless a NAMESPACE would have to register it.
			d.Exported = d.Exported || !r.generics[generic] && r.pkgOf[d.File] == nil
		}
	}
}

// isClass reports whether the tree has a class with a name.
func (r *rules) isClass(name string) bool { return len(r.classes[name]) > 0 }

// bindMethods binds the generics of a file to their methods. A registered method
// belongs to its generic, whatever its name is:
//
//	S3method(area, square, area_of_square)
func (r *rules) bindMethods(b *resolve.Binder) {
	for i := 1; i < len(b.File.Definitions); i++ {
		d := b.Table.Def(b.File.ID(int32(i)))
		if maker(d) == "setMethod" || !d.Kind.IsCallable() {
			continue
		}
		for _, name := range r.dispatchesOn(d) {
			for _, m := range r.methodsFor(d.File, name) {
				if m.def != d.ID {
					b.Dispatch(d.ID, m.def)
				}
			}
		}
	}
}

// dispatchesOn lists the names that a function dispatches on.
func (r *rules) dispatchesOn(d *resolve.Def) []string {
	var out []string
	if slices.Contains(r.s3.generics[d.Name], d.ID) {
		out = append(out, d.Name)
	}
	return append(out, r.s3.others[d.ID]...)
}

// methodsFor lists the methods of a generic visible to code of a file: those of files
// that see the generic, or that it sees. Two scripts of a tree may have generics and
// methods with the same names: they are kept separate.
func (r *rules) methodsFor(f *resolve.File, generic string) []method {
	var out []method
	for _, m := range r.s3.methods[generic] {
		of := r.defFile(m.def)
		if r.sees(of, f) || r.sees(f, of) {
			out = append(out, m)
		}
	}
	return out
}

// methodOf finds the method that a generic dispatches to for values, in the order of
// its parameters. An S3 method is selected by the first of them, or, for an operator,
// by any; an S4 method by all in its signature. Of several the one for the nearest
// classes is selected.
//
//	print(circle(1))           # print.circle, by c("circle", "shape")
//	Disc(r = 1) + Disc(r = 2)  # the method for Disc and Disc, or for their bases
func (e *evaluator) methodOf(generic string, args [][]val, f *resolve.File) (id resolve.DefID, tier graph.Tier) {
	id = resolve.None
	best := 0
	for _, m := range e.rules.methodsFor(f, generic) {
		far, worst, ok := e.fits(m, args, isOperator(generic) || groups["+"] == generic)
		if ok && (id == resolve.None || far < best) {
			id, best, tier = m.def, far, worst
		}
	}
	return id, tier
}

// fits reports whether a method applies to values, the distance of their classes from
// the method's, and the tier of the values.
func (e *evaluator) fits(m method, args [][]val, operator bool) (far int, tier graph.Tier, ok bool) {
	if !m.s4 {
		for i, vals := range args {
			if i > 0 && !operator {
				break
			}
			for _, v := range vals {
				if at := slices.Index(e.classesOf(v), m.classes[0]); at >= 0 {
					return at, v.tier, true
				}
			}
		}
		return 0, 0, false
	}
	named := false
	for i, c := range m.classes {
		switch {
		case c == "ANY" && i < len(args) && !known(args[i]):
			return 0, 0, false // another method may apply to its class
		case c == "ANY":
			far += 100
		case c == "missing":
			if i < len(args) {
				return 0, 0, false
			}
		case i >= len(args) || len(args[i]) != 1:
			return 0, 0, false
		default:
			at := slices.Index(e.classesOf(args[i][0]), c)
			if at < 0 {
				return 0, 0, false
			}
			far, tier, named = far+at, resolve.WeakerTier(tier, args[i][0].tier), true
		}
	}
	return far, tier, named
}

// known reports whether the class of some value is known.
func known(vals []val) bool {
	return len(vals) == 1 && (vals[0].kind == kindObject || len(vals[0].classes) > 0)
}

// classesOf lists the classes of a value, the nearest first. For an S4 object these
// are its class and all bases.
func (e *evaluator) classesOf(v val) []string {
	if v.kind != kindObject {
		return v.classes
	}
	var out []string
	for _, c := range e.rules.lineage(v.def) {
		d := e.rules.table.Def(c)
		out = append(out, d.Name)
		for _, t := range e.rules.table.Bases[c] {
			if t.Def <= resolve.None {
				out = append(out, t.Name)
			}
		}
	}
	return out
}
