// Package classfile reads the declarations in Java class files into the form of
// package outside: types, fields and methods that are public or protected, with their
// generic signatures ("The Java Virtual Machine Specification", chapter 4). Code is
// skipped.
package classfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
)

// Access flags of classes, fields and methods (JVMS 4.1, 4.5, 4.6, 4.7.6).
const (
	accPublic     = 0x0001
	accPrivate    = 0x0002
	accProtected  = 0x0004
	accStatic     = 0x0008
	accFinal      = 0x0010
	accBridge     = 0x0040
	accVarargs    = 0x0080
	accInterface  = 0x0200
	accAbstract   = 0x0400
	accSynthetic  = 0x1000
	accAnnotation = 0x2000
	accEnum       = 0x4000
)

// A Class is the declarations in a class file. Names of classes are binary names:
// java/util/Map$Entry.
type Class struct {
	Flags      uint16
	Name       string
	Super      string // empty for java/lang/Object
	Interfaces []string
	Signature  string // empty if not generic
	Fields     []Member
	Methods    []Member
	Inner      []InnerClass
	Exports    []string // of module-info: packages exported to every module
}

// A Member is a field or a method.
type Member struct {
	Flags      uint16
	Name       string
	Descriptor string
	Signature  string
}

// An InnerClass is a row of the attribute InnerClasses (JVMS 4.7.6), with the flags
// written in the source, which may differ from those of the class file itself.
type InnerClass struct {
	Class string
	Outer string // empty for local and anonymous classes
	Name  string // empty for anonymous classes
	Flags uint16
}

// errTruncated is returned for a truncated class file.
var errTruncated = errors.New("truncated class file")

// A classReader reads a class file sequentially. The first error sticks; later reads
// return zero values.
type classReader struct {
	data    []byte
	err     error
	strings []string // constant pool: of Utf8 entries
	refs    []uint16 // constant pool: the Utf8 entry of Class, Module and Package entries
}

func (r *classReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
	r.data = nil
}

func (r *classReader) bytes(n int) []byte {
	if n > len(r.data) {
		r.fail(errTruncated)
		return nil
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *classReader) u1() uint8 {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *classReader) u2() uint16 {
	if b := r.bytes(2); b != nil {
		return binary.BigEndian.Uint16(b)
	}
	return 0
}

func (r *classReader) u4() uint32 {
	if b := r.bytes(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

// utf8 reads a constant pool index and returns the string there.
func (r *classReader) utf8() string { return r.stringAt(r.u2()) }

func (r *classReader) stringAt(i uint16) string {
	if int(i) >= len(r.strings) {
		r.fail(fmt.Errorf("no constant %d", i))
		return ""
	}
	return r.strings[i]
}

// ref reads the index of a Class, Module or Package entry and returns its name,
// "" for the index 0.
func (r *classReader) ref() string {
	i := r.u2()
	if int(i) >= len(r.refs) {
		r.fail(fmt.Errorf("no constant %d", i))
		return ""
	}
	return r.stringAt(r.refs[i])
}

// Parse reads a class file (JVMS 4.1). Code, constants and annotations are
// skipped.
func Parse(data []byte) (*Class, error) {
	r := &classReader{data: data}
	if r.u4() != 0xCAFEBABE && r.err == nil {
		return nil, errors.New("no class file")
	}
	r.u4() // version
	r.constantPool()
	c := &Class{Flags: r.u2(), Name: r.ref(), Super: r.ref()}
	for range r.u2() {
		c.Interfaces = append(c.Interfaces, r.ref())
	}
	c.Fields = r.members()
	c.Methods = r.members()
	r.attributes(func(name string, a *classReader) {
		switch name {
		case "Signature":
			c.Signature = a.utf8()
		case "InnerClasses":
			c.Inner = a.innerClasses()
		case "Module":
			c.Exports = a.moduleExports()
		}
	})
	return c, r.err
}

// Sizes of constant pool entries by tag, without the tag (JVMS 4.4).
var constantSizes = [...]int{
	3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4,
	19: 2, 20: 2,
}

// constantPool reads the strings and names of the constant pool.
func (r *classReader) constantPool() {
	count := int(r.u2())
	r.strings = make([]string, count)
	r.refs = make([]uint16, count)
	for i := 1; i < count && r.err == nil; i++ {
		switch tag := r.u1(); tag {
		case 1: // Utf8
			r.strings[i] = modifiedUTF8(r.bytes(int(r.u2())))
		case 7, 19, 20: // Class, Module, Package
			r.refs[i] = r.u2()
		case 5, 6: // Long, Double: two entries
			r.bytes(8)
			i++
		default:
			if int(tag) >= len(constantSizes) || constantSizes[tag] == 0 {
				r.fail(fmt.Errorf("constant %d has the tag %d", i, tag))
				return
			}
			r.bytes(constantSizes[tag])
		}
	}
}

// modifiedUTF8 decodes modified UTF-8 (JVMS 4.4.7), as far as names need it: anything
// beyond UTF-8 becomes U+FFFD.
func modifiedUTF8(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return string([]rune(string(b)))
}

// attributes calls f for each attribute, with a reader of its content.
func (r *classReader) attributes(f func(name string, a *classReader)) {
	for range r.u2() {
		name := r.utf8()
		size := r.u4()
		if size > math.MaxInt32 {
			r.fail(errTruncated)
			return
		}
		a := &classReader{data: r.bytes(int(size)), strings: r.strings, refs: r.refs}
		if r.err != nil {
			return
		}
		if f(name, a); a.err != nil {
			r.fail(fmt.Errorf("attribute %s: %w", name, a.err))
		}
	}
}

func (r *classReader) members() []Member {
	var out []Member
	for range r.u2() {
		m := Member{Flags: r.u2(), Name: r.utf8(), Descriptor: r.utf8()}
		r.attributes(func(name string, a *classReader) {
			if name == "Signature" {
				m.Signature = a.utf8()
			}
		})
		if r.err != nil {
			return nil
		}
		out = append(out, m)
	}
	return out
}

func (r *classReader) innerClasses() []InnerClass {
	var out []InnerClass
	for range r.u2() {
		c := InnerClass{Class: r.ref(), Outer: r.ref(), Name: r.utf8(), Flags: r.u2()}
		out = append(out, c)
	}
	return out
}

// moduleExports reads the attribute Module (JVMS 4.7.25) and returns the packages
// that are exported without a "to".
func (r *classReader) moduleExports() []string {
	r.bytes(6)               // name, flags, version
	r.bytes(6 * int(r.u2())) // requires
	var out []string
	for range r.u2() {
		pkg := r.ref()
		r.u2() // flags
		to := int(r.u2())
		r.bytes(2 * to)
		if to == 0 {
			out = append(out, pkg)
		}
	}
	return out
}
