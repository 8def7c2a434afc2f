package sql

import "strings"

// schemas reads a list of schemas: a, "b", 'c'.
func (r *reader) schemas(i, end int) []string {
	var out []string
	for i < end && (r.isIdent(i) || r.toks[i].kind == tString) {
		if r.kw(i) != kDefault && r.kw(i) != kFrom {
			out = append(out, r.plainString(i))
		}
		if i++; !r.is(i, ',') {
			break
		}
		i++
	}
	return out
}

// plainString returns the value of a string or name without its quotes.
func (r *reader) plainString(i int) string {
	if r.toks[i].kind == tString {
		from, to := r.s.content(r.toks[i])
		return r.s.text[from:to]
	}
	return r.ident(i)
}

// setConfig reads set_config('search_path', 'a, b', …); open is its '('.
func (r *reader) setConfig(open, close int) {
	if r.code != scriptCode || open+3 >= close || r.toks[open+1].kind != tString ||
		r.toks[open+3].kind != tString ||
		!strings.EqualFold(r.plainString(open+1), "search_path") {
		return
	}
	var path []string
	for _, p := range strings.Split(r.plainString(open+3), ",") {
		if p = strings.Trim(strings.TrimSpace(p), `"`); p != "" {
			path = append(path, p)
		}
	}
	r.s.setPath(path, r.toks[open].start)
}
