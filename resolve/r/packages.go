package r

import (
	"cmp"
	"iter"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A pkg is a package of the tree: a folder with a DESCRIPTION that names it.
type pkg struct {
	dir, name string
	collate   []string // names of files in R, in load order; nil: by name
	ns        *namespace

	files []*resolve.File // in the folder R, in load order
	names map[string][]resolve.DefID
}

// A namespace is the contents of a NAMESPACE file, or of the roxygen tags if it is
// missing.
type namespace struct {
	exports  map[string]bool
	patterns []*regexp.Regexp
	imports  []importing // in source order: the last one that has a name wins
	s3       []registration
}

// An importing imports one name of another package, or all if the name is empty.
type importing struct{ pkg, name string }

// A registration registers a function as the method of a generic for a class.
type registration struct{ generic, class, function string }

// isExported reports whether code that attaches the package sees a name.
func (n *namespace) isExported(name string) bool {
	return n.exports[name] || slices.ContainsFunc(n.patterns, func(p *regexp.Regexp) bool {
		return p.MatchString(name)
	})
}

// readPackages finds the packages of a project, by folder. Package names in
// DESCRIPTION files are not unique in a tree, since tests contain packages, so the
// folder is the key.
func readPackages(p *resolve.Project) map[string]*pkg {
	out := map[string]*pkg{}
	for _, file := range slices.Sorted(maps.Keys(p.Files)) {
		if path.Base(file) != "DESCRIPTION" {
			continue
		}
		fields := readFields(p.Files[file])
		if fields["Package"] == "" {
			continue
		}
		x := &pkg{dir: path.Dir(file), name: fields["Package"], names: map[string][]resolve.DefID{}}
		for _, name := range []string{"Collate", "Collate.unix"} {
			if s := fields[name]; s != "" {
				x.collate = strings.Fields(strings.NewReplacer("'", " ", `"`, " ", ",", " ").Replace(s))
			}
		}
		if text, ok := p.Files[path.Join(x.dir, "NAMESPACE")]; ok {
			x.ns = readNamespace(text)
		}
		out[x.dir] = x
	}
	return out
}

// readFields reads a file of fields, in the format of Debian's control files: a line
// that begins with white space continues the previous field.
//
//	Collate: 'a.R'
//	    'b.R'
func readFields(text string) map[string]string {
	out, key := map[string]string{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") {
			out[key] += " " + strings.TrimSpace(line)
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if key = name; ok {
			out[key] = strings.TrimSpace(value)
		}
	}
	return out
}

// projectNames implements [resolve.Language]: a project is a package.
func projectNames(p *resolve.Project) resolve.ProjectNamer {
	return p.Nearest(func(file, text string) string {
		if path.Base(file) != "DESCRIPTION" {
			return ""
		}
		return readFields(text)["Package"]
	})
}

// directive matches a NAMESPACE directive with its arguments, which have no
// parentheses except those of c().
var directive = regexp.MustCompile(`\b(export|exportPattern|exportClasses|exportMethods|exportClass|` +
	`S3method|import|importFrom|importClassesFrom|importMethodsFrom)\s*\(((?:[^()"'` + "`" + `#]|"[^"]*"|'[^']*'|` +
	"`[^`]*`" + `|#[^\n]*\n|c\([^()]*\))*)\)`)

var comment = regexp.MustCompile(`(?m)^\s*#.*$`)

// readNamespace reads a NAMESPACE file. Conditional directives count. The file is R
// code, but only calls of the directives are relevant:
//
//	if (tools:::.OStype() == "windows") importFrom(utils, win_only)
//	importFrom(stats, median, sd)
//	import(methods, except = c(new))
func readNamespace(text string) *namespace {
	n := &namespace{exports: map[string]bool{}}
	for _, m := range directive.FindAllStringSubmatch(comment.ReplaceAllString(text, ""), -1) {
		args := namespaceArgs(m[2])
		if len(args) == 0 {
			continue
		}
		switch m[1] {
		case "export", "exportMethods":
			for _, a := range args {
				n.exports[a] = true
			}
		case "exportPattern":
			for _, a := range args {
				if p, err := regexp.Compile(strings.ReplaceAll(a, `\\`, `\`)); err == nil {
					n.patterns = append(n.patterns, p)
				}
			}
		case "S3method":
			n.register(args)
		case "import":
			for _, a := range args {
				n.imports = append(n.imports, importing{pkg: a})
			}
		case "importFrom":
			for _, a := range args[1:] {
				n.imports = append(n.imports, importing{args[0], a})
			}
		}
	}
	return n
}

// register records S3method(generic, class), S3method(pkg::generic, class) and
// S3method(generic, class, function).
func (n *namespace) register(args []string) {
	if len(args) < 2 {
		return
	}
	generic := args[0][strings.LastIndexByte(args[0], ':')+1:] // of pkg::generic
	r := registration{generic, args[1], generic + "." + args[1]}
	if len(args) > 2 {
		r.function = args[2]
	}
	n.s3 = append(n.s3, r)
}

// namespaceArgs splits the arguments of a directive; named ones are omitted.
//
//	"a", b, `c`            three names
//	units, except = c(d)   one name
func namespaceArgs(s string) []string {
	var out []string
	for len(s) > 0 {
		s = strings.TrimLeft(s, ", \t\r\n")
		if s == "" {
			break
		}
		var word string
		switch q := s[0]; q {
		case '"', '\'', '`':
			end := strings.IndexByte(s[1:], q)
			if end < 0 {
				return out
			}
			word, s = s[1:end+1], s[end+2:]
		case '#':
			_, s, _ = strings.Cut(s, "\n")
			continue
		default:
			end := strings.IndexAny(s, ", \t\r\n=(")
			if end < 0 {
				end = len(s)
			}
			word, s = s[:end], s[end:]
		}
		rest := strings.TrimLeft(s, " \t\r\n")
		switch {
		case strings.HasPrefix(rest, "="): // except = c(a, b)
			rest = strings.TrimLeft(rest[1:], " ")
			if end := strings.IndexByte(rest, ')'); strings.HasPrefix(rest, "c(") && end > 0 {
				s = rest[end+1:]
			} else if _, s, _ = strings.Cut(rest, ","); s == "" {
				return out
			}
		case strings.HasPrefix(rest, "("):
			s = rest[1:]
		default:
			out = append(out, word)
		}
	}
	return out
}

// packageOf returns the package of a file: the one that has it in its folder R, or,
// if whole is set, the one that encloses it.
//
//	pkg/R/a.R, pkg/R/unix/b.R     part of the package
//	pkg/tests/testthat/test-a.R   only enclosed by it
func packageOf(packages map[string]*pkg, p string, whole bool) *pkg {
	for dir := path.Dir(p); ; dir = path.Dir(dir) {
		if x := packages[path.Dir(dir)]; x != nil && isSourceFolder(dir, p) {
			return x
		}
		if x := packages[dir]; x != nil && whole {
			return x
		}
		if dir == "." || dir == "/" {
			return nil
		}
	}
}

// isSourceFolder reports whether dir is the folder R of a package for a file: the
// file's folder, or its parent if the file is in a subfolder for a system.
func isSourceFolder(dir, file string) bool {
	if path.Base(dir) != "R" || isDocument(file) {
		return false
	}
	switch of := path.Dir(file); of {
	case dir, path.Join(dir, "unix"), path.Join(dir, "windows"):
		return true
	}
	return false
}

// isDocument reports whether a file is a document with chunks of code.
func isDocument(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".rmd", ".qmd", ".rnw":
		return true
	}
	return false
}

// Place sets the module of definitions in packages to the package name, and marks
// exported ones. A file in the folder R of a package is part of its namespace, so
// that ids contain the package: r:lintr#lint. All other files are modules by their
// paths.
func (r *rules) Place(files []*parse.Facts, p *resolve.Project) {
	r.packages = readPackages(p)
	for _, f := range files {
		x := packageOf(r.packages, f.Path, false)
		if x == nil {
			continue
		}
		for i := 1; i < len(f.Definitions); i++ {
			d := &f.Definitions[i]
			if d.Module = x.name; x.ns != nil && d.Parent == 0 {
				d.Exported = x.ns.isExported(d.Name)
			} else if d.Parent == 0 {
				d.Exported = slices.ContainsFunc(d.Decorators, func(t string) bool {
					return strings.HasPrefix(t, "export")
				})
			}
		}
		if x.ns == nil {
			continue
		}
		for _, s := range x.ns.s3 {
			for i := 1; i < len(f.Definitions); i++ {
				if d := &f.Definitions[i]; d.Parent == 0 && d.Name == s.function {
					d.Exported = true
				}
			}
		}
	}
}

// loadPackages sorts the files of packages in load order, and computes the names of
// each namespace.
func (r *rules) loadPackages(ix *resolve.Table) {
	for _, f := range ix.Files {
		if f.Language != "r" {
			continue
		}
		if x := packageOf(r.packages, f.Path, false); x != nil {
			x.files = append(x.files, f)
			r.pkgOf[f] = x
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(r.packages)) {
		x := r.packages[dir]
		r.byName[x.name] = append(r.byName[x.name], x)
		x.sortFiles()
		for _, f := range x.files {
			addNames(ix, f, x.names)
		}
		if x.ns == nil {
			x.ns = r.fromRoxygen(x)
		}
	}
}

// sortFiles sorts the files by Collate, with unlisted ones last, or by name if it is
// missing. R CMD INSTALL refuses a package with files that Collate does not list;
// load_all loads them last.
func (x *pkg) sortFiles() {
	place := map[string]int{}
	for i, name := range x.collate {
		place[name] = i + 1
	}
	rank := func(f *resolve.File) int {
		name := strings.TrimPrefix(f.Path, path.Join(x.dir, "R")+"/")
		if i := place[name]; i > 0 {
			return i
		}
		return len(place) + 1
	}
	slices.SortStableFunc(x.files, func(a, b *resolve.File) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a.Path, b.Path))
	})
}

// addNames records the definitions of names once a file is loaded: the last one of
// each, or those in branches, of which one is run.
//
//	if (getRversion() >= "4.0") f <- function() 1 else f <- function() 2    # one of two
//	f <- function() 3                                                       # hides both
func addNames(ix *resolve.Table, f *resolve.File, names map[string][]resolve.DefID) {
	for i := 1; i < len(f.Definitions); i++ {
		d := ix.Def(f.ID(int32(i)))
		if !isVariable(d) {
			continue
		}
		old := names[d.Name]
		if n := len(old); n > 0 && d.Partial && ix.Def(old[n-1]).Partial && ix.Def(old[n-1]).File == f {
			names[d.Name] = ix.Bounded(old, d)
		} else {
			names[d.Name] = []resolve.DefID{d.ID}
		}
	}
}

// isVariable reports whether a top-level definition binds its name as a variable: S4
// classes and methods have separate namespaces.
//
//	setClass("Disc")            # not a variable
//	Disc <- setClass("Disc")    # the generator of the class: Disc(r = 1)
func isVariable(d *resolve.Def) bool {
	if d.Parent != 0 || !d.Receiver().IsZero() || d.Test {
		return false
	}
	switch maker(d) {
	case "setMethod", "setReplaceMethod", "setValidity", "setAs", "method", "setClassUnion":
		return false
	case "setClass":
		return d.Kind != graph.KindClass || !strings.HasPrefix(strings.TrimPrefix(d.Signature, "methods::"), "setClass")
	}
	return true
}

// maker returns the function that creates a class, a generic or a method; empty for
// all other definitions. It is the first decorator that the front end sets for such a
// call.
func maker(d *resolve.Def) string {
	if len(d.Decorators) == 0 {
		return ""
	}
	switch m := d.Decorators[0]; m {
	case "setClass", "setRefClass", "R6Class", "new_class", "setGeneric", "new_generic", "setMethod",
		"setReplaceMethod", "setValidity", "setAs", "method", "setClassUnion", "tar_target", "tar_plan":
		return m
	}
	return ""
}

// fromRoxygen builds a namespace from the roxygen tags in the files of a package.
// Roxygen writes whole imports before single names.
func (r *rules) fromRoxygen(x *pkg) *namespace {
	n := &namespace{exports: map[string]bool{}}
	for _, whole := range []bool{true, false} {
		for _, f := range x.files {
			for i := range f.Imports {
				if im := &f.Imports[i]; im.Global && im.All == whole {
					n.imports = append(n.imports, importing{im.Path, im.Name})
				}
			}
		}
	}
	for _, f := range x.files {
		for i := 1; i < len(f.Definitions); i++ {
			r.addTags(n, &f.Definitions[i])
		}
	}
	return n
}

// addTags adds the registrations in the tags above a definition. A plain export of a
// function named like a method of a known generic registers the method.
//
//	#' @export
//	t.hello <- function(x) x    # S3method(t, hello)
func (r *rules) addTags(n *namespace, d *parse.Definition) {
	exported, method := false, false
	for _, tag := range d.Decorators {
		words := strings.Fields(tag)
		switch {
		case words[0] == "method" && len(words) >= 3:
			n.s3 = append(n.s3, registration{words[1], words[2], d.Name})
			method = true
		case words[0] == "exportS3Method" && len(words) >= 3:
			n.s3 = append(n.s3, registration{words[1][strings.LastIndexByte(words[1], ':')+1:], words[2], d.Name})
		case words[0] == "export":
			exported = true
			for _, w := range words[1:] {
				n.exports[w] = true
			}
		}
	}
	if !exported || method || d.Parent != 0 {
		return
	}
	for generic, class := range splits(d.Name) {
		if r.generics[generic] || r.isOutsideGeneric(generic) {
			n.s3 = append(n.s3, registration{generic, class, d.Name})
			return
		}
	}
	n.exports[d.Name] = true
}

// splits yields the ways to read a name as that of a method: the parts before and
// after a dot.
//
//	t.data.frame    # t and data.frame, t.data and frame
func splits(name string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for i := 1; i < len(name)-1; i++ {
			if name[i] == '.' && !yield(name[:i], name[i+1:]) {
				return
			}
		}
	}
}
