package external

// A cursor reads a block from its start.
type cursor struct {
	s       string // the rest
	strings []string
}

// count reads a varint: seven bits per byte, the lowest first.
func (c *cursor) count() int {
	n, shift := 0, 0
	for i := 0; ; i++ {
		b := c.s[i]
		n |= int(b&0x7f) << shift
		if b < 0x80 {
			c.s = c.s[i+1:]
			return n
		}
		shift += 7
	}
}

// text reads n bytes.
func (c *cursor) text(n int) string {
	s := c.s[:n]
	c.s = c.s[n:]
	return s
}

func (c *cursor) byte() byte { return c.text(1)[0] }

// str reads a reference to a string.
func (c *cursor) str() string { return c.strings[c.count()] }

func (c *cursor) entries() []entry {
	all := make([]entry, c.count())
	for i := range all {
		all[i] = entry{c.str(), c.count(), c.count()}
	}
	return all
}

// list reads a count and that many values; nil if the count is zero.
func list[T any](c *cursor, read func() T) []T {
	n := c.count()
	if n == 0 {
		return nil
	}
	all := make([]T, n)
	for i := range all {
		all[i] = read()
	}
	return all
}

// typ reads a type except for its names.
func (c *cursor) typ() *Type {
	return &Type{
		Kind:       TypeKind(c.byte()),
		Visible:    Visibility(c.byte()),
		Flags:      Flags(c.count()),
		TypeParams: list(c, c.typeParam),
		Bases:      list(c, c.ref),
		Target:     c.ref(),
		Members:    c.members(),
	}
}

func (c *cursor) members() []Member { return list(c, c.member) }

// Bits of the second byte of a member.
const (
	hasVisible = 1 << iota
	hasFlags
	hasTypeParams
	hasParams
	hasType
	hasOf
)

func (c *cursor) member() Member {
	m := Member{Name: c.str(), Kind: MemberKind(c.byte())}
	has := c.byte()
	if has&hasVisible != 0 {
		m.Visible = Visibility(c.byte())
	}
	if has&hasFlags != 0 {
		m.Flags = Flags(c.count())
	}
	if has&hasTypeParams != 0 {
		m.TypeParams = list(c, c.typeParam)
	}
	if has&hasParams != 0 {
		m.Params = list(c, c.param)
	}
	if has&hasType != 0 {
		m.Type = c.ref()
	}
	if has&hasOf != 0 {
		m.Of = c.ref()
	}
	return m
}

func (c *cursor) param() Param {
	p := Param{Name: c.str()}
	bits := c.byte()
	p.Mode = Mode(bits >> 2)
	p.Optional = bits&1 != 0
	p.Variadic = bits&2 != 0
	p.Type = c.ref()
	return p
}

func (c *cursor) typeParam() TypeParam {
	return TypeParam{
		Name: c.str(), Rules: Rules(c.count()), Bounds: list(c, c.ref), Default: c.ref(),
	}
}

// Bits of the first byte of a TypeRef above its form.
const (
	refForm    = 1<<5 - 1
	refArgs    = 1 << 5
	refMembers = 1 << 6
	refNull    = 1 << 7
)

func (c *cursor) ref() TypeRef {
	bits := c.byte()
	t := TypeRef{Form: Form(bits & refForm), Null: bits&refNull != 0}
	if t.Form.hasName() {
		t.Name = c.str()
	}
	if bits&refArgs != 0 {
		t.Args = list(c, c.ref)
	}
	if bits&refMembers != 0 {
		t.Members = c.members()
	}
	return t
}

// hasName reports whether a TypeRef of the form is encoded with its Name.
func (f Form) hasName() bool {
	switch f {
	case Named, TypeVar, Array, Chan, Literal, Wildcard, Computed:
		return true
	}
	return false
}
