package typescript

import (
	"strings"

	"seedgraph/parse"
)

func (e *extractor) imported(m parse.Import) {
	if m.Path == "" && m.Name == "" {
		return
	}
	m.Def = e.owner
	e.f.Imports = append(e.f.Imports, m)
}

// hasToken reports whether an anonymous child of n is the given token.
func hasToken(n parse.Node, token string) bool {
	for c := range n.Children {
		if !c.IsNamed() && c.Kind() == token {
			return true
		}
	}
	return false
}

// importStatement reads an import declaration of any form.
func (e *extractor) importStatement(n parse.Node) {
	clause := n.Child("import_clause")
	if r := n.Child("import_require_clause"); !r.IsZero() {
		name := r.Child("identifier")
		e.imported(parse.Import{Path: unquote(r.Field("source").Text()), Name: ExportEquals,
			Alias: name.Text(), At: n.Start()})
		return
	}
	path := unquote(n.Field("source").Text())
	isType := hasToken(n, "type") || hasToken(n, "typeof")
	if clause.IsZero() {
		e.imported(parse.Import{Path: path, At: n.Start()})
		return
	}
	for c := range clause.Named {
		switch c.Kind() {
		case "identifier":
			e.imported(parse.Import{Path: path, Name: "default", Alias: c.Text(), Type: isType,
				At: c.Start()})
		case "namespace_import":
			name := c.Child("identifier")
			e.imported(parse.Import{Path: path, Alias: name.Text(), Type: isType, At: c.Start()})
		case "named_imports":
			e.specifiers(c, parse.Import{Path: path, Type: isType})
		}
	}
}

// specifiers reads the names in { a, b as c } of an import or export.
func (e *extractor) specifiers(n parse.Node, m parse.Import) {
	for c := range n.Named {
		if !c.Is("import_specifier", "export_specifier") {
			continue
		}
		name, alias := c.Field("name"), c.Field("alias")
		if alias.IsZero() {
			alias = name
		}
		one := m
		one.Name, one.Alias, one.At = specifierName(name), specifierName(alias), c.Start()
		one.Type = m.Type || hasToken(c, "type")
		e.imported(one)
		if m.Path == "" {
			e.visit(name)
			e.markExported(one.Name)
		}
	}
}

func specifierName(n parse.Node) string {
	if n.Is("string") {
		return unquote(n.Text())
	}
	return n.Text()
}

// exportList reads export { a }, export { a } from, export * from.
func (e *extractor) exportList(n parse.Node) {
	m := parse.Import{Path: unquote(n.Field("source").Text()), Export: true,
		Type: hasToken(n, "type"), At: n.Start()}
	clause, ns := n.Child("export_clause"), n.Child("namespace_export")
	switch {
	case !clause.IsZero():
		e.specifiers(clause, m)
	case !ns.IsZero():
		m.Alias = specifierName(namedChild(ns))
		e.imported(m)
	default:
		m.All = true
		e.imported(m)
	}
}

// importAlias reads import A = N.B.
func (e *extractor) importAlias(n parse.Node, l *lead) {
	var alias, target parse.Node
	for c := range n.Named {
		if alias.IsZero() {
			alias = c
		} else if target.IsZero() {
			target = c
		}
	}
	e.imported(parse.Import{Name: target.Text(), Alias: alias.Text(), Export: l.exported,
		At: n.Start()})
}

// requireCall reads require('./m') whose value is not bound to a name. The module
// used as a value gets a unique alias.
func (e *extractor) requireCall(n, callee, args parse.Node) (chain []parse.Step, ok bool) {
	path := requiredPath(callee, args)
	if path == "" {
		return nil, false
	}
	if n.Parent().Is("expression_statement") {
		e.imported(parse.Import{Path: path, At: n.Start()})
		return unknownStep, true
	}
	alias := requiredAlias(path)
	e.imported(parse.Import{Path: path, Name: ExportEquals, Alias: alias, At: n.Start()})
	if !strings.HasPrefix(path, ".") {
		return unknownStep, true
	}
	e.ref(parse.RefMember, alias, nil, -1, n.Start())
	return []parse.Step{{Kind: parse.StepName, Name: alias}}, true
}

// requiredAlias returns the alias of a module that is required in an expression.
func requiredAlias(path string) string { return "require:" + path }

func requiredPath(callee, args parse.Node) string {
	if callee.Text() != "require" {
		return ""
	}
	if first := namedChild(args); first.Is("string") {
		return unquote(first.Text())
	}
	return ""
}

// dynamicImport reads import('./m') whose value is not bound to a name: the chain
// refers to the module by a unique alias.
func (e *extractor) dynamicImport(args parse.Node) []parse.Step {
	chain := unknownStep
	for c := range args.Named {
		if c.Is("string") && opaque(chain) {
			path := unquote(c.Text())
			alias := "import:" + path
			e.imported(parse.Import{Path: path, Alias: alias, At: c.Start()})
			chain = []parse.Step{{Kind: parse.StepName, Name: alias}}
		} else {
			e.visit(c)
		}
	}
	return chain
}

// required reads const x = require('./m') and const { a } = await import('./m'):
// imports with the scope of the variable.
func (e *extractor) required(name, value parse.Node, isVar bool) bool {
	value = unwrapped(value)
	member := ""
	if value.Is("member_expression") { // require('./m').name
		member, value = value.Field("property").Text(), value.Field("object")
	}
	m := parse.Import{At: value.Start(), Name: ExportEquals}
	if value.Is("await_expression") {
		value = namedChild(value)
		m.Name = ""
	}
	if !value.Is("call_expression") {
		return false
	}
	fn, args := value.Field("function"), value.Field("arguments")
	if fn.Is("import") && m.Name == "" {
		if path := namedChild(args); path.Is("string") {
			m.Path = unquote(path.Text())
		}
	} else if m.Name != "" {
		m.Path = requiredPath(fn, args)
	}
	if m.Path == "" {
		return false
	}
	if !e.top {
		m.Scope = e.block
		if isVar {
			m.Scope = e.fn
		}
	}
	return e.bindRequired(name, m, member)
}

func (e *extractor) bindRequired(name parse.Node, m parse.Import, member string) bool {
	if member != "" {
		m.Name = member
	}
	switch {
	case name.Is("identifier"):
		m.Alias = name.Text()
		e.imported(m)
		return true
	case !name.Is("object_pattern") || member != "":
		return false
	}
	for c := range name.Named {
		one := m
		one.At = c.Start()
		switch c.Kind() {
		case "shorthand_property_identifier_pattern":
			one.Name, one.Alias = c.Text(), c.Text()
		case "pair_pattern":
			if v := c.Field("value"); v.Is("identifier") {
				one.Name, one.Alias = propertyName(c.Field("key")), v.Text()
			}
		}
		if one.Alias != "" {
			e.imported(one)
		}
	}
	return true
}

// unquote returns the value of a string literal without escapes.
func unquote(s string) string {
	if len(s) >= 2 && strings.IndexByte("'\"`", s[0]) >= 0 && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}
