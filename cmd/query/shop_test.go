package main

import (
	"context"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/internal/embedding"
	"seedgraph/testkit/embeddingtest"
	"seedgraph/testkit/sourceindex"
)

// writeShop writes the shop into dir.
func writeShop(t testing.TB, dir string) { writeIndex(t, dir, artifactstest.Shop()) }

// writeGuarded writes the shop with access rules into dir.
func writeGuarded(t testing.TB, dir string) { writeIndex(t, dir, artifactstest.GuardedShop()) }

// writeOrders writes the index of sourceindex.Shop into dir.
func writeOrders(t testing.TB, dir string) {
	in, err := sourceindex.Archive(sourceindex.Shop)
	if err != nil {
		t.Fatal(err)
	}
	writeIndex(t, dir, in)
}

// writeOpen writes artifacts of a program with calls of unknown targets into dir.
func writeOpen(t testing.TB, dir string) {
	in, err := sourceindex.Of(map[string]string{"shop.py": "class Cart:\n    def pay(self):\n        return 0\n\n" +
		"    def clear(self):\n        return 0\n\n\ndef checkout(cart):\n    return getattr(cart, \"pay\")()\n"})
	if err != nil {
		t.Fatal(err)
	}
	writeIndex(t, dir, in)
}

// writeEmbedded writes the shop with access rules and vectors into dir: charge means bill, purchase means order.
func writeEmbedded(t testing.TB, dir string) {
	table, err := embedding.ReadFolder(embeddingtest.Groups(t, []string{"bill", "charge"},
		[]string{"order", "purchase"}, []string{"save", "insert"}))
	if err != nil {
		t.Fatal(err)
	}
	in := artifactstest.GuardedShop()
	in.Embeddings = table
	writeIndex(t, dir, in)
}

func writeIndex(t testing.TB, dir string, in artifacts.Index) {
	t.Helper()
	if err := artifacts.Write(context.Background(), dir, in,
		graphstore.Create, artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
}
