// Package all names every mapper.
package all

import (
	"seedgraph/data"
	"seedgraph/data/efcore"
)

// Mappers returns the mappers whose models are read.
func Mappers() data.Set { return data.Set{efcore.Mapper()} }
