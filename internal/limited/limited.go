// Package limited reads documents of structured formats that come from an untrusted tree.
// Every document is measured before its values are used, and one that exceeds a limit is
// refused as a whole with a [*Error]: nothing of it is used, so that a prefix of a document is never
// mistaken for all of it. Time and memory grow with the bytes of the text.
//
//	limited.go  the limits, and checking a file by its name
//	json.go     JSON, with comments and trailing commas
//	yaml.go     YAML; aliases are counted as often as they are used
//	xml.go      XML
//	toml.go     TOML
//
// Only this package may call the decoders of these formats on files of a tree
// (internal/archtest). Settings that the user names on the command line are read with it, too.
package limited

import (
	"fmt"
	"path"
	"strings"
)

// Limits on one document. The documents that projects write stay far below: the largest package.json,
// chart and changelog of the repositories in BENCHMARKS.md have fewer than 30,000 nodes in fewer
// than 30 levels.
const (
	// MaxDepth bounds objects, lists, elements and the parts of a dotted key inside one another.
	MaxDepth = 100
	// MaxNodes bounds values, elements and attributes. A long text counts as one for each
	// textUnit bytes. Aliases of YAML count as what they stand for.
	MaxNodes = 250_000
	// MaxBytes bounds a document that has to be in memory as a whole before it can be measured,
	// as YAML has.
	MaxBytes = 4 << 20
)

// textUnit is how many bytes of text count as one node.
const textUnit = 64

// An Error says which limit a document exceeds.
type Error struct {
	What  string // what there is too much of: "levels of nesting"
	Limit int
}

// Error says more than how much of what.
func (e *Error) Error() string { return fmt.Sprintf("more than %d %s", e.Limit, e.What) }

func tooDeep() error  { return &Error{"levels of nesting", MaxDepth} }
func tooMany() error  { return &Error{"values", MaxNodes} }
func tooLarge() error { return &Error{"bytes", MaxBytes} }

// A Check measures the text of one document.
type Check func(text string) error

// checks are those of the formats, by the extension of a file in lower case.
var checks = map[string]Check{
	".json": CheckJSON, ".yaml": CheckYAML, ".yml": CheckYAML, ".toml": checkTOML,
	".xml": CheckXML, ".csproj": CheckXML, ".props": CheckXML, ".targets": CheckXML,
	".projitems": CheckXML, ".sqlproj": CheckXML, ".config": CheckXML,
}

// Measure returns the [*Error] of a file that exceeds a limit by the format that its name says; nil
// for any other, broken ones included.
func Measure(file, text string) *Error {
	check := checks[strings.ToLower(path.Ext(file))]
	if check == nil {
		return nil
	}
	if err, ok := check(text).(*Error); ok {
		return err
	}
	return nil
}
