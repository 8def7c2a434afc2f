package xaml_test

import (
	"strings"
	"testing"

	"seedgraph/parse/xaml"
)

const head = `xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" ` +
	`xmlns:d="http://schemas.microsoft.com/expression/blend/2008" ` +
	`xmlns:vm="clr-namespace:Shop.Models;assembly=Shop" xmlns:u="using:Shop.Views"`

// TestStatements checks the targets of bindings, events, types and static members.
func TestStatements(t *testing.T) {
	for _, c := range []struct{ markup, want string }{
		{`<Button Click="OnSave" Name="Box" x:Name="Other" />`, "throw (OnSave);"},
		{`<Label Text="two words" />`, ""},
		{`<Label Text='{x:Static vm:Order.Empty}' />`, "throw (vm.Order.Empty);"},
		{`<Style TargetType="{x:Type u:Card}" />`, "throw (typeof(u.Card));"},
		{`<Style TargetType="{x:Type other:Card}" />`, ""},
		{`<Label x:DataType="vm:Order" Text="{Binding Total}" />`,
			"vm.Order __data1=default; throw (__data1.Total);"},
		{`<Label d:DataContext="{d:DesignInstance {x:Type vm:Order}}" Text="{CompiledBinding Total}" />`,
			"vm.Order __data1=default; throw (__data1.Total);"},
		{`<Label x:DataType="Order" Text="{Binding Total}" />`, ""},
		{`<P x:DataType="vm:Order"><P DataContext="{Binding To}"><L Text="{Binding City}"/></P></P>`,
			"vm.Order __data1=default; var __data2=__data1.To; throw (__data2.City);"},
		{`<P x:DataType="vm:Order"><P DataContext="{StaticResource To}"><L Text="{Binding City}"/></P></P>`,
			"vm.Order __data1=default;"},
		{`<P x:DataType="vm:Order"><P.Template /><L A="{Binding B, ElementName=C}" D="{Binding !E}" /></P>`,
			"vm.Order __data1=default;"},
		{`<P x:DataType="vm:Order"><DataTemplate><L A="{Binding B}" /></DataTemplate><L A="{Binding C}" /></P>`,
			"vm.Order __data1=default; throw (__data1.C);"},
		{`<DataTemplate DataType="{x:Type vm:Line}"><L A="{Binding Mode=OneWay, Path=B[0].C}" /></DataTemplate>`,
			"vm.Line __data1=default; throw (typeof(vm.Line)); throw (__data1.B[0].C);"},
		{`<P><P.BindingContext><vm:Order /></P.BindingContext><L A="{Binding B}" /></P><L A="{Binding B}" />`,
			"vm.Order __data1=default; throw (__data1.B);"},
		{`<L A="{x:Bind Order.Total, Mode=OneWay}" /><L A="{Binding}" />`, "throw (Order.Total);"},
		{`<DataTemplate x:DataType="vm:Line"><L A="{x:Bind B}" /></DataTemplate>`,
			"vm.Line __data1=default; throw (__data1.B);"},
		{`<DataTemplate><L A="{x:Bind B}" /></DataTemplate>`, ""},
		{`<!-- <L A="No" /> --><![CDATA[<L A="No" />]]><?pi <L A="No" ?><L A="Yes"/>`, "throw (Yes);"},
		{`<L A="Unclosed`, ""},
		{`<L A="One" <L B="Two">`, "throw (One); throw (Two);"},
	} {
		p := xaml.Read("<Page " + head + ">" + c.markup + "</Page>")
		got := strings.TrimSuffix(strings.TrimPrefix(p.Statements.String(), "class _{void _(){\n"), "\n}}")
		if got = strings.Join(strings.Fields(got), " "); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.markup, got, c.want)
		}
	}
}

// TestPlaces checks that statements have the positions of the names in them.
func TestPlaces(t *testing.T) {
	const text = `<P ` + head + ` x:DataType="vm:Order" A="{Binding Path=To.City}" />`
	p := xaml.Read(text)
	made := p.Statements.String()
	for _, name := range []string{"Order", "To.City"} {
		at := p.Statements.Start(uint32(strings.Index(made, name)))
		if got := text[at:][:len(name)]; got != name {
			t.Errorf("%s is at %q", name, got)
		}
	}
}

// TestPage checks the class, the namespaces and the elements of a page.
func TestPage(t *testing.T) {
	p := xaml.Read(`<Page x:Class="Shop.Views.Main" ` + head + ` xmlns:w="clr-namespace:a b">` +
		`<u:Card Chosen="OnChosen" Name="Box" Size="1"/><u:Card.Title/><Label/><w:Card/></Page>`)
	if p.Class != "Shop.Views.Main" || len(p.Namespaces) != 2 || p.Namespaces[1].Name != "Shop.Views" ||
		p.Namespaces[0].Prefix != "vm" {
		t.Errorf("class %q, namespaces %v", p.Class, p.Namespaces)
	}
	if len(p.Tags) != 1 || p.Tags[0].Name != "u.Card" || len(p.Tags[0].Attrs) != 1 ||
		p.Tags[0].Attrs[0].Text != "OnChosen" || p.Tags[0].Parent != -1 {
		t.Errorf("elements %+v", p.Tags)
	}
	if p := xaml.Read(`<Page Class="No" />`); p.Class != "" {
		t.Errorf("class %q", p.Class)
	}
}

// TestDeep checks that deeply nested elements do not lose the text after them.
func TestDeep(t *testing.T) {
	p := xaml.Read(strings.Repeat("<P>", 1000) + strings.Repeat("</P>", 2000) + `<L A="Yes" />`)
	if !strings.Contains(p.Statements.String(), "Yes") {
		t.Error("what follows is lost")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`<P x:DataType="vm:Order" xmlns:vm="using:A" A="{Binding B}"><P.DataContext/></P>`)
	f.Add(`<L A="{x:Bind B" {Binding`)
	f.Fuzz(func(t *testing.T, text string) {
		if p := xaml.Read(text); p.Page == nil || p.Statements.IsEmpty() {
			t.Error("nothing was read")
		}
	})
}
