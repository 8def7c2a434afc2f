package detect

import (
	"maps"
	"slices"
)

// Named lists the languages of the table.
func Named() []string { return slices.Sorted(maps.Keys(named)) }
