// Package webforms splits pages, controls and master pages of ASP.NET Web Forms
// into C#, with the source position of every byte of it.
//
//	<%@ Page Language="C#" CodeBehind="Order.aspx.cs" Inherits="Shop.Order" %>
//	<asp:Button runat="server" OnClick="Save" Text='<%# Name(Eval("N")) %>' />
//	<% foreach (var line in Lines) { %> <%= line.Text %> <% } %>
//	<script runat="server"> string Name(object o) => … </script>
//
// The declarations are those of the scripts that run on the server:
//
//	using …; class _{void _(){} string Name(object o) => … }
//
// The statements are those that rendering runs:
//
//	class _{void _(){ throw (Save); throw (Name(Eval("N"))); foreach (var line in Lines) { … } }}
//
// Pages in Visual Basic have neither.
package webforms

import (
	"regexp"
	"strings"

	"seedgraph/parse"
)

// A Page is the result of splitting a source.
type Page struct {
	*parse.Page

	Class   string // the code-behind class, with its namespace; or empty
	ClassAt uint32 // position of the class name

	Declarations parse.Patchwork // using …; class _ { void _() { } members }
	Statements   parse.Patchwork // class _ { void _() { … } }
}

// A reader converts one source.
type reader struct {
	text    string
	at      int
	page    *Page
	members parse.Patchwork
	basic   bool // the code is Visual Basic
}

// Read splits a source in linear time. Invalid parts are left out.
func Read(text string) *Page {
	r := &reader{text: text, page: &Page{Page: &parse.Page{}}}
	out := &r.page.Statements
	out.Put("class _{void _(){\n", 0)
	for r.at < len(text) {
		i := strings.IndexByte(text[r.at:], '<')
		if i < 0 {
			break
		}
		r.at += i
		r.mark()
	}
	out.Put("\n}}", len(text))
	if r.basic {
		r.page.Statements, r.members = parse.Patchwork{}, parse.Patchwork{}
		r.page.Statements.Put("class _{void _(){}}", 0)
	}
	d := &r.page.Declarations
	d.Put("class _{void _(){}\n", 0)
	d.Join(&r.members)
	d.Put("\n}", len(text))
	return r.page
}

// mark reads what begins at an angle bracket.
func (r *reader) mark() {
	rest := r.text[r.at:]
	switch {
	case strings.HasPrefix(rest, "<%--"):
		r.at = parse.After(r.text, r.at, "--%>")
	case strings.HasPrefix(rest, "<%@"):
		r.directive()
	case strings.HasPrefix(rest, "<%"):
		r.code(&r.page.Statements)
	case len(rest) > 1 && isLetter(rest[1]):
		r.tag()
	default:
		r.at++
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

var (
	// attribute matches an attribute of a directive.
	attribute = regexp.MustCompile(`(\w+)\s*=\s*"([^"]*)"`)
	// className matches a class with its namespace.
	className = regexp.MustCompile(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$`)
	// handler matches the name of a method.
	handler = regexp.MustCompile(`^[A-Za-z_]\w*$`)
)

// directive reads <%@ Page …%>, <%@ Import Namespace="…" %> and others.
func (r *reader) directive() {
	start := r.at
	r.at = parse.After(r.text, start, "%>")
	text := r.text[start:r.at]
	name, _, _ := strings.Cut(strings.TrimSpace(text[len("<%@"):]), " ")
	switch strings.ToLower(name) {
	case "page", "control", "master":
		for _, m := range attribute.FindAllStringSubmatchIndex(text, -1) {
			value := text[m[4]:m[5]]
			switch strings.ToLower(text[m[2]:m[3]]) {
			case "inherits":
				value, _, _ = strings.Cut(value, ",") // an assembly
				if className.MatchString(value) {
					r.page.Class, r.page.ClassAt = value, uint32(start+m[4])
				}
			case "language":
				r.basic = r.basic || strings.HasPrefix(strings.ToLower(value), "vb")
			}
		}
	case "import":
		for _, m := range attribute.FindAllStringSubmatchIndex(text, -1) {
			if strings.EqualFold(text[m[2]:m[3]], "namespace") && className.MatchString(text[m[4]:m[5]]) {
				d := &r.page.Declarations
				d.Put("using ", start+m[4])
				d.Copy(r.text, start+m[4], start+m[5])
				d.Put(";\n", start+m[5])
			}
		}
	}
}

// code reads a block of code: statements, or an expression whose value is written
// or bound. Resources, <%$ …%>, are no code.
func (r *reader) code(out *parse.Patchwork) {
	start := r.at + len("<%")
	r.at = parse.After(r.text, start, "%>")
	end := max(start, r.at-len("%>"))
	for _, prefix := range []string{"#:", "#", "=", ":", "$"} {
		if !strings.HasPrefix(r.text[start:end], prefix) {
			continue
		}
		start += len(prefix)
		if prefix != "$" && strings.TrimSpace(r.text[start:end]) != "" {
			out.Put("throw (", start)
			out.Copy(r.text, start, end)
			out.Put("\n);\n", end) // after a comment
		}
		return
	}
	out.Copy(r.text, start, end)
	out.Put("\n", end)
}

// tag reads a tag: the handlers of a control, the code in its attributes, and the
// members in a script that runs on the server.
func (r *reader) tag() {
	start := r.at + 1
	for r.at++; r.at < len(r.text) && (isLetter(r.text[r.at]) || r.text[r.at] == ':'); r.at++ {
	}
	name := r.text[start:r.at]
	isServer := false
	var handlers [][2]int
	for r.at < len(r.text) && r.text[r.at] != '>' && r.text[r.at] != '<' {
		if !isLetter(r.text[r.at]) {
			r.at++
			continue
		}
		key, from, to := r.pair()
		value := r.text[from:to]
		switch {
		case strings.EqualFold(key, "runat"):
			isServer = strings.EqualFold(value, "server")
		case len(key) > 2 && strings.EqualFold(key[:2], "on") && handler.MatchString(value):
			handlers = append(handlers, [2]int{from, to})
		}
	}
	if !isServer {
		return
	}
	for _, h := range handlers {
		r.page.Statements.Put("throw (", h[0])
		r.page.Statements.Copy(r.text, h[0], h[1])
		r.page.Statements.Put(");\n", h[1])
	}
	if strings.EqualFold(name, "script") && r.at < len(r.text) && r.text[r.at-1] != '/' {
		from := r.at + 1
		i := strings.Index(strings.ToLower(r.text[from:]), "</script")
		if r.at = len(r.text); i >= 0 {
			r.at = from + i
		}
		r.members.Copy(r.text, from, r.at)
	}
}

// pair reads an attribute and returns its name and the range of its value, which is empty if
// it contains code; that is read.
func (r *reader) pair() (name string, from, to int) {
	start := r.at
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n=/<>", r.text[r.at]) < 0 {
		r.at++
	}
	name = r.text[start:r.at]
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n=", r.text[r.at]) >= 0 {
		r.at++
	}
	if r.at >= len(r.text) || r.text[r.at] != '"' && r.text[r.at] != '\'' {
		return name, r.at, r.at
	}
	quote := r.text[r.at]
	from = r.at + 1
	isPlain := true
	for r.at++; r.at < len(r.text) && r.text[r.at] != quote; {
		switch {
		case strings.HasPrefix(r.text[r.at:], "<%--"):
			r.at = parse.After(r.text, r.at, "--%>")
		case strings.HasPrefix(r.text[r.at:], "<%"):
			isPlain = false
			r.code(&r.page.Statements)
		default:
			r.at++
		}
	}
	to = r.at
	r.at = min(r.at+1, len(r.text))
	if !isPlain {
		return name, from, from
	}
	return name, from, to
}
