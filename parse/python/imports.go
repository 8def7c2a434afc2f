package python

import (
	"strings"

	"seedgraph/parse"
)

// importStatement reads `import a.b, c as d`.
func (w *walker) importStatement(n parse.Node) {
	for c := range n.Named {
		m := parse.Import{At: c.Start(), Type: w.typing}
		switch c.Kind() {
		case "dotted_name":
			m.Path, m.Whole = dotted(c), true
			m.Alias, _, _ = strings.Cut(m.Path, ".")
		case "aliased_import":
			m.Path, m.Alias = dotted(c.Field("name")), c.Field("alias").Text()
			m.Export = m.Path == m.Alias
		}
		if m.Path != "" {
			w.addImport(m, n.End())
		}
	}
}

// importFrom reads `from a.b import c as d, e` and its star form.
func (w *walker) importFrom(n parse.Node) {
	from := ""
	if n.Kind() == "future_import_statement" {
		from = "__future__"
	}
	for c := range n.Named {
		m := parse.Import{Path: from, At: c.Start(), Type: w.typing}
		switch {
		case c.FieldName() == "module_name":
			from = strings.Join(strings.Fields(c.Text()), "")
			continue
		case c.Kind() == "wildcard_import":
			m.All, m.Export = true, true
		case c.Kind() == "dotted_name":
			m.Name = dotted(c)
			m.Alias = m.Name
			m.Export = strings.HasSuffix(w.f.Module, "__init__")
		case c.Kind() == "aliased_import":
			m.Name, m.Alias = dotted(c.Field("name")), c.Field("alias").Text()
			m.Export = m.Name == m.Alias || strings.HasSuffix(w.f.Module, "__init__")
		default:
			continue
		}
		w.addImport(m, n.End())
	}
}

// addImport adds an import of a statement that ends at end.
func (w *walker) addImport(m parse.Import, end uint32) {
	s := w.scope
	for s.kind == innerScope {
		s = s.parent
	}
	m.Def = s.def
	if s.kind != moduleScope {
		m.Scope, m.Export = s.body, false
	}
	if s.imports == nil {
		s.imports = map[string]bool{}
	}
	if m.Alias != "" {
		s.imports[m.Alias] = true
		w.bindFlow(s, m.Alias, parse.FlowBinding{Kind: parse.FlowImport,
			Index: int32(len(w.f.Imports))}, end)
	}
	w.f.Imports = append(w.f.Imports, m)
}

// dotted returns a dotted name without blanks in it.
func dotted(n parse.Node) string {
	s := n.Text()
	if strings.ContainsAny(s, " \t\r\n\\") {
		return strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "", "\\", "").Replace(s)
	}
	return s
}
