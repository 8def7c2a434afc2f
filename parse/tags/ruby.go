package tags

import (
	"path"
	"slices"
	"strings"

	rubyGrammar "github.com/smacker/go-tree-sitter/ruby"

	"seedgraph/graph"
	"seedgraph/parse"
)

// ruby has classes and modules as classes, the latter with the modifier module.
//
//   - The bases of a class are its base class and the modules that it includes, in source order.
//     Modules that extend or are prepended to it are imports of the class: Static, with extend or
//     prepend as the Alias.
//   - A method of the class itself has the modifier static.
//   - An instance variable is a field of the enclosing class, where it is first set.
//   - require and require_relative are imports; the latter have Static set.
//   - In test files, examples and their groups are functions: it "is empty", describe Cart.
var ruby = Row{
	Name: "ruby", Accepts: "Ruby 3.1", Extensions: []string{".rb", ".rake", ".gemspec", ".ru"},
	Grammar: rubyGrammar.GetLanguage, Takes: func(parse.Source) bool { return true },
	Nodes: map[string]Rule{
		"module":           {Op: Define, Kind: graph.KindClass, Name: "name", Body: "body"},
		"class":            {Op: Define, Kind: graph.KindClass, Name: "name", Body: "body", Bases: ":superclass/#0"},
		"singleton_class":  {Op: Do, Do: rubySingleton},
		"method":           {Op: Define, Kind: graph.KindFunction, Name: "name", Body: "body", Params: "parameters"},
		"singleton_method": {Op: Define, Kind: graph.KindFunction, Name: "name", Body: "body", Params: "parameters"},
		"superclass":       {Op: Skip},
		"assignment":       {Op: Do, Do: rubyAssignment},
		"alias":            {Op: Do, Do: rubyAliased},

		"method_parameters":    {Op: Declare, Name: ":identifier"},
		"block_parameters":     {Op: Declare, Name: ":identifier|:destructured_parameter"},
		"lambda_parameters":    {Op: Declare, Name: ":identifier"},
		"optional_parameter":   {Op: Declare, Name: "name", Value: "value"},
		"keyword_parameter":    {Op: Declare, Name: "name", Value: "value"},
		"splat_parameter":      {Op: Declare, Name: "name", More: "*"},
		"hash_splat_parameter": {Op: Declare, Name: "name", More: "**"},
		"block_parameter":      {Op: Declare, Name: "name"},
		"exception_variable":   {Op: Declare, Name: "#0"},
		"for":                  {Op: Declare, Name: "pattern", Value: "value/#0", Each: true},
		"block":                {Op: Scope},
		"do_block":             {Op: Scope},
		"lambda":               {Op: Scope},

		"identifier":               {Op: Name},
		"constant":                 {Op: Name},
		"instance_variable":        {Op: Name},
		"self":                     {Op: Self},
		"scope_resolution":         {Op: Member, Operand: "scope", Name: "name"},
		"call":                     {Op: Call, Operand: "receiver", Name: "method", Args: "arguments", Unless: rubyCall},
		"super":                    {Op: Super, Unless: rubySuper},
		"element_reference":        {Op: Item, Operand: "object"},
		"parenthesized_statements": {Op: Wrap, Operand: "#0"},
		"string":                   {Op: Typed, Is: "String"},
		"integer":                  {Op: Typed, Is: "Integer"},
		"operator_assignment":      {Op: Do, Do: rubyOperator},
		"hash_key_symbol":          {Op: Skip},
		"simple_symbol":            {Op: Skip},
		"undef":                    {Op: Skip},
	},
	Mend:     &parse.LineMend{Head: `[ \t]*(?:(?:private|protected|public|module_function) )?(?:def +(?:self\.)?(\w+[?!=]?)|(?:class|module) +(?:\w+::)*(\w+))[^\n]*`, Close: "end"},
	Comments: "comment", Base: "super", SuperCalls: true,
	Branches: "if unless while until for when rescue if_modifier unless_modifier conditional elsif in_clause",
	Silent:   "nil true false __FILE__ __method__ private protected public module_function private_class_method",
	Finish:   rubyFinish, Looks: rubyLooks, Sites: rubySites{},
	TestFile: func(p string) bool {
		return strings.HasSuffix(p, "_spec.rb") || strings.HasSuffix(p, "_test.rb") ||
			strings.HasPrefix(path.Base(p), "test_")
	},
	Scoping: Scoping{BareCalls: true, Implicit: true, Outward: true, Paths: true, LastFirst: true,
		Modules: Required, Creators: "new", Conventional: true,
		Common: "each_with_index each_with_object instance_variable_get instance_variable_set respond_to? instance_of? kind_of? " +
			"start_with? end_with? method_missing const_get class_eval instance_eval class_exec instance_exec define_method " +
			"group_by sort_by min_by max_by flat_map each_slice each_cons each_char each_line each_key each_value each_pair " +
			"find_index delete_if reject! select! map! force_encoding valid_encoding? read_nonblock write_nonblock " +
			"with_index inject_with find_by find_or_create_by where_not update_attribute update_attributes update_all " +
			"has_key? has_value? transform_values transform_keys instance_variable_defined? public_send instance_method"},
}

// rubyLooks reads calls of methods by their names, which are the first argument.
//
//	plugin.public_send(:save), send(name, 1), rows.map(&method(:save))
func rubyLooks(call parse.Node, name string) (string, int16) {
	switch name {
	case "send", "public_send", "__send__":
	case "method", "public_method": // as a value
		list := slices.Collect(call.Field("arguments").Named)
		if len(list) != 1 || !list[0].Is("simple_symbol") {
			return name, 0
		}
	default:
		return name, 0
	}
	for first := range call.Field("arguments").Named {
		text := first.Child("string_content").Text()
		switch {
		case first.Is("simple_symbol"):
			return strings.TrimPrefix(first.Text(), ":"), 1
		case first.Is("string") && len(text)+len(`""`) == len(first.Text()): // without a hole
			return text, 1
		}
		return parse.ComputedName, 1
	}
	return name, 0
}

func rubyFinish(w *Walk, n parse.Node, d *parse.Definition) {
	d.Exported = true
	switch n.Kind() {
	case "module":
		d.Modifiers = append(d.Modifiers, "module")
		rubyMixins(w, n, d)
	case "class":
		rubyMixins(w, n, d)
	case "singleton_method":
		d.Modifiers = append(d.Modifiers, "static")
	case "method":
		if w.static {
			d.Modifiers = append(d.Modifiers, "static")
		}
		if d.Name == "initialize" && !w.static {
			d.Kind = graph.KindConstructor
		}
		if call := n.Parent().Parent(); n.Parent().Is("argument_list") && call.Is("call") {
			if m := call.Field("method").Text(); strings.HasPrefix(m, "private") {
				d.Modifiers = append(d.Modifiers, "private")
			}
		}
		d.Test = w.F.Test && strings.HasPrefix(d.Name, "test_")
	}
	if name := n.Field("name"); name.Is("scope_resolution") {
		d.Symbol = w.Type(name).Name // class Admin::Desk
	}
	if n.Is("method", "singleton_method") {
		var last parse.Node
		for c := range n.Field("body").Named {
			last = c
		}
		w.returned = last.Index()
		d.Params = rubyParams(n.Field("parameters"))
		if d.Body.IsEmpty() {
			d.Complexity = 1
		}
	}
}

func rubyParams(list parse.Node) []parse.Param {
	var out []parse.Param
	for c := range list.Named {
		p := parse.Param{Name: c.Field("name").Text()}
		switch c.Kind() {
		case "identifier", "destructured_parameter":
			p.Name = c.Text()
		case "splat_parameter", "hash_splat_parameter":
			p.Variadic = true
		default:
			p.Optional = true
		}
		out = append(out, p)
	}
	return out
}

// rubyMixins adds the modules that a class includes to its bases.
func rubyMixins(w *Walk, n parse.Node, d *parse.Definition) {
	for c := range n.Field("body").Named {
		if c.Is("identifier") && c.Text() == "module_function" || c.Is("call") && c.Field("receiver").IsZero() &&
			c.Field("method").Text() == "extend" && firstRoute.from(c.Field("arguments")).Is("self") {
			d.Modifiers = append(d.Modifiers, "extend self")
		}
		if !c.Is("call") || !c.Field("receiver").IsZero() || c.Field("method").Text() != "include" {
			continue
		}
		for a := range c.Field("arguments").Named {
			if t := w.Type(a); !t.IsZero() {
				d.Bases = append(d.Bases, t)
			}
		}
	}
}

// rubySingleton reads class << self, which contains methods of the class itself.
func rubySingleton(w *Walk, n parse.Node) {
	before := w.static
	w.static = true
	w.Children(n.Field("body"))
	w.static = before
}

// rubyAssignment reads an assignment: to a constant or an instance variable it is
// a definition.
func rubyAssignment(w *Walk, n parse.Node) {
	left, right := n.Field("left"), n.Field("right")
	switch {
	case left.Is("constant") && !w.inCallable() && rubyMakes[squeezed(right)]:
		w.rubyMade(n, left, right)
	case left.Is("constant") && !w.inCallable():
		d := parse.Definition{Kind: graph.KindConstant, Name: left.Text(), NameAt: left.Start(), Exported: true}
		if i := w.Field(n, d); right.Is("call") {
			run := w.Chain(right)
			w.Values = append(w.Values, parse.DraftValue{Def: i, At: right.Start(), Is: run})
			return
		}
		w.Visit(right)
	case left.Is("instance_variable"):
		w.instanceVariable(n, left, right)
	case left.Is("identifier", "left_assignment_list"):
		w.declare(n, &rule{Rule: Rule{Op: Declare}, name: leftRoute, value: rightRoute})
	default:
		w.Children(n)
	}
}

// rubyMakes are the calls that make a class or a module.
var rubyMakes = newWords("Struct.new Data.define Class.new Module.new")

// squeezed returns the receiver and the name of a call.
func squeezed(call parse.Node) string {
	return call.Field("receiver").Text() + "." + call.Field("method").Text()
}

// rubyMade reads a constant whose value is a new class. The methods in the block are its own.
//
//	Point = Struct.new(:x, :y) do … end
//	Late = Class.new(StandardError)
func (w *Walk) rubyMade(n, left, call parse.Node) {
	d := parse.Definition{Kind: graph.KindClass, Name: left.Text(), NameAt: left.Start(),
		Exported: true}
	switch receiver := call.Field("receiver").Text(); receiver {
	case "Class":
		for c := range call.Field("arguments").Named {
			if t := w.Type(c); !t.IsZero() {
				d.Bases = append(d.Bases, t)
			}
		}
	case "Module":
		d.Modifiers = append(d.Modifiers, "module")
	}
	class := int32(len(w.Definitions))
	w.DefineAs(n, d, call.Field("block").Field("body"))
	before := w.place
	w.place.def, w.place.symbol = class, w.Definitions[class].Symbol
	for a := range call.Field("arguments").Named {
		if a.Is("simple_symbol") && len(d.Bases) == 0 {
			w.Field(a, parse.Definition{Kind: graph.KindProperty, Name: strings.TrimPrefix(a.Text(), ":"),
				NameAt: a.Start() + 1, Exported: true})
		}
	}
	w.place = before
}

var leftRoute, rightRoute = newRoute("left"), newRoute("right")

// instanceVariable defines a field at the first assignment to an instance variable
// in a class.
func (w *Walk) instanceVariable(n, left, right parse.Node) {
	class := w.classAround()
	known := class == 0
	for i := int(class) + 1; i < len(w.Definitions); i++ {
		known = known || w.Definitions[i].Parent == class && w.Definitions[i].Name == left.Text()
	}
	run := w.Chain(right)
	if n.Index() == w.last {
		w.Values = append(w.Values, parse.DraftValue{Def: w.def, At: n.Start(),
			Is: parse.Run{Off: int32(len(w.Steps)), N: 1}})
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepName, Name: left.Text()})
	}
	if known {
		return
	}
	d := parse.Definition{Kind: graph.KindField, Name: left.Text(), NameAt: left.Start()}
	i := w.Field(n, d)
	w.Values = append(w.Values, parse.DraftValue{Def: i, At: right.Start(), Is: run})
}

// rubyOperator reads a ||= b, which may be the first assignment to an instance variable.
func rubyOperator(w *Walk, n parse.Node) {
	if left := n.Field("left"); left.Is("instance_variable") {
		w.instanceVariable(n, left, n.Field("right"))
		return
	}
	w.Children(n)
}

// rubyCall reads a call; some calls are declarations.
func rubyCall(w *Walk, n parse.Node) bool {
	args := n.Field("arguments")
	if w.rubyTest(n) {
		return true
	}
	if n.Field("receiver").IsZero() {
		switch m := n.Field("method").Text(); m {
		case "require", "require_relative", "load", "autoload":
			if s := newRoute(":string/:string_content").from(args); !s.IsZero() {
				w.F.Imports = append(w.F.Imports, parse.Import{Path: s.Text(), Static: m != "require", At: n.Start(), Def: w.def})
			}
			return true
		case "extend", "prepend":
			for a := range args.Named {
				if t := w.Type(a); !t.IsZero() && w.Definitions[w.def].Kind.IsType() {
					w.F.Imports = append(w.F.Imports, parse.Import{Path: t.Name, Alias: m, Static: true, Whole: true,
						Def: w.def, Scope: n.Range(), At: a.Start()})
				}
			}
			w.Children(args)
			return true
		case "include":
			return w.Definitions[w.def].Kind.IsType()
		case "alias_method":
			w.rubyAlias(n, newRoute("#0").from(args), newRoute("#1").from(args))
			return true
		case "define_method":
			return w.rubyDefine(n, newRoute("#0").from(args))
		case "attr_accessor", "attr_reader", "attr_writer":
			for a := range args.Named {
				if a.Is("simple_symbol") {
					w.Field(a, parse.Definition{Kind: graph.KindProperty, Name: strings.TrimPrefix(a.Text(), ":"),
						NameAt: a.Start() + 1, Exported: true})
				}
			}
			return true
		}
	}
	return false
}

// rubyName returns the name in a symbol, a string or a name of a method, and where it begins.
func rubyName(n parse.Node) (string, uint32) {
	text := n.Text()
	switch n.Kind() {
	case "simple_symbol":
		return text[1:], n.Start() + 1
	case "string":
		if content := n.Child("string_content"); content.Text() == strings.Trim(text, `'"`) {
			return content.Text(), content.Start()
		}
		return "", 0
	case "identifier", "setter", "operator", "constant":
		return text, n.Start()
	}
	return "", 0
}

// rubyAlias defines a method that calls another one: alias new old, alias_method :new, :old.
func (w *Walk) rubyAlias(n, name, of parse.Node) {
	text, at := rubyName(name)
	old, oldAt := rubyName(of)
	if text == "" || old == "" || !w.Definitions[w.def].Kind.IsType() {
		return
	}
	d := parse.Definition{Kind: graph.KindMethod, Name: text, NameAt: at, Exported: true}
	if w.static {
		d.Modifiers = []string{"static"}
	}
	before := w.place
	w.def = w.Field(n, d)
	w.refer(old, oldAt, parse.RefCall, -1, int32(len(w.Steps)))
	w.place = before
}

func rubyAliased(w *Walk, n parse.Node) { w.rubyAlias(n, n.Field("name"), n.Field("alias")) }

// rubyDefine defines the method whose body is a block: define_method(:total) { |tax| … }.
func (w *Walk) rubyDefine(n, name parse.Node) bool {
	text, at := rubyName(name)
	block := n.Field("block")
	if text == "" || block.IsZero() || !w.Definitions[w.def].Kind.IsType() {
		return false
	}
	d := parse.Definition{Kind: graph.KindMethod, Name: text, NameAt: at, Exported: true,
		Params: rubyParams(block.Field("parameters")), Signature: w.signature(n, block)}
	if w.static {
		d.Modifiers = []string{"static"}
	}
	w.DefineAs(n, d, block)
	return true
}

// The methods of RSpec, Minitest and Rails that define a test, or a group of tests, with a
// title.
var (
	rubyCases  = wordSet("it specify example scenario test fit xit fspecify focus its")
	rubySuites = wordSet("describe context feature fdescribe xdescribe fcontext xcontext example_group shared_examples shared_context shared_examples_for")
)

// rubyTest defines a test or a group of tests as a function named after its method and
// title; it reports whether a call is one.
//
//	RSpec.describe Cart do it "is empty" do … end end
func (w *Walk) rubyTest(n parse.Node) bool {
	word, block := n.Field("method").Text(), n.Field("block")
	if of := n.Field("receiver"); !w.F.Test || block.IsZero() || !rubyCases[word] && !rubySuites[word] ||
		!of.IsZero() && of.Text() != "RSpec" {
		return false
	}
	title := n.Field("arguments").First()
	if title.IsZero() || !title.Is("string", "constant", "scope_resolution", "simple_symbol") {
		return false
	}
	text := title.Text()
	if title.Is("string") {
		text = strings.Trim(text, `'"`)
	}
	d := parse.Definition{Kind: graph.KindFunction, Name: word + " " + strings.Join(strings.Fields(text), " "), NameAt: title.Start(),
		Parent: w.def, Module: w.module, Range: n.Range(), Body: block.Range(), Breaks: w.breaks(block),
		Test: rubyCases[word], Exported: true, Signature: w.signature(n, block)}
	if d.Symbol = d.Name; d.Test {
		d.Complexity = 1
	}
	before := w.place
	if w.symbol != "" {
		d.Symbol = w.symbol + "." + d.Symbol
	}
	w.Definitions = append(w.Definitions, d)
	w.place = place{def: int32(len(w.Definitions) - 1), symbol: d.Symbol, module: w.module, scope: n.Range(), quiet: w.quiet}
	w.Children(n.Field("arguments"))
	w.Visit(block)
	w.place = before
	return true
}

// rubySuper reads super: the method of the same name in the ancestors.
func rubySuper(w *Walk, n parse.Node) bool {
	off := int32(len(w.Steps))
	w.Steps = append(w.Steps, parse.Step{Kind: parse.StepBase})
	w.refer(w.Definitions[w.def].Name, n.Start(), parse.RefCall, -1, off)
	return true
}
