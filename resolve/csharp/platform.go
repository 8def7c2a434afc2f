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

// A platform makes the declarations of .NET look like definitions of the tree,
// so that one set of rules serves both. Their ids are below none and given out as
// they are asked for: they tell definitions apart, order nothing, and never leave
// the resolver. What a reference to one of them makes is an external reference.
type platform struct {
	source *external.Platform
	file   *resolve.File // stands for all files of the platform

	// defs has the declarations by -2-id, in chunks: it is read without the lock.
	defs [maxForeign / foreignChunk]atomic.Pointer[[foreignChunk]*foreign]

	mu     sync.RWMutex
	count  int                          // of defs
	types  map[string]resolve.DefID     // by full name; none for those that there are not
	scopes map[scopeKey][]resolve.DefID // of a type, or under None extension methods
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

// Every declaration that is asked for has its place, which never moves: an id is known only
// to those that learnt it after the declaration was entered.
const foreignChunk, maxForeign = 1 << 10, 1 << 22

// foreign returns what the id of a declaration of the platform stands for.
func (p *platform) foreign(id resolve.DefID) *foreign {
	i := uint32(-2 - id) // -1 is resolve.None
	return p.defs[i/foreignChunk].Load()[i%foreignChunk]
}

// typeNamed returns the type with a full name as [external.Generic] writes it;
// 0 if there is none.
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

// addType enters a type, nil where the platform has no type of that name.
//
// Two goroutines may look a name up at the same time; the first that enters it wins.
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

// typeKinds are the kinds of nodes that types of the platform would be.
var typeKinds = map[external.TypeKind]graph.NodeKind{
	external.Class: graph.KindClass, external.Interface: graph.KindInterface,
	external.Struct: graph.KindStruct,
	external.Enum:   graph.KindEnum, external.Delegate: graph.KindDelegate,
}

func (p *platform) typeDefinition(t *external.Type) resolve.Def {
	name := t.Local()
	name = name[strings.LastIndexByte(name, '.')+1:]
	name, _, _ = strings.Cut(name, "<")
	d := &parse.Definition{
		Kind: typeKinds[t.Kind], Name: name, Symbol: t.Local(),
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

// modifiers writes flags as a declaration would.
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

// memberKinds are the kinds of nodes that members of the platform would be.
var memberKinds = map[external.MemberKind]graph.NodeKind{
	external.Method: graph.KindMethod, external.Constructor: graph.KindConstructor,
	external.Property: graph.KindProperty,
	external.Field:    graph.KindField, external.Event: graph.KindEvent,
	external.Constant: graph.KindConstant,
	external.Indexer:  graph.KindProperty, external.Operator: graph.KindOperator,
	external.Conversion: graph.KindOperator,
}

// members lists the members that a type itself declares under a name: that of
// the type for constructors, this[] for indexers, [external.ImplicitName] for
// implicit conversions.
//
// Explicit implementations are left out: they cannot be named. Ids are given out in the
// order of the questions, which differs from run to run; they order nothing.
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
		// Another goroutine was faster, and its ids are the ones in use.
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

// modeOf is the word before a parameter that is passed by reference.
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

// foreignBases are the bases that a type of the platform declares.
func (t *tree) foreignBases(id resolve.DefID) []resolve.Type {
	f := t.platform.foreign(id)
	var out []resolve.Type
	for i := range f.typ.Bases {
		out = append(out, t.typeOfRef(&f.typ.Bases[i], f))
	}
	return out
}

// typeOfRef is a type as a declaration of the platform names it.
//
// An array of one dimension has no name, one of several keeps its rank, as types of the tree
// do.
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
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: resolve.List,
			Name: rank, Args: t.refs(ref.Args, in)}
	case external.Tuple:
		return resolve.Type{Def: resolve.None, Owner: resolve.None, Form: resolve.Tuple,
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

// namedRef is a named type of a declaration of the platform. One that the tables name and do
// not declare stays a type of that name: it has no members.
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

// publicType is the public type of the tree that has the full name of one of the platform;
// 0 if there is none. What other libraries say of it holds for the one of the tree.
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

// inTree reports whether the full name of a type of the platform means one of the tree in a
// file.
func (t *tree) inTree(f *resolve.File, id resolve.DefID) bool {
	d := t.def(id)
	if !t.namespaces[d.ModuleName] {
		return false
	}
	ids, _ := t.typesIn(f, d.ModuleName, d.Name, len(d.TypeParams))
	return len(ids) > 0 && ids[0] > resolve.None
}

// varRef is the type parameter with a name: of a method, else of its type.
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

// predefined names the types of System that C# has a keyword for, by keyword.
var predefined = map[string]string{
	"string": "String", "object": "Object", "bool": "Boolean", "int": "Int32", "long": "Int64",
	"short": "Int16", "byte": "Byte", "sbyte": "SByte",
	"uint": "UInt32", "ulong": "UInt64", "ushort": "UInt16", "double": "Double", "float": "Single",
	"decimal": "Decimal", "char": "Char", "void": "Void",
	"nint": "IntPtr", "nuint": "UIntPtr",
}

// predefinedTypes are their full names, by keyword.
var predefinedTypes = func() map[string]string {
	out := map[string]string{}
	for keyword, name := range predefined {
		out[keyword] = "System." + name
	}
	return out
}()

// keywords are the keywords of those types, by their names in System.
var keywords = func() map[string]string {
	out := map[string]string{}
	for keyword, name := range predefined {
		out[name] = keyword
	}
	return out
}()

// keyword is a type that has a keyword.
func keyword(name string) resolve.Type {
	return resolve.Type{Def: resolve.None, Owner: resolve.None, Name: name, External: true}
}

// decl is the definition that declares the members of a type; none for type
// parameters and for what neither the tree nor the platform declares.
//
// A keyword such as int is the type System.Int32, an array has the members of
// System.Array: their values have the form that the language gives them, and only a look
// at members leads to the declaration.
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
	case x.Form == resolve.Tuple:
		return t.platform.typeNamed("System.ValueTuple")
	case x.Form == resolve.Optional:
		return t.platform.typeNamed("System.Nullable<>")
	}
	return resolve.None
}

// declared is x as an instance of the definition that declares its members.
func declared(x resolve.Type, owner resolve.DefID) resolve.Type {
	if x.Def == resolve.None && owner != resolve.None {
		x.Def, x.Form, x.Name, x.External = owner, resolve.NoForm, "", false
	}
	return x
}

func isArray(x resolve.Type) bool {
	return x.Def == resolve.None && x.Form == resolve.List
}

// known returns the type of the platform with a full name, and its arguments;
// unknown if there is none.
//
// Tables of an older or smaller platform may lack a type that a rule asks for; then the rule
// does not apply.
func (t *tree) known(full string, args ...resolve.Type) resolve.Type {
	id := t.platform.typeNamed(full)
	if id == resolve.None {
		return resolve.Unknown
	}
	return t.typeOfDef(id, args, 0)
}

// is reports whether x is an instance of the type of the platform with a name.
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

// canonical returns the first of the declarations that id is a part of.
func (t *tree) canonical(id resolve.DefID) resolve.DefID {
	if id <= resolve.None {
		return id
	}
	return t.table.Canon[id]
}

// own lists the members that a type, or any other definition, itself declares
// under a name.
func (t *tree) own(id resolve.DefID, name string) []resolve.DefID {
	if id < resolve.None {
		return t.platform.members(id, name)
	}
	return t.table.Own(id, name)
}

// fullName is the name of a declaration of the platform: its namespace, the types
// around it as [external.Generic] writes them, and its own name.
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
