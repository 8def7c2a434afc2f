package golang

import "seedgraph/parse"

// statement reads any node in a body: it opens scopes, declares locals, and passes
// expressions on.
func (w *walk) statement(n parse.Node) {
	switch n.Kind() {
	case "block":
		w.inBlock(n, w.children)
	case "expression_list", "expression_statement", "return_statement", "go_statement",
		"defer_statement", "send_statement", "for_clause", "ERROR":
		w.children(n)
	case "if_statement", "for_statement":
		w.decision()
		w.inBlock(n, w.children)
	case "expression_switch_statement", "select_statement":
		w.inBlock(n, w.children)
	case "expression_case", "communication_case":
		w.decision()
		w.inBlock(n, w.children)
	case "default_case":
		w.inBlock(n, w.children)
	case "type_switch_statement":
		w.inBlock(n, w.typeSwitch)
	case "short_var_declaration", "receive_statement":
		w.shortDeclaration(n)
	case "range_clause":
		w.rangeClause(n)
	case "labeled_statement":
		if last := lastNamed(n); !last.Is("label_name") {
			w.statement(last)
		}
	case "comment", "break_statement", "continue_statement", "goto_statement",
		"fallthrough_statement", "empty_statement", "label_name":
	case "assignment_statement":
		w.statement(n.Field("left"))
		w.statement(n.Field("right"))
		w.assigned(n)
	case "var_declaration":
		w.grouped(n, parse.Range{}, w.varSpec)
	case "const_declaration":
		w.constants(n, parse.Range{})
	case "type_declaration":
		w.grouped(n, parse.Range{}, w.typeSpec)
	case "type_identifier", "qualified_type", "generic_type", "slice_type", "array_type",
		"implicit_length_array_type", "map_type", "channel_type",
		"function_type", "struct_type", "interface_type", "pointer_type", "parenthesized_type":
		w.typeRef(n)
	default:
		w.expr(n)
	}
}

// assigned records an assignment to a string.
func (w *walk) assigned(n parse.Node) {
	left, right := named(n.Field("left")), named(n.Field("right"))
	for k, id := range left {
		var value parse.Node
		if len(left) == len(right) && n.Field("operator").Is("=") {
			value = right[k]
		}
		w.setAgain(id, value)
	}
	if len(left) == 1 && len(right) == 1 && left[0].Is("identifier") &&
		!w.growList(left[0].Text(), right[0]) {
		w.growing.Assign(w.def, left[0].Text(), n.Field("operator").Is("+="), right[0])
	}
}

// open begins the block n.
func (w *walk) open(n parse.Node) {
	w.blocks++
	w.block, w.blockEnd = w.blocks, n.End()
}

// inBlock calls read on n as a separate block.
func (w *walk) inBlock(n parse.Node, read func(parse.Node)) {
	outer := w.scope
	w.open(n)
	read(n)
	w.scope = outer
}

// decision counts a branch of the current function.
func (w *walk) decision() {
	if d := &w.Definitions[w.def]; d.Complexity > 0 {
		d.Complexity++
	}
}

// isLocal reports whether s is the name of a local here, other than a type
// declared in a body.
func (w *walk) isLocal(s string) bool {
	for i := len(w.names) - 1; i >= 0; i-- {
		if w.names[i].text == s {
			return !w.names[i].isType
		}
	}
	return false
}

// inThisBlock reports whether the innermost block declares s.
func (w *walk) inThisBlock(s string) bool {
	for i := len(w.names) - 1; i >= 0 && w.names[i].block == w.block; i-- {
		if w.names[i].text == s {
			return true
		}
	}
	return false
}

// declareAt adds a local in scope from start to end; -1 if it has no name.
func (w *walk) declareAt(l parse.Local, start, end uint32) int {
	if l.Name == "" || l.Name == "_" {
		return -1
	}
	l.Def = w.def
	if l.Kind == 0 {
		l.Kind = parse.LocalVar
	}
	l.Scope = parse.Range{Start: start, End: max(start, end)}
	w.names = append(w.names, name{l.Name, w.block, l.Kind == parse.LocalType})
	w.Locals = append(w.Locals, parse.DraftLocal{Local: l})
	return len(w.Locals) - 1
}

// set sets the value of local i.
func (w *walk) set(i int, s setting) {
	if i >= 0 && s.is.N > 0 && !w.isOpaque(s.is) {
		l := &w.Locals[i]
		l.Init, l.LastStep, l.Result, l.At = s.is, s.take, s.result, s.at
	}
}

// A setting is the value of a local.
type setting struct {
	is     parse.Run
	take   parse.StepKind // the part taken from is; see parse.Local
	result int16          // the number of a call's result, from 0
	at     uint32
}

// shortDeclaration reads a := b. The declared names are in scope after it; names
// already declared in the block are only assigned.
func (w *walk) shortDeclaration(n parse.Node) {
	ids := named(n.Field("left"))
	declares := !n.Is("receive_statement") || !n.Child(":=").IsZero()
	if !declares {
		w.children(n)
		return
	}
	var values []parse.Node
	if right := n.Field("right"); right.Is("expression_list") {
		values = named(right)
	} else if !right.IsZero() {
		values = append(values, right)
	}
	settings := make([]setting, len(ids))
	w.assign(len(ids), values, func(int) {}, func(k int, s setting) { settings[k] = s })
	if len(ids) == 1 && len(values) == 1 {
		w.embedLocal(values[0], n.End())
	}
	for k, id := range ids {
		switch {
		case !id.Is("identifier"):
		case w.inThisBlock(id.Text()):
			w.setAgain(id, parse.Node{})
		default:
			w.set(w.declareAt(parse.Local{Name: id.Text()}, n.End(), w.blockEnd), settings[k])
		}
		if len(ids) == len(values) && id.Is("identifier") {
			w.declaredText(id.Text(), values[k])
		}
	}
}

// rangeClause reads for k, v := range x: it declares in the block of the for.
func (w *walk) rangeClause(n parse.Node) {
	over := n.Field("right")
	s := w.expr(over)
	w.ranged(over, s)
	left := n.Field("left")
	if n.Child(":=").IsZero() {
		w.statement(left)
		for _, id := range named(left) {
			w.setAgain(id, parse.Node{})
		}
		return
	}
	for k, id := range named(left) {
		if !id.Is("identifier") {
			continue
		}
		i := w.declareAt(parse.Local{Name: id.Text()}, n.End(), w.blockEnd)
		if i < 0 || s.N == 0 || w.isOpaque(s) {
			continue
		}
		take := parse.StepKey
		if k > 0 {
			take = parse.StepElement
		}
		w.set(i, setting{is: s, take: take, at: over.Start()})
	}
}

// localSpec reads a var or const specification in a function. It returns the type,
// and the value of the first name.
func (w *walk) localSpec(n parse.Node) (t parse.TypeRef, init setting) {
	t = w.typeRef(n.Field("type"))
	ids := names(n)
	settings := make([]setting, len(ids))
	w.assign(len(ids), named(n.Field("value")), func(int) {},
		func(k int, s setting) { settings[k] = s })
	switch values := named(n.Field("value")); {
	case len(ids) != 1:
	case len(values) == 1:
		w.declaredText(ids[0].Text(), values[0])
		w.embedLocal(values[0], n.End())
	case n.Field("type").Text() == "[]string":
		w.growing.BeginList(w.def, ids[0].Text(), nil)
	case isBuilder(n.Field("type").Text()):
		w.growing.Begin(w.def, ids[0].Text(), parse.Node{})
	}
	for k, id := range ids {
		i := w.declareAt(parse.Local{Name: id.Text(), Type: t}, n.End(), w.blockEnd)
		if t.IsZero() {
			w.set(i, settings[k])
		}
	}
	if len(settings) > 0 {
		init = settings[0]
	}
	return t, init
}

// typeSwitch reads a type switch. In a case of one type the variable has that
// type, in all others the type of the value.
func (w *walk) typeSwitch(n parse.Node) {
	alias := n.Field("alias").Child("identifier")
	value := n.Field("value")
	var s parse.Run
	for c := range n.Named {
		switch {
		case c.FieldName() == "alias", c.Is("comment"):
		case c.FieldName() == "value":
			s = w.expr(c)
		case c.Is("type_case", "default_case"):
			if c.Is("type_case") {
				w.decision()
			}
			w.inBlock(c, func(c parse.Node) { w.typeCase(c, alias, s, value.Start()) })
		default:
			w.statement(c)
		}
	}
}

func (w *walk) typeCase(c, alias parse.Node, s parse.Run, at uint32) {
	var t parse.TypeRef
	types := 0
	declared := alias.IsZero()
	declare := func(from uint32) {
		if declared {
			return
		}
		declared = true
		if types != 1 || t.Name == "nil" {
			t = parse.TypeRef{}
		}
		i := w.declareAt(parse.Local{Name: alias.Text(), Type: t}, from, c.End())
		if t.IsZero() {
			w.set(i, setting{is: s, at: at})
		}
	}
	for x := range c.Named {
		if x.FieldName() == "type" {
			if types++; x.Text() == "nil" {
				t = parse.TypeRef{Name: "nil"}
			} else {
				t = w.typeRef(x)
			}
			continue
		}
		declare(x.Start())
		w.node(x, parse.Range{})
	}
}
