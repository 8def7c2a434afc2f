package component

import "strings"

// vueElement reads the attributes of an element of Vue, and returns the text that
// closes the statements they opened. A loop encloses the other attributes; the
// parameter of a slot is visible only within.
func (s *scanner) vueElement(name string, at int, attrs []attr) (closes string) {
	for _, a := range attrs {
		if a.name == "v-for" {
			closes = s.vueLoop(a) + closes
		}
	}
	if isVueComponent(name) {
		s.component(name, at)
	}
	for _, a := range attrs {
		s.vueAttribute(name, a)
	}
	for _, a := range attrs {
		if a.name == "slot-scope" || strings.HasPrefix(a.name, "#") || a.name == "v-slot" ||
			strings.HasPrefix(a.name, "v-slot:") {
			closes = s.parameter(a.start, a.end) + closes
		}
	}
	return closes
}

// vueLoop opens the loop of v-for="(item, index) in items".
func (s *scanner) vueLoop(a attr) (closes string) {
	text := s.valueOf(a)
	at, width := strings.Index(text, " in "), len(" in ")
	if of := strings.Index(text, " of "); at < 0 || of >= 0 && of < at {
		at = of
	}
	if at < 0 {
		return ""
	}
	start, end := s.trim(a.start, a.start+at)
	if end > start && s.text[start] == '(' && s.text[end-1] == ')' {
		start, end = start+1, end-1
	}
	return s.loop(start, end, a.start+at+width, a.end)
}

// vueAttribute reads a directive.
func (s *scanner) vueAttribute(element string, a attr) {
	directive, _, _ := strings.Cut(a.name, ":")
	switch {
	case strings.HasPrefix(a.name, "@"), directive == "v-on" && a.name != "v-on":
		s.handler(a.start, a.end)
	case a.name == ":is" || a.name == "v-bind:is":
		if text := strings.TrimSpace(s.valueOf(a)); element == "component" && isPath(text) {
			s.component(text, a.start+strings.Index(s.valueOf(a), text))
		} else {
			s.expression(a.start, a.end)
		}
	case directive == "v-for", directive == "v-slot", directive == "v-else", directive == "v-pre",
		directive == "v-once", directive == "v-cloak":
	case strings.HasPrefix(a.name, ":"), strings.HasPrefix(a.name, "v-"):
		s.expression(a.start, a.end)
	}
}

// vueElements are the built-in elements of Vue.
var vueElements = map[string]bool{"component": true, "slot": true, "template": true,
	"transition": true, "transition-group": true, "keep-alive": true, "teleport": true,
	"suspense": true, "Transition": true, "TransitionGroup": true, "KeepAlive": true,
	"Teleport": true, "Suspense": true, "Component": true, "Slot": true}

// isVueComponent reports whether a tag may be a component of a program: names of
// HTML elements have no capitals and no dashes.
func isVueComponent(name string) bool {
	return !vueElements[name] && (strings.Contains(name, "-") || strings.ToLower(name) != name)
}
