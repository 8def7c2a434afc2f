package python

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"seedgraph/resolve"
)

// roots are the source roots of projects, by the folder of the project: the folder
// itself, unless the project configures another or has the usual src.
//
//	libs/core/pyproject.toml, libs/core/shop/core/a.py    # shop.core.a, with or without __init__
type roots map[string][]string

// rootPatterns match the folders that a project configures.
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

// pathSetting matches the settings of pytest, mypy and pyright that list source
// folders.
//
//	pythonpath = ["src", "tools"]    // or src tools
var pathSetting = regexp.MustCompile(`(?m)\b(?:pythonpath|mypy_path|extraPaths)"?\s*[=:]\s*(\[[^\]]*\]|[^\n]+)`)

// word matches the words of project files, including names of packages.
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

// projectRoots reads the project files. Runs in time linear in their length.
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

// usualRoots are the source folders of a project without such a setting.
var usualRoots = []string{"src", "lib", "python"}

// around returns the folder of the nearest project enclosing a path, and its roots,
// or nil.
func (r roots) around(p string) (dir string, list []string) {
	for dir = path.Dir(p); ; dir = path.Dir(dir) {
		if list = r[dir]; list != nil || dir == "." || dir == "/" {
			return dir, list
		}
	}
}

// foreign reports whether a file cannot import a folder's modules without a package
// prefix: the folder is deep in a project that does not contain the file.
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
