package r

import (
	"strings"

	"seedgraph/parse"
)

// registers returns the roxygen tag in a line, as written, that registers the
// definition below it, and whether there is one.
//
//	@export    @method print order    @exportS3Method base::print
func registers(line string) (tag string, ok bool) {
	if !strings.HasPrefix(line, "@") {
		return "", false
	}
	words := strings.Fields(line[1:])
	if len(words) == 0 {
		return "", false
	}
	switch words[0] {
	case "export", "method", "exportS3Method", "exportMethod", "exportClass", "exportPattern":
		return strings.Join(words, " "), true
	}
	return "", false
}

// roxygenImports reads the import tags, which apply to the whole package.
//
//	#' @import methods
//	#' @importFrom money fmt round_up
func (w *walker) roxygenImports(root parse.Node) {
	for c := range root.Named {
		if !c.Is("comment") || !strings.HasPrefix(c.Text(), "#'") {
			continue
		}
		words := strings.Fields(strings.TrimPrefix(c.Text(), "#'"))
		if len(words) < 2 {
			continue
		}
		im := parse.Import{Path: words[1], Whole: true, Global: true, At: c.Start()}
		switch words[0] {
		case "@import":
			im.All = true
			for _, name := range words[1:] {
				im.Path = name
				w.f.Imports = append(w.f.Imports, im)
			}
		case "@importFrom":
			for _, name := range words[2:] {
				im.Name = strings.Trim(name, "`\"'")
				im.Alias = im.Name
				w.f.Imports = append(w.f.Imports, im)
			}
		}
	}
}
