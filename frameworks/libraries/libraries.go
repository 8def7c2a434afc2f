// Package libraries holds the built-in rows: one file a library, or a group of libraries with the same
// calls. A row is added by its file alone; package model documents its fields.
package libraries

import (
	"slices"
	"strings"

	"seedgraph/frameworks/concept/model"
)

// list collects the rows of the files of the package.
var list []*model.Library

// add adds rows, from the initializer of a variable: var _ = add(…).
func add(rows ...*model.Library) bool {
	list = append(list, rows...)
	return true
}

// All returns the built-in rows by name. The caller must not change them.
func All() []*model.Library {
	return slices.SortedFunc(slices.Values(list), func(a, b *model.Library) int { return strings.Compare(a.Name, b.Name) })
}
