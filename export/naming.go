package export

import (
	"strconv"

	"seedgraph/graph"
)

// chunkHandle returns a short id of part n of a node, from 1, that has no commas and quotes.
func chunkHandle(id graph.NodeID, n int) string {
	if n == 1 {
		return id.Handle()
	}
	return id.Handle() + "/" + strconv.Itoa(n)
}
