package walk

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// A listing is the sorted names of a folder's entries.
type listing []string

func newListing(entries []fs.DirEntry) listing {
	l := make(listing, len(entries))
	for i, e := range entries {
		l[i] = e.Name()
	}
	slices.Sort(l)
	return l
}

func (l listing) has(name string) bool {
	_, ok := slices.BinarySearch(l, name)
	return ok
}

// hasAny returns the first of names that exists, or "".
func (l listing) hasAny(names ...string) string {
	for _, n := range names {
		if l.has(n) {
			return n
		}
	}
	return ""
}

// hasSuffix returns the first name that ends with one of the suffixes, or "".
func (l listing) hasSuffix(suffixes ...string) string {
	for _, n := range l {
		for _, s := range suffixes {
			if strings.HasSuffix(n, s) {
				return n
			}
		}
	}
	return ""
}

// vendoredAnywhere are names that package managers and convention reserve for
// third-party code. Names that people also use for their own folders ("lib",
// "external", "packages", "deps", "plugins") are not included.
var vendoredAnywhere = map[string]bool{
	"node_modules": true, "bower_components": true, "jspm_packages": true, "web_modules": true,
	".yarn":       true,
	"third_party": true, "third-party": true, "thirdparty": true, "3rdparty": true,
	"3rd_party":     true,
	"site-packages": true, "dist-packages": true, "__pypackages__": true, ".venv": true,
	".tox": true, ".nox": true, ".eggs": true,
	".terraform": true, ".bundle": true, ".dub": true, ".stack-work": true,
}

// manifests are the files that mark the top folder of a project, in which
// "vendor" has its usual meaning. Elsewhere it may be a business term (the
// vendors of a shop).
var manifests = []string{
	"go.mod", "composer.json", "Gemfile", "Cargo.toml", "package.json", "WORKSPACE", "MODULE.bazel",
	"CMakeLists.txt", "Makefile", ".git", "Rakefile",
}

// vendoredFolder returns the reason why the folder at p, next to siblings,
// holds third-party code, judged by its name; "" if it does not.
func vendoredFolder(p string, siblings listing) string {
	name := path.Base(p)
	switch {
	case vendoredAnywhere[name]:
		return "folder " + name
	case name == "vendor":
		return becauseOf("folder vendor", siblings.hasAny(manifests...))
	case name == "Pods":
		return becauseOf("folder Pods", siblings.hasAny("Podfile", "Podfile.lock"))
	case name == "deps":
		return becauseOf("folder deps", siblings.hasAny("mix.exs"))
	case name == "Checkouts" && path.Base(path.Dir(p)) == "Carthage",
		name == "lib" && path.Base(path.Dir(p)) == "wwwroot":
		return "folder " + path.Base(path.Dir(p)) + "/" + name
	}
	return ""
}

// vendoredInside does the same, judged by the contents of the folder.
func vendoredInside(name string, inside, siblings listing) string {
	switch {
	case name == "vendor" && inside.hasAny("modules.txt", "autoload.php", "bundle") != "":
		return "folder vendor with " + inside.hasAny("modules.txt", "autoload.php", "bundle")
	case inside.has("pyvenv.cfg"):
		return "virtual environment of Python"
	case inside.has(name + ".nupkg"):
		return "unpacked NuGet package"
	}
	return ""
}

// buildFolder returns the reason why a folder is build output, judged by its
// name and its siblings.
func buildFolder(name string, siblings listing) string {
	switch name {
	case "bin", "obj":
		return becauseOf("folder "+name, siblings.hasSuffix(".csproj", ".vbproj", ".fsproj"))
	case "target":
		return becauseOf("folder target", siblings.hasAny("Cargo.toml", "pom.xml", "build.sbt"))
	case "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache",
		".next", ".nuxt", ".svelte-kit", ".angular", ".parcel-cache", ".turbo", ".gradle", ".vs":
		return "folder " + name
	case "_build":
		return becauseOf("folder _build", siblings.hasAny("mix.exs", "dune-project"))
	}
	return ""
}

// builtInside does the same, judged by the contents of the folder. CACHEDIR.TAG
// is the mark of tools for folders that they can recreate.
func builtInside(name string, inside, siblings listing) string {
	if mark := inside.hasAny("CACHEDIR.TAG", "CMakeCache.txt"); mark != "" {
		return "holds " + mark
	}
	if name == "build" && inside.hasAny("classes", "tmp") != "" &&
		inside.hasAny("libs", "generated", "reports", "kotlin") != "" {
		return becauseOf("folder build", siblings.hasAny("build.gradle", "build.gradle.kts"))
	}
	return ""
}

// becauseOf formats a reason that depends on another file of the same folder.
func becauseOf(what, witness string) string {
	if witness == "" {
		return ""
	}
	return what + " beside " + witness
}

func hasAnySuffix(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(x string) bool { return strings.HasSuffix(s, x) })
}
