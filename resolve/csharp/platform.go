package csharp

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"seedgraph/external"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A platform presents the declarations of .NET as definitions like those of the tree, so
// that one set of rules serves both. Their ids are below None and assigned on first use:
// they distinguish definitions, have no meaningful order, and never leave the resolver. A
// reference to one of them becomes an external reference.
type platform struct {
	source *external.Platform
	file   *resolve.File // represents all files of the platform

	// defs has the declarations by -2-id, in chunks, so that it can be read without the
	// lock.
	defs [maxForeign / foreignChunk]atomic.Pointer[[foreignChunk]*foreign]

	mu     sync.RWMutex
	count  int                          // of defs
	types  map[string]resolve.DefID     // by full name; None for missing types
	scopes map[scopeKey][]resolve.DefID // of a type; extension methods have the owner None
}

// A scopeKey is a name in a type.
type scopeKey struct {
	owner resolve.DefID
	name  string
}

// A foreign is a type or a member that the platform declares.
type foreign struct {
	resolve.Def
	typ       *external.Type
	member    *external.Member // nil for a type
	signature atomic.Pointer[signature]
	lineage   atomic.Pointer[[]resolve.Type]
}

func newPlatform(source *external.Platform) *platform {
	return &platform{
		source: source, file: &resolve.File{Facts: &parse.Facts{Language: "csharp"}},
		types: map[string]resolve.DefID{}, scopes: map[scopeKey][]resolve.DefID{},
	}
}

// Every declaration in use has a fixed slot: an id is known only to code that learnt it
// after the declaration was added.
const foreignChunk, maxForeign = 1 << 10, 1 << 22

// foreign returns the declaration of the platform with an id.
func (p *platform) foreign(id resolve.DefID) *foreign {
	i := uint32(-2 - id) // -1 is resolve.None
	return p.defs[i/foreignChunk].Load()[i%foreignChunk]
}

// typeNamed returns the type with a full name as [external.Generic] writes it, or None.
func (p *platform) typeNamed(full string) resolve.DefID {
	p.mu.RLock()
	id, ok := p.types[full]
	p.mu.RUnlock()
	if ok {
		return id
	}
	typ := p.source.Type(full)
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.addType(full, typ)
}

// addType adds a type, which is nil if the platform has no type with that name.
//
// Two goroutines may look up a name at the same time; the first that adds it wins.
func (p *platform) addType(full string, typ *external.Type) resolve.DefID {
	if id, ok := p.types[full]; ok {
		return id
	}
	id := resolve.None
	if typ != nil {
		id = p.add(&foreign{Def: p.typeDefinition(typ), typ: typ})
	}
	p.types[full] = id
	return id
}

func (p *platform) add(f *foreign) resolve.DefID {
	chunk := &p.defs[p.count/foreignChunk]
	if chunk.Load() == nil {
		chunk.Store(new([foreignChunk]*foreign))
	}
	f.ID, f.File = resolve.DefID(-2-p.count), p.file
	chunk.Load()[p.count%foreignChunk] = f
	p.count++
	return f.ID
}

// typeKinds are the node kinds that correspond to types of the platform.
var typeKinds = map[external.TypeKind]graph.NodeKind{
	external.Class: graph.KindClass, external.Interface: graph.KindInterface,
	external.Struct: graph.KindStruct,
	external.Enum:   graph.KindEnum, external.Delegate: graph.KindDelegate,
}

func (p *platform) typeDefinition(t *external.Type) resolve.Def {
	name := t.LocalName()
	name = name[strings.LastIndexByte(name, '.')+1:]
	name, _, _ = strings.Cut(name, "<")
	d := &parse.Definition{
		Kind: typeKinds[t.Kind], Name: name, Symbol: t.LocalName(),
		TypeParams: paramNames(t.TypeParams),
		Modifiers:  modifiers(t.Flags), Exported: true,
	}
	if invoke := t.Signature(); t.Kind == external.Delegate && invoke != nil {
		d.Params = params(invoke.Params)
	}
	return resolve.Def{Definition: d, Outer: resolve.None, ModuleName: t.Namespace}
}

func paramNames(params []external.TypeParam) []string {
	var names []string
	for _, p := range params {
		names = append(names, p.Name)
	}
	return names
}

func params(params []external.Param) []parse.Param {
	var out []parse.Param
	for _, p := range params {
		out = append(out, parse.Param{Name: p.Name, Optional: p.Optional, Variadic: p.Variadic})
	}
	return out
}

// modifiers returns flags as modifiers of a declaration.
func modifiers(f external.Flags) []string {
	out := []string{"public"}
	for _, m := range []struct {
		flag external.Flags
		word string
	}{
		{external.Static, "static"}, {external.Abstract, "abstract"}, {external.Virtual, "virtual"},
		{external.Override, "override"}, {external.Sealed, "sealed"},
	} {
		if f&m.flag != 0 {
			out = append(out, m.word)
		}
	}
	return out
}

// memberKinds are the node kinds that correspond to members of the platform.
var memberKinds = map[external.MemberKind]graph.NodeKind{
	external.Method: graph.KindMethod, external.Constructor: graph.KindConstructor,
	external.Property: graph.KindProperty,
	external.Field:    graph.KindField, external.Event: graph.KindEvent,
	external.Constant: graph.KindConstant,
	external.Indexer:  graph.KindProperty, external.Operator: graph.KindOperator,
	external.Conversion: graph.KindOperator,
}

// members lists the members that a type itself declares under a name: that of the type
// for constructors, this[] for indexers, [external.ImplicitName] for implicit conversions.
//
// Explicit implementations are left out: they cannot be named. Ids are assigned in the
// order of the queries, which differs from run to run; nothing depends on their order.
func (p *platform) members(owner resolve.DefID, name string) []resolve.DefID {
	key := scopeKey{owner, name}
	p.mu.RLock()
	ids, ok := p.scopes[key]
	p.mu.RUnlock()
	if ok {
		return ids
	}
	o := p.foreign(owner)
	source := name
	switch name {
	case o.Name:
		source = external.ConstructorName
	case "this[]":
		source = external.IndexerName
	}
	list := o.typ.Member(source)
	p.mu.Lock()
	defer p.mu.Unlock()
	if ids, ok := p.scopes[key]; ok {
		// Another goroutine was faster, and its ids are in use.
		return ids
	}
	for i := range list {
		if m := &list[i]; m.Flags&external.Explicit == 0 && memberKinds[m.Kind] != "" {
			ids = append(ids, p.add(&foreign{Def: memberDefinition(o, m, name), typ: o.typ,
				member: m}))
		}
	}
	p.scopes[key] = ids
	return ids
}

func memberDefinition(o *foreign, m *external.Member, name string) resolve.Def {
	d := &parse.Definition{
		Kind: memberKinds[m.Kind], Name: name, Symbol: o.Symbol + "." + name,
		TypeParams: paramNames(m.TypeParams),
		Params:     params(m.Params), Modifiers: modifiers(m.Flags), Exported: true,
	}
	if m.Visible == external.Protected {
		d.Modifiers[0] = "protected"
	}
	return resolve.Def{Definition: d, Outer: o.ID, ModuleName: o.ModuleName}
}

// extensions lists the extension methods with a name.
func (p *platform) extensions(name string) []resolve.DefID {
	key := scopeKey{resolve.None, name}
	p.mu.RLock()
	ids, ok := p.scopes[key]
	p.mu.RUnlock()
	if ok {
		return ids
	}
	for _, e := range p.source.Extensions(name) {
		owner := p.typeNamed(e.Type.Name)
		for _, id := range p.members(owner, name) {
			if p.foreign(id).member == e.Method {
				ids = append(ids, id)
			}
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.scopes[key] = ids
	return ids
}

// modeOf returns the modifier of a parameter that is passed by reference.
func (p *platform) modeOf(id resolve.DefID, i int) string {
	f := p.foreign(id)
	if f.member == nil || i >= len(f.member.Params) {
		return ""
	}
	switch mode := f.member.Params[i].Mode; mode {
	case external.ByRef, external.Out, external.In:
		return mode.String()
	}
	return ""
}

// isExtension reports whether a member of the platform is an extension method.
func (f *foreign) isExtension() bool {
	return f.member != nil && f.member.Flags&external.Extension != 0
}

// foreignSignature is tree.signature for the platform.
func (t *tree) foreignSignature(id resolve.DefID) *signature {
	f := t.platform.foreign(id)
	if s := f.signature.Load(); s != nil {
		return s
	}
	s := &signature{typ: resolve.Unknown}
	params := []external.Param(nil)
	switch {
	case f.member != nil:
		s.typ, params = t.typeOfRef(&f.member.Type, f), f.member.Params
	case f.Kind == graph.KindDelegate && f.typ.Signature() != nil:
		invoke := f.typ.Signature()
		s.typ, params = t.typeOfRef(&invoke.Type, f), invoke.Params
	}
	for i := range params {
		s.params = append(s.params, t.typeOfRef(&params[i].Type, f))
	}
	f.signature.Store(s)
	return s
}

// foreignBases returns the bases that a type of the platform declares.
func (t *tree) foreignBases(id resolve.DefID) []resolve.Type {
	f := t.platform.foreign(id)
	var out []resolve.Type
	for i := range f.typ.Bases {
		out = append(out, t.typeOfRef(&f.typ.Bases[i], f))
	}
	return out
}

// typeOfRef returns the type that a declaration of the platform refers to.
//
// A one-dimensional array has no name, one with more dimensions has its rank as the name,
// like types of the tree.
func (t *tree) typeOfRef(ref *external.TypeRef, in *foreign) resolve.Type {
	switch ref.Form {
	case external.Named:
		return t.namedRef(ref, in)
	case external.TypeVar:
		return t.varRef(ref.Name, in)
	case external.Array:
		rank := ref.Name
		if rank == "[]" {
			rank = ""
		}
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormList,
			Name: rank, Args: t.refs(ref.Args, in)}
	case external.Tuple:
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: parse.FormTuple,
			Args: t.refs(ref.Args, in)}
	}
	return resolve.Unknown
}

func (t *tree) refs(list []external.TypeRef, in *foreign) []resolve.Type {
	var out []resolve.Type
	for i := range list {
		out = append(out, t.typeOfRef(&list[i], in))
	}
	return out
}

// namedRef returns a named type in a declaration of the platform. A type without a
// declaration in the tables is represented by its name: it has no members.
func (t *tree) namedRef(ref *external.TypeRef, in *foreign) resolve.Type {
	if predefined[ref.Name] != "" {
		return keyword(ref.Name)
	}
	id := t.platform.typeNamed(ref.Name)
	if own := t.publicType(id); own != resolve.None {
		// The tree is the source of a library of the platform.
		return t.typeOfDef(own, t.refs(ref.Args, in), 0)
	}
	if id == resolve.None {
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: ref.Name, External: true,
			Args: t.refs(ref.Args, in)}
	}
	return t.typeOfDef(id, t.refs(ref.Args, in), 0)
}

// publicType returns the public type of the tree that has the full name of a type of the
// platform, or None. Declarations in other libraries that refer to it apply to the type
// of the tree.
func (t *tree) publicType(id resolve.DefID) resolve.DefID {
	if id == resolve.None {
		return resolve.None
	}
	d := t.def(id)
	if !t.namespaces[d.ModuleName] {
		return resolve.None
	}
	for _, own := range t.table.Top("csharp", d.ModuleName, d.Name) {
		e := t.table.Def(own)
		if e.Kind.IsType() && len(e.TypeParams) == len(d.TypeParams) &&
			slices.Contains(e.Modifiers, "public") {
			return t.table.Canon[own]
		}
	}
	return resolve.None
}

// inTree reports whether the full name of a type of the platform refers to a type of the
// tree in a file.
func (t *tree) inTree(f *resolve.File, id resolve.DefID) bool {
	d := t.def(id)
	if !t.namespaces[d.ModuleName] {
		return false
	}
	ids, _ := t.typesIn(f, d.ModuleName, d.Name, len(d.TypeParams))
	return len(ids) > 0 && ids[0] > resolve.None
}

// varRef returns the type parameter with a name: of a method, otherwise of its type.
func (t *tree) varRef(name string, in *foreign) resolve.Type {
	for f := in; ; f = t.platform.foreign(f.Outer) {
		for i, p := range f.TypeParams {
			if p == name {
				return resolve.Type{Def: resolve.None, Owner: f.ID, Param: i, Name: name}
			}
		}
		if f.Outer == resolve.None {
			return resolve.Unknown
		}
	}
}

// predefined maps C# keywords to the names of their types in System.
var predefined = map[string]string{
	"string": "String", "object": "Object", "bool": "Boolean", "int": "Int32", "long": "Int64",
	"short": "Int16", "byte": "Byte", "sbyte": "SByte",
	"uint": "UInt32", "ulong": "UInt64", "ushort": "UInt16", "double": "Double", "float": "Single",
	"decimal": "Decimal", "char": "Char", "void": "Void",
	"nint": "IntPtr", "nuint": "UIntPtr",
}

// predefinedTypes maps the keywords to the full names.
var predefinedTypes = func() map[string]string {
	out := map[string]string{}
	for keyword, name := range predefined {
		out[keyword] = "System." + name
	}
	return out
}()

// keywords maps the names in System to the keywords.
var keywords = func() map[string]string {
	out := map[string]string{}
	for keyword, name := range predefined {
		out[name] = keyword
	}
	return out
}()

// keyword returns the type of a keyword.
func keyword(name string) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: name, External: true}
}

// decl returns the definition that declares the members of a type; None for type
// parameters and for types that neither the tree nor the platform declares.
//
// A keyword such as int is the type System.Int32, an array has the members of
// System.Array: their types keep the form of the language, and only member lookups use
// the declaration.
func (t *tree) decl(x resolve.Type) resolve.DefID {
	switch {
	case x.Def != resolve.None:
		return x.Def
	case x.Owner != resolve.None:
		return resolve.None
	case predefinedTypes[x.Name] != "":
		return t.platform.typeNamed(predefinedTypes[x.Name])
	case isArray(x):
		return t.platform.typeNamed("System.Array")
	case x.Form == parse.FormTuple:
		return t.platform.typeNamed("System.ValueTuple")
	case x.Form == parse.FormOptional:
		return t.platform.typeNamed("System.Nullable<>")
	}
	return resolve.None
}

// declared returns x as an instance of the definition that declares its members.
func declared(x resolve.Type, owner resolve.DefID) resolve.Type {
	if x.Def == resolve.None && owner != resolve.None {
		x.Def, x.Form, x.Name, x.External = owner, parse.FormNamed, "", false
	}
	return x
}

func isArray(x resolve.Type) bool {
	return x.Def == resolve.None && x.Form == parse.FormList
}

// known returns the platform type with a full name, instantiated with args, or Unknown.
//
// Tables of an older or smaller platform may lack a type that a rule needs; then the rule
// does not apply.
func (t *tree) known(full string, args ...resolve.Type) resolve.Type {
	id := t.platform.typeNamed(full)
	if id == resolve.None {
		return resolve.Unknown
	}
	return t.typeOfDef(id, args, 0)
}

// is reports whether x is an instance of the platform type with a name.
func (t *tree) is(x resolve.Type, full string) bool {
	return x.Def < resolve.None && t.platform.foreign(x.Def).typ.Name == full &&
		t.platform.foreign(x.Def).member == nil
}

// def returns the definition with the id, of the tree or of the platform.
func (t *tree) def(id resolve.DefID) *resolve.Def {
	if id < resolve.None {
		return &t.platform.foreign(id).Def
	}
	return &t.table.Defs[id]
}

// canonical returns the first declaration of the type that id is a part of.
func (t *tree) canonical(id resolve.DefID) resolve.DefID {
	if id <= resolve.None {
		return id
	}
	return t.table.Canon[id]
}

// own lists the members that a type, or any other definition, itself declares under a
// name.
func (t *tree) own(id resolve.DefID, name string) []resolve.DefID {
	if id < resolve.None {
		return t.platform.members(id, name)
	}
	return t.table.Own(id, name)
}

// fullName returns the name of a declaration of the platform: its namespace, its
// enclosing types as [external.Generic] writes them, and its own name.
func (t *tree) fullName(id resolve.DefID) string {
	f := t.platform.foreign(id)
	if f.member != nil {
		return t.fullName(f.Outer) + "." + f.Name
	}
	if f.ModuleName == "" {
		return f.Symbol
	}
	return f.ModuleName + "." + f.Symbol
}
