package tags

import (
	"strconv"
	"strings"

	elixirGrammar "github.com/smacker/go-tree-sitter/elixir"

	"seedgraph/graph"
	"seedgraph/parse"
)

// elixir has modules as classes, and functions whose names include their arity, as
// in the language: Shop.Order.total/1. The clauses of a function are one
// definition. Modules share one namespace across files.
//
//   - `alias A.B` is an import of B; `import A, only: [f: 1]` one of f/1, without a list of all.
//   - The left side of a pipe is an argument of the call after it. `&f/1` refers to f/1.
//   - A plain name is a variable. Members of values, and names of Kernel, are not references.
var elixir = Row{
	Name: "elixir", Accepts: "Elixir 1.15", Extensions: []string{".ex", ".exs"},
	Grammar: elixirGrammar.GetLanguage,
	Nodes: map[string]Rule{
		"source":          {Op: Do, Do: elixirBody},
		"call":            {Op: Do, Do: func(w *Walk, n parse.Node) { w.elixirCall(n, 0) }},
		"binary_operator": {Op: Do, Do: elixirBinary},
		"unary_operator":  {Op: Do, Do: elixirUnary},
		"alias":           {Op: Do, Do: func(w *Walk, n parse.Node) { w.elixirModule(n, parse.RefType) }},
	},
	Mend:     &parse.LineMend{Head: `[ \t]*(?:def|defp|defmacro|defmacrop) +(\w+[?!]?)[^\n]*`, Close: "end"},
	Comments: "comment",
	Branches: "stab_clause",
	Module:   func(*Walk, parse.Node) string { return "" },
	TestFile: func(p string) bool { return strings.HasSuffix(p, "_test.exs") },
	Scoping:  Scoping{Implicit: true, ImportsFirst: true},
	Sites:    elixirSites{},
}

// elixirKernel are forms of the language and functions of Kernel.
var elixirKernel = newWords(`abs alias and apply binary_part binding bit_size byte_size case ceil cond
	dbg def defdelegate defexception defguard defguardp defimpl defmacro defmacrop defmodule defoverridable defp
	defprotocol defstruct destructure div elem exit floor for function_exported get_and_update_in get_in hd if
	import in inspect is_atom is_binary is_bitstring is_boolean is_exception is_float is_function
	is_integer is_list is_map is_map_key is_nil is_number is_pid is_port is_reference is_struct is_tuple length
	macro_exported make_ref map_size match max min node not or pop_in put_elem put_in quote raise receive rem
	require reraise round self send sigil_r sigil_s spawn spawn_link spawn_monitor struct super tap tl throw
	then to_charlist to_string trunc try tuple_size unless unquote unquote_splicing update_in use with`)

func newWords(list string) map[string]bool {
	out := map[string]bool{}
	for _, s := range strings.Fields(list) {
		out[s] = true
	}
	return out
}

// elixirBody reads the top of a file or the body of a module, with the doc
// attributes of the definitions.
func elixirBody(w *Walk, n parse.Node) {
	doc := ""
	for c := range n.Named {
		name, value := elixirAttribute(c)
		switch {
		case name == "doc":
			doc = docText(value)
			continue
		case name == "moduledoc" && w.def != 0:
			w.Definitions[w.def].Doc = docText(value)
			continue
		case name == "spec" || has(w.comment, c):
			continue
		}
		before := len(w.Definitions)
		w.Visit(c)
		if doc != "" && len(w.Definitions) > before && w.Definitions[before].Doc == "" {
			w.Definitions[before].Doc = doc
		}
		doc = ""
	}
}

// elixirAttribute returns the name of a module attribute and its text value.
func elixirAttribute(n parse.Node) (name, text string) {
	call := n.Field("operand")
	if !n.Is("unary_operator") || n.Field("operator").Kind() != "@" || !call.Is("call") {
		return "", ""
	}
	return call.Field("target").Text(), call.Child("arguments").Child("string").Child("quoted_content").Text()
}

// elixirCall reads a call; definitions are calls, too. piped is the number of
// arguments from a pipe.
func (w *Walk) elixirCall(n parse.Node, piped int) {
	target, args := n.Field("target"), n.Child("arguments")
	switch target.Text() {
	case "defmodule", "defprotocol", "defimpl":
		w.elixirDefineModule(n, target.Text(), args)
		return
	case "def", "defp", "defmacro", "defmacrop", "defdelegate", "defguard", "defguardp":
		w.elixirFunction(n, target.Text(), args)
		return
	case "alias", "import":
		w.elixirImport(n, target.Text(), args)
		return
	}
	count := piped
	for c := range args.Named {
		if !has(w.comment, c) {
			count++
		}
	}
	if !n.Child("do_block").IsZero() {
		count++
	}
	w.elixirRefer(target, count, parse.RefCall)
	for c := range n.Named {
		if c.FieldName() != "target" {
			w.Children(c)
		}
	}
}

// elixirRefer adds a reference to a function with a number of arguments.
func (w *Walk) elixirRefer(target parse.Node, count int, kind parse.RefKind) {
	off := int32(len(w.Steps))
	name := target
	switch {
	case target.Is("dot"):
		left := target.Field("left")
		name = target.Field("right")
		switch {
		case left.Is("alias"):
			w.elixirModule(left, parse.RefType)
			off = int32(len(w.Steps))
			w.elixirSteps(left)
		case left.Text() != "__MODULE__":
			w.Visit(left)
			return
		}
	case !target.Is("identifier"):
		w.Visit(target)
		return
	case elixirKernel[strings.TrimRight(name.Text(), "?!")]:
		return
	}
	if name.Is("identifier", "operator_identifier") {
		w.refer(name.Text()+"/"+strconv.Itoa(count), name.Start(), kind, -1, off)
	}
}

// elixirSteps adds the steps of a module name.
func (w *Walk) elixirSteps(n parse.Node) {
	for i, part := range segments(n.Text()) {
		w.Steps = append(w.Steps, parse.Step{Kind: nameKind(i), Name: part})
	}
}

// segments returns the parts of a module name, which may begin with that of the
// language.
func segments(name string) []string {
	return strings.Split(strings.TrimPrefix(name, "Elixir."), ".")
}

// elixirModule adds a reference to a module.
func (w *Walk) elixirModule(n parse.Node, kind parse.RefKind) {
	parts := segments(n.Text())
	off := int32(len(w.Steps))
	for i, part := range parts[:len(parts)-1] {
		w.Steps = append(w.Steps, parse.Step{Kind: nameKind(i), Name: part})
	}
	last := parts[len(parts)-1]
	w.refer(last, n.End()-uint32(len(last)), kind, -1, off)
}

// elixirDefineModule reads a module, a protocol or an implementation of one.
func (w *Walk) elixirDefineModule(n parse.Node, word string, args parse.Node) {
	name, body := args.Child("alias"), n.Child("do_block")
	if name.IsZero() {
		w.Children(n)
		return
	}
	d := parse.Definition{Kind: graph.KindClass, NameAt: name.Start(), Parent: w.def, Range: n.Range(),
		Body: body.Range(), Breaks: w.breaks(body), Exported: true, Signature: w.signature(n, body)}
	d.Symbol = strings.TrimPrefix(name.Text(), "Elixir.")
	switch word {
	case "defprotocol":
		d.Kind = graph.KindInterface
	case "defimpl":
		d.Bases = []parse.TypeRef{{Name: name.Text(), At: name.Start()}}
		if of := elixirKeyword(args, "for"); of.Is("alias") {
			d.Symbol += "." + of.Text()
		}
	}
	d.Name = lastPart(d.Symbol)
	for c := range body.Named {
		if attribute, _ := elixirAttribute(c); attribute == "behaviour" {
			if a := c.Field("operand").Child("arguments").Child("alias"); !a.IsZero() {
				d.Bases = append(d.Bases, parse.TypeRef{Name: a.Text(), At: a.Start()})
			}
		}
	}
	w.elixirWithin(n, d, func() { elixirBody(w, body) })
}

// elixirWithin adds a definition and reads its contents.
func (w *Walk) elixirWithin(n parse.Node, d parse.Definition, read func()) {
	before := w.place
	if w.symbol != "" {
		d.Symbol = w.symbol + "." + d.Symbol
	}
	w.Definitions = append(w.Definitions, d)
	w.place = place{def: int32(len(w.Definitions) - 1), symbol: d.Symbol, scope: n.Range()}
	read()
	w.place = before
}

// elixirFunction reads a clause of a function.
func (w *Walk) elixirFunction(n parse.Node, word string, args parse.Node) {
	head := firstNamed(args)
	guard := parse.Node{}
	if head.Is("binary_operator") && head.Field("operator").Kind() == "when" {
		head, guard = head.Field("left"), head.Field("right")
	}
	name, params := head, parse.Node{}
	switch head.Kind() {
	case "call":
		name, params = head.Field("target"), head.Child("arguments")
	case "binary_operator": // of an operator
		name = head.Field("operator")
	}
	if !name.Is("identifier") && !head.Is("binary_operator") {
		w.Children(n)
		return
	}
	d := parse.Definition{Kind: graph.KindMethod, NameAt: name.Start(), Parent: w.def, Range: n.Range(), Complexity: 1,
		Exported: !strings.HasSuffix(word, "p"), Signature: w.signature(n, n.Child("do_block"))}
	if w.def == 0 {
		d.Kind = graph.KindFunction
	}
	for c := range params.Named {
		p := parse.Param{Name: c.Text()}
		if c.Is("binary_operator") && c.Field("operator").Kind() == `\\` {
			p.Name, p.Optional = c.Field("left").Text(), true
		}
		d.Params = append(d.Params, p)
	}
	count := len(d.Params)
	if head.Is("binary_operator") {
		count = 2
	}
	d.Name = name.Text() + "/" + strconv.Itoa(count)
	d.Symbol = d.Name
	body := n.Child("do_block")
	if d.Body = body.Range(); body.IsZero() {
		d.Body = args.Child("keywords").Range()
	}
	if !d.Exported {
		d.Modifiers = []string{"private"}
	}
	read := func() {
		for c := range params.Named {
			w.Visit(c)
		}
		w.Visit(guard)
		w.elixirClause(args, body, word, name, count)
	}
	last := len(w.Definitions) - 1
	if x := &w.Definitions[last]; x.Parent == w.def && x.Name == d.Name && last > 0 {
		x.Range.End, x.Body.End = n.End(), max(x.Body.End, d.Body.End)
		x.Complexity++
		before := w.place
		w.place = place{def: int32(last), symbol: x.Symbol, scope: n.Range()}
		read()
		w.place = before
		return
	}
	w.elixirWithin(n, d, read)
}

// elixirClause reads the body of a clause, and the target of a delegation.
func (w *Walk) elixirClause(args, body parse.Node, word string, name parse.Node, count int) {
	if word == "defdelegate" {
		to, as := elixirKeyword(args, "to"), elixirKeyword(args, "as")
		if to.Is("alias") {
			called := name.Text()
			if !as.IsZero() {
				called = strings.TrimPrefix(as.Text(), ":")
			}
			off := int32(len(w.Steps))
			w.elixirSteps(to)
			w.refer(called+"/"+strconv.Itoa(count), to.Start(), parse.RefCall, -1, off)
		}
		return
	}
	w.Children(args.Child("keywords"))
	w.Children(body)
}

// elixirKeyword returns the value of a keyword argument.
func elixirKeyword(args parse.Node, name string) parse.Node {
	for p := range args.Child("keywords").Named {
		if strings.TrimRight(p.Field("key").Text(), ": ") == name {
			return p.Field("value")
		}
	}
	return parse.Node{}
}

// elixirImport reads alias and import.
func (w *Walk) elixirImport(n parse.Node, word string, args parse.Node) {
	first := firstNamed(args)
	add := func(module string, at uint32, im parse.Import) {
		parts := segments(module)
		im.At, im.Def, im.Scope = at, w.def, w.useScope()
		im.Path = strings.Join(parts, ".")
		if word == "alias" {
			im.Path, im.Name = strings.Join(parts[:len(parts)-1], "."), parts[len(parts)-1]
			if im.Alias == "" {
				im.Alias = im.Name
			}
		}
		w.F.Imports = append(w.F.Imports, im)
	}
	switch {
	case first.Is("dot"): // alias A.{B, C}
		for c := range first.Field("right").Named {
			add(first.Field("left").Text()+"."+c.Text(), c.Start(), parse.Import{})
		}
	case !first.Is("alias"):
		w.Children(args)
	case word == "alias":
		add(first.Text(), first.Start(), parse.Import{Alias: elixirKeyword(args, "as").Text()})
	default:
		only := elixirKeyword(args, "only").Child("keywords")
		if only.IsZero() {
			add(first.Text(), first.Start(), parse.Import{All: true})
		}
		for p := range only.Named {
			name := strings.TrimRight(p.Field("key").Text(), ": ") + "/" + p.Field("value").Text()
			add(first.Text(), p.Start(), parse.Import{Name: name, Alias: name})
		}
	}
}

// elixirBinary reads an operator: a pipe passes its left side to the call on its
// right.
func elixirBinary(w *Walk, n parse.Node) {
	right := n.Field("right")
	if n.Field("operator").Kind() != "|>" {
		w.Children(n)
		return
	}
	w.Visit(n.Field("left"))
	switch right.Kind() {
	case "call":
		w.elixirCall(right, 1)
	case "identifier":
		w.elixirRefer(right, 1, parse.RefCall)
	default:
		w.Visit(right)
	}
}

// elixirUnary reads an operator: &f/1 refers to a function, @a 1 sets a module
// attribute.
func elixirUnary(w *Walk, n parse.Node) {
	of := n.Field("operand")
	if n.Field("operator").Kind() == "@" { // a module attribute
		w.Children(of.Child("arguments"))
		return
	}
	if n.Field("operator").Kind() == "&" && of.Is("binary_operator") && of.Field("operator").Kind() == "/" {
		if count, err := strconv.Atoi(of.Field("right").Text()); err == nil {
			target := of.Field("left")
			if target.Is("call") { // A.f without parentheses
				target = target.Field("target")
			}
			w.elixirRefer(target, count, parse.RefMember)
			return
		}
	}
	w.Children(n)
}

// firstNamed returns the first named child.
func firstNamed(n parse.Node) parse.Node {
	for c := range n.Named {
		return c
	}
	return parse.Node{}
}
