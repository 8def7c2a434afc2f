package keyfile

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// helmValues reads the values of a chart; an empty object or list is a key, too, as
// templates refer to it.
func helmValues(r *reader) {
	r.scope = path.Dir(r.path)
	for _, root := range r.yaml() {
		for c := range root.children {
			r.chartValue(c, "")
		}
	}
}

func (r *reader) chartValue(n node, prefix string) {
	name := r.join(prefix, n.Name)
	if len(n.Children) == 0 {
		r.add(name, n.Line, n.value())
	}
	for c := range n.children {
		r.chartValue(c, name)
	}
}

// helmTemplate reads a template of a chart: the values that it refers to, and the
// variables in the rendered manifest.
func helmTemplate(r *reader) {
	chart, _, _ := cutLast(r.path, "/templates/")
	if !strings.Contains(r.text, "{{") {
		manifests(r)
		return
	}
	r.maskActions()
	for _, a := range r.actions {
		for _, name := range valuesIn(a.text) {
			ref := Ref{Helm, chart, name}
			r.file.Asks = append(r.file.Asks, Ask{ref, uint32(a.line)})
		}
	}
	r.chart = chart
	if strings.HasSuffix(r.path, ".tpl") {
		return
	}
	manifests(r)
	r.file.Err = nil // a template need not be YAML
}

// cutLast is strings.Cut at the last occurrence.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// An action is a template action, in double braces.
type action struct {
	text string
	line int
}

// maskActions replaces each action by a placeholder; a line that only has actions
// becomes empty. Line numbers are preserved.
func (r *reader) maskActions() {
	var out strings.Builder
	line, rest := 1, r.text
	for {
		before, after, ok := strings.Cut(rest, "{{")
		text, next, closed := strings.Cut(after, "}}")
		line += strings.Count(before, "\n")
		out.WriteString(before)
		if !ok || !closed {
			break
		}
		out.WriteString(actionMark + strconv.Itoa(len(r.actions)) + actionEnd)
		r.actions = append(r.actions, action{text, line})
		breaks := strings.Count(text, "\n")
		out.WriteString(strings.Repeat("\n", breaks))
		line, rest = line+breaks, next
	}
	lines := strings.SplitAfter(out.String(), "\n")
	for i, l := range lines {
		if strings.TrimSpace(marks.ReplaceAllString(l, "")) == "" {
			lines[i] = strings.Repeat("\n", strings.Count(l, "\n"))
		}
	}
	r.text = strings.Join(lines, "")
}

// The placeholder for action number n in a masked template; YAML treats both letters as
// text.
const (
	actionMark = "zzAction"
	actionEnd  = "zz"
)

var (
	valuePath  = regexp.MustCompile(`\.Values((?:\.[A-Za-z_][A-Za-z0-9_-]*)+)`)
	valueIndex = regexp.MustCompile(`index\s+\$?\.Values((?:\s+"[^"]+")+)`)
	quoted     = regexp.MustCompile(`"([^"]+)"`)
	marks      = regexp.MustCompile(actionMark + `(\d+)` + actionEnd)
)

// valuesIn lists the values that an action refers to: .Values.a.b, and index .Values
// "a" "b".
func valuesIn(text string) []string {
	if strings.HasPrefix(strings.TrimLeft(text, "- "), "/*") {
		return nil // a comment
	}
	var out []string
	for _, m := range valuePath.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1][1:])
	}
	for _, m := range valueIndex.FindAllStringSubmatch(text, -1) {
		var parts []string
		for _, q := range quoted.FindAllStringSubmatch(m[1], -1) {
			parts = append(parts, q[1])
		}
		out = append(out, strings.Join(parts, "."))
	}
	return out
}

// unmask returns the value of a masked text: without its actions, and with the
// references in them.
func (r *reader) unmask(text string) value {
	v := written(marks.ReplaceAllString(text, ""))
	for _, m := range marks.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1])
		for _, name := range valuesIn(r.actions[n].text) {
			v.from = append(v.from, Ref{Helm, r.chart, name})
		}
	}
	if len(r.actions) > 0 && v.text != strings.TrimSpace(text) {
		v.plain = false
	}
	return v
}

// known returns a name in a masked template, or "" if an action is part of it.
func known(name string) string {
	if marks.MatchString(name) {
		return ""
	}
	return name
}
