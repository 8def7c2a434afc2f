package build

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"seedgraph/build/access"
	"seedgraph/external/libs"
	"seedgraph/internal/hint"
	"seedgraph/source/walk"
	"seedgraph/tokens"
)

// Options are the options of a build: the flags of indexer build, and the keys of its configuration.
type Options struct {
	Src, Out   string
	Config     string
	Found      *Found // the configuration found in the tree, without --config; may be nil
	Jobs       int
	Walk       walk.Options
	Tokens     string
	Repository string
	Snapshot   string
	Compress   bool
	Twin       string   // other artifacts of the tree, which are no more part of it than Out; or empty
	Bundle     string   // or empty
	SCIP       []string // indexes of compilers, the most reliable first

	indexes []compilerIndex // of SCIP; known once a build has begun

	NoExternals bool
	NoEndpoints bool
	Columns     bool
	Bodies      bool
	EntityBases []string // types whose descendants are entities
	Languages   LanguageRules
	SQLMethods  []string // parts of the names of methods that run their arguments as SQL
	Models      []string // folders with descriptions of libraries
	Database    *databaseConfig
	Strict      bool
	Force       bool   // build even if the artifacts are current
	Cache       string // folder for what was read from files, or empty
	NoCache     bool   // do not use the folder of the user either
	NoMask      bool
	Libs        string         // libs.Off, libs.Auto or a folder
	Embeddings  string         // folder with a static embedding, or empty
	History     int            // number of commits to read; 0 for no history
	Access      *access.Config // nil: everything is public

	ownCache bool // Cache is the folder of the user for the tree, which nobody has asked for
}

// Complete adds the settings of the configuration file and the defaults that
// depend on other options, and validates the result. given reports whether a
// flag is on the command line.
func (o *Options) Complete(given func(name string) bool) error {
	c, err := o.readConfig()
	if err != nil {
		return err
	}
	if c != nil {
		c.apply(o, given)
	}
	if o.Out == "" {
		if o.Out, err = ownFolder(o.Src); err != nil {
			return err
		}
	}
	if o.Jobs < 1 {
		return hint.With(fmt.Errorf("the number of jobs is %d", o.Jobs),
			"give the number of files to process in parallel, at least 1")
	}
	if o.History < 0 {
		return hint.With(fmt.Errorf("--history %d", o.History),
			"give the number of commits to read, or 0 for none")
	}
	if info, err := os.Stat(o.Libs); o.Libs != libs.Off && o.Libs != libs.Auto &&
		(err != nil || !info.IsDir()) {
		return hint.With(fmt.Errorf("--libs: %q is not a folder", o.Libs),
			"give auto, off, or the folder with node_modules or pkg/mod")
	}
	if !slices.Contains(tokens.Names(), o.Tokens) {
		return hint.With(fmt.Errorf("unknown tokenizer %q", o.Tokens),
			"choose one of "+strings.Join(tokens.Names(), ", "))
	}
	if o.Cache != "" && o.NoCache {
		return hint.With(fmt.Errorf("--cache %s and --no-cache exclude each other", o.Cache), "leave one out")
	}
	if o.Cache == "" && !o.NoCache {
		o.Cache, o.ownCache = userCache(o.Src)
	}
	return nil
}

// readConfig reads the given configuration or, without one, the one in the tree,
// or nil.
func (o *Options) readConfig() (c *config, err error) {
	if o.Config != "" {
		return readConfig(o.Config)
	}
	if c, o.Found, err = findConfig(o.Src); c != nil {
		o.Config = o.Found.path
	}
	return c, err
}
