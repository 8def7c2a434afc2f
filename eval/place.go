package eval

import "seedgraph/resolve"

// A Place is a position in a file.
type Place struct {
	File *resolve.File
	At   uint32
}
