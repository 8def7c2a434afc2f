// Package limited reads documents of structured formats that come from an untrusted
// tree. Every document is measured before its values are used, and one that exceeds a
// limit is rejected as a whole with a [*Error], so that a prefix of a document is never
// mistaken for all of it. Time and memory are linear in the bytes of the text.
//
//	limited.go  the limits, and checking a file by its name
//	json.go     JSON, with comments and trailing commas
//	yaml.go     YAML; aliases count each time they are used
//	xml.go      XML
//	toml.go     TOML
//
// Only this package may call the decoders of these formats on files of a tree
// (internal/archtest). It also reads settings files named on the command line.
package limited

import (
	"fmt"
	"path"
	"strings"
)

// Limits on one document. The documents of real projects are far smaller: the largest
// package.json, chart and changelog of the repositories in BENCHMARKS.md have fewer
// than 30,000 nodes in fewer than 30 levels.
const (
	// MaxDepth limits the nesting of objects, lists, elements and the parts of a
	// dotted key.
	MaxDepth = 100
	// MaxNodes limits the values, elements and attributes. A long text counts as one
	// per textUnit bytes. YAML aliases count as the nodes that they refer to.
	MaxNodes = 250_000
	// MaxBytes limits a document that must be in memory as a whole before it can be
	// measured, such as YAML.
	MaxBytes = 4 << 20
)

// textUnit is the number of bytes of text that count as one node.
const textUnit = 64

// An Error reports the limit that a document exceeds.
type Error struct {
	What  string // the measured quantity: "levels of nesting"
	Limit int
}

// Error returns the message, with the limit and the quantity.
func (e *Error) Error() string { return fmt.Sprintf("more than %d %s", e.Limit, e.What) }

func tooDeep() error  { return &Error{"levels of nesting", MaxDepth} }
func tooMany() error  { return &Error{"values", MaxNodes} }
func tooLarge() error { return &Error{"bytes", MaxBytes} }

// A Check measures the text of one document.
type Check func(text string) error

// checks are the checks by the extension of a file in lower case.
var checks = map[string]Check{
	".json": CheckJSON, ".yaml": CheckYAML, ".yml": CheckYAML, ".toml": checkTOML,
	".xml": CheckXML, ".csproj": CheckXML, ".props": CheckXML, ".targets": CheckXML,
	".projitems": CheckXML, ".sqlproj": CheckXML, ".config": CheckXML,
}

// Measure returns the [*Error] of a file that exceeds a limit of the format given by
// its name; nil for any other file, including invalid ones.
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
