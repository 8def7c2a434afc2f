package scip

import "strings"

// Name returns the name at the end of a symbol, as written in a source: without escapes, the suffix of
// its kind, disambiguators, and the marks of accessors (<get>x). It is empty for symbols that have no
// such name: local ones, files, and generated names such as <constructor> and typeLiteral0.
//
//	scip-typescript npm shop 1.0 src/`order.ts`/Order#total().    total
//	scip-python python shop 1.0 `shop.order`/Order#__init__().    __init__
func Name(symbol string) string {
	if IsLocal(symbol) {
		return ""
	}
	s := symbol
	for range 4 { // scheme, manager, package and version; two spaces are an escaped one
		i := strings.IndexByte(s, ' ')
		for i >= 0 && i+1 < len(s) && s[i+1] == ' ' {
			next := strings.IndexByte(s[i+2:], ' ')
			if next < 0 {
				return ""
			}
			i += 2 + next
		}
		if i < 0 {
			return ""
		}
		s = s[i+1:]
	}
	name, suffix := lastDescriptor(s)
	if suffix == '/' || suffix == ':' {
		return ""
	}
	for _, mark := range []string{"<get>", "<set>"} {
		name = strings.TrimPrefix(name, mark)
	}
	if strings.ContainsAny(name, "<> ") {
		return ""
	}
	return name
}

// lastDescriptor returns the name of the last of a symbol's descriptors, and its suffix: '/' of a
// namespace, '#' of a type, '.' of a term, '(' of a method, ')' of a parameter, ']' of a type parameter,
// ':' of meta data, '!' of a macro.
func lastDescriptor(s string) (name string, suffix byte) {
	for len(s) > 0 {
		open := s[0]
		if open == '[' || open == '(' {
			s = s[1:]
		}
		var ok bool
		if name, s, ok = cutIdentifier(s); !ok {
			return "", 0
		}
		if suffix, s = s[0], s[1:]; suffix == '(' {
			i := strings.Index(s, ").")
			if i < 0 {
				return "", 0
			}
			s = s[i+2:]
		}
	}
	return name, suffix
}

// cutIdentifier splits a plain or escaped identifier off s; the rest is not empty.
func cutIdentifier(s string) (name, rest string, ok bool) {
	if !strings.HasPrefix(s, "`") {
		i := strings.IndexAny(s, "/#.(:!])")
		if i < 0 {
			return "", "", false
		}
		return s[:i], s[i:], true
	}
	var b strings.Builder
	for s = s[1:]; ; {
		i := strings.IndexByte(s, '`')
		if i < 0 || i+1 == len(s) {
			return "", "", false
		}
		b.WriteString(s[:i])
		if s[i+1] != '`' {
			return b.String(), s[i+1:], true
		}
		b.WriteByte('`')
		s = s[i+2:]
	}
}
