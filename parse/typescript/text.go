package typescript

import "strings"

// docText returns the text of a run of comments without comment marks.
func docText(s string) string {
	var out []string
	block := false
	for _, line := range strings.Split(s, "\n") {
		line = strings.TrimSpace(line)
		if !block && strings.HasPrefix(line, "/*") {
			block = true
			line = strings.TrimLeft(line[2:], "*")
		}
		ends := block && strings.HasSuffix(line, "*/")
		if ends {
			line = strings.TrimRight(line[:len(line)-2], "*")
		}
		if block {
			line = strings.TrimPrefix(line, "*")
		} else {
			line = strings.TrimLeft(line, "/")
		}
		if ends {
			block = false
		}
		out = append(out, strings.TrimSpace(line))
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}

// oneLine collapses white space.
func oneLine(s string) string {
	const longest = 400
	out := strings.Join(strings.Fields(s), " ")
	out = strings.TrimSuffix(strings.TrimSuffix(out, ";"), ",")
	if len(out) > longest {
		cut := strings.LastIndexByte(out[:longest], ' ')
		if cut <= 0 {
			cut = longest
		}
		out = strings.ToValidUTF8(out[:cut], "") + " …"
	}
	return out
}
