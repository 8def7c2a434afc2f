package external

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// blockSize is the approximate size in bytes of the declarations in a block before
// compression. Larger blocks compress better; with smaller ones fewer unneeded
// declarations are decoded.
const blockSize = 16 << 10

// dictSize bounds the dictionary that all blocks of a table share.
const dictSize = 64 << 10

// Declared is the declarations of a namespace, for Encode.
type Declared struct {
	Name    string
	Short   string   // see Namespace.Short
	Partial bool     // see Namespace.Partial
	Types   []*Type  // any order; Name is the full name
	Members []Member // functions and values; those with one name in their stated order
	Exports []Export // any order
	Star    []string // see Namespace.Star; nil if not declared
}

// Encode encodes a table. The encoding is deterministic. It sorts Types, Members and
// Exports and the members of types by name.
func Encode(all []Declared) ([]byte, error) {
	slices.SortFunc(all, func(a, b Declared) int { return strings.Compare(a.Name, b.Name) })
	spaces := make([]*spaceWriter, len(all))
	for i := range all {
		if i > 0 && all[i].Name == all[i-1].Name {
			return nil, fmt.Errorf("namespace %q is there twice", all[i].Name)
		}
		var err error
		if spaces[i], err = writeSpace(&all[i]); err != nil {
			return nil, err
		}
	}
	return pack(spaces)
}

// pack compresses the blocks of all namespaces and concatenates the parts of the
// file.
func pack(spaces []*spaceWriter) ([]byte, error) {
	dict := dictionary(spaces)
	options := []zstd.EOption{
		zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1),
	}
	plain, err := zstd.NewWriter(nil, options...)
	if err != nil {
		return nil, err
	}
	shared := plain
	if len(dict) > 0 {
		options = append(options, zstd.WithEncoderDictRaw(dictID, dict))
		if shared, err = zstd.NewWriter(nil, options...); err != nil {
			return nil, err
		}
	}
	var dir, blocks []byte
	dir = count(dir, len(spaces))
	for _, s := range spaces {
		dir = text(dir, s.name)
		dir = count(dir, len(s.blocks))
		for _, b := range s.blocks {
			packed := shared.EncodeAll(b.bytes(), nil)
			dir = count(dir, len(packed))
			blocks = append(blocks, packed...)
		}
	}
	var out []byte
	out = append(out, magic...)
	sections := [][]byte{{}, shared.EncodeAll(dir, nil), {}}
	if len(dict) > 0 {
		sections[0] = plain.EncodeAll(dict, nil)
	}
	if ext := extensions(spaces); len(ext) > 0 {
		sections[2] = shared.EncodeAll(ext, nil)
	}
	for _, s := range sections {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(s)))
	}
	for _, s := range sections {
		out = append(out, s...)
	}
	return append(out, blocks...), nil
}

// dictionary returns the strings that most blocks share, the most useful ones last,
// where references to them are the shortest.
func dictionary(spaces []*spaceWriter) []byte {
	uses := map[string]int{}
	for _, s := range spaces {
		for _, b := range s.blocks {
			for _, str := range b.strings {
				uses[str]++
			}
		}
	}
	var all []string
	for s, n := range uses {
		if n > 2 && len(s) > 3 {
			all = append(all, s)
		}
	}
	saves := func(s string) int { return uses[s] * len(s) }
	slices.SortFunc(all, func(a, b string) int {
		return cmp.Or(cmp.Compare(saves(b), saves(a)), strings.Compare(a, b))
	})
	size, n := 0, 0
	for n < len(all) && size+len(all[n])+2 <= dictSize {
		size += len(all[n]) + 2
		n++
	}
	all = all[:n]
	slices.Reverse(all)
	var dict []byte
	for _, s := range all {
		dict = text(dict, s)
	}
	return dict
}

// extensions returns the block that lists the namespaces with extension methods of
// each name.
func extensions(spaces []*spaceWriter) []byte {
	byName := map[string][]int{}
	for i, s := range spaces {
		for _, name := range s.extended {
			byName[name] = append(byName[name], i)
		}
	}
	names := make([]string, 0, len(byName))
	for name := range byName {
		names = append(names, name)
	}
	slices.Sort(names)
	var out []byte
	for _, name := range names {
		out = text(out, name)
		out = count(out, len(byName[name]))
		for _, i := range byName[name] {
			out = count(out, i)
		}
	}
	return out
}

func count(b []byte, n int) []byte { return binary.AppendUvarint(b, uint64(n)) }

func text(b []byte, s string) []byte { return append(count(b, len(s)), s...) }

// A blockWriter collects the strings and the declarations of a block.
type blockWriter struct {
	strings []string
	index   map[string]int
	body    []byte
}

func (w *blockWriter) bytes() []byte {
	out := count(nil, len(w.strings))
	for _, s := range w.strings {
		out = text(out, s)
	}
	return append(out, w.body...)
}

// A spaceWriter builds the blocks of a namespace.
type spaceWriter struct {
	name     string
	blocks   []*blockWriter
	extended []string // names of extension methods, sorted
}

func byName(a, b Member) int { return strings.Compare(a.Name, b.Name) }

func newBlock() *blockWriter { return &blockWriter{index: map[string]int{}} }

// writeSpace writes the declarations of d and then their directory. Offsets of
// declarations in the first block, which has the directory, count from the end of the
// directory.
func writeSpace(d *Declared) (*spaceWriter, error) {
	s := &spaceWriter{name: d.Name, blocks: []*blockWriter{newBlock()}}
	slices.SortFunc(d.Types, func(a, b *Type) int { return strings.Compare(a.Name, b.Name) })
	slices.SortStableFunc(d.Members, byName)
	slices.SortFunc(d.Exports, func(a, b Export) int { return strings.Compare(a.Name, b.Name) })
	types := make([]entry, len(d.Types))
	for i, t := range d.Types {
		local := t.Name
		if d.Name != "" {
			local, _ = strings.CutPrefix(t.Name, d.Name+".")
		}
		if i > 0 && t.Name == d.Types[i-1].Name {
			return nil, fmt.Errorf("type %s is there twice", t.Name)
		}
		if d.Name != "" && local == t.Name {
			return nil, fmt.Errorf("type %s is not of namespace %s", t.Name, d.Name)
		}
		types[i] = s.place(local, func(w *blockWriter) { w.typ(t) })
	}
	// By name as they are read, which is by local name: the namespace prefix is the
	// same in all, so it does not change the order.
	var members []entry
	for i := 0; i < len(d.Members); {
		same := named(d.Members[i:], d.Members[i].Name)
		members = append(members, s.place(same[0].Name, func(w *blockWriter) { w.members(same) }))
		i += len(same)
	}
	s.directory(d, types, members)
	return s, nil
}

// place adds a declaration with write to the last block, or to a new one if that is
// full.
func (s *spaceWriter) place(name string, write func(*blockWriter)) entry {
	w := s.blocks[len(s.blocks)-1]
	if len(w.body) >= blockSize {
		w = newBlock()
		s.blocks = append(s.blocks, w)
	}
	e := entry{name, len(s.blocks) - 1, len(w.body)}
	write(w)
	return e
}

// directory inserts the directory before the declarations of the first block.
func (s *spaceWriter) directory(d *Declared, types, members []entry) {
	w := s.blocks[0]
	declarations := w.body
	w.body = nil
	w.str(d.Short)
	w.entries(types)
	w.entries(members)
	w.count(len(d.Exports))
	for _, e := range d.Exports {
		w.str(e.Name)
		w.str(e.Target)
	}
	w.flag(d.Partial)
	w.flag(d.Star != nil)
	stars := slices.Sorted(slices.Values(d.Star))
	w.count(len(stars))
	for _, name := range stars {
		w.str(name)
	}
	exts := extending(d.Types)
	w.count(len(exts))
	for _, e := range exts {
		w.str(e.name)
		w.count(e.typ)
		s.extended = append(s.extended, e.name)
	}
	s.extended = slices.Compact(s.extended)
	w.body = append(w.body, declarations...)
}

// extending returns the types that declare extension methods, by name of the method.
func extending(types []*Type) []extEntry {
	var all []extEntry
	for i, t := range types {
		for _, m := range t.Members {
			if e := (extEntry{m.Name, i}); m.Flags&Extension != 0 && !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
	}
	slices.SortFunc(all, func(a, b extEntry) int {
		return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(a.typ, b.typ))
	})
	return all
}

func (w *blockWriter) count(n int) { w.body = count(w.body, n) }

func (w *blockWriter) flag(b bool) {
	n := 0
	if b {
		n = 1
	}
	w.count(n)
}

func (w *blockWriter) byte(b byte) { w.body = append(w.body, b) }

func (w *blockWriter) str(s string) {
	i, ok := w.index[s]
	if !ok {
		i = len(w.strings)
		w.index[s] = i
		w.strings = append(w.strings, s)
	}
	w.count(i)
}

func (w *blockWriter) entries(all []entry) {
	w.count(len(all))
	for _, e := range all {
		w.str(e.name)
		w.count(e.block)
		w.count(e.off)
	}
}

func (w *blockWriter) typ(t *Type) {
	w.byte(byte(t.Kind))
	w.byte(byte(t.Visible))
	w.count(int(t.Flags))
	w.typeParams(t.TypeParams)
	w.refs(t.Bases)
	w.ref(&t.Target)
	slices.SortStableFunc(t.Members, byName)
	w.members(t.Members)
}

func (w *blockWriter) members(all []Member) {
	w.count(len(all))
	for i := range all {
		w.member(&all[i])
	}
}

func (w *blockWriter) member(m *Member) {
	w.str(m.Name)
	w.byte(byte(m.Kind))
	has := byte(0)
	for _, b := range []struct {
		bit byte
		has bool
	}{
		{hasVisible, m.Visible != Public},
		{hasFlags, m.Flags != 0},
		{hasTypeParams, len(m.TypeParams) > 0},
		{hasParams, len(m.Params) > 0},
		{hasType, !m.Type.IsZero()},
		{hasOf, !m.Of.IsZero()},
	} {
		if b.has {
			has |= b.bit
		}
	}
	w.byte(has)
	if has&hasVisible != 0 {
		w.byte(byte(m.Visible))
	}
	if has&hasFlags != 0 {
		w.count(int(m.Flags))
	}
	if has&hasTypeParams != 0 {
		w.typeParams(m.TypeParams)
	}
	if has&hasParams != 0 {
		w.params(m.Params)
	}
	if has&hasType != 0 {
		w.ref(&m.Type)
	}
	if has&hasOf != 0 {
		w.ref(&m.Of)
	}
}

func (w *blockWriter) params(all []Param) {
	w.count(len(all))
	for i := range all {
		p := &all[i]
		w.str(p.Name)
		bits := byte(p.Mode) << 2
		if p.Optional {
			bits |= 1
		}
		if p.Variadic {
			bits |= 2
		}
		w.byte(bits)
		w.ref(&p.Type)
	}
}

func (w *blockWriter) typeParams(all []TypeParam) {
	w.count(len(all))
	for i := range all {
		p := &all[i]
		w.str(p.Name)
		w.count(int(p.Rules))
		w.refs(p.Bounds)
		w.ref(&p.Default)
	}
}

func (w *blockWriter) refs(all []TypeRef) {
	w.count(len(all))
	for i := range all {
		w.ref(&all[i])
	}
}

func (w *blockWriter) ref(t *TypeRef) {
	bits := byte(t.Form)
	if len(t.Args) > 0 {
		bits |= refArgs
	}
	if len(t.Members) > 0 {
		bits |= refMembers
	}
	if t.Null {
		bits |= refNull
	}
	w.byte(bits)
	if t.Form.hasName() {
		w.str(t.Name)
	}
	if len(t.Args) > 0 {
		w.refs(t.Args)
	}
	if len(t.Members) > 0 {
		w.members(t.Members)
	}
}
