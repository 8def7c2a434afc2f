package java

import (
	"maps"
	"path"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// A module is a folder with a Maven or Gradle build file.
type module struct {
	dir string
	// the folders of the modules on its compile class path, with their positions: of
	// its main code, and of its tests
	main, test map[string]int
	reach      map[string]bool // folders of its transitive dependencies, including those not on the class path
}

// buildFiles are the parsed build files of a tree.
type buildFiles struct {
	uses      map[string][]dependency // by folder of the module
	published map[string][]*pom       // Maven modules by name
	builds    []gradleBuild           // the deepest folder first
	unread    func(file string, line int, what string)
}

// modules reads the dependencies between the modules of a tree, by folder.
//
//	<dependency><groupId>shop</groupId><artifactId>core</artifactId></dependency>
//	implementation project(':libs:core')
func modules(ix *resolve.Table) map[string]*module {
	b := buildFiles{uses: map[string][]dependency{}, published: map[string][]*pom{}, unread: ix.NoteUnread}
	files := slices.Sorted(maps.Keys(ix.Project.Files))
	b.readSettings(files, ix.Project.Files)
	b.readGradle(files, ix.Project.Files)
	b.readMaven(files, ix.Project.Files)
	direct := map[string][]edge{}
	for dir, uses := range b.uses {
		direct[dir] = b.edges(dir, uses)
	}
	out := map[string]*module{}
	for dir := range b.uses {
		out[dir] = newModule(dir, direct)
	}
	return out
}

// An edge is a dependency of a module on another.
type edge struct {
	to                     string
	test, exported, hidden bool
}

// newModule follows the dependencies of a module. It is compiled against the exported
// dependencies of its dependencies.
func newModule(dir string, direct map[string][]edge) *module {
	m := &module{dir: dir, main: map[string]int{}, test: map[string]int{}, reach: map[string]bool{}}
	for _, tests := range []bool{false, true} {
		path := m.main
		if tests {
			path = m.test
		}
		queue := []string{dir}
		seen := map[string]bool{dir: true}
		for first := true; len(queue) > 0; first = false {
			at := queue[0]
			queue = queue[1:]
			for _, e := range direct[at] {
				if seen[e.to] || e.test && !(tests && first) || e.hidden || !first && !e.exported {
					continue
				}
				seen[e.to] = true
				path[e.to] = len(path)
				queue = append(queue, e.to)
			}
		}
	}
	for queue := []string{dir}; len(queue) > 0; queue = queue[1:] {
		for _, e := range direct[queue[0]] {
			if !m.reach[e.to] {
				m.reach[e.to] = true
				queue = append(queue, e.to)
			}
		}
	}
	return m
}

// readSettings reads the settings of the Gradle builds.
func (b *buildFiles) readSettings(files []string, texts map[string]string) {
	for _, file := range files {
		switch path.Base(file) {
		case "settings.gradle", "settings.gradle.kts":
			r := scriptReader{tokens: scriptTokens(texts[file]), file: file, unread: b.unread}
			b.builds = append(b.builds, r.settings(folderOf(file)))
		}
	}
	slices.SortStableFunc(b.builds, func(x, y gradleBuild) int { return len(y.dir) - len(x.dir) })
}

// buildOf returns the build of a module: the one that lists its folder, else the
// nearest enclosing one, or nil.
func (b *buildFiles) buildOf(dir string) *gradleBuild {
	for i := range b.builds {
		for _, project := range b.builds[i].projects {
			if project == dir {
				return &b.builds[i]
			}
		}
	}
	for i := range b.builds {
		if d := b.builds[i].dir; d == "" || dir == d || strings.HasPrefix(dir, d+"/") {
			return &b.builds[i]
		}
	}
	return nil
}

// readGradle reads the Gradle build scripts.
func (b *buildFiles) readGradle(files []string, texts map[string]string) {
	shared := map[string][]dependency{} // of all projects below a folder
	for _, file := range files {
		switch path.Base(file) {
		case "build.gradle", "build.gradle.kts":
		default:
			continue
		}
		dir := folderOf(file)
		r := scriptReader{tokens: scriptTokens(texts[file]), file: file, unread: b.unread}
		if b.uses[dir] == nil {
			b.uses[dir] = []dependency{}
		}
		all := r.dependencies()
		for _, of := range slices.Sorted(maps.Keys(all)) {
			switch of {
			case "":
				b.uses[dir] = append(b.uses[dir], all[of]...)
			case "*":
				shared[dir] = append(shared[dir], all[of]...)
			default:
				if build := b.buildOf(dir); build != nil {
					if to, ok := build.folderOf(":" + strings.Trim(of, ":")); ok {
						b.uses[to] = append(b.uses[to], all[of]...)
						continue
					}
				}
				b.unread(file, 0, "the project "+of)
			}
		}
	}
	for i := range b.builds { // projects without their own script
		for _, dir := range b.builds[i].projects {
			if b.uses[dir] == nil && dir != b.builds[i].dir {
				b.uses[dir] = []dependency{}
			}
		}
	}
	for _, above := range slices.Sorted(maps.Keys(shared)) {
		for dir := range b.uses {
			if dir != above && (above == "" || strings.HasPrefix(dir, above+"/")) {
				b.uses[dir] = append(b.uses[dir], shared[above]...)
			}
		}
	}
}

// readMaven reads the Maven files.
func (b *buildFiles) readMaven(files []string, texts map[string]string) {
	byName := map[string]*pom{}
	var poms []*pom
	for _, file := range files {
		if path.Base(file) != "pom.xml" {
			continue
		}
		p := readPom(folderOf(file), texts[file])
		if p == nil {
			continue
		}
		poms = append(poms, p)
		if byName[p.raw.ArtifactID] == nil {
			byName[p.raw.ArtifactID] = p
		}
	}
	for _, p := range poms {
		p.complete(byName)
		b.published[p.name] = append(b.published[p.name], p)
	}
	for _, p := range poms {
		b.uses[p.dir] = append(b.uses[p.dir], p.uses...)
		if b.uses[p.dir] == nil {
			b.uses[p.dir] = []dependency{}
		}
	}
}

// edges finds the dependencies of a module, deduplicated; one may be both a test and
// a main dependency.
func (b *buildFiles) edges(dir string, uses []dependency) []edge {
	var out []edge
	for _, d := range uses {
		to, ok := b.moduleOf(dir, d)
		if !ok || to == dir {
			continue
		}
		e := edge{to: to, test: d.test, exported: d.exported, hidden: d.hidden}
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

// moduleOf finds the folder of a module that another depends on.
func (b *buildFiles) moduleOf(dir string, d dependency) (string, bool) {
	if d.path != "" {
		build := b.buildOf(dir)
		if build != nil {
			if to, ok := build.folderOf(d.path); ok {
				return to, true
			}
		} else if name, ok := strings.CutPrefix(d.path, ":"); ok {
			// Without settings, a project is named after its folder.
			to := strings.ReplaceAll(name, ":", "/")
			if _, known := b.uses[to]; known {
				return to, true
			}
		}
		b.unread(path.Join(dir, "build.gradle"), 0, "the project "+d.path)
		return "", false
	}
	var found []*pom
	exact := 0
	for _, p := range b.published[d.name] {
		switch {
		case p.group == d.group:
			if exact == 0 {
				found = nil
			}
			exact++
			found = append(found, p)
		case exact == 0 && (p.group == "" || d.group == "" || strings.Contains(p.group+d.group, "${")):
			found = append(found, p)
		}
	}
	if len(found) == 0 && len(b.published[d.name]) == 0 {
		return b.includedModule(dir, d)
	}
	if len(found) > 1 {
		b.unread(path.Join(dir, "pom.xml"), 0, "several modules "+d.group+":"+d.name)
	}
	if len(found) != 1 {
		return "", false
	}
	return found[0].dir, true
}

// includedModule finds the project of an included build that substitutes an artifact:
// the one of the same name.
func (b *buildFiles) includedModule(dir string, d dependency) (string, bool) {
	build := b.buildOf(dir)
	if build == nil || len(build.included) == 0 {
		return "", false
	}
	var found []string
	for i := range b.builds {
		if !slices.Contains(build.included, b.builds[i].dir) {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(b.builds[i].projects)) {
			project := b.builds[i].projects[key]
			if path.Base(project) == d.name {
				found = append(found, project)
			}
		}
	}
	for _, included := range build.included { // without its own settings
		if _, known := b.uses[included]; known && path.Base(included) == d.name && !slices.Contains(found, included) {
			found = append(found, included)
		}
	}
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}

func folderOf(file string) string {
	if dir := path.Dir(file); dir != "." {
		return dir
	}
	return ""
}

// moduleOf returns the module of the nearest folder enclosing a file, or nil.
func (j *tree) moduleOf(file string) *module {
	for dir := folderOf(file); ; dir = folderOf(dir) {
		if m := j.modules[dir]; m != nil || dir == "" {
			// The root is looked up last, and is not a module if it has no build
			// file.
			return m
		}
	}
}

// The relation of a file's module to that of another: the same, on its class path, a
// transitive dependency that is not on the class path, or unrelated.
const (
	inModule = iota
	onPath
	offPath
	unrelated
	noPlace
)

// distance returns the relation of the module of f to that of other, and its class
// path position if it is on the class path. Without build files, all files are in one
// module.
func (j *tree) distance(f, other *resolve.File) (how, place int) {
	a, b := j.moduleOf(f.Path), j.moduleOf(other.Path)
	if a == b {
		return inModule, 0
	}
	if a == nil || b == nil {
		return unrelated, 0
	}
	path := a.main
	if f.Test {
		path = a.test
	}
	if n, ok := path[b.dir]; ok && (f.Test || !other.Test) {
		return onPath, n
	}
	if a.reach[b.dir] {
		return offPath, 0
	}
	return unrelated, 0
}

// nearest chooses among types with the same qualified name, which a tree may declare
// several times in different modules and source sets: one of the module of f before
// those on its class path, in class path order, before others. Within a module it
// chooses the one that shares most of its path with f. If two are equally near, it
// chooses the first, a guess.
//
// Source sets such as src/main and src/jdk9 declare the same class for different
// platforms.
func (j *tree) nearest(f *resolve.File, ids []resolve.DefID) (resolve.DefID, graph.Tier) {
	best, far, at, length, tied := resolve.None, noPlace, 0, -1, false
	for _, id := range ids {
		d := j.table.Def(id)
		if !d.Kind.IsType() {
			continue
		}
		how, place := inModule, 0
		if len(ids) > 1 {
			how, place = j.distance(f, d.File)
		}
		n := sharedFolders(path.Dir(d.File.Path), path.Dir(f.Path))
		switch {
		case how < far, how == far && place < at, how == far && place == at && n > length:
			// For modules that are not on the class path, nearness is no evidence.
			tied = best != resolve.None && how == far && how > onPath
			best, far, at, length = id, how, place, n
		case how == far && place == at:
			tied = tied || how > onPath || n == length
		}
	}
	if tied {
		return best, graph.Heuristic
	}
	return best, graph.Exact
}

// nearestType returns the type that nearest chooses.
func (j *tree) nearestType(f *resolve.File, ids []resolve.DefID) resolve.Type {
	id, tier := j.nearest(f, ids)
	if id == resolve.None {
		return resolve.Unknown
	}
	return resolve.Type{Def: id, Owner: resolve.None, Tier: tier}
}
