package tags

import (
	"path"
	"regexp"
	"slices"
	"strings"

	phpGrammar "github.com/smacker/go-tree-sitter/php"

	"seedgraph/graph"
	"seedgraph/parse"
)

// php has the namespace of a definition as its module, with dots for backslashes.
//
//   - The names of variables begin with $, those of properties do not.
//   - The bases of a class are its traits, then its base class, then interfaces. The rules of
//     insteadof and as are imports of the class: Static, from the trait Path the method Name
//     under the name Alias.
//   - A parameter that the constructor promotes is a field, too, and so is a property that the
//     comment of a class declares: @property Order $order.
var php = Row{
	Name: "php", Accepts: "PHP 8.5", Extensions: []string{".php", ".phtml", ".inc"},
	Grammar: phpGrammar.GetLanguage, Adapt: phpAdapt,
	Nodes: map[string]Rule{
		"namespace_definition":      {Op: Do, Do: phpNamespace},
		"namespace_use_declaration": {Op: Do, Do: phpUse},
		"use_declaration":           {Op: Do, Do: phpTraits},
		"declaration_list":          {Op: Do, Do: phpMembers},
		"declare_statement":         {Op: Skip},

		"class_declaration": {Op: Define, Kind: graph.KindClass, Name: "name", Body: "body",
			Bases: "body/:use_declaration/:name|body/:use_declaration/:qualified_name|:base_clause/:name|" +
				":base_clause/:qualified_name|:class_interface_clause/:name|:class_interface_clause/:qualified_name"},
		"trait_declaration": {Op: Define, Kind: graph.KindClass, Name: "name", Body: "body",
			Bases: "body/:use_declaration/:name|body/:use_declaration/:qualified_name"},
		"interface_declaration": {Op: Define, Kind: graph.KindInterface, Name: "name", Body: "body",
			Bases: ":base_clause/:name|:base_clause/:qualified_name"},
		"enum_declaration": {Op: Define, Kind: graph.KindEnum, Name: "name", Body: "body",
			Bases: ":class_interface_clause/:name|:class_interface_clause/:qualified_name"},
		"enum_case": {Op: Define, Kind: graph.KindConstant, Name: "name", Value: "value"},
		"function_definition": {Op: Define, Kind: graph.KindFunction, Name: "name", Body: "body",
			Params: "parameters", Type: "return_type"},
		"method_declaration": {Op: Define, Kind: graph.KindFunction, Name: "name", Body: "body",
			Params: "parameters", Type: "return_type"},
		"property_element":             {Op: Define, Kind: graph.KindField, Name: ":variable_name", Value: ":property_initializer/#0"},
		"const_element":                {Op: Define, Kind: graph.KindConstant, Name: ":name", Value: "#1"},
		"property_promotion_parameter": {Op: Do, Do: phpPromoted},
		"base_clause":                  {Op: Skip},
		"class_interface_clause":       {Op: Skip},

		"simple_parameter":                       {Op: Declare, Name: "name", Type: "type", Value: "default_value"},
		"variadic_parameter":                     {Op: Declare, Name: "name", Type: "type", More: "..."},
		"assignment_expression":                  {Op: Declare, Name: "left", Value: "right"},
		"catch_clause":                           {Op: Declare, Name: "name", Type: "type"},
		"foreach_statement":                      {Op: Do, Do: phpForeach},
		"array_creation_expression":              {Op: Do, Do: phpCallable},
		"anonymous_function_creation_expression": {Op: Scope},
		"arrow_function":                         {Op: Scope},
		"static_variable_declaration":            {Op: Declare, Name: "name", Value: "value"},

		"name":                              {Op: Name},
		"variable_name":                     {Op: Name},
		"relative_scope":                    {Op: Name},
		"qualified_name":                    {Op: Name},
		"member_access_expression":          {Op: Member, Operand: "object", Name: "name"},
		"nullsafe_member_access_expression": {Op: Member, Operand: "object", Name: "name"},
		"scoped_property_access_expression": {Op: Member, Operand: "scope", Name: "name"},
		"class_constant_access_expression":  {Op: Member, Operand: "#0", Name: "#1", Is: "class"},
		"member_call_expression":            {Op: Call, Operand: "object", Name: "name", Args: "arguments"},
		"nullsafe_member_call_expression":   {Op: Call, Operand: "object", Name: "name", Args: "arguments"},
		"scoped_call_expression":            {Op: Call, Operand: "scope", Name: "name", Args: "arguments"},
		"function_call_expression":          {Op: Call, Operand: "function", Args: "arguments"},
		"object_creation_expression":        {Op: Create, Type: ":name|:qualified_name", Args: ":arguments", Unless: phpAnonymous},
		"parenthesized_expression":          {Op: Wrap, Operand: "#0"},
		"clone_expression":                  {Op: Wrap, Operand: "#0"},
		"subscript_expression":              {Op: Item, Operand: "#0"},
		"argument":                          {Op: Argument, Operand: "#-1"},
		"string":                            {Op: Typed, Is: "string"},
		"encapsed_string":                   {Op: Typed, Is: "string"},
		"integer":                           {Op: Typed, Is: "int"},
		"attribute":                         {Op: Create, Type: ":name|:qualified_name", Args: "parameters"},

		"named_type":     {Op: TypeName},
		"primitive_type": {Op: TypeName},
		"optional_type":  {Op: TypeWrap, Operand: "#0"},
		"union_type":     {Op: TypeWrap, Operand: "#0", Form: parse.FormUnion, Class: true},
		"type_list":      {Op: TypeWrap, Operand: "#0", Form: parse.FormUnion, Class: true},
	},
	Mend:     &parse.LineMend{Head: `[ \t]*(?:(?:abstract|final|public|private|protected|static|readonly) )*(?:function +&?|class +|interface +|trait +|enum +)(\w+)[^\n{]*\{?`, Close: "}", Lead: "<?php "},
	Comments: "comment", This: "$this", Sigil: "$",
	Modifiers: "visibility_modifier static_modifier abstract_modifier final_modifier readonly_modifier",
	Branches: "if_statement else_if_clause while_statement for_statement foreach_statement case_statement " +
		"catch_clause conditional_expression match_conditional_expression",
	Silent: "self static parent null void int string bool float array mixed iterable callable object false true never",
	Module: func(w *Walk, root parse.Node) string {
		if n := root.Child("namespace_definition"); !n.IsZero() && n.Field("body").IsZero() {
			return dotted.Replace(n.Field("name").Text())
		}
		return ""
	},
	Finish: phpFinish, Looks: phpLooks, Sites: phpSites{},
	TestFile: func(p string) bool {
		return strings.HasSuffix(p, "Test.php") || strings.HasPrefix(p, "tests/") || strings.Contains(p, "/tests/") ||
			path.Base(path.Dir(p)) == "Tests"
	},
	Scoping: Scoping{ImportsFirst: true, Global: true, Fold: true, ProjectFiles: []string{"composer.json",
		"routes.yaml", "routes.yml", "routing.yaml", "routing.yml"}},
}

// phpLooks reads calls of members with a computed name.
//
//	$plugin->$name(), call_user_func([$plugin, $name])
func phpLooks(call parse.Node, name string) (string, int16) {
	if call.Field("name").Is("variable_name", "dynamic_variable_name") ||
		call.Is("function_call_expression") && (name == "call_user_func" || name == "call_user_func_array") {
		return parse.ComputedName, 0
	}
	return name, 0
}

// Forms that the grammar does not know: constants of enumerations and with types,
// classes whose properties cannot be changed, separate visibility for writing.
var (
	phpEnum  = regexp.MustCompile(`(?i)\benum[ \t]+\w+[^{};()]*\{`)
	phpConst = regexp.MustCompile(`(?m)^[ \t]*((?:(?:final|public|private|protected)[ \t]+)*)` +
		`(const)[ \t]+((?:[?\w|\\&]+[ \t]+)?)\w+[ \t]*=`)
	phpReadonly = regexp.MustCompile(`(?m)^[ \t]*(?:(?:final|abstract)[ \t]+)*` +
		`(readonly[ \t]+)(?:(?:final|abstract)[ \t]+)*class\b`)
	phpBacking = regexp.MustCompile(`^\w+[ \t]+\w+[ \t]*(:[ \t]*\w+)`)
	phpCase    = regexp.MustCompile(`(?m)^[ \t]*(case)[ \t]+\w+[ \t]*(=?)`)
	phpWord    = regexp.MustCompile(`^[A-Za-z_]\w*$`)
	phpSet     = regexp.MustCompile(`\b(?:public|protected)[ \t]+((?:private|protected)\(set\))|` +
		`\b(?:private|protected|public)(\(set\))`)
)

// phpAdapt rewrites them: an enumeration with constants is a class whose cases are constants.
func phpAdapt(a *parse.Adaptation, broken bool) {
	if !broken {
		return
	}
	text := a.Source
	consts := phpConst.FindAllStringSubmatchIndex(text, -1)
	for _, m := range consts {
		a.Blank(uint32(m[6]), uint32(m[7]))
	}
	last := 0
	for _, e := range phpEnum.FindAllStringIndex(text, -1) {
		if e[0] < last {
			continue
		}
		last = closing(text, e[1])
		for len(consts) > 0 && consts[0][0] < e[1] {
			consts = consts[1:]
		}
		if len(consts) > 0 && consts[0][1] <= last {
			phpEnumClass(a, e[0], last)
		}
	}
	phpHooks(a)
	for _, re := range []*regexp.Regexp{phpReadonly, phpSet} {
		for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
			group := max(m[2], m[len(m)-2])
			a.Blank(uint32(group), uint32(max(m[3], m[len(m)-1])))
		}
	}
}

// closing returns the position after the brace that closes the one before a position.
func closing(text string, at int) int {
	for depth := 1; at < len(text) && depth > 0; at++ {
		switch text[at] {
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	return at
}

// phpEnumClass rewrites the enumeration in a part of a text as a class.
func phpEnumClass(a *parse.Adaptation, start, end int) {
	text := a.Source
	put := func(at int, word, old string) {
		a.Blank(uint32(at), uint32(at+len(old)))
		a.Insert(uint32(at), word)
	}
	put(start, "class ", "enum")
	if m := phpBacking.FindStringSubmatchIndex(text[start:end]); m != nil {
		a.Blank(uint32(start+m[2]), uint32(start+m[3]))
	}
	for _, m := range phpCase.FindAllStringSubmatchIndex(text[start:end], -1) {
		put(start+m[2], "const ", "case")
		if m[5] == m[4] {
			a.Insert(uint32(start+m[5]), " = 0")
		}
	}
}

func phpFinish(w *Walk, n parse.Node, d *parse.Definition) {
	d.Name = strings.TrimPrefix(d.Name, "$")
	d.Symbol = d.Name
	switch n.Kind() {
	case "property_element", "const_element":
		w.addModifiers(n.Parent(), d)
		if t := n.Parent().Field("type"); !t.IsZero() {
			d.Type = w.Type(t)
		}
	case "class_declaration":
		if len(n.Text()) > 4 && strings.EqualFold(n.Text()[:4], "enum") { // see phpEnumClass
			d.Kind = graph.KindEnum
		}
	case "trait_declaration":
		d.Modifiers = append(d.Modifiers, "trait")
	case "method_declaration":
		if d.Name == "__construct" {
			d.Kind = graph.KindConstructor
		}
		d.Test = strings.HasPrefix(d.Name, "test") && w.F.Test || strings.Contains(d.Doc, "@test")
	}
	for i := range d.Params {
		d.Params[i].Name = strings.TrimPrefix(d.Params[i].Name, "$")
	}
	if t := docType(d.Doc); d.Type.IsZero() && t != "" {
		d.Type = parse.TypeRef{Name: t}
	}
	d.Exported = !slices.Contains(d.Modifiers, "private") && !slices.Contains(d.Modifiers, "protected")
}

// phpProperty matches a property that the comment of a class declares.
var phpProperty = regexp.MustCompile(`@property(?:-read|-write)?[ \t]+` +
	`([^$\r\n]*?)[ \t]*\$(\w+)[^\r\n]*`)

// phpMembers reads the body of a class. Its members have magic access to the properties that the
// comment of the class declares.
func phpMembers(w *Walk, n parse.Node) {
	class := w.Definitions[w.def]
	if strings.Contains(class.Doc, "@property") && class.Kind.IsType() {
		written := phpWritten(n)
		start := class.Range.Start
		for _, m := range phpProperty.FindAllStringSubmatchIndex(w.Text[start:n.Start()], maxProperties) {
			at := func(i int) uint32 { return start + uint32(m[i]) }
			name := w.Text[at(4):at(5)]
			if written[name] {
				continue
			}
			written[name] = true
			d := parse.Definition{Kind: graph.KindField, Name: name, NameAt: at(4), Exported: true}
			if t := docType("@var " + w.Text[at(2):at(3)]); t != "" {
				d.Type = parse.TypeRef{Name: t}
			}
			f := &w.Definitions[w.Field(n, d)]
			f.Range = parse.Range{Start: at(0), End: at(1)}
			f.Signature = strings.Join(strings.Fields(w.Text[f.Range.Start:f.Range.End]), " ")
		}
	}
	w.Children(n)
}

// maxProperties bounds the properties that a comment declares.
const maxProperties = 2000

// phpWritten returns the names of the properties that the body of a class declares.
func phpWritten(body parse.Node) map[string]bool {
	out := map[string]bool{}
	for c := range body.Named {
		for e := range c.Named {
			if e.Is("property_element") {
				name, _, _ := strings.Cut(strings.TrimPrefix(e.Text(), "$"), "=")
				out[strings.TrimSpace(name)] = true
			}
		}
	}
	return out
}

// docType returns the class that a comment declares for the value or result: @var
// Order, @return Order|null.
func docType(doc string) string {
	for _, tag := range []string{"@var ", "@return "} {
		if _, rest, ok := strings.Cut(doc, tag); ok {
			name, _, _ := strings.Cut(strings.TrimLeft(rest, " ?"), " ")
			name, _, _ = strings.Cut(name, "\n")
			name, _, _ = strings.Cut(name, "|")
			if name != "" && !strings.ContainsAny(name, "[]<>{}$()&") && name[0] != '@' {
				return dotted.Replace(strings.TrimPrefix(name, "null|"))
			}
		}
	}
	return ""
}

// phpNamespace reads a namespace: of the following code, or of its block.
func phpNamespace(w *Walk, n parse.Node) {
	name := dotted.Replace(n.Field("name").Text())
	body := n.Field("body")
	if body.IsZero() {
		w.module = name
		return
	}
	before := w.module
	w.module = name
	w.Children(body)
	w.module = before
}

// phpUse reads use A\B as C, use A\{B, C\D as E}, use function A\b.
func phpUse(w *Walk, n parse.Node) {
	group := n.Child("namespace_use_group")
	prefix := ""
	if !group.IsZero() {
		prefix = dotted.Replace(n.Child("namespace_name").Text()) + "."
		n = group
	}
	for c := range n.Named {
		if !c.Is("namespace_use_clause", "namespace_use_group_clause") {
			continue
		}
		full := c.Child("qualified_name", "namespace_name", "name")
		im := use{At: c.Start()}
		im.setPath(prefix + strings.Trim(dotted.Replace(full.Text()), "."))
		im.Alias = im.Name
		if a := c.Child("namespace_aliasing_clause").Child("name"); !a.IsZero() {
			im.Alias = a.Text()
		}
		w.F.Imports = append(w.F.Imports, parse.Import(im))
	}
}

// phpTraits reads the rules by which a class uses the methods of its traits.
func phpTraits(w *Walk, n parse.Node) {
	for c := range n.Child("use_list").Named {
		of := c.Child("class_constant_access_expression")
		trait, method := newRoute("#0").from(of), newRoute("#1").from(of)
		if of.IsZero() {
			method = newRoute("#0").from(c)
		}
		im := parse.Import{Path: dotted.Replace(trait.Text()), Name: method.Text(), Alias: method.Text(),
			Static: true, Def: w.def, Scope: n.Range(), At: c.Start()}
		if c.Is("use_as_clause") {
			last := newRoute("#-1").from(c)
			if !last.Is("name") {
				continue
			}
			im.Alias = last.Text()
		}
		w.F.Imports = append(w.F.Imports, im)
	}
}

// phpPromoted reads a parameter of a constructor that is a property of the class.
func phpPromoted(w *Walk, n parse.Node) {
	name, typ := n.Field("name"), w.Type(n.Field("type"))
	w.Local(name.Text(), name.Start(), parse.LocalParam, typ, parse.Run{}, 0)
	w.TypeRefs(n.Field("type"))
	d := parse.Definition{Kind: graph.KindField, Name: strings.TrimPrefix(name.Text(), "$"), NameAt: name.Start(), Type: typ}
	w.addModifiers(n, &d)
	d.Exported = slices.Contains(d.Modifiers, "public")
	w.Field(n, d)
}

// phpForeach reads foreach ($list as $key => $value).
// phpAnonymous reads the creation of an object of an anonymous class, which is named after its first
// base.
func phpAnonymous(w *Walk, n parse.Node) bool {
	body := n.Child("declaration_list")
	if body.IsZero() {
		return false
	}
	w.Visit(n.Child("arguments"))
	phpBases.all(n, func(c parse.Node) { w.visitInType(c) })
	w.anonymous(n, body, phpBases)
	return true
}

// phpBases lead to the bases of an anonymous class.
var phpBases = newRoute("declaration_list/:use_declaration/:name|declaration_list/:use_declaration/:qualified_name|" +
	":base_clause/:name|:base_clause/:qualified_name|:class_interface_clause/:name|:class_interface_clause/:qualified_name")

// phpCallable reads an array. One of the object, or its class, and the name of a method is that method
// as a value; an array with another first element may as well be data.
//
//	usort($rows, [$this, 'compare']); array_map([self::class, 'row'], $rows)
func phpCallable(w *Walk, n parse.Node) {
	var parts []parse.Node
	for c := range n.Named {
		w.Visit(c)
		for part := range c.Named {
			parts = append(parts, part)
		}
	}
	if len(parts) != 2 || !parts[1].Is("string", "encapsed_string") {
		return
	}
	name := strings.Trim(parts[1].Text(), `'"`)
	off := int32(len(w.Steps))
	switch parts[0].Text() {
	case "$this", "self::class", "static::class":
	default:
		return
	}
	if phpWord.MatchString(name) {
		w.Steps = append(w.Steps, parse.Step{Kind: parse.StepThis})
		w.refer(name, parts[1].Start()+1, parse.RefMember, -1, off)
	}
}

func phpForeach(w *Walk, n parse.Node) {
	list := newRoute("#0").from(n)
	value := newRoute("#1").from(n)
	run := w.Chain(list)
	if value.Is("pair") {
		value = newRoute("#1").from(value)
	}
	if value.Is("variable_name") {
		w.Local(value.Text(), list.End(), parse.LocalVar, parse.TypeRef{}, run, parse.StepElement)
	}
	w.Visit(n.Field("body"))
}
