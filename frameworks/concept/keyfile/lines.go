package keyfile

import "strings"

// eachLine calls do for every line that is neither empty nor a comment, which begins
// with one of the given bytes. If joined is set, a backslash at the end of a line
// continues it.
func (r *reader) eachLine(comments string, joined bool, do func(text string, line int)) {
	line, began := 0, 0
	var before strings.Builder // the previous lines of a continued one
	for raw := range strings.Lines(r.text) {
		line++
		s := strings.TrimSpace(raw)
		if before.Len() == 0 {
			began = line
			if s == "" || strings.ContainsRune(comments, rune(s[0])) {
				continue
			}
		}
		if joined && strings.HasSuffix(s, `\`) {
			before.WriteString(strings.TrimSuffix(s, `\`) + " ")
			continue
		}
		do(before.String()+s, began)
		before.Reset()
	}
}

// readEnv reads NAME=value, optionally preceded by export.
func readEnv(r *reader) {
	open := "" // the open quote of a multi-line value
	r.eachLine("#", false, func(s string, line int) {
		if open != "" {
			if strings.Contains(s, open) {
				open = ""
			}
			return
		}
		name, text, ok := strings.Cut(strings.TrimPrefix(s, "export "), "=")
		name = strings.TrimSpace(name)
		if !ok || !isVariable(name) {
			return
		}
		text = strings.TrimSpace(text)
		if text != "" && strings.ContainsRune("\"'`", rune(text[0])) {
			if rest := text[1:]; !strings.Contains(rest, text[:1]) {
				open = text[:1]
			}
			text = strings.Trim(text, text[:1])
		}
		r.add(name, line, written(text))
	})
}

// isVariable reports whether a name is a valid environment variable name.
func isVariable(name string) bool {
	for i := range len(name) {
		c := name[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9' || i == 0) {
			return false
		}
	}
	return name != ""
}

// readProperties reads key=value, key: value and key value.
func readProperties(r *reader) {
	r.eachLine("#!", true, func(s string, line int) {
		at := strings.IndexAny(s, "=: \t")
		if at < 0 {
			r.add(s, line, value{})
			return
		}
		r.add(s[:at], line, written(strings.TrimLeft(s[at:], "=: \t")))
	})
}

// readINI reads key=value and key: value, in sections.
func readINI(r *reader) {
	section := ""
	r.eachLine("#;", false, func(s string, line int) {
		if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") {
			section = strings.TrimSpace(strings.Trim(s, "[]"))
			return
		}
		if at := strings.IndexAny(s, "=:"); at > 0 {
			r.add(r.join(section, strings.TrimSpace(s[:at])), line, written(s[at+1:]))
		}
	})
}

// dockerfile reads ENV NAME=value NAME=value and ENV NAME value.
func dockerfile(r *reader) {
	r.eachLine("#", true, func(s string, line int) {
		word, rest, _ := strings.Cut(s, " ")
		if !strings.EqualFold(word, "ENV") {
			return
		}
		rest = strings.TrimSpace(rest)
		if first, text, ok := strings.Cut(rest, " "); ok && isVariable(first) {
			r.add(first, line, written(text))
			return
		}
		for _, pair := range fields(rest) {
			if name, text, ok := strings.Cut(pair, "="); ok && isVariable(name) {
				r.add(name, line, written(strings.Trim(text, `"'`)))
			}
		}
	})
}

// fields splits a line at spaces outside of quotes.
func fields(s string) []string {
	var quote rune
	return strings.FieldsFunc(s, func(c rune) bool {
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		default:
			return c == ' ' || c == '\t'
		}
		return false
	})
}
