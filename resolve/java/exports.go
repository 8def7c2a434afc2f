package java

import (
	_ "embed"
	"path"
	"regexp"
	"strings"
	"sync"

	"seedgraph/resolve"
)

//go:embed exports.txt
var platformExports string

// An exporter is a module of the Java platform module system, as its readers see it.
type exporter struct {
	packages, transitive []string
}

// platformModules are the modules of the platform, by name.
var platformModules = sync.OnceValue(func() map[string]exporter {
	out := map[string]exporter{}
	for line := range strings.Lines(platformExports) {
		name, rest, found := strings.Cut(line, ":")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		packages, transitive, _ := strings.Cut(rest, "|")
		out[name] = exporter{strings.Fields(packages), strings.Fields(transitive)}
	}
	return out
})

var (
	moduleName     = regexp.MustCompile(`\bmodule\s+([\w.]+)\s*\{`)
	moduleExports  = regexp.MustCompile(`\bexports\s+([\w.]+)\s*;`) // to all modules that read it
	moduleRequires = regexp.MustCompile(`\brequires\s+(?:static\s+)?transitive\s+(?:static\s+)?([\w.]+)\s*;`)
)

// addModule records the exports of a module declaration.
//
//	module shop.core { exports shop.model; requires transitive shop.base; }
func (j *tree) addModule(f *resolve.File) {
	if path.Base(f.Path) != "module-info.java" {
		return
	}
	name := moduleName.FindStringSubmatch(f.Text)
	if name == nil {
		return
	}
	var e exporter
	for _, m := range moduleExports.FindAllStringSubmatch(f.Text, -1) {
		e.packages = append(e.packages, m[1])
	}
	for _, m := range moduleRequires.FindAllStringSubmatch(f.Text, -1) {
		e.transitive = append(e.transitive, m[1])
	}
	j.exports[name[1]] = e
}

// exported lists the packages that the import of a module makes visible (JLS 7.5.5):
// its exports, and those of the modules that it requires transitively. known reports
// whether all these modules are known.
func (j *tree) exported(module string) (packages []string, known bool) {
	known = true
	seen := map[string]bool{module: true}
	for queue := []string{module}; len(queue) > 0; queue = queue[1:] {
		e, ok := j.exports[queue[0]]
		if !ok {
			e, ok = platformModules()[queue[0]]
		}
		known = known && ok
		packages = append(packages, e.packages...)
		for _, m := range e.transitive {
			if !seen[m] {
				seen[m] = true
				queue = append(queue, m)
			}
		}
	}
	return packages, known
}

// inModules finds a type by name among the packages visible through module imports,
// which all other declarations shadow (JLS 6.4.1). known reports whether all of those
// packages are known.
func (j *tree) inModules(jf *file, name string) (found resolve.Type, known bool) {
	found, known = resolve.Unknown, true
	for _, m := range jf.modules {
		packages, all := j.exported(m)
		known = known && all
		for _, p := range packages {
			t, ok := j.onDemand(jf, p, name)
			if ok && found.Known() && (t.Def != found.Def || t.Def == resolve.None) {
				return inUnknownPackage(name), true // it must be imported by name
			}
			if ok {
				found = t
			}
			known = known && (ok || j.library.hasPackage(p) || j.packages[p])
		}
	}
	return found, known
}
