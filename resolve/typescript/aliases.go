package typescript

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"seedgraph/internal/jsvalue"
	"seedgraph/internal/limited"
)

// An aliasTable holds the aliases that one configuration declares, for the files of a
// folder.
type aliasTable struct {
	file    string   // the configuration
	dir     string   // where it applies
	aliases []alias  // in the order in which they are tried
	roots   []string // folders in which imports without a dot are looked up, after the aliases
}

// An alias maps a name, or the matches of a pattern, to files.
type alias struct {
	name    string         // exact name
	below   string         // or prefix; the rest is kept
	pattern *regexp.Regexp // or pattern that matches it
	targets []aliasTarget  // the first that exists counts; empty if the configuration is not understood
}

// An aliasTarget is a path of the tree or, if module is set, an import path; it may
// contain submatches of the pattern: $1.
type aliasTarget struct {
	path   string
	module bool
}

// match returns a function that expands a target for an import path, if the alias applies
// to it.
func (a *alias) match(spec string) (expand func(aliasTarget) aliasTarget, ok bool) {
	if a.pattern != nil {
		at := a.pattern.FindStringSubmatchIndex(spec)
		if at == nil {
			return nil, false
		}
		return func(t aliasTarget) aliasTarget {
			// Text that the pattern does not match is kept.
			t.path = spec[:at[0]] + string(a.pattern.ExpandString(nil, t.path, spec, at)) + spec[at[1]:]
			return t
		}, true
	}
	rest, below := strings.CutPrefix(spec, a.below)
	switch {
	case a.name != "" && spec == a.name:
		rest = ""
	case a.below == "" || !below:
		return nil, false
	}
	return func(t aliasTarget) aliasTarget {
		if rest != "" {
			t.path = path.Join(t.path, rest)
		}
		return t
	}, true
}

// find resolves an import path by a table: known reports that one of its aliases or roots
// applies, whether the file exists or not.
func (a *aliasTable) find(m *moduleFinder, from, spec string, depth int) (t target, known bool) {
	for i := range a.aliases {
		expand, ok := a.aliases[i].match(spec)
		if !ok {
			continue
		}
		for _, to := range a.aliases[i].targets {
			to = expand(to)
			if to.module {
				if to.path == spec {
					continue
				}
				if t = m.search(from, to.path, depth+1); t.file != nil || !t.lost {
					return t, true
				}
			} else if f := m.at(cmp.Or(path.Clean(to.path), ".")); f != nil {
				return target{file: f}, true
			}
		}
		return target{lost: true}, true
	}
	for _, root := range a.roots {
		if f := m.at(inFolder(root, spec)); f != nil {
			return target{file: f}, true
		}
	}
	return target{}, false
}

// An aliasReader builds a table from a configuration.
type aliasReader struct {
	m     *moduleFinder
	table *aliasTable
	sets  []jsvalue.Set
	dir   string // base of relative paths
}

// addTools reads the configurations of tools: separate files, fields of package.json, and
// the defaults of tools without a configuration.
func (m *moduleFinder) addTools(files []string) {
	m.shown = map[string][]*tool{}
	for _, p := range files {
		if path.Base(p) == "package.json" {
			m.addFields(p)
			continue
		}
		for _, t := range toolsOf(p) {
			m.addTool(t, p)
		}
	}
	m.addDefaults()
}

// addTool reads a configuration file. It applies to the files of its folder; in a folder
// for configurations, it applies to the parent folder.
func (m *moduleFinder) addTool(t *tool, file string) {
	value, sets := m.valueOf(file)
	dir := folder(file)
	if helperFolders[path.Base(dir)] && m.scopes[dir] == nil {
		dir = folder(dir)
	}
	m.addValue(t, file, dir, folder(file), value, sets)
}

// valueOf evaluates a configuration written in JavaScript or JSON.
func (m *moduleFinder) valueOf(file string) (jsvalue.Value, []jsvalue.Set) {
	files := m.table.Project.Files
	if ending := path.Ext(file); ending == ".json" || ending == ".babelrc" {
		root, err := limited.JSON(files[file])
		if err != nil {
			return jsvalue.Value{}, nil
		}
		return fromJSON(&root), nil
	}
	module := jsvalue.Read(file, func(p string) (string, bool) {
		text, ok := files[p]
		return text, ok && !strings.HasSuffix(p, ".json")
	})
	if module == nil {
		return jsvalue.Value{}, nil
	}
	return module.Default, module.Sets
}

// fromJSON converts a JSON document to a value.
func fromJSON(n *limited.Node) jsvalue.Value {
	switch {
	case n == nil:
	case n.Kind == limited.Text:
		return jsvalue.Value{Kind: jsvalue.Text, Text: n.Text}
	case n.Kind == limited.List:
		v := jsvalue.Value{Kind: jsvalue.List}
		for i := range n.Children {
			v.Items = append(v.Items, fromJSON(&n.Children[i]))
		}
		return v
	case n.Kind == limited.Object:
		v := jsvalue.Value{Kind: jsvalue.Object}
		for i := range n.Children {
			c := &n.Children[i]
			v.Members = append(v.Members, jsvalue.Member{Name: c.Name, Value: fromJSON(c), Line: c.Line})
		}
		return v
	}
	return jsvalue.Value{}
}

// addFields reads the configurations in a package.json.
func (m *moduleFinder) addFields(file string) {
	root, err := limited.JSON(m.table.Project.Files[file])
	if err != nil || root.Kind != limited.Object {
		return
	}
	for i := range tools {
		if t := &tools[i]; t.field != "" && root.Child(t.field) != nil {
			m.addValue(t, file, folder(file), folder(file), fromJSON(root.Child(t.field)), nil)
		}
	}
}

// addValue records the aliases of a configuration.
func (m *moduleFinder) addValue(t *tool, file, dir, base string, value jsvalue.Value, sets []jsvalue.Set) {
	r := aliasReader{m: m, table: &aliasTable{file: file, dir: dir}, sets: sets, dir: base}
	if root := value.Get("rootDir"); t.field == "jest" && root.Kind != jsvalue.Unknown {
		if p, ok := r.path(root); ok {
			r.dir = p
		}
	}
	for _, place := range t.aliases {
		r.read(value, place)
	}
	for _, at := range t.roots {
		r.addRoots(value.Get(at...))
	}
	for _, d := range t.defaults {
		to := jsvalue.Value{Kind: jsvalue.Text, Text: "./" + d.folder}
		if set := value.Get(d.setting...); len(d.setting) > 0 && set.Kind != jsvalue.Unknown {
			to = set
		}
		r.add(d.name, to, prefixes, 0)
	}
	m.addAutomatic(t, dir, value)
	m.shown[dir] = append(m.shown[dir], t)
	if len(r.table.aliases) > 0 || len(r.table.roots) > 0 {
		m.tables = append(m.tables, r.table)
	}
}

// addDefaults records the default aliases of tools in packages that depend on them and
// have no configuration.
func (m *moduleFinder) addDefaults() {
	for _, dir := range sortedKeys(m.scopes) {
		for i := range tools {
			t := &tools[i]
			if t.package_ != "" && m.scopes[dir].depends[t.package_] && !slices.Contains(m.shown[dir], t) {
				m.addValue(t, path.Join(dir, "package.json"), dir, dir, jsvalue.Value{}, nil)
			}
		}
	}
}

// read records the aliases at a path of a configuration, and those that code sets there.
func (r *aliasReader) read(value jsvalue.Value, place aliasPlace) {
	switch place.form {
	case plugins:
		r.readPlugins(value.Get(place.at...))
		return
	case callees:
		r.readCallees(value.Get(place.at...))
		return
	}
	r.readAliases(value.Get(place.at...), place.form)
	for i := range r.sets {
		s := &r.sets[i]
		last := place.at[len(place.at)-1]
		if at := slices.Index(s.Names, last); at >= 0 && at == len(s.Names)-2 {
			r.add(s.Names[at+1], s.Value, place.form, s.Line)
		} else if at >= 0 && at == len(s.Names)-1 {
			r.readAliases(s.Value, place.form)
		}
	}
}

// readAliases records the aliases of an object, or of a list of objects with find and
// replacement.
func (r *aliasReader) readAliases(v jsvalue.Value, form aliasForm) {
	if v.Kind == jsvalue.List {
		for _, item := range v.Items {
			item = item.AsObject()
			find := item.Get("find")
			if find.Kind == jsvalue.Unknown {
				find = item.Get("name")
			}
			to := item.Get("replacement")
			if to.Kind == jsvalue.Unknown {
				to = item.Get("alias")
			}
			switch find.Kind {
			case jsvalue.Text:
				r.add(find.Text, to, form, lineOf(item))
			case jsvalue.Regexp:
				r.addPattern(find.Text, to, lineOf(item))
			default:
				r.unread(lineOf(item), "an alias")
			}
		}
		return
	}
	for _, m := range v.AsObject().Members {
		if form == patterns {
			r.addPattern(m.Name, m.Value, m.Line)
		} else {
			r.add(m.Name, m.Value, form, m.Line)
		}
	}
}

func lineOf(v jsvalue.Value) int {
	for _, m := range v.Members {
		return m.Line
	}
	return 0
}

// readPlugins records the aliases and roots in the options of Babel plugins.
//
//	["module-resolver", { "root": ["./src"], "alias": { "a": "./b" } }]
func (r *aliasReader) readPlugins(v jsvalue.Value) {
	for _, item := range v.Items {
		if item.Kind != jsvalue.List || len(item.Items) < 2 || !strings.HasSuffix(item.Items[0].Text, "module-resolver") {
			continue
		}
		options := item.Items[1]
		if cwd := options.Get("cwd"); cwd.Kind == jsvalue.Path {
			r.dir = cwd.Text
		}
		for _, m := range options.Get("alias").AsObject().Members {
			if strings.HasPrefix(m.Name, "^") || strings.HasSuffix(m.Name, "$") {
				r.addPattern(m.Name, m.Value, m.Line)
			} else {
				r.add(m.Name, m.Value, prefixes, m.Line)
			}
		}
		r.addRoots(options.Get("root"))
	}
}

// readCallees records the aliases passed to a plugin function alias.
//
//	alias({ entries: [{ find: 'a', replacement: './b' }] })
func (r *aliasReader) readCallees(v jsvalue.Value) {
	for _, item := range v.Items {
		if item.Kind == jsvalue.Call && item.Text == "alias" {
			r.readAliases(item.Get("entries"), prefixes)
		}
	}
}

// addRoots records folders in which imports without a dot are looked up. A plain
// name is relative to the folder of the table, and node_modules is ignored.
func (r *aliasReader) addRoots(v jsvalue.Value) {
	if v.Kind != jsvalue.List {
		v = jsvalue.Value{Items: []jsvalue.Value{v}}
	}
	for _, item := range v.Items {
		p, ok := r.path(item)
		if item.Kind == jsvalue.Text && item.Text != "" && strings.IndexByte("./<", item.Text[0]) < 0 {
			p, ok = inTree(r.table.dir, item.Text)
		}
		if ok && path.Base(p) != "node_modules" && !slices.Contains(r.table.roots, p) {
			r.table.roots = append(r.table.roots, p)
		}
	}
}

// path returns the path of the tree that a value names.
//
//	"./src", "<rootDir>/src", path.resolve(__dirname, "src")
func (r *aliasReader) path(v jsvalue.Value) (string, bool) {
	switch v.Kind {
	case jsvalue.Path:
		return v.Text, true
	case jsvalue.Text:
		if rest, ok := strings.CutPrefix(v.Text, "<rootDir>"); ok {
			return inTree(r.dir, strings.TrimPrefix(rest, "/"))
		}
		if v.Text == "" || strings.Contains(v.Text, "://") {
			return "", false
		}
		return inTree(r.dir, strings.TrimPrefix(v.Text, "/"))
	}
	return "", false
}

// inTree joins a path to a folder; ok is false if it leaves the tree. The root is empty.
func inTree(dir, p string) (joined string, ok bool) {
	joined = path.Join(dir, p)
	if joined == ".." || strings.HasPrefix(joined, "../") {
		return "", false
	}
	if joined == "." {
		joined = ""
	}
	return joined, true
}

// targets returns the files that a value of an alias may name; none if the value is
// unknown. A name without a leading dot or slash is that of a module.
func (r *aliasReader) targets(v jsvalue.Value, form aliasForm) []aliasTarget {
	var out []aliasTarget
	switch v.Kind {
	case jsvalue.List, jsvalue.Choice:
		for _, item := range v.Items {
			out = append(out, r.targets(item, form)...)
		}
	case jsvalue.Path:
		out = append(out, aliasTarget{path: cmp.Or(v.Text, ".")})
	case jsvalue.Text:
		plain := form != starNames && !strings.HasPrefix(v.Text, ".") && !strings.HasPrefix(v.Text, "/") &&
			!strings.HasPrefix(v.Text, "<rootDir>")
		if p, ok := r.path(v); ok && !plain {
			out = append(out, aliasTarget{path: cmp.Or(p, ".")})
		} else if plain && v.Text != "" {
			// A path relative to the folder of the configuration, otherwise a module.
			if ok {
				out = append(out, aliasTarget{path: cmp.Or(p, ".")})
			}
			out = append(out, aliasTarget{path: v.Text, module: true})
		}
	}
	return out
}

// add records an alias by its name.
func (r *aliasReader) add(name string, to jsvalue.Value, form aliasForm, line int) {
	a := alias{name: name, below: strings.TrimSuffix(name, "/") + "/"}
	switch {
	case form == exactly && strings.HasSuffix(name, "$"):
		a.name, a.below = strings.TrimSuffix(name, "$"), ""
	case form == starNames && strings.HasSuffix(name, "/*"):
		a.name, a.below = "", strings.TrimSuffix(name, "*")
		if to.Kind == jsvalue.Text {
			to.Text = strings.TrimSuffix(to.Text, "/*")
		}
	case strings.HasSuffix(name, "/"):
		a.name = ""
	}
	if a.targets = r.targets(to, form); len(a.targets) == 0 {
		r.unread(line, "the alias "+name)
	}
	r.table.aliases = append(r.table.aliases, a)
}

// group matches a submatch in a replacement.
var group = regexp.MustCompile(`[$\\](\d)`)

// addPattern records an alias with a regular expression.
func (r *aliasReader) addPattern(pattern string, to jsvalue.Value, line int) {
	expr, err := regexp.Compile(pattern)
	if err != nil { // unsupported by Go, such as look-ahead
		r.unread(line, "the pattern "+strconv.Quote(pattern))
		return
	}
	a := alias{pattern: expr}
	for _, t := range r.targets(to, patterns) {
		// A trailing slash precedes the text that is not matched.
		if to.Kind == jsvalue.Text && strings.HasSuffix(to.Text, "/") || to.Kind == jsvalue.Path && strings.HasSuffix(to.Text, "/") {
			t.path = strings.TrimSuffix(t.path, "/") + "/"
		}
		t.path = group.ReplaceAllString(strings.ReplaceAll(t.path, "$&", "$0"), "$${$1}")
		a.targets = append(a.targets, t)
	}
	if len(a.targets) == 0 {
		r.unread(line, "the pattern "+strconv.Quote(pattern))
	}
	r.table.aliases = append(r.table.aliases, a)
}

// unread records a part of the configuration that is not understood.
func (r *aliasReader) unread(line int, what string) {
	r.m.table.NoteUnread(r.table.file, line, what)
}
