package graph

import (
	"crypto/sha256"
	"encoding/base32"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A NodeID is a canonical id. Only this file knows its structure.
//
//	id        = chunk-id | node-key
//	chunk-id  = lang ":" module "#" symbol "@" handle      code, front end, configuration, documents
//	node-key  = schema "." name [ "@" handle ] "|" KIND     database objects, RoslynIndexer's form
//	handle    = 10 * ( "a".."z" | "2".."7" )
//	linked-id = name "//" id                                in linked indexes: name is that of a repository
//
// The two forms are disjoint: only a node-key has a "|", only a chunk-id a "#". In
// module, symbol, schema and name, characters that would break the grammar or a
// consumer (white space, control characters, "%", "#", "|", "::", invalid UTF-8) are
// percent-encoded byte by byte. The handle of a linked-id is a hash of the name and of the
// handle of its id.
//
// The handle is a hash of everything before it. A redeclaration under the same lang,
// module and symbol (a twin) adds a distinguishing salt to the hash; a redeclared
// database object gets the "@handle" that the first lacks.
type NodeID string

const handleLen = 10

var handleEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// A handle is the short name at the end of an id.
type handle [handleLen]byte

// handleOf hashes a text, and further ones, into a handle. It may write past the
// end of text, within its capacity.
func handleOf(text []byte, more ...string) handle {
	for _, part := range more {
		text = append(append(text, 0), part...)
	}
	sum := sha256.Sum256(text)
	const bytes, letters = 10, 16 // a whole number of base32 groups that has the first handleLen letters
	var out [letters]byte
	handleEncoding.Encode(out[:], sum[:bytes])
	return handle(out[:handleLen])
}

// ChunkID returns the id of a definition. The salt is empty for the first
// declaration of a symbol; see Twin.
func ChunkID(lang, module, symbol, salt string) NodeID {
	var space [256]byte // large enough for most ids
	id := append(append(space[:0], lang...), ':')
	id = append(append(id, escape(module)...), '#')
	id = append(id, escape(symbol)...)
	var more []string
	if salt != "" {
		more = []string{salt}
	}
	h := handleOf(id, more...)
	return NodeID(append(append(id, '@'), h[:]...))
}

// SQLKey returns the node key of a database object. The salt is empty for the
// first definition of an object; see Twin.
func SQLKey(schema, name string, kind NodeKind, salt string) NodeID {
	head := strings.ReplaceAll(escape(schema)+"."+escape(name), "//", "/%2F") // see Split
	if salt == "" {
		return NodeID(head + "|" + string(kind))
	}
	h := handleOf([]byte(head), string(kind), salt)
	return NodeID(head + "@" + string(h[:]) + "|" + string(kind))
}

// RedeclarationSalt returns the salt of a redeclaration of a symbol: its path and, from the
// second redeclaration in one file on, its ordinal in it.
func RedeclarationSalt(path string, ordinal int) string {
	if ordinal == 0 {
		return path
	}
	return path + "\x00" + strconv.Itoa(ordinal)
}

// ExternalID returns the id of an external symbol. It depends on nothing in the
// tree: a definition of the tree with the same name has another handle. The salt
// is empty unless the handle is taken.
func ExternalID(lang, module, symbol, salt string) NodeID {
	return ChunkID(lang, module, symbol, "\x00outside"+salt)
}

// Handle returns the short name of id: the handle at the end of a chunk id, or
// the one hashed from a node key.
func (id NodeID) Handle() string {
	if name, own := id.Split(); name != "" {
		return LinkedHandle(name, own.Handle())
	}
	if i := strings.LastIndexByte(string(id), '@'); i >= 0 && len(id)-i-1 == handleLen &&
		!id.IsKey() {
		return string(id[i+1:])
	}
	h := handleOf([]byte(id))
	return string(h[:])
}

// IsRedeclaration reports whether id was made with a salt, that is, names a redeclaration
// of a symbol.
func (id NodeID) IsRedeclaration() bool {
	_, id = id.Split()
	head, _, _ := strings.Cut(string(id), "|")
	i := strings.LastIndexByte(head, '@')
	if i < 0 || id.IsKey() {
		return i >= 0
	}
	h := handleOf([]byte(head[:i]))
	return head[i+1:] != string(h[:])
}

// IsKey reports whether id is a node key of a database object.
func (id NodeID) IsKey() bool { return strings.IndexByte(string(id), '|') >= 0 }

// IsHandle reports whether s has the form of a handle.
func IsHandle(s string) bool { return len(s) == handleLen && hasHandleLetters(s) }

// IsAbbreviation reports whether s has the form of a prefix of a handle, shorter than it.
func IsAbbreviation(s string) bool { return 0 < len(s) && len(s) < handleLen && hasHandleLetters(s) }

// LeastHandle returns the first of the handles that begin with a prefix.
func LeastHandle(prefix string) string { return prefix + strings.Repeat("a", handleLen-len(prefix)) }

func hasHandleLetters(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}

// Part names part n, counted from 1. The id itself names the first part, so
// that every reference to a node is also a reference to a chunk.
func (id NodeID) Part(n int) string {
	if n <= 1 {
		return string(id)
	}
	return string(id) + "/" + strconv.Itoa(n)
}

// SplitChunk splits the part number off a chunk's id; part is 0 if s names the
// whole node.
func SplitChunk(s string) (id NodeID, part int) {
	i := strings.LastIndexByte(s, '/')
	if i < 0 {
		return NodeID(s), 0
	}
	n, err := strconv.Atoi(s[i+1:])
	if err != nil || n < 1 || !endsID(s[:i]) {
		return NodeID(s), 0
	}
	return NodeID(s[:i]), n
}

// endsID reports whether s ends like an id: with a handle or a node key's kind.
func endsID(s string) bool {
	if i := strings.LastIndexByte(s, '@'); i >= 0 && IsHandle(s[i+1:]) {
		return true
	}
	return strings.IndexByte(s, '|') >= 0
}

// escape percent-encodes the characters that an id must not contain.
func escape(s string) string {
	clean := true
	for i, r := range s {
		if mustEscape(s, i, r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !mustEscape(s, i, r) || r == utf8.RuneError && size > 1 {
			b.WriteString(s[i : i+size])
			i += size
			continue
		}
		for _, c := range []byte(s[i : i+size]) {
			b.WriteByte('%')
			b.WriteByte("0123456789ABCDEF"[c>>4])
			b.WriteByte("0123456789ABCDEF"[c&15])
		}
		i += size
	}
	return b.String()
}

// mustEscape reports whether the rune r, at s[i:], must be encoded.
func mustEscape(s string, i int, r rune) bool {
	switch {
	case r == '%' || r == '#' || r == '|' || r == '@':
		return true
	case r == ':':
		return i == 0 || s[i-1] == ':' || i+1 < len(s) && s[i+1] == ':'
	case r < utf8.RuneSelf:
		return r <= ' ' || r == 0x7f
	case r == utf8.RuneError:
		_, size := utf8.DecodeRuneInString(s[i:])
		return size == 1
	}
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}
