package pipeline

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"seedgraph/internal/lazyregexp"
)

// A payload is a query written by a model.
type payload struct {
	query    string
	filters  map[string]any
	search   string // semantic, bm25 or hybrid; empty if not specified
	topK     *int
	rrfK     *int
	operator string // and, or; empty if not specified
	warnings []string
}

func (p *payload) warn(format string, args ...any) {
	p.warnings = append(p.warnings, fmt.Sprintf(format, args...))
}

// The allowed values of the words that choose a search.
var (
	searchTypes = []string{"semantic", "bm25", "hybrid"}
	operators   = []string{"and", "or"}
)

// searchInQuery finds a search type that a model wrote into the text of the query.
var searchInQuery = lazyregexp.New(`(?i)\b(?:search_type|mode)\s*[:=]\s*(semantic|bm25|hybrid)\b`)

// parsePayload parses an object of query, filters, search_type or mode, top_k, rrf_k and
// match_operator. Any other text is the query itself.
func parsePayload(raw string) payload {
	whole := strings.TrimSpace(raw)
	raw = unfenced(raw)
	object, loosely := parseObject(raw)
	p := payload{filters: map[string]any{}}
	if object == nil {
		if strings.HasPrefix(raw, "{") {
			p.warn("the payload is not an object, so all of it is the query")
		}
		p.query = raw
		return p
	}
	if loosely {
		p.warn("the payload is not valid JSON; it was read leniently")
	}
	p.choices(object)
	p.query = raw
	switch q := object["query"].(type) {
	case string:
		p.query = strings.TrimSpace(q)
	case nil:
	default:
		p.warn("query is %s, so the whole payload is the query", show(q))
	}
	p.searchOutOfQuery()
	if p.query == "" {
		p.query = whole
	}
	switch f := object["filters"].(type) {
	case map[string]any:
		for key, v := range f {
			if key = strings.TrimSpace(key); key != "" {
				p.filters[key] = v
			}
		}
	case nil:
	default:
		p.warn("filters is %s, not an object: ignored", show(f))
	}
	return p
}

// choices parses the parameters of the search.
func (p *payload) choices(object map[string]any) {
	search, ok := object["search_type"]
	if !ok {
		search = object["mode"]
	}
	p.search = p.oneOf("search_type", search, searchTypes)
	p.operator = p.oneOf("match_operator", object["match_operator"], operators)
	if n, ok := exactNumber(object["top_k"]); ok {
		p.topK = &n
	}
	if n, ok := exactNumber(object["rrf_k"]); ok {
		p.rrfK = &n
	}
}

func (p *payload) oneOf(key string, v any, values []string) string {
	if v == nil {
		return ""
	}
	t, ok := v.(string)
	t = strings.ToLower(strings.TrimSpace(t))
	if ok && (t == "" || slices.Contains(values, t)) {
		return t
	}
	p.warn("%s is %s, not %s: ignored", key, show(v), orList(values))
	return ""
}

func (p *payload) searchOutOfQuery() {
	at := searchInQuery.FindStringSubmatchIndex(p.query)
	if at == nil {
		return
	}
	if p.search == "" {
		p.search = strings.ToLower(p.query[at[2]:at[3]])
	}
	p.query = strings.Join(strings.Fields(p.query[:at[0]]+" "+p.query[at[1]:]), " ")
	p.warn("search_type was removed from the query")
}

// unfenced strips a Markdown fence from a text.
func unfenced(s string) string {
	s = strings.TrimSpace(s)
	inner, ok := strings.CutPrefix(s, "```")
	if !ok || !strings.HasSuffix(inner, "```") {
		return s
	}
	inner = strings.TrimSpace(strings.TrimSuffix(inner, "```"))
	if label, rest, ok := strings.Cut(inner, "\n"); ok &&
		!strings.ContainsAny(label, " \t{}:=\"'") {
		inner = rest
	}
	return strings.TrimSpace(inner)
}

// parseObject parses JSON, or near-JSON: Python literals, keys without quotes, "=" for
// ":", superfluous commas, missing outer braces. The object is nil for all other texts.
func parseObject(s string) (object map[string]any, loosely bool) {
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	if dec.Decode(&object) == nil && strings.TrimSpace(s[dec.InputOffset():]) == "" {
		return object, false
	}
	if !strings.HasPrefix(s, "{") && !strings.HasPrefix(s, "[") {
		if !strings.Contains(s, "query") && !strings.Contains(s, "filters") {
			return nil, false
		}
		s = "{" + s + "}"
	}
	l := looseParser{s: s}
	object, _ = l.value(0).(map[string]any)
	l.space()
	if l.bad || l.at != len(l.s) {
		return nil, false
	}
	return object, true
}

// maxNesting bounds the nesting of a payload.
const maxNesting = 50

// A looseParser is a parser of near-JSON.
type looseParser struct {
	s   string
	at  int
	bad bool
}

func (l *looseParser) fail() any {
	l.bad = true
	l.at = len(l.s)
	return nil
}

func (l *looseParser) space() {
	for l.at < len(l.s) && strings.IndexByte(" \t\r\n", l.s[l.at]) >= 0 {
		l.at++
	}
}

// take consumes one of the characters and returns it, or returns 0.
func (l *looseParser) take(chars string) byte {
	l.space()
	if l.at < len(l.s) && strings.IndexByte(chars, l.s[l.at]) >= 0 {
		l.at++
		return l.s[l.at-1]
	}
	return 0
}

func (l *looseParser) value(depth int) any {
	if depth > maxNesting {
		return l.fail()
	}
	switch c := l.take(`{[("'`); c {
	case '{':
		return l.object(depth)
	case '[', '(':
		return l.list(depth, map[byte]string{'[': "]", '(': ")"}[c])
	case '"', '\'':
		return l.quoted(c)
	}
	switch w := l.word(); w {
	case "true", "True":
		return true
	case "false", "False":
		return false
	case "null", "None":
		return nil
	default:
		if _, err := strconv.ParseFloat(w, 64); err != nil || strings.ContainsAny(w, "nNiIxX") {
			return l.fail()
		}
		return json.Number(w)
	}
}

// word parses a name or a number.
func (l *looseParser) word() string {
	l.space()
	start := l.at
	for l.at < len(l.s) {
		c := l.s[l.at]
		if c != '_' && c != '-' && c != '+' && c != '.' && (c < '0' || c > '9') &&
			(c|0x20 < 'a' || c|0x20 > 'z') {
			break
		}
		l.at++
	}
	return l.s[start:l.at]
}

func (l *looseParser) object(depth int) any {
	out := map[string]any{}
	for l.take("}") == 0 {
		var key string
		if quote := l.take(`"'`); quote != 0 {
			key, _ = l.quoted(quote).(string)
		} else if key = l.word(); key == "" {
			return l.fail()
		}
		if l.take(":=") == 0 {
			return l.fail()
		}
		out[key] = l.value(depth + 1)
		if l.take(",") == 0 {
			if l.take("}") == 0 {
				return l.fail()
			}
			break
		}
	}
	return out
}

func (l *looseParser) list(depth int, end string) any {
	out := []any{}
	for l.take(end) == 0 {
		out = append(out, l.value(depth+1))
		if l.take(",") == 0 {
			if l.take(end) == 0 {
				return l.fail()
			}
			break
		}
	}
	return out
}

// quoted parses a text up to its closing quote.
func (l *looseParser) quoted(quote byte) any {
	var b strings.Builder
	for l.at < len(l.s) {
		c := l.s[l.at]
		l.at++
		switch {
		case c == quote:
			return b.String()
		case c == '\\' && l.at < len(l.s):
			b.WriteString(l.escape())
		default:
			b.WriteByte(c)
		}
	}
	return l.fail()
}

// escape parses the characters after a backslash.
func (l *looseParser) escape() string {
	c := l.s[l.at]
	l.at++
	switch c {
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case 'r':
		return "\r"
	case 'u':
		if l.at+4 <= len(l.s) {
			if n, err := strconv.ParseUint(l.s[l.at:l.at+4], 16, 32); err == nil {
				l.at += 4
				return string(utf8.AppendRune(nil, rune(n)))
			}
		}
		return `\u`
	case '\\', '"', '\'', '/':
		return string(rune(c))
	}
	return `\` + string([]byte{c})
}
