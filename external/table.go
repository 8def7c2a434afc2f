package external

import (
	"encoding/binary"
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// magic begins every table; its last digit is the version of the format.
const magic = "SGOUT001"

// headerSize is the size of the magic and three lengths of four bytes.
const headerSize = len(magic) + 3*4

// dictID is the number by which blocks refer to the dictionary.
const dictID = 1

// A table is one file of declarations. FORMAT.md describes it.
type table struct {
	platform string
	zstd     *zstd.Decoder
	parts    []*part // by name

	extOnce sync.Once
	ext     string // block of extension methods: compressed, then decoded
	byExt   map[string][]string
}

// A part is the declarations of a namespace in one table.
type part struct {
	table  *table
	name   string
	blocks []block // the first one has the directory

	once      sync.Once
	called    string
	some      bool    // not all declarations of the namespace
	types     []entry // by name
	names     []entry // of members, by name
	out       []Export
	stars     []string
	saysStars bool
	exts      []extEntry // by name, then type

	mu      sync.Mutex
	decoded map[int]*Type
	members map[int][]Member
}

// An entry locates the declarations with a name.
type entry struct {
	name       string
	block, off int
}

// An extEntry records that a type of the part declares extension methods with a name.
type extEntry struct {
	name string
	typ  int
}

// A block is a run of declarations with their strings.
type block struct {
	once    sync.Once
	packed  string // compressed; "" once it is decoded
	strings []string
	body    string
}

// simple returns the name without type parameters, "" for a nested type.
func (e *entry) simple() string {
	name, params, _ := strings.Cut(e.name, "<")
	if strings.Contains(name, ".") || strings.Contains(params, ".") {
		return ""
	}
	return name
}

// openTable reads the directory of namespaces.
func openTable(platform, data string) *table {
	t := &table{platform: platform}
	if len(data) < headerSize || data[:len(magic)] != magic {
		t.fail("not a table of version " + magic)
	}
	length := func(i int) int {
		return int(binary.LittleEndian.Uint32([]byte(data[len(magic)+4*i : len(magic)+4*i+4])))
	}
	rest := data[headerSize:]
	cut := func(n int) string {
		s := rest[:n]
		rest = rest[n:]
		return s
	}
	t.zstd = newDecoder(nil)
	if dict := t.unpack(cut(length(0))); dict != "" {
		t.zstd = newDecoder([]byte(dict))
	}
	dir := cursor{s: t.unpack(cut(length(1)))}
	t.ext = cut(length(2))
	for range dir.count() {
		p := &part{table: t, name: dir.text(dir.count())}
		p.blocks = make([]block, dir.count())
		for i := range p.blocks {
			p.blocks[i].packed = cut(dir.count())
		}
		t.parts = append(t.parts, p)
	}
	return t
}

func newDecoder(dict []byte) *zstd.Decoder {
	options := []zstd.DOption{zstd.WithDecoderConcurrency(0), zstd.WithDecoderLowmem(true)}
	if dict != nil {
		options = append(options, zstd.WithDecoderDictRaw(dictID, dict))
	}
	d, err := zstd.NewReader(nil, options...)
	if err != nil {
		panic(err) // the options are constant
	}
	return d
}

// unpack decompresses s. The tables are part of the program: a damaged one is a bug,
// which a test that reads all of them finds.
func (t *table) unpack(s string) string {
	if s == "" {
		return ""
	}
	out, err := t.zstd.DecodeAll([]byte(s), nil)
	if err != nil {
		t.fail(err.Error())
	}
	return string(out)
}

func (t *table) fail(why string) {
	panic(fmt.Sprintf("outside: table of %s: %s", t.platform, why))
}

// extended returns the namespaces that have extension methods with the given name.
func (t *table) extended(name string) []string {
	t.extOnce.Do(func() {
		c := cursor{s: t.unpack(t.ext)}
		t.byExt = make(map[string][]string)
		for c.s != "" {
			name := c.text(c.count())
			for range c.count() {
				t.byExt[name] = append(t.byExt[name], t.parts[c.count()].name)
			}
		}
	})
	return t.byExt[name]
}

// load decodes block i.
func (p *part) load(i int) *block {
	b := &p.blocks[i]
	b.once.Do(func() {
		c := cursor{s: p.table.unpack(b.packed)}
		b.packed = ""
		b.strings = make([]string, c.count())
		for i := range b.strings {
			b.strings[i] = c.text(c.count())
		}
		b.body = c.s
	})
	return b
}

// open decodes the directory.
func (p *part) open() {
	p.once.Do(func() {
		b := p.load(0)
		c := cursor{s: b.body, strings: b.strings}
		p.called = c.str()
		p.types = c.entries()
		p.names = c.entries()
		p.out = make([]Export, c.count())
		for i := range p.out {
			p.out[i] = Export{c.str(), c.str()}
		}
		p.some = c.count() == 1
		p.saysStars = c.count() == 1
		p.stars = make([]string, c.count())
		for i := range p.stars {
			p.stars[i] = c.str()
		}
		p.exts = make([]extEntry, c.count())
		for i := range p.exts {
			p.exts[i] = extEntry{c.str(), c.count()}
		}
		at := len(b.body) - len(c.s)
		b.body = b.body[at:]
		p.decoded = map[int]*Type{}
		p.members = map[int][]Member{}
	})
}

func (p *part) short() string {
	p.open()
	return p.called
}

func (p *part) partial() bool {
	p.open()
	return p.some
}

func (p *part) typeNames() []entry {
	p.open()
	return p.types
}

func (p *part) memberNames() []entry {
	p.open()
	return p.names
}

func (p *part) exports() []Export {
	p.open()
	return p.out
}

func (p *part) star() ([]string, bool) {
	p.open()
	return p.stars, p.saysStars
}

// search returns the index of the entry with the given name, or -1.
func search(entries []entry, name string) int {
	i := sort.Search(len(entries), func(i int) bool { return entries[i].name >= name })
	if i < len(entries) && entries[i].name == name {
		return i
	}
	return -1
}

func (p *part) typ(local string) *Type {
	if i := search(p.typeNames(), local); i >= 0 {
		return p.typeAt(i)
	}
	return nil
}

func (p *part) typeAt(i int) *Type {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.decoded[i]
	if t == nil {
		c := p.cursorAt(p.types[i])
		t = c.typ()
		t.Namespace = p.name
		t.Name = p.types[i].name
		if p.name != "" {
			t.Name = p.name + "." + t.Name
		}
		p.decoded[i] = t
	}
	return t
}

func (p *part) member(name string) []Member {
	i := search(p.memberNames(), name)
	if i < 0 {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	m := p.members[i]
	if m == nil {
		c := p.cursorAt(p.names[i])
		m = c.members()
		p.members[i] = m
	}
	return m
}

func (p *part) cursorAt(e entry) cursor {
	b := p.load(e.block)
	return cursor{s: b.body[e.off:], strings: b.strings}
}

func (p *part) has(simple string) bool {
	if search(p.memberNames(), simple) >= 0 {
		return true
	}
	// The names that begin with simple, possibly followed by < and the arity, are
	// consecutive.
	from := sort.Search(len(p.types), func(i int) bool { return p.types[i].name >= simple })
	for _, e := range p.types[from:] {
		if !strings.HasPrefix(e.name, simple) {
			break
		}
		if e.simple() == simple {
			return true
		}
	}
	i := sort.Search(len(p.out), func(i int) bool { return p.out[i].Name >= simple })
	return i < len(p.out) && p.out[i].Name == simple
}

// extending returns the types with extension methods of the given name.
func (p *part) extending(name string) []*Type {
	p.open()
	i := sort.Search(len(p.exts), func(i int) bool { return p.exts[i].name >= name })
	var all []*Type
	for ; i < len(p.exts) && p.exts[i].name == name; i++ {
		all = append(all, p.typeAt(p.exts[i].typ))
	}
	return all
}
