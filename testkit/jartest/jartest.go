// Package jartest writes class files and jars from text, for tests on machines without
// a JDK. The text has a line per declaration, with the names, descriptors and
// signatures of class files ("The Java Virtual Machine Specification", 4.2, 4.3 and
// 4.7.9.1):
//
//	class kit/List public abstract extends java/lang/Object implements kit/All sig <T:…
//	public get (I)Ljava/lang/Object; (I)TT;
//	inner kit/List$Node kit/List Node public static
//	text kit/Bad the content of this file, which is not a class
//
// A member has its flags, its name, its descriptor and, if it is generic, its
// signature.
package jartest

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// flags are the access flags by their keywords (JVMS 4.1, 4.5, 4.6).
var flags = map[string]uint16{
	"public": 0x0001, "private": 0x0002, "protected": 0x0004, "static": 0x0008,
	"final": 0x0010, "varargs": 0x0080, "interface": 0x0200, "abstract": 0x0400,
	"synthetic": 0x1000, "annotation": 0x2000, "enum": 0x4000,
}

// A Class is a class file.
type Class struct {
	Name string // its binary name
	Data []byte
}

// Jar returns a jar with the classes that a text describes.
func Jar(text string) ([]byte, error) {
	classes, err := Classes(text)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, c := range classes {
		f, err := z.Create(c.Name + ".class")
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(c.Data); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// Classes returns the class files that a text describes.
func Classes(text string) ([]Class, error) {
	var out []Class
	var w *writer
	end := func() {
		if w != nil {
			out = append(out, Class{w.name, w.bytes()})
		}
		w = nil
	}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		var err error
		switch {
		case words[0] == "class":
			end()
			w, err = newWriter(words[1:])
		case words[0] == "text" && len(words) > 1:
			end()
			out = append(out, Class{words[1], []byte(strings.Join(words[2:], " "))})
		case w == nil:
			err = fmt.Errorf("%q: no class before it", line)
		case words[0] == "inner":
			err = w.addInner(words[1:])
		default:
			err = w.addMember(words)
		}
		if err != nil {
			return nil, err
		}
	}
	end()
	return out, nil
}

// flagsOf parses the flags at the start of words.
func flagsOf(words []string) (uint16, []string) {
	var all uint16
	for len(words) > 0 && flags[words[0]] != 0 {
		all |= flags[words[0]]
		words = words[1:]
	}
	return all, words
}

// A writer writes a class file (JVMS 4.1).
type writer struct {
	name            string
	pool            bytes.Buffer
	constants       uint16
	head            bytes.Buffer // up to the interfaces
	fields, methods list
	signature       uint16
	inner           list
}

// A list is a number of entries, preceded by their count.
type list struct {
	n uint16
	bytes.Buffer
}

func u2(b *bytes.Buffer, values ...uint16) {
	for _, v := range values {
		b.Write(binary.BigEndian.AppendUint16(nil, v))
	}
}

// newWriter begins a class: NAME FLAGS… [extends A] [implements B C…] [sig S].
func newWriter(words []string) (*writer, error) {
	if len(words) == 0 {
		return nil, fmt.Errorf("a class without a name")
	}
	w := &writer{name: words[0]}
	access, words := flagsOf(words[1:])
	super := ""
	var interfaces []uint16
	for what := ""; len(words) > 0; words = words[1:] {
		switch word := words[0]; {
		case word == "extends" || word == "implements" || word == "sig":
			what = word
		case what == "extends":
			super = word
		case what == "implements":
			interfaces = append(interfaces, w.class(word))
		case what == "sig":
			w.signature = w.utf8(word)
		default:
			return nil, fmt.Errorf("%s: %q is no flag", w.name, word)
		}
	}
	u2(&w.head, access, w.class(w.name), w.class(super), uint16(len(interfaces)))
	u2(&w.head, interfaces...)
	return w, nil
}

// utf8 adds a string to the constant pool.
func (w *writer) utf8(s string) uint16 {
	w.pool.WriteByte(1)
	u2(&w.pool, uint16(len(s)))
	w.pool.WriteString(s)
	w.constants++
	return w.constants
}

// class adds the name of a class to the constant pool.
func (w *writer) class(name string) uint16 {
	if name == "" {
		return 0
	}
	s := w.utf8(name)
	w.pool.WriteByte(7)
	u2(&w.pool, s)
	w.constants++
	return w.constants
}

// attribute adds an attribute of 16-bit values.
func (w *writer) attribute(b *bytes.Buffer, name string, values ...uint16) {
	u2(b, w.utf8(name), 0, uint16(2*len(values)))
	u2(b, values...)
}

// addMember adds FLAGS… NAME DESCRIPTOR [SIGNATURE].
func (w *writer) addMember(words []string) error {
	access, rest := flagsOf(words)
	if len(rest) < 2 || len(rest) > 3 {
		return fmt.Errorf("%s: %q is no member", w.name, strings.Join(words, " "))
	}
	to := &w.fields
	if strings.HasPrefix(rest[1], "(") {
		to = &w.methods
	}
	to.n++
	u2(&to.Buffer, access, w.utf8(rest[0]), w.utf8(rest[1]))
	if len(rest) == 3 {
		u2(&to.Buffer, 1)
		w.attribute(&to.Buffer, "Signature", w.utf8(rest[2]))
	} else {
		u2(&to.Buffer, 0)
	}
	return nil
}

// addInner adds a row to the attribute InnerClasses: CLASS OUTER NAME FLAGS….
func (w *writer) addInner(words []string) error {
	if len(words) < 3 {
		return fmt.Errorf("%s: an inner class has a class, an outer one and a name", w.name)
	}
	access, _ := flagsOf(words[3:])
	w.inner.n++
	u2(&w.inner.Buffer, w.class(words[0]), w.class(words[1]), w.utf8(words[2]), access)
	return nil
}

// bytes returns the finished class file.
func (w *writer) bytes() []byte {
	var tail bytes.Buffer
	attributes := uint16(0)
	if w.signature != 0 {
		attributes++
		w.attribute(&tail, "Signature", w.signature)
	}
	if w.inner.n > 0 {
		attributes++
		u2(&tail, w.utf8("InnerClasses"), 0, uint16(2+w.inner.Len()), w.inner.n)
		tail.Write(w.inner.Bytes())
	}
	out := []byte{0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61}
	out = binary.BigEndian.AppendUint16(out, w.constants+1)
	out = append(append(out, w.pool.Bytes()...), w.head.Bytes()...)
	for _, l := range []*list{&w.fields, &w.methods} {
		out = append(binary.BigEndian.AppendUint16(out, l.n), l.Bytes()...)
	}
	return append(binary.BigEndian.AppendUint16(out, attributes), tail.Bytes()...)
}
