// Package all names every engine of templates.
package all

import (
	"seedgraph/page"
	"seedgraph/page/gotemplate"
	"seedgraph/page/jinja"
	"seedgraph/page/thymeleaf"
)

// Engines returns the engines whose templates are joined to code.
func Engines() page.Set {
	return page.Set{gotemplate.Engine(), jinja.Engine(), thymeleaf.Engine()}
}
