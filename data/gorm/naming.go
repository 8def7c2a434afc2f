package gorm

import (
	"regexp"
	"strings"

	"seedgraph/resolve"
)

// initialisms are words that the library writes in one piece: UserID, user_id.
var initialisms = strings.NewReplacer("API", "Api", "ASCII", "Ascii", "CPU", "Cpu", "CSS", "Css",
	"DNS", "Dns", "EOF", "Eof", "GUID", "Guid", "HTML", "Html", "HTTP", "Http", "HTTPS", "Https",
	"ID", "Id", "IP", "Ip", "JSON", "Json", "LHS", "Lhs", "QPS", "Qps", "RAM", "Ram", "RHS", "Rhs",
	"RPC", "Rpc", "SLA", "Sla", "SMTP", "Smtp", "SSH", "Ssh", "TLS", "Tls", "TTL", "Ttl",
	"UID", "Uid", "UI", "Ui", "UUID", "Uuid", "URI", "Uri", "URL", "Url", "UTF8", "Utf8",
	"VM", "Vm", "XML", "Xml", "XSRF", "Xsrf", "XSS", "Xss")

var (
	words1 = regexp.MustCompile(`([A-Z]+)([A-Z][a-z])`)
	words2 = regexp.MustCompile(`([a-z0-9])([A-Z])`)
)

// snakeCase writes a name as the library does: OrderItem, order_item.
func snakeCase(s string) string {
	s = words1.ReplaceAllString(initialisms.Replace(s), "${1}_${2}")
	return strings.ToLower(words2.ReplaceAllString(s, "${1}_${2}"))
}

// A plural is a rule for the end of words; the first one that fits counts.
type plural struct {
	end *regexp.Regexp
	by  string
}

func rule(end, by string) plural { return plural{regexp.MustCompile(`(?i)` + end + `$`), by} }

var plurals = []plural{
	rule(`(quiz)`, "${1}zes"), rule(`^(ox)`, "${1}en"), rule(`(m|l)ouse`, "${1}ice"),
	rule(`(matr|vert|ind)(?:ix|ex)`, "${1}ices"), rule(`(x|ch|ss|sh)`, "${1}es"),
	rule(`([^aeiouy]|qu)y`, "${1}ies"), rule(`(hive)`, "${1}s"), rule(`([^f])fe`, "${1}ves"),
	rule(`([lr])f`, "${1}ves"), rule(`sis`, "ses"), rule(`([ti])um`, "${1}a"),
	rule(`([ti])a`, "${1}a"),
	rule(`(buffal|tomat)o`, "${1}oes"), rule(`(bu)s`, "${1}ses"),
	rule(`(alias|status|campus)`, "${1}es"), rule(`(octop|vir)us`, "${1}i"),
	rule(`^(ax|test)is`, "${1}es"), rule(`s`, "s"),
}

var irregular = map[string]string{"person": "people", "man": "men", "child": "children",
	"sex": "sexes", "move": "moves"}

// unchanged are words without a plural.
var unchanged = resolve.WordSet(`equipment information rice money species series fish sheep jeans
	police milk salt time water paper food art cash music help luck oil progress rain research
	shopping software traffic`)

// pluralOf is the plural of a name in snake case: of its last word.
func pluralOf(name string) string {
	i := strings.LastIndexByte(name, '_') + 1
	first, last := name[:i], name[i:]
	if p, ok := irregular[last]; ok {
		return first + p
	}
	if unchanged[last] {
		return name
	}
	for _, p := range plurals {
		if p.end.MatchString(last) {
			return first + p.end.ReplaceAllString(last, p.by)
		}
	}
	return name + "s"
}
