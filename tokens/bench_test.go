package tokens

import (
	"go/build"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// goSource returns the source of the standard library's net/http, in chunks
// of at most 2,000 bytes.
func goSource(b *testing.B) (chunks []string, size int64) {
	names, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src/net/http/*.go"))
	if err != nil || len(names) == 0 {
		b.Fatal("no standard library source", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		size += int64(len(data))
		for text := string(data); text != ""; {
			n := min(2000, len(text))
			chunks = append(chunks, text[:n])
			text = text[n:]
		}
	}
	return chunks, size
}

func BenchmarkCount(b *testing.B) {
	chunks, size := goSource(b)
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			c := open(b, name)
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range chunks {
					c.Count(s)
				}
			}
		})
	}
}

// BenchmarkCountCold counts with a new cache each time.
func BenchmarkCountCold(b *testing.B) {
	chunks, size := goSource(b)
	for _, e := range encodings {
		b.Run(e.name, func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				c := open(b, e.name)
				for _, s := range chunks {
					c.Count(s)
				}
			}
		})
	}
}

// BenchmarkLibraryCount is the baseline for BenchmarkCount.
func BenchmarkLibraryCount(b *testing.B) {
	chunks, size := goSource(b)
	for _, e := range encodings {
		b.Run(e.name, func(b *testing.B) {
			c := e.library()
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range chunks {
					if _, err := c.Count(s); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func BenchmarkSplit(b *testing.B) {
	chunks, size := goSource(b)
	for name, split := range map[string]splitter{O200k: splitO200k, Cl100k: splitCl100k} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				for _, s := range chunks {
					for i := 0; i < len(s); {
						i = split(s, i)
					}
				}
			}
		})
	}
}

func BenchmarkLongPiece(b *testing.B) {
	for name, s := range map[string]string{"letters": "a", "spaces": " ", "signs": "=",
		"words": "getValueOf"} {
		text := strings.Repeat(s, 20_000/len(s))
		b.Run(name, func(b *testing.B) {
			c := open(b, O200k)
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				c.Count(text)
			}
		})
	}
}

func BenchmarkEach(b *testing.B) {
	chunks, size := goSource(b)
	b.SetBytes(size)
	b.ReportAllocs()
	var a Analyzer
	terms := 0
	for b.Loop() {
		for _, s := range chunks {
			a.Each(s, func([]byte, TermKind) { terms++ })
		}
	}
}
