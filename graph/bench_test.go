package graph_test

import (
	"testing"

	"seedgraph/graph"
)

// BenchmarkChunkID makes the id of a definition, which a build does once per
// definition.
func BenchmarkChunkID(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		graph.ChunkID("csharp", "Shop.Services", "OrderService.Place(Order,int)", "")
	}
}
