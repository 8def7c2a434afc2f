package python

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"seedgraph/resolve"
)

// roots are the folders that modules of projects are found in, by the folder of the project: the
// folder itself, unless the project says another or has the usual src.
//
//	libs/core/pyproject.toml, libs/core/shop/core/a.py    # shop.core.a, with or without __init__
type roots map[string][]string

// rootPatterns find the folders that a project names.
var rootPatterns = []*regexp.Regexp{
	// [tool.setuptools.packages.find] where = ["src"]; setup(packages=find_packages("src"))
	regexp.MustCompile(`\bwhere\s*=\s*\[?\s*["']?([\w./-]+)`),
	regexp.MustCompile(`\bfind_(?:namespace_)?packages\(\s*["']([\w./-]+)["']`),
	// [tool.setuptools] package-dir = {"" = "src"}; setup(package_dir={"": "src"})
	regexp.MustCompile(`\bpackage[-_]dir\s*=\s*\{\s*["']{2}\s*[=:]\s*["']([\w./-]+)["']`),
	// setup.cfg: package_dir = and on the next line = src
	regexp.MustCompile(`\bpackage_dir\s*=\s*\n\s*=\s*([\w./-]+)`),
	// [tool.poetry] packages = [{include = "shop", from = "src"}]
	regexp.MustCompile(`\bfrom\s*=\s*["']([\w./-]+)["']`),
}

// pathSetting finds the settings of tools that list folders for modules: of pytest, mypy and pyright.
//
//	pythonpath = ["src", "tools"]    // or src tools
var pathSetting = regexp.MustCompile(`(?m)\b(?:pythonpath|mypy_path|extraPaths)"?\s*[=:]\s*(\[[^\]]*\]|[^\n]+)`)

// word finds the words of project files: names of packages among them.
var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// projectWords lists the words of the project files and lists of requirements.
func projectWords(p *resolve.Project) map[string]bool {
	out := map[string]bool{}
	for file, text := range p.Files {
		base := path.Base(file)
		if base == "pyproject.toml" || base == "setup.py" || base == "setup.cfg" || strings.HasPrefix(base, "requirements") {
			for _, w := range word.FindAllString(text, -1) {
				out[w] = true
			}
		}
	}
	return out
}

// projectRoots reads the project files. Time is linear in their length.
func projectRoots(p *resolve.Project) roots {
	out := roots{}
	for file, text := range p.Files {
		switch path.Base(file) {
		case "pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini", "pyrightconfig.json", "mypy.ini":
		default:
			continue
		}
		dir := path.Dir(file)
		list := append(out[dir], dir)
		for _, name := range usualRoots {
			list = append(list, path.Join(dir, name))
		}
		for _, pattern := range rootPatterns {
			for _, m := range pattern.FindAllStringSubmatch(text, -1) {
				list = append(list, path.Join(dir, m[1]))
			}
		}
		for _, m := range pathSetting.FindAllStringSubmatch(text, -1) {
			for _, name := range strings.FieldsFunc(m[1], func(c rune) bool { return strings.ContainsRune("[]\"', :\t\r\n", c) }) {
				list = append(list, path.Join(dir, name))
			}
		}
		slices.Sort(list)
		out[dir] = slices.Compact(list)
	}
	return out
}

// usualRoots are the folders that modules are in where nothing says which.
var usualRoots = []string{"src", "lib", "python"}

// around returns the folder of the nearest project around a path, and its roots; nil without one.
func (r roots) around(p string) (dir string, list []string) {
	for dir = path.Dir(p); ; dir = path.Dir(dir) {
		if list = r[dir]; list != nil || dir == "." || dir == "/" {
			return dir, list
		}
	}
}

// foreign reports whether the code of a file has no root from which a folder's modules have no
// package in front: the folder is deep in a project that the file is not of.
//
//	core/pyproject.toml, core/shop/cache/redis/__init__.py    # no package redis in api/main.py
func (r roots) foreign(folder, file string) bool {
	dir, list := r.around(folder + "/x")
	if list == nil || slices.Contains(list, folder) || path.Dir(folder) == dir {
		return false
	}
	own, _ := r.around(file)
	return own != dir
}
