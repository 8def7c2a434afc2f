package typescript

import (
	"path"
	"strings"
)

// A tool is a program whose configuration declares module aliases: a bundler, a compiler,
// a test runner. The table below is everything that is known about each.
type tool struct {
	files []string // names of its configuration, with a star for any text
	field string   // field of a package.json with the same configuration, or empty

	aliases []aliasPlace
	roots   [][]string // members with folders in which imports without a dot are looked up
	// default aliases, unless configured otherwise: name to folder, relative to the
	// package
	defaults []defaultAlias
	package_ string // the dependency that indicates the tool if it has no configuration

	automatic []autoFolder // whose exports are visible without an import
}

// An aliasPlace is a member of a configuration that holds aliases, with their form.
type aliasPlace struct {
	at   []string
	form aliasForm
}

// A defaultAlias is declared by a tool itself, unless its configuration overrides it:
// setting is the member that names the folder.
type defaultAlias struct {
	name, folder string
	setting      []string
}

// An aliasForm is a syntax for aliases.
type aliasForm uint8

const (
	// prefixes: 'name': target; also applies below name/. The first that matches counts.
	// In a list, find may be a regular expression: [{ find: /^x/, replacement: target }].
	prefixes aliasForm = iota
	// exactly is the same, but name$ is not a prefix (webpack).
	exactly
	// patterns: the name is a regular expression, and $1 a submatch (Jest).
	patterns
	// plugins: an entry of a list of plugins with aliases, where a name with ^ or $ is a
	// regular expression and \1 a submatch (Babel).
	plugins
	// callees is prefixes in an argument of a plugin function that is named alias
	// (Rollup).
	callees
	// starNames: 'name/*': target/*, or only the name, which also applies below it
	// (SvelteKit).
	starNames
)

// tools is the table. If several declare a name, the first tool counts.
var tools = []tool{
	{files: []string{"svelte.config.js", "svelte.config.ts", "svelte.config.mjs"}, package_: "@sveltejs/kit",
		aliases:  []aliasPlace{{[]string{"kit", "alias"}, starNames}},
		defaults: []defaultAlias{{"$lib", "src/lib", []string{"kit", "files", "lib"}}}},
	{files: []string{"nuxt.config.*"}, package_: "nuxt",
		aliases: []aliasPlace{{[]string{"alias"}, prefixes}, {[]string{"vite", "resolve", "alias"}, prefixes}},
		defaults: []defaultAlias{{"~~", "", []string{"rootDir"}}, {"@@", "", []string{"rootDir"}},
			{"~", "", []string{"srcDir"}}, {"@", "", []string{"srcDir"}}, {"#shared", "shared", nil}},
		automatic: []autoFolder{
			{name: "composables", setting: []string{"srcDir"}, other: "app"},
			{name: "utils", setting: []string{"srcDir"}, other: "app"},
			{name: "shared/utils", shared: true}, {name: "shared/types", shared: true},
			{name: "server/utils", server: true, below: true}}},
	{files: []string{"vite.config.*", "vitest.config.*", "electron.vite.config.*", "astro.config.*", "histoire.config.*"},
		aliases: []aliasPlace{{[]string{"resolve", "alias"}, prefixes}, {[]string{"test", "alias"}, prefixes},
			{[]string{"vite", "resolve", "alias"}, prefixes}, {[]string{"renderer", "resolve", "alias"}, prefixes},
			{[]string{"main", "resolve", "alias"}, prefixes}, {[]string{"preload", "resolve", "alias"}, prefixes}}},
	{files: []string{"vue.config.*"}, package_: "@vue/cli-service",
		aliases:  []aliasPlace{{[]string{"configureWebpack", "resolve", "alias"}, exactly}},
		roots:    [][]string{{"configureWebpack", "resolve", "modules"}},
		defaults: []defaultAlias{{"@", "src", nil}}},
	{files: []string{"webpack*.js", "webpack*.ts", "webpack*.cjs", "webpack*.mjs", "rspack.config.*"},
		aliases: []aliasPlace{{[]string{"resolve", "alias"}, exactly}},
		roots:   [][]string{{"resolve", "modules"}}},
	{files: []string{"rsbuild.config.*"},
		aliases: []aliasPlace{{[]string{"resolve", "alias"}, exactly}, {[]string{"source", "alias"}, exactly}}},
	{files: []string{"craco.config.*"},
		aliases: []aliasPlace{{[]string{"webpack", "alias"}, exactly}}},
	{files: []string{"next.config.*"},
		aliases: []aliasPlace{{[]string{"turbopack", "resolveAlias"}, prefixes},
			{[]string{"experimental", "turbo", "resolveAlias"}, prefixes}}},
	{files: []string{"quasar.config.*", "quasar.conf.js"},
		aliases: []aliasPlace{{[]string{"build", "alias"}, prefixes}},
		defaults: []defaultAlias{{"src", "src", nil}, {"components", "src/components", nil}, {"layouts", "src/layouts", nil},
			{"pages", "src/pages", nil}, {"boot", "src/boot", nil}, {"stores", "src/stores", nil}}},
	{files: []string{".umirc.*"}, package_: "umi",
		aliases: []aliasPlace{{[]string{"alias"}, prefixes}}, defaults: []defaultAlias{{"@", "src", nil}}},
	{files: []string{"rollup.config.*", "rolldown.config.*"},
		aliases: []aliasPlace{{[]string{"plugins"}, callees}, {[]string{"resolve", "alias"}, prefixes}}},
	{files: []string{"tsup.config.*", "esbuild.config.*"},
		aliases: []aliasPlace{{[]string{"alias"}, prefixes}, {[]string{"esbuildOptions", "alias"}, prefixes}}},
	{files: []string{"babel.config.*", ".babelrc", ".babelrc.*"}, field: "babel",
		aliases: []aliasPlace{{[]string{"plugins"}, plugins}, {[]string{"env", "development", "plugins"}, plugins},
			{[]string{"env", "production", "plugins"}, plugins}}},
	{files: []string{"metro.config.*"},
		aliases: []aliasPlace{{[]string{"resolver", "extraNodeModules"}, prefixes}}},
	{files: []string{"jest.config.*", "jest*.config.js", "jest*.config.ts", "jest*.json"}, field: "jest",
		aliases: []aliasPlace{{[]string{"moduleNameMapper"}, patterns}},
		roots:   [][]string{{"modulePaths"}, {"moduleDirectories"}}},
	{files: nil, package_: "laravel-vite-plugin", defaults: []defaultAlias{{"@", "resources/js", nil}}},
	{field: "_moduleAliases", aliases: []aliasPlace{{nil, prefixes}}}, // of module-alias
	{field: "alias", aliases: []aliasPlace{{nil, prefixes}}},          // of Parcel
}

// toolFiles lists the names of all configurations.
func toolFiles() []string {
	var out []string
	for i := range tools {
		out = append(out, tools[i].files...)
	}
	return out
}

// toolsOf lists the tools that have the file at a path as their configuration.
func toolsOf(file string) []*tool {
	base := path.Base(file)
	var out []*tool
	for i := range tools {
		for _, pattern := range tools[i].files {
			if matchesName(pattern, base) {
				out = append(out, &tools[i])
				break
			}
		}
	}
	return out
}

// matchesName reports whether a name matches a pattern with at most one star.
func matchesName(pattern, name string) bool {
	begin, end, star := strings.Cut(pattern, "*")
	if !star {
		return name == pattern
	}
	return len(name) >= len(begin)+len(end) && strings.HasPrefix(name, begin) && strings.HasSuffix(name, end)
}

// helperFolders are folders next to the sources of a package that contain its
// configurations.
var helperFolders = map[string]bool{"build": true, "config": true, "configs": true, "webpack": true, "scripts": true,
	".config": true, ".storybook": true, "tools": true, "vite": true, "jest": true}
