package typescript

import (
	"path"
	"strings"

	"seedgraph/internal/lazyregexp"
	"seedgraph/resolve"
)

// This file reads the configuration of AMD loaders, which code calls:
// https://requirejs.org/docs/api.html#config
//
//	require.config({ baseUrl: 'js', paths: { tool: 'lib/tool-1', kit: 'lib/kit' } });

var (
	amdConfig = lazyregexp.New(`\b(?:require|requirejs)(?:\.config\s*\(|\s*=)\s*\{`)
	amdBase   = lazyregexp.New(`\bbaseUrl\s*:\s*['"]([^'"]*)['"]`)
	amdPaths  = lazyregexp.New(`\bpaths\s*:\s*\{([^{}]*)\}`)
	amdPath   = lazyregexp.New(`['"]?([\w@./-]+)['"]?\s*:\s*['"]([^'"]+)['"]`)
)

// maxAMDConfig bounds the bytes of a configuration that are read.
const maxAMDConfig = 1 << 16

// addAMDConfigs reads the configurations of AMD loaders in scripts.
func (m *moduleFinder) addAMDConfigs(files []*resolve.File) {
	for _, f := range files {
		if f.Language != "javascript" || !strings.Contains(f.Text, "require") {
			continue
		}
		at := amdConfig.FindStringSubmatchIndex(f.Text)
		if at == nil {
			continue
		}
		text := f.Text[at[1]:min(len(f.Text), at[1]+maxAMDConfig)]
		base := ""
		if b := amdBase.FindStringSubmatch(text); b != nil {
			base = b[1]
		}
		var paths [][2]string // names and their modules
		if list := amdPaths.FindStringSubmatch(text); list != nil {
			for _, p := range amdPath.FindAllStringSubmatchIndex(list[1], -1) {
				paths = append(paths, [2]string{list[1][p[2]:p[3]], list[1][p[4]:p[5]]})
			}
		}
		m.addAMDConfig(folder(f.Path), base, paths)
	}
}

// addAMDConfig adds the names of a configuration whose modules are in the tree. The folder
// of names is relative to the page that loads the script, which is in the folder of
// the script or above it; the folder that has most of the modules is taken, the
// nearest first.
func (m *moduleFinder) addAMDConfig(script, base string, paths [][2]string) {
	var best *compilerConfig
	for dir := script; ; dir = folder(dir) {
		c := &compilerConfig{dir: dir, base: inFolder(dir, strings.TrimPrefix(base, "/")), hasBase: true}
		if c.base == "." {
			c.base = ""
		}
		for _, p := range paths {
			to := strings.TrimSuffix(p[1], ".js")
			if m.known[path.Join(c.base, to)+".js"] {
				c.paths = append(c.paths, pathAlias{prefix: p[0], targets: []string{to}})
			}
			if m.folders[path.Join(c.base, to)] {
				c.paths = append(c.paths, pathAlias{prefix: p[0] + "/", star: true, targets: []string{to + "/*"}})
			}
		}
		if m.folders[c.base] && (best == nil || len(c.paths) > len(best.paths)) {
			best = c
		}
		if dir == "" || base == "" { // without a base, names are relative to the script
			break
		}
	}
	if best != nil {
		m.configs = append(m.configs, best)
	}
}
