package razor_test

import (
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/razor"
)

// literal recognizes plain strings and line comments.
func literal(text string, at int) int {
	switch {
	case text[at] == '"':
		if n := strings.IndexByte(text[at+1:], '"'); n >= 0 {
			return at + n + 2
		}
		return len(text)
	case strings.HasPrefix(text[at:], "//"):
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			return at + n
		}
		return len(text)
	}
	return at
}

// code returns the text of a patchwork between the braces of its method or class,
// on one line.
func code(text, before, behind string) string {
	text = strings.TrimSuffix(strings.TrimPrefix(text, before), behind)
	return strings.Join(strings.Fields(text), " ")
}

func statements(p *razor.Page) string {
	return code(p.Statements.String(), "class _{void _(){", "}}")
}

// TestStatements checks the code that rendering runs, of components and of views.
func TestStatements(t *testing.T) {
	for _, c := range []struct{ name, component, view string }{
		{"text", `<p>plain</p>`, ``},
		{"an expression", `<p>@Name</p>`, `throw (Name );`},
		{"members and calls", `@a.B?.C(1, ")")[0]!.D. Then`, `throw (a.B?.C(1, ")")[0]!.D );`},
		{"in parentheses", `@(a + (b))c`, `throw ((a + (b)) );`},
		{"awaited", `@await Load(x) y`, `throw (await Load(x) );`},
		{"an address and a sign", `me@shop.org @@x @ y`, ``},
		{"a comment", `@* @a *@@b`, `throw (b );`},
		{"a block", "@{ var a = 1; }@a", `var a = 1; throw (a );`},
		{"markup in a block", "@{ F(); <b>@x</b> G(); }", `F(); throw (x ); G();`},
		{"a less-than sign in a block", "@{ if (a < b) { c = a <d; } }",
			`if (a < b) { c = a <d; }`},
		{"a line of text", "@if (a) {\n @:at @b }\n}", "if (a) { throw (b ); }"},
		{"text tags", "@if (a) { <text>x < y @b</text> }", "if (a) { throw (b ); }"},
		{"branches", "@if (a) { @b } else if (c) { <i>@d</i> } else { }@e",
			"if (a) { throw (b ); }else if (c) { throw (d ); }else { } throw (e );"},
		{"nested statements", "@if (a) { @foreach (var x in y) { <i>@x</i> } }",
			"if (a) { foreach (var x in y) { throw (x ); } }"},
		{"a switch", "@switch (a) { case 1: <b>@c</b> break; default: <i/> break; }",
			"switch (a) { case 1: throw (c ); break; default: break; }"},
		{"try and do", "@try { A(); } catch (E e) when (e.X) { <b>@e</b> } finally { }" +
			"@do { B(); } while (c);",
			"try { A(); }catch (E e) when (e.X) { throw (e ); }finally { }" +
				" do { B(); }while (c);"},
		{"unclosed elements", "@if (a) { <br><img src=x>@b }", "if (a) { throw (b ); }"},
		{"elements of one name", "@if (a) { <p><p>@b</p></p> C(); }",
			"if (a) { throw (b ); C(); }"},
		{"a template", "@{ F(@<b>@item.X</b>); }", "F(item=>{throw (item.X ); });"},
		{"a template behind a word", "@{ F G() { return@<b>@item.X</b>; } }",
			"F G() { return item=>{throw (item.X ); }; }"},
		{"names that begin with a line", "@if (a) { @_b <_C>@d</_C> }",
			"if (a) { throw (_b ); throw (d ); }"},
		{"quotes in the code of a value", `<a href="@To("x", y)" title='@T("z")'>`,
			`throw (To("x", y) ); throw (T("z") );`},
		{"script", `<script>if (a<b) { f('@c') }</script>@d`, `throw (c ); throw (d );`},
		{"a comment of HTML", `<!-- <b> @a -->@b`, `throw (a ); throw (b );`},
		{"a comment between branches", "@if (a) { } @* x *@ else { @b }",
			"if (a) { }else { throw (b ); }"},
		{"code behind an element without an end tag", "@{ <br> F(); <img src=x> G(); }", "F(); G();"},
		{"a using statement", "@using (var x = Open()) { <b>@x</b> }",
			"using (var x = Open()) { throw (x ); }"},
		{"no block", "@if (a) <p>@b</p>", "if (a) {} throw (b );"},
		{"a section", "@section S { <p>{ @a }</p> @b } @c",
			"throw (a ); throw (b ); throw (c );"},
		{"no end", `@if (a) { <b>@c`, `if (a) { throw (c ); }`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, isComponent := range []bool{true, false} {
				p := razor.Read(c.component, isComponent, literal)
				if got := statements(p); got != c.view {
					t.Errorf("component %v: %q, want %q", isComponent, got, c.view)
				}
			}
		})
	}
}

// TestAttributes checks which attribute values are code, and of which tags.
func TestAttributes(t *testing.T) {
	for _, c := range []struct {
		text      string
		component bool
		want      string
	}{
		{`<a onclick="F()" @onclick="G" class="x @y z">`, true, `throw (G ); throw (y );`},
		{`<a @onclick='() => G("x")' @bind="@n" @bind:event="o" @ref=r>`, true,
			`throw (() => G("x") ); throw (n ); throw (r );`},
		{`<Foo A="b" B="Two words" C="/x//y" D="a.B(c)" E="new X { Y = 1 }" Context="q"/>`, true,
			`throw (b ); throw (a.B(c) ); throw (new X { Y = 1 } );`},
		{`<Foo A="color: red" B="#id" C="2rem" D="string" E="!x" F="a ? b : c" G="50%" />`, true,
			`throw (!x ); throw (a ? b : c );`},
		{`<Foo A="col-long-content" B="is-open" C="a-b" D="a-int.MaxValue" E="x is Y" />`, true,
			`throw (a-b ); throw (x is Y );`},
		{`<Foo A="Pre and post" B="x with y" C="The default value" D="x is 1 and not 2" />`, true,
			`throw (x is 1 and not 2 );`},
		{`<Foo A="x with { Y = 1 }" B="default" C="default(int)" D="x is not null" />`, true,
			`throw (x with { Y = 1 } ); throw (default ); throw (default(int) ); throw (x is not null );`},
		{`<Foo A="/orders/new" B="*.md" C="btn--primary" D="a - --b" E="a/b" />`, true,
			`throw (a - --b ); throw (a/b );`},
		{`<Foo A=".zip,.json" B=".5" C="..3" D="a?.B" E="a!.B" F="a(.5)" />`, true,
			`throw (.5 ); throw (..3 ); throw (a?.B ); throw (a!.B ); throw (a(.5) );`},
		{`<Foo @bind-Value="x.Y" @attributes="All" />`, true, `throw (x.Y ); throw (All );`},
		{`<foo A="b">`, true, ``},
		{`<p>@a<b @c`, true, `throw (a );`},
		{`<p>@a<b @c`, false, `throw (a ); throw (c );`},
		{`<a @onclick=F x=@y z='@@q' @formname="n">`, true, `throw (F ); throw (y );`},
		{"@rendermode @(new X())\n<a>", true, `throw ((new X()) );`},
		{`<Foo A="(b" B="c; d" C="" D="e[0]!" />`, true, `throw (e[0]! );`},
		{`<input asp-for="A[0].B" asp-items="Items" asp-action="Go">`, false,
			`throw (Model.A[0].B); throw (Items );`},
		{`<partial name="_Row" model="x.Y" for="Z" />`, false, `throw (x.Y ); throw (Model.Z);`},
		{`<component type="typeof(App)" param-A="b" />`, false,
			`throw (typeof(App) ); throw (b );`},
		{`<p @(a ? "b" : "") @if(c){<text>d</text>}>`, false, `throw ((a ? "b" : "") ); if(c){ }`},
	} {
		if got := statements(razor.Read(c.text, c.component, literal)); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestDeclarations checks directives and members.
func TestDeclarations(t *testing.T) {
	text := "@using A.B;\n@using static C\n@inherits Base<T>\n@implements I\n@typeparam T where T : class\n" +
		"@attribute [X(\n 1)]\n@inject S<int> Name\n@model M\n@page \"/x\"\n@namespace N.O\n" +
		"@layout L\n@model.Id @page.X\n@code {\n  int F() { if (a) { <b>@c</b> } }\n}\n" +
		"<p>x @model</p>\n"
	p := razor.Read(text, true, literal)
	want := "using A.B; using static C; [X( 1)] class _<T> where T : class{void _(Base<T> _,I _,M _){}" +
		" S<int> Name{get;set;} int F() { if (a) { throw (c ); } }"
	if got := code(p.Declarations.String(), "", "}"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want = "throw (model.Id ); throw (page.X ); throw (model );"
	if got := statements(p); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if p.Namespace != "N.O" || p.Layout.Name != "L" || len(p.Routes) != 1 ||
		p.Routes[0].Template != "/x" || len(p.Directives) != 3 || !p.Members {
		t.Errorf("directives: %+v", p)
	}
	two := razor.Read("@typeparam A\n@typeparam B where B : C\n@addTagHelper *, X\n", true, literal)
	want = "class _<A,B> where B : C{void _(){}"
	if got := code(two.Declarations.String(), "", "}"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if razor.Read("@using A\n", true, literal).Members {
		t.Error("a using is a member")
	}
}

// TestPlaces checks that copied text maps to its source position, and that
// positions never leave the source.
func TestPlaces(t *testing.T) {
	text := "@page\n@inject S Name\n@if (a) { <b @onclick=\"Save\">@c.D</b> }\n" +
		"<input asp-for=\"E\">\n@code { int F; }\n@{ G(@<i>@item</i>); }"
	for _, isComponent := range []bool{true, false} {
		for end := range len(text) + 1 {
			source := text[:end]
			p := razor.Read(source, isComponent, literal)
			for _, c := range []*parse.Patchwork{&p.Declarations, &p.Statements} {
				checkPlaces(t, source, c)
			}
		}
	}
}

func checkPlaces(t *testing.T, source string, c *parse.Patchwork) {
	t.Helper()
	text := c.String()
	for i := range len(text) {
		start, end := c.Start(uint32(i)), c.End(uint32(i+1))
		if int(end) > len(source) || start > end {
			t.Fatalf("byte %d of %q is at %d to %d", i, text, start, end)
		}
		if end == start+1 && source[start] != text[i] {
			t.Fatalf("byte %d of %q is %q in the source", i, text, source[start])
		}
	}
}

// TestTags checks the tags that are kept, with their attributes and parent tags:
// in components those that may be components, in views those that a tag helper
// takes.
func TestTags(t *testing.T) {
	text := `<div><Card Title="x" Count="n"><Row Click="Go" /><p><Row /></p></Card></div>` +
		`<form><a asp-action="Edit" href="/x">b</a><vc:menu item="m" /></form><Shop.Foot />`
	for isComponent, want := range map[bool]string{
		true: "Card in nothing: Title=x Count=n; Row in Card: Click=Go; Row in nothing:; " +
			"Shop.Foot in nothing:",
		false: "form in nothing:; a in form: asp-action=Edit href=/x; vc:menu in form: item=m",
	} {
		p := razor.Read(text, isComponent, literal)
		var lines []string
		for _, tag := range p.Tags {
			around := "nothing"
			if tag.Parent >= 0 {
				around = p.Tags[tag.Parent].Name
			}
			line := tag.Name + " in " + around + ":"
			for _, a := range tag.Attrs {
				line += " " + a.Name + "=" + text[a.Value.Start:a.Value.End]
			}
			lines = append(lines, line)
			if got := text[tag.At : int(tag.At)+len(tag.Name)]; got != tag.Name {
				t.Errorf("the tag %s is at %q", tag.Name, got)
			}
		}
		if got := strings.Join(lines, "; "); got != want {
			t.Errorf("component %v:\n got %s\nwant %s", isComponent, got, want)
		}
	}
}

// TestNamesAreWhereTheyAreWritten checks that copied text begins and ends at its
// source positions, and that text inserted in between maps to a single position.
func TestNamesAreWhereTheyAreWritten(t *testing.T) {
	text := "<p>@order.Total</p>\n@code { int count; }\n"
	p := razor.Read(text, true, literal)
	for _, c := range []struct {
		code *parse.Patchwork
		name string
	}{{&p.Statements, "order.Total"}, {&p.Declarations, "count"}} {
		at := uint32(strings.Index(c.code.String(), c.name))
		start, end := c.code.Start(at), c.code.End(at+uint32(len(c.name)))
		if got := text[start:end]; got != c.name {
			t.Errorf("%s is at %q", c.name, got)
		}
	}
}
