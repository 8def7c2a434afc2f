package build

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"seedgraph/external/libs"
	"seedgraph/source/walk"
	"seedgraph/tokens"
)

// An Option is one option of a build: its flag, its key in the configuration, its line in the
// configuration that init writes, and its setting in the manifest.
type Option struct {
	Flag    string // name of the flag; "src" is the argument SRC; empty if only the configuration has it
	Short   string // one-letter flag
	Usage   string // of the flag
	Default any    // of the flag; nil for the zero value
	Rare    bool   // only the full help lists the flag

	Key     string // in the configuration and in the manifest; empty if only the command line has it
	Example string // value in the configuration that init writes; empty if that has no line
	Comment string // of that line

	// Value returns a pointer to the option: *bool, *int, *int64, *string or *[]string; nil for keys
	// with a structure.
	Value func(*Options) any

	isPath   bool        // relative to the folder of the configuration
	manifest manifestUse // whether the manifest lists it
	ofWalk   bool        // verify --source needs it to find the files again

	// untrusted reports whether a value, as Value points to, is ignored in a configuration found in the
	// tree root; nil if no value is.
	untrusted func(value any, root string) bool
}

// A manifestUse states when the manifest lists an option.
type manifestUse int

const (
	notListed    manifestUse = iota // it does not affect the artifacts, or has a form of its own
	alwaysListed                    //
	listedIfSet                     // if it is not the zero value
)

// Table lists the options in the order of the documentation.
var Table = []Option{
	{Flag: "src", Key: "src", isPath: true, untrusted: leavesTree,
		Value: func(o *Options) any { return &o.Src }},
	{Flag: "out", Short: "o", Key: "out", isPath: true, untrusted: leavesTree,
		Usage: "output folder (default SRC/.seedgraph)",
		Value: func(o *Options) any { return &o.Out }},
	{Flag: "config", Short: "c",
		Usage: "YAML file with options; flags take precedence (default SRC/" + ConfigFile + ", if it exists)",
		Value: func(o *Options) any { return &o.Config }},
	{Flag: "jobs", Short: "j", Key: "jobs", Default: runtime.GOMAXPROCS(0),
		Usage:     "number of files to process in parallel; does not change the result (default number of processors)",
		untrusted: func(v any, _ string) bool { return *v.(*int) > runtime.GOMAXPROCS(0) },
		Value:     func(o *Options) any { return &o.Jobs }},
	{Flag: "include", Key: "include", Example: `["src/"]`, Comment: "only these paths, as in .gitignore",
		Usage:    "index only paths that match this pattern, as in .gitignore (repeatable)",
		manifest: listedIfSet, ofWalk: true, Value: func(o *Options) any { return &o.Walk.Include }},
	{Flag: "exclude", Key: "exclude", Example: `["samples/"]`,
		Usage:    "exclude paths that match this pattern, as in .gitignore (repeatable)",
		manifest: listedIfSet, ofWalk: true, Value: func(o *Options) any { return &o.Walk.Exclude }},
	{Flag: "models", Key: "models", isPath: true, untrusted: anyLeavesTree,
		Example: `["models/"]`, Comment: "descriptions of libraries: docs/models.md",
		Usage: "folder with descriptions of own libraries (repeatable)",
		Value: func(o *Options) any { return &o.Models }},
	{Flag: "entity-base-type", Key: "entity_base_types", Rare: true,
		Usage: "treat subclasses of this type as entities, mapped to the table of their attributes or name " +
			"(repeatable)",
		manifest: listedIfSet, Value: func(o *Options) any { return &o.EntityBases }},
	{Flag: "sql-method", Key: "sql_methods", Rare: true,
		Usage: "in C#, treat the first argument of methods whose name contains this as SQL or a procedure name " +
			"(repeatable)",
		manifest: listedIfSet, Value: func(o *Options) any { return &o.SQLMethods }},
	{Flag: "no-ignore", Key: "no_ignore", Rare: true,
		Usage:    "do not read .gitignore and .git/info/exclude",
		manifest: alwaysListed, ofWalk: true, Value: func(o *Options) any { return &o.Walk.NoIgnore }},
	{Flag: "vendored", Key: "vendored", Example: "false", Comment: "third-party code in the tree",
		Usage:    "index vendored third-party code",
		manifest: alwaysListed, ofWalk: true, Value: func(o *Options) any { return &o.Walk.Vendored }},
	{Flag: "no-generated", Key: "no_generated", Example: "false", Comment: "skip generated code", Rare: true,
		Usage:    "skip generated code",
		manifest: alwaysListed, ofWalk: true, Value: func(o *Options) any { return &o.Walk.NoGenerated }},
	{Flag: "no-externals", Key: "no_externals", Example: "false", Comment: "leave out external symbols", Rare: true,
		Usage:    "leave out external symbols, such as os.Getenv, and their packages",
		manifest: alwaysListed, Value: func(o *Options) any { return &o.NoExternals }},
	{Flag: "no-endpoints", Key: "no_endpoints", Rare: true, Example: "false",
		Comment:  "do not store hosts, databases and topics for indexer link",
		Usage:    "do not store the hosts, paths, databases and topics that the tree names; indexer link then joins packages alone",
		manifest: listedIfSet, Value: func(o *Options) any { return &o.NoEndpoints }},
	{Flag: "bodies", Key: "bodies", Example: "false", Rare: true,
		Comment: "also write each text of the SQL bundle to a separate file",
		Usage: "also write each text of the SQL bundle to a separate file (docs/bodies), and SQL in strings to " +
			"sql_bodies.jsonl",
		manifest: listedIfSet, Value: func(o *Options) any { return &o.Bodies }},
	{Flag: "columns", Key: "columns", Example: "false", Comment: "index table columns as nodes", Rare: true,
		Usage:    "index table columns as nodes, with edges from their readers and writers",
		manifest: listedIfSet, Value: func(o *Options) any { return &o.Columns }},
	{Flag: "build-output", Key: "build_output", Rare: true,
		Usage:    "index build output: bin and obj of .NET, target of Maven, compiled scripts",
		manifest: alwaysListed, ofWalk: true, Value: func(o *Options) any { return &o.Walk.BuildOutput }},
	{Flag: "minified", Key: "minified", Rare: true, Usage: "index minified files",
		manifest: alwaysListed, ofWalk: true, Value: func(o *Options) any { return &o.Walk.Minified }},
	{Flag: "binary", Key: "binary", Rare: true, Usage: "index files that look binary, as 8-bit text",
		manifest: alwaysListed, ofWalk: true, Value: func(o *Options) any { return &o.Walk.Binary }},
	{Flag: "max-file-bytes", Key: "max_file_bytes", Rare: true,
		Usage: "skip files larger than this, -1 for no limit (default 1 MiB for data; for code see indexer help " +
			"build)",
		untrusted: func(v any, _ string) bool {
			n := *v.(*int64)
			return n < 0 || n > walk.DefaultCodeBytes
		},
		manifest: alwaysListed, ofWalk: true, Value: func(o *Options) any { return &o.Walk.MaxFileBytes }},
	{Flag: "tokens", Key: "tokens", Default: tokens.O200k, Rare: true,
		Usage:    "tokenizer: " + strings.Join(tokens.Names(), ", "),
		manifest: alwaysListed, Value: func(o *Options) any { return &o.Tokens }},
	{Flag: "repository", Key: "repository", Rare: true,
		Usage: "name of the repository (default from the git remote origin)",
		Value: func(o *Options) any { return &o.Repository }},
	{Flag: "snapshot", Key: "snapshot", Rare: true,
		Usage: "label of the snapshot (default the tag of the commit, otherwise the branch)",
		Value: func(o *Options) any { return &o.Snapshot }},
	{Key: "languages", Example: `{"*.inc": php}`, Comment: "languages of files with other extensions"},
	{Flag: "libs", Key: "libs", Default: libs.Off, Example: "auto", Comment: "use the types of installed libraries",
		Usage:     "read declarations of installed libraries: auto, off, or their folder",
		untrusted: func(v any, _ string) bool { return *v.(*string) != libs.Off },
		Value:     func(o *Options) any { return &o.Libs }},
	{Flag: "scip", Rare: true, Key: "scip", isPath: true, untrusted: anyLeavesTree,
		Usage: "SCIP index of a compiler to compare with (repeatable)",
		Value: func(o *Options) any { return &o.SCIP }},
	{Flag: "embeddings", Rare: true, Key: "embeddings", isPath: true, untrusted: leavesTree,
		Usage: "folder with a static embedding (model2vec): store vectors of nodes for search",
		Value: func(o *Options) any { return &o.Embeddings }},
	{Flag: "history", Key: "history", Example: "5000", Comment: "use the newest commits for search",
		Usage:     "number of git commits to read, for search and CoChanges edges, 0 for none",
		untrusted: func(v any, _ string) bool { return *v.(*int) != 0 },
		manifest:  listedIfSet, Value: func(o *Options) any { return &o.History }},
	{Flag: "compress", Key: "compress", Example: "false", Rare: true,
		Usage: "compress chunks.json and sql_bodies.jsonl (.zst)",
		Value: func(o *Options) any { return &o.Compress }},
	{Flag: "bundle", Key: "bundle", isPath: true, untrusted: leavesTree,
		Usage: "also pack the files for LocalAI-RAG and other programs into this .zip; excludes --compress",
		Value: func(o *Options) any { return &o.Bundle }},
	{Flag: "no-mask", Key: "no_mask",
		Usage:     "do not mask literals that look like credentials",
		untrusted: func(v any, _ string) bool { return *v.(*bool) },
		manifest:  alwaysListed, Value: func(o *Options) any { return &o.NoMask }},
	{Flag: "strict", Key: "strict", Example: "false", Comment: "fail if a file cannot be read or parsed",
		Usage: "fail, and keep the previous artifacts, if a file cannot be read or a definition cannot be parsed",
		Value: func(o *Options) any { return &o.Strict }},
	{Flag: "cache", Rare: true, Key: "cache", isPath: true, untrusted: func(any, string) bool { return true },
		Usage: "folder for what is read from files (default the user's)",
		Value: func(o *Options) any { return &o.Cache }},
	{Flag: "no-cache", Key: "no_cache", Rare: true, Usage: "read all files afresh, and keep nothing for the next build",
		Value: func(o *Options) any { return &o.NoCache }},
	{Flag: "force", Usage: "build even if the artifacts are up to date",
		Value: func(o *Options) any { return &o.Force }},
	{Key: "access"}, {Key: "database"}, {Key: "dbGraph"}, {Key: "inlineSql"},
}

// leavesTree reports whether a path leads out of the tree.
func leavesTree(v any, root string) bool { return Leaves(root, v.(*string)) }

// anyLeavesTree reports whether one of several paths does.
func anyLeavesTree(v any, root string) bool {
	return slices.ContainsFunc(*v.(*[]string), func(path string) bool { return Leaves(root, &path) })
}

// format writes an option for the manifest: lists one entry a line; set is false for zero values.
func format(value any) (text string, set bool) {
	switch v := value.(type) {
	case *bool:
		return strconv.FormatBool(*v), *v
	case *int:
		return strconv.Itoa(*v), *v != 0
	case *int64:
		return strconv.FormatInt(*v, 10), *v != 0
	case *string:
		return *v, *v != ""
	case *[]string:
		return strings.Join(*v, "\n"), len(*v) > 0
	}
	panic(fmt.Sprintf("an option of type %T", value))
}

// unformat reads the output of format. A value that is missing or malformed leaves the default.
func unformat(value any, text string) {
	switch v := value.(type) {
	case *bool:
		*v = text == "true"
	case *int:
		*v, _ = strconv.Atoi(text)
	case *int64:
		*v, _ = strconv.ParseInt(text, 10, 64)
	case *string:
		*v = text
	case *[]string:
		if text != "" {
			*v = strings.Split(text, "\n")
		}
	}
}

// Template returns the lines of the options in a configuration that leaves all at their defaults.
func Template() string {
	var b strings.Builder
	for _, o := range Table {
		if o.Example == "" {
			continue
		}
		line := "# " + o.Key + ": " + o.Example
		comment := o.Comment
		if o.untrusted != nil {
			comment += " (*)"
		}
		if comment != "" {
			line = fmt.Sprintf("%-29s # %s", line, comment)
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// option returns the option with a key of the configuration; nil if it does not exist.
func option(key string) *Option {
	i := slices.IndexFunc(Table, func(o Option) bool { return o.Key == key && key != "" })
	if i < 0 {
		return nil
	}
	return &Table[i]
}
