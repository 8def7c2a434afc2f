package walk

import "strings"

// A token is one step of a compiled glob.
type token struct {
	op    globOp
	char  byte       // for opByte
	class *[256]bool // for opClass
}

type globOp uint8

const (
	opByte  globOp = iota // this byte
	opAny                 // "?": one byte, not a slash
	opClass               // "[...]": one byte of a set, not a slash
	opStar                // "*": any run without slashes
	opRest                // "**" at the end: any run
	opDirs                // "**/": nothing, or any run that ends with a slash
)

// compileGlob compiles a pattern; ok is false for one that cannot match
// anything, such as an unclosed bracket or a trailing backslash.
func compileGlob(p string) (tokens []token, ok bool) {
	for i := 0; i < len(p); {
		switch p[i] {
		case '*':
			t, n := compileStars(p, i)
			tokens = append(tokens, t)
			i += n
		case '?':
			tokens = append(tokens, token{op: opAny})
			i++
		case '[':
			class, n := compileClass(p[i:])
			if class == nil {
				return nil, false
			}
			tokens = append(tokens, token{op: opClass, class: class})
			i += n
		case '\\':
			if i+1 == len(p) {
				return nil, false
			}
			tokens = append(tokens, token{op: opByte, char: p[i+1]})
			i += 2
		default:
			tokens = append(tokens, token{op: opByte, char: p[i]})
			i++
		}
	}
	return tokens, true
}

// compileStars compiles the run of stars at p[i] and returns its length. Two or
// more stars cross slashes only if they fill a path segment.
func compileStars(p string, i int) (token, int) {
	rest := strings.TrimLeft(p[i:], "*")
	n := len(p) - i - len(rest)
	if n == 1 || i > 0 && p[i-1] != '/' {
		return token{op: opStar}, n
	}
	switch {
	case rest == "", strings.HasPrefix(rest, `\/`):
		return token{op: opRest}, n
	case rest[0] == '/':
		return token{op: opDirs}, n + 1
	}
	return token{op: opStar}, n
}

// compileClass compiles the bracket expression that p starts with and returns
// its set and length in p, or nil if it is malformed. A "]" that comes first is
// a member.
func compileClass(p string) (*[256]bool, int) {
	i := 1
	negate := i < len(p) && (p[i] == '!' || p[i] == '^')
	if negate {
		i++
	}
	var set [256]bool
	low := -1 // the last single member, where a range may start
	for first := true; ; first = false {
		if i >= len(p) {
			return nil, 0
		}
		if p[i] == ']' && !first {
			break
		}
		n, ok := 0, false
		if n, low, ok = classMember(&set, p[i:], low); !ok {
			return nil, 0
		}
		i += n
	}
	if negate {
		for c := range set {
			set[c] = !set[c]
		}
	}
	set['/'] = false
	return &set, i + 1
}

// classMember adds the member at the head of p to set: a byte, an escaped byte,
// a range from low, or a named class. It returns the length of the member and
// the byte at which a range may start next, or -1.
func classMember(set *[256]bool, p string, low int) (n, next int, ok bool) {
	switch {
	case p[0] == '\\':
		if len(p) < 2 {
			return 0, 0, false
		}
		set[p[1]] = true
		return 2, int(p[1]), true
	case p[0] == '-' && low >= 0 && len(p) > 1 && p[1] != ']':
		n := 2
		if p[1] == '\\' {
			if n++; len(p) < n {
				return 0, 0, false
			}
		}
		for c := low; c <= int(p[n-1]); c++ {
			set[c] = true
		}
		return n, -1, true
	case strings.HasPrefix(p, "[:"):
		end := strings.IndexByte(p[2:], ']')
		if end < 0 {
			return 0, 0, false
		}
		if end == 0 || p[2+end-1] != ':' {
			break // no ":]": the bracket is a member like any other
		}
		in, known := posixClasses[p[2:2+end-1]]
		if !known {
			return 0, 0, false
		}
		for c := range 128 {
			set[c] = set[c] || in(byte(c))
		}
		return end + 3, -1, true
	}
	set[p[0]] = true
	return 1, int(p[0]), true
}

// posixClasses are the named classes of bracket expressions, over ASCII. As in
// git, form feed and vertical tab are not spaces.
var posixClasses = map[string]func(c byte) bool{
	"alnum":  func(c byte) bool { return isAlpha(c) || isDigit(c) },
	"alpha":  isAlpha,
	"blank":  func(c byte) bool { return c == ' ' || c == '\t' },
	"cntrl":  func(c byte) bool { return c < ' ' || c == 0x7f },
	"digit":  isDigit,
	"graph":  func(c byte) bool { return c > ' ' && c < 0x7f },
	"lower":  func(c byte) bool { return 'a' <= c && c <= 'z' },
	"print":  func(c byte) bool { return c >= ' ' && c < 0x7f },
	"punct":  func(c byte) bool { return c > ' ' && c < 0x7f && !isAlpha(c) && !isDigit(c) },
	"space":  func(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' },
	"upper":  func(c byte) bool { return 'A' <= c && c <= 'Z' },
	"xdigit": func(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' },
}

func isAlpha(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// matchGlob reports whether the tokens match all of s. It keeps the set of
// tokens that may come next, so its cost is at most len(tokens)*len(s) whatever
// the pattern: a hostile ignore file cannot make it backtrack.
func matchGlob(tokens []token, s string) bool {
	if !endsFit(tokens, s) {
		return false
	}
	var a, b [64]bool
	now, next := a[:], b[:]
	if len(tokens) >= len(a) {
		now, next = make([]bool, len(tokens)+1), make([]bool, len(tokens)+1)
	}
	now, next = now[:len(tokens)+1], next[:len(tokens)+1]
	enter(tokens, now, 0)
	for i := 0; i < len(s); i++ {
		if !step(tokens, now, next, s[i]) {
			return false
		}
		now, next = next, now
		clear(next)
	}
	return now[len(tokens)]
}

// endsFit checks the first and the last byte of s, which is enough to reject
// nearly all strings that do not match.
func endsFit(tokens []token, s string) bool {
	if len(tokens) == 0 {
		return s == ""
	}
	first, last := tokens[0], tokens[len(tokens)-1]
	if s == "" {
		return first.op >= opStar && last.op >= opStar
	}
	return (first.op >= opStar || first.takes(s[0])) &&
		(last.op >= opStar || last.takes(s[len(s)-1]))
}

// enter adds state i, and the states after tokens that may match the empty string.
func enter(tokens []token, states []bool, i int) {
	for ; ; i++ {
		states[i] = true
		if i == len(tokens) || tokens[i].op < opStar {
			return
		}
	}
}

// step advances every state of now over the byte c; alive is false if no state
// is left.
func step(tokens []token, now, next []bool, c byte) (alive bool) {
	for i, t := range tokens {
		if !now[i] {
			continue
		}
		switch t.op {
		case opStar, opRest:
			if c != '/' || t.op == opRest {
				enter(tokens, next, i)
				alive = true
			}
		case opDirs:
			// Stay in the run: only a slash ends the token.
			next[i], alive = true, true
			if c == '/' {
				enter(tokens, next, i+1)
			}
		default:
			if t.takes(c) {
				enter(tokens, next, i+1)
				alive = true
			}
		}
	}
	return alive
}

// takes reports whether a single-byte token matches c.
func (t token) takes(c byte) bool {
	switch t.op {
	case opByte:
		return c == t.char
	case opAny:
		return c != '/'
	default:
		return t.class[c]
	}
}
