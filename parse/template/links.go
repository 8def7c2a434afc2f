package template

import (
	"strings"

	"seedgraph/parse"
)

// A link is an attribute with an address that is requested with a verb.
type link struct {
	verb string // empty if unspecified
	attr *attr
}

// requesting maps the attributes of htmx that make requests to their verbs.
var requesting = map[string]string{"hx-get": "GET", "hx-post": "POST", "hx-put": "PUT",
	"hx-patch": "PATCH", "hx-delete": "DELETE"}

// links lists the addresses of an element. The names of its attributes may have a
// prefix of an engine.
func (r *reader) links(e *element, prefixes ...string) []link {
	var out []link
	for i := range e.attrs {
		a := &e.attrs[i]
		name := strings.ToLower(a.name)
		for _, p := range prefixes {
			name = strings.TrimPrefix(name, p)
		}
		if strings.HasPrefix(name, "data-hx-") {
			name = strings.TrimPrefix(name, "data-")
		}
		if verb, ok := requesting[name]; ok {
			out = append(out, link{verb, a})
			continue
		}
		switch {
		case name == "href" && (e.name == "a" || e.name == "area"):
			out = append(out, link{"GET", a})
		case name == "action" && e.name == "form":
			out = append(out, link{r.method(e, "method", prefixes), a})
		case name == "formaction":
			out = append(out, link{r.method(e, "formmethod", prefixes), a})
		}
	}
	return out
}

// method returns the verb of a form, or of a submit button: if the button has no
// method, that of its form is not looked up.
func (r *reader) method(e *element, name string, prefixes []string) string {
	a := e.attr(name)
	for _, p := range prefixes {
		if a == nil {
			a = e.attr(p + name)
		}
	}
	verb := strings.ToUpper(strings.Trim(r.value(a), "' "))
	switch {
	case verb == "GET" || verb == "POST" || verb == "PUT" || verb == "PATCH" || verb == "DELETE":
		return verb
	case verb != "" || name != "method":
		return ""
	}
	return "GET"
}

// linked marks a link to an address. If the address begins with an unknown part,
// lead identifies it.
func (r *reader) linked(l link, at int, address, lead string) {
	for strings.Contains(address, parse.Unknown+parse.Unknown) {
		address = strings.ReplaceAll(address, parse.Unknown+parse.Unknown, parse.Unknown)
	}
	address = strings.TrimSpace(address)
	path, _, _ := strings.Cut(address, "#")
	path, _, _ = strings.Cut(path, "?")
	scheme, _, hasScheme := strings.Cut(path, ":")
	if hasScheme && !strings.HasPrefix(scheme, "http") && !strings.ContainsAny(scheme, "/\x00") ||
		strings.Trim(path, "/"+parse.Unknown) == "" && path != "/" {
		return // mailto: and similar, the page itself, or an unknown address
	}
	if !strings.HasPrefix(address, parse.Unknown) {
		lead = ""
	}
	r.mark(parse.TemplateRef{Kind: parse.MarkLink, Name: address, Part: lead, Verb: l.verb,
		At: uint32(at)})
}

// address returns the value of an attribute with a hole for each piece of code in
// it, and the first of these.
func (r *reader) address(a *attr, opaque func(at int) int) (address, lead string) {
	var b strings.Builder
	for at := a.start; at < a.end; {
		end := min(opaque(at), a.end)
		if end <= at {
			b.WriteByte(r.text[at])
			at++
			continue
		}
		if lead == "" {
			lead = r.text[at:end]
		}
		b.WriteString(parse.Unknown)
		at = end
	}
	return b.String(), lead
}
