package eval

import (
	"strings"

	"seedgraph/resolve"
)

// Imported lists the full names that a written name may have by the imports of its
// file, for languages that import names rather than namespaces:
//
//	import org.quartz.Job;                       // Java: Job is org.quartz.Job
//	import { Cron } from '@nestjs/schedule'      // TypeScript: @nestjs/schedule.Cron
//	from django.dispatch import receiver         // Python: django.dispatch.receiver
func Imported(f *resolve.File, written string) []string {
	var out []string
	first, rest, _ := strings.Cut(written, ".")
	for i := range f.Imports {
		im := &f.Imports[i]
		switch {
		case im.Alias == first || im.Alias == "" && im.Name == first:
			full := strings.TrimSuffix(im.Path+"."+im.Name, ".")
			out = append(out, strings.TrimSuffix(full+"."+rest, "."))
		case f.Language == "java" && im.All:
			out = append(out, im.Path+"."+written)
		case f.Language == "java" && strings.HasSuffix(im.Path, "."+first):
			out = append(out, strings.TrimSuffix(im.Path+"."+rest, "."))
		}
	}
	return out
}

// ImportsAny reports whether a file of a family of languages imports a module for which
// isLibrary holds.
func (t *Tree) ImportsAny(family string, isLibrary func(module string) bool) bool {
	for _, f := range t.Table.Files {
		for i := range f.Imports {
			if f.Family == family && isLibrary(f.Imports[i].Path) {
				return true
			}
		}
	}
	return false
}
