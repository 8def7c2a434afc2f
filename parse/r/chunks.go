package r

import (
	"path"
	"regexp"
	"strings"
)

// isDocument reports whether a file is text with chunks of code.
func isDocument(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".rmd", ".qmd", ".rnw":
		return true
	}
	return false
}

// chunks returns a document with everything except its R code blanked, so that
// positions stay. Chunks that are not evaluated are blanked, too.
//
//	```{r setup, include=FALSE}    # R Markdown, Quarto
//	<<setup>>=                     # Sweave
func chunks(p, text string) string {
	out := []byte(text)
	sweave := strings.EqualFold(path.Ext(p), ".rnw")
	at, inside, keep := 0, false, false
	fence := ""
	for line := range strings.SplitAfterSeq(text, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case inside && isEnd(trimmed, fence, sweave):
			inside, keep = false, false
			blank(out[at : at+len(line)])
		case inside:
			if strings.HasPrefix(trimmed, "#|") && isOff(strings.TrimPrefix(trimmed, "#|")) {
				keep = false
			}
			if !keep {
				blank(out[at : at+len(line)])
			}
		default:
			var options string
			options, fence, inside = chunkHead(trimmed, sweave)
			keep = inside && isRChunk(options, sweave) && !isOff(options)
			blank(out[at : at+len(line)])
			if !inside && sweave {
				inline(out[at:at+len(line)], line, `\Sexpr{`, '}')
			} else if !inside {
				inline(out[at:at+len(line)], line, "`r ", '`')
			}
		}
		at += len(line)
	}
	return string(out)
}

// blank overwrites text with white space, except for line ends.
func blank(b []byte) {
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
}

// chunkHead parses a line that begins fenced text; ok is false for any other line.
func chunkHead(line string, sweave bool) (options, fence string, ok bool) {
	if sweave {
		options, ok = strings.CutPrefix(line, "<<")
		options, found := strings.CutSuffix(options, ">>=")
		return options, "@", ok && found
	}
	for _, c := range []string{"`", "~"} {
		n := len(line) - len(strings.TrimLeft(line, c))
		if n >= 3 {
			return strings.TrimSpace(line[n:]), line[:n], true
		}
	}
	return "", "", false
}

// isEnd reports whether a line ends fenced text.
func isEnd(line, fence string, sweave bool) bool {
	if sweave {
		return line == "@" || strings.HasPrefix(line, "@ ")
	}
	return strings.HasPrefix(line, fence) && strings.Trim(line, fence[:1]) == ""
}

// chunkEngine matches the option with the language of a chunk: {r,
// engine="python"}.
var chunkEngine = regexp.MustCompile(`\bengine\s*=\s*["'](\w+)["']`)

// isRChunk reports whether a head begins R code: {r}, {r name, echo=FALSE}.
func isRChunk(options string, sweave bool) bool {
	if sweave {
		return !strings.Contains(options, "engine")
	}
	s, ok := strings.CutPrefix(strings.ToLower(options), "{r")
	if m := chunkEngine.FindStringSubmatch(s); m != nil && m[1] != "r" {
		return false
	}
	return ok && strings.HasSuffix(s, "}") && (s == "}" || s[0] == ' ' || s[0] == ',')
}

// isOff reports whether the options of a chunk disable its evaluation: eval=FALSE,
// eval: false.
func isOff(options string) bool {
	s := strings.ToLower(strings.Join(strings.Fields(options), ""))
	return strings.Contains(s, "eval=false") || strings.Contains(s, "eval=f,") ||
		strings.HasSuffix(s, "eval=f}") || strings.HasPrefix(s, "eval:false")
}

// inline restores the code between two marks in a line of text, each piece as a
// separate expression.
//
//	The mean is `r mean(x)`.    The mean is \Sexpr{mean(x)}.
func inline(b []byte, line, open string, end byte) {
	for i := 0; ; {
		at := strings.Index(line[i:], open)
		if at < 0 {
			return
		}
		from := i + at + len(open)
		n := strings.IndexByte(line[from:], end)
		if n < 0 {
			return
		}
		copy(b[from:], line[from:from+n])
		b[from+n] = ';'
		i = from + n + 1
	}
}
