package walk

import (
	"strings"

	"seedgraph/internal/lazyregexp"
)

// dataNames are names, in lower case, of data files that are written and used
// by only one tool: lock files and the like. They contain no code of the
// project.
var dataNames = map[string]bool{
	"package-lock.json": true, "npm-shrinkwrap.json": true, "yarn.lock": true,
	"pnpm-lock.yaml": true, "bun.lock": true, "deno.lock": true,
	"composer.lock": true, "gemfile.lock": true, "cargo.lock": true, "poetry.lock": true,
	"pipfile.lock": true, "uv.lock": true, "pdm.lock": true,
	"go.sum": true, "go.work.sum": true, "packages.lock.json": true, "project.assets.json": true,
	"mix.lock": true, "flake.lock": true,
	"gradle.lockfile": true, ".terraform.lock.hcl": true, "pubspec.lock": true,
	"podfile.lock": true, "package.resolved": true,
	".pnp.cjs": true, ".pnp.loader.mjs": true,
}

// generatedSuffixes are suffixes of names, in lower case.
var generatedSuffixes = []string{
	".g.cs", ".g.i.cs", ".designer.cs", ".designer.vb", ".generated.cs", ".generated.vb",
	".assemblyattributes.cs", ".globalusings.g.cs",
	".pb.go", ".pb.gw.go", ".pb.cc", ".pb.h", ".pb.swift", ".pb.dart", "_pb2.py", "_pb2.pyi",
	"_pb2_grpc.py", "_pb.js", "_pb.d.ts", "_grpc_pb.js", "_pb.rb",
	".g.dart", ".freezed.dart", ".generated.ts", ".generated.tsx", ".generated.js", ".generated.go",
	".generated.h",
}

// dataSuffixes are suffixes of generated data files, in lower case.
var dataSuffixes = []string{".js.map", ".css.map", ".ts.map", ".mjs.map", ".cjs.map"}

// modelSnapshot reports whether a file is listed even without generated code: the
// model snapshots of Entity Framework are checked in, merged by hand, and the only
// complete mapping of classes to tables.
func modelSnapshot(name string) bool { return strings.HasSuffix(name, "ModelSnapshot.cs") }

// migrationModelName matches the file that Entity Framework writes next to each
// migration: the whole model as of that migration.
var migrationModelName = lazyregexp.New(`^[0-9]{14}_.+\.Designer\.cs$`)

// migrationModel returns the reason if a file only contains the model after one
// migration. The model snapshot has the current model; such files, one per
// migration, have the former ones, and may be two thirds of the bytes of a
// tree.
func migrationModel(name string) string {
	if migrationModelName.MatchString(name) {
		return "model of one migration"
	}
	return ""
}

// generatedData returns the reason why a file is data written by a program, judged
// by its name.
func generatedData(name string) string {
	name = strings.ToLower(name)
	if dataNames[name] {
		return "name " + name
	}
	for _, s := range dataSuffixes {
		if strings.HasSuffix(name, s) {
			return "name *" + s
		}
	}
	return ""
}

// generatedName returns the reason why a code file is generated, judged by its
// name.
func generatedName(name string) string {
	name = strings.ToLower(name)
	for _, s := range generatedSuffixes {
		if strings.HasSuffix(name, s) && len(name) > len(s) {
			return "name *" + s
		}
	}
	if strings.HasPrefix(name, "zz_generated.") ||
		strings.HasPrefix(name, "temporarygeneratedfile_") {
		return "name " + name[:strings.IndexAny(name, "._")] + "*"
	}
	return ""
}

// minifiedName returns the reason why a file is minified, judged by its name.
func minifiedName(name string) string {
	name = strings.ToLower(name)
	for _, s := range []string{".min.js", ".min.mjs", ".min.cjs", ".min.css", "-min.js",
		"-min.css"} {
		if strings.HasSuffix(name, s) {
			return "name *" + s
		}
	}
	return ""
}

// library matches copies of browser libraries: those with a version in their
// name, and a few with a distinctive plain name.
var library = lazyregexp.New(`^(?:(?:jquery(?:[.-][a-z.-]+)?|bootstrap|angular(?:-[a-z]+)?|modernizr|knockout|underscore|backbone|lodash|moment|react(?:-dom)?|vue|d3|require|handlebars|prototype)[-.]v?\d+(?:\.\d+)+[a-z0-9.-]*|jquery|jquery-ui|jquery\.validate|jquery\.validate\.unobtrusive|jquery\.unobtrusive-ajax|bootstrap|bootstrap\.bundle)(?:\.slim)?\.(?:js|css)$`)

// vendoredFile returns the reason why a file is third-party code, judged by its
// name.
func vendoredFile(name string) string {
	if !strings.HasSuffix(name, ".js") && !strings.HasSuffix(name, ".css") ||
		!library.MatchString(strings.ToLower(name)) {
		return ""
	}
	return "copy of a library"
}
