package build

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"

	"seedgraph/build/cache"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graphbuild"
	"seedgraph/internal/compact"
	"seedgraph/parse"
	"seedgraph/source/secrets"
	"seedgraph/source/walk"
)

// A reading is the work on one file that depends on nothing but the file and a few facts about its tree, all
// of which are in its key: it is what a cache keeps.
type reading struct {
	source   parse.Source             // Text is masked once found is known
	absent   interest.AbsentLibraries // the libraries that the project does not use
	surveyed *interest.ReaderScope    // the interest in the file if a survey has found it

	key   cache.Key
	keyed bool // the result may be kept
	known bool // found and kept are of an earlier build

	found []secrets.Found
	kept
}

// kept is the part of a reading that strings of the masked text are in.
type kept struct {
	interest interest.ReaderScope
	facts    *parse.Facts
	texts    []graphbuild.NodeText
}

var (
	keptCodec  = compact.New[kept](reflect.TypeFor[parse.Step](), reflect.TypeFor[parse.Condition]())
	foundCodec = compact.New[[]secrets.Found]()
)

// maxEntryShare bounds an entry: its bytes per byte of text. A larger one would take longer to read than the
// file to parse, or comes from someone else.
const maxEntryShare = 64

// A coder has the memory of a worker to encode and decode entries.
type coder struct {
	encoder     compact.Encoder
	arena       compact.Arena
	foundArena  compact.Arena
	buf, second []byte
}

// A fileCache keeps readings.
type fileCache struct {
	cache.Store
	common [sha256.Size]byte // hash of what all keys of a build have in common
}

// newFileCache returns the cache of a build in a store: nil without one.
func (b *building) newFileCache(store cache.Store, program cache.Key) *fileCache {
	if store == nil {
		return nil
	}
	h := sha256.New()
	for _, sum := range [][sha256.Size]byte{program, keptCodec.Fingerprint(), foundCodec.Fingerprint()} {
		h.Write(sum[:])
	}
	fmt.Fprintf(h, "mask %v tokens %q entities %q sql %q\n", !b.NoMask, b.Tokens, b.EntityBases, b.SQLMethods)
	if b.models != nil {
		fmt.Fprintf(h, "models %q\n", b.models.String())
	}
	return &fileCache{store, [sha256.Size]byte(h.Sum(nil))}
}

// keyOf returns the key of a reading: a hash of all that [loader.parse] and the masking of credentials
// depend on. docs/decisions/21 argues that it is complete.
func (c *fileCache) keyOf(lang parse.Language, src *walk.Source, r *reading) cache.Key {
	h := sha256.New()
	h.Write(c.common[:])
	text := src.TextHash()
	h.Write(text[:])
	fmt.Fprintf(h, "%q %q %q %v %q %v\n", r.source.Path, lang.Name(), lang.Extensions(), r.source.Columns,
		r.source.Shadowed, r.absent)
	if r.surveyed != nil {
		fmt.Fprintf(h, "surveyed %v sites %d\n", *r.surveyed, r.source.Sites)
	}
	for _, name := range slices.Sorted(maps.Keys(r.source.Symbols)) {
		fmt.Fprintf(h, "symbol %q %v\n", name, r.source.Symbols[name])
	}
	if r.source.Symbols == nil {
		io.WriteString(h, "no symbols\n")
	}
	return cache.Key(h.Sum(nil))
}

// recall gives a reading the result of an earlier build, if the cache has one. Files of which only a part is
// read are not kept.
func (l *loader) recall(w *worker, lang parse.Language, f walk.File, src *walk.Source, r *reading) {
	if l.cache == nil || lang == nil || f.Large {
		return
	}
	r.key, r.keyed = l.cache.keyOf(lang, src, r), true
	data, ok := l.cache.Get(r.key, w.coder.buf)
	if !ok || len(data) > maxEntry(src.Text) {
		return
	}
	if cap(data) > cap(w.coder.buf) {
		w.coder.buf = data[:0]
	}
	r.known = w.coder.decode(data, src.Text, r)
}

func maxEntry(text string) int { return maxEntryShare * (len(text) + 1<<10) }

// decode decodes an entry into a reading of a text that is not masked, and reports whether it is sound.
func (c *coder) decode(data []byte, text string, r *reading) bool {
	size, n := binary.Uvarint(data)
	if n <= 0 || size > uint64(len(data)-n) {
		return false
	}
	first, second := data[n:n+int(size)], data[n+int(size):]
	var found []secrets.Found
	if foundCodec.Decode(first, text, &found, &c.foundArena) != nil {
		return false
	}
	for _, f := range found {
		if f.Start < 0 || f.End < f.Start || f.End > len(text) {
			return false
		}
	}
	var k kept
	err := keptCodec.Decode(second, secrets.Mask(text, found), &k, &c.arena)
	if err != nil || k.facts == nil || k.facts.Path != r.source.Path || !k.facts.IsSound() ||
		len(k.texts) != len(k.facts.Definitions) {
		return false
	}
	r.found, r.kept = found, k
	return true
}

// parse reads a file, unless its reading is known. The interest in it is known even after an error.
func (l *loader) parse(w *worker, lang parse.Language, r *reading) (*graphbuild.Input, error) {
	if r.known {
		return &graphbuild.Input{Facts: r.facts, Texts: r.texts}, nil
	}
	if r.surveyed != nil {
		r.interest = *r.surveyed
	} else {
		r.interest = l.readers.Of(lang.Name(), r.source, r.absent)
		r.source.Sites = r.interest.Scope
	}
	input, err := Parse(lang, w.parser, r.source, l.counter, &w.keeper)
	if err == nil && r.keyed {
		r.facts, r.texts = input.Facts, input.Texts
		w.coder.keep(l.cache, r)
	}
	return input, err
}

// keep adds a reading to the cache, if it can be encoded.
func (c *coder) keep(to *fileCache, r *reading) {
	if !r.facts.IsSound() {
		return
	}
	found, err := foundCodec.Append(c.second[:0], &c.encoder, &r.found, "")
	if err != nil {
		return
	}
	c.second = found
	data := append(binary.AppendUvarint(c.buf[:0], uint64(len(found))), found...)
	data, err = keptCodec.Append(data, &c.encoder, &r.kept, r.source.Text)
	c.buf = data[:0]
	if err == nil && len(data) <= maxEntry(r.source.Text) {
		to.Put(r.key, data)
	}
}
