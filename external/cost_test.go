package external

import (
	"testing"
)

// unpacked counts the decoded blocks of p.
func unpacked(p *Platform) (blocks, of int) {
	for _, t := range p.tables {
		for _, part := range t.parts {
			of += len(part.blocks)
			for i := range part.blocks {
				if part.blocks[i].packed == "" {
					blocks++
				}
			}
		}
	}
	return blocks, of
}

// again returns the platform in its state at program start.
func again(name string) *Platform {
	p := Open(name)
	return &Platform{Name: p.Name, data: p.data}
}

// TestQuestionsDecodeLittle checks how much some queries decode: opening a platform
// reads no table, a name of a namespace reads no block, a type reads its own block
// and the one with the directory of its namespace.
func TestQuestionsDecodeLittle(t *testing.T) {
	p := again("dotnet")
	if p.tables != nil {
		t.Error("a table is read before anyone asks")
	}
	steps := []struct {
		name   string
		ask    func() bool
		atMost int
	}{
		{"a namespace", func() bool {
			return p.HasNamespace("System.Linq") &&
				!p.HasNamespace("Acme.Linq")
		}, 0},
		{"a type", func() bool { return p.Type("System.Text.StringBuilder") != nil }, 2},
		{"its neighbour", func() bool { return p.Type("System.Text.Encoding") != nil }, 3},
		// looks into System, too
		{"no type", func() bool { return p.Type("System.Text.Missing") == nil }, 4},
		{"an extension method", func() bool { return len(p.Extensions("ToHashSet")) > 0 }, 8},
	}
	for _, s := range steps {
		if !s.ask() {
			t.Errorf("%s: wrong answer", s.name)
		}
		if got, of := unpacked(p); got > s.atMost {
			t.Errorf("%s: %d of %d blocks are decoded, want at most %d", s.name, got, of, s.atMost)
		}
	}
}

// TestTablesAreSmall bounds the size that all tables add to the program.
func TestTablesAreSmall(t *testing.T) {
	total := 0
	for _, p := range platforms {
		for _, data := range p.data {
			total += len(*data)
		}
	}
	if total > 8<<20 {
		t.Errorf("the tables have %d bytes, want at most 8 MB", total)
	}
}

func BenchmarkFirstType(b *testing.B) {
	for _, test := range []struct{ platform, typ string }{
		{"dotnet", "System.Collections.Generic.List<>"}, {"jdk", "java.util.ArrayList"},
	} {
		b.Run(test.platform, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if again(test.platform).Type(test.typ) == nil {
					b.Fatal("no type")
				}
			}
		})
	}
}

func BenchmarkTypeAgain(b *testing.B) {
	p := again("dotnet")
	b.ReportAllocs()
	for b.Loop() {
		if p.Type("System.Collections.Generic.List<>") == nil {
			b.Fatal("no type")
		}
	}
}

// BenchmarkEverything decodes all of a platform.
func BenchmarkEverything(b *testing.B) {
	for b.Loop() {
		p := again("dotnet")
		for _, name := range p.Namespaces() {
			n := p.Namespace(name)
			for _, local := range n.TypeNames() {
				n.Type(local)
			}
		}
	}
}
