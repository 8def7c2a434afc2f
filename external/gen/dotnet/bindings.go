package dotnet

import (
	"encoding/json"
	"os"
	"strings"

	"seedgraph/external"
)

// A surface is the contents of bindings.json: the metadata of a namespace in the
// assemblies.
type surface struct {
	Provider struct {
		Namespace string `json:"namespace"`
	} `json:"provider"`
	TargetSurface struct {
		Types []bound `json:"types"`
	} `json:"targetSurface"`
}

// A bound is a type in the metadata.
type bound struct {
	TargetName     string // System.Collections.Generic.List`1+Enumerator
	Kind           string
	Accessibility  string
	IsAbstract     bool
	IsSealed       bool
	IsStatic       bool
	TypeParameters []string
	BaseType       *boundBase
	Interfaces     []boundBase
	Methods        []boundMember
	Properties     []boundMember
	Fields         []boundMember
	Events         []boundMember
	Constructors   []boundMember
}

type boundBase struct {
	TargetName    string
	TypeArguments []string // IEnumerable_1[[T]]: names without namespace
}

// A boundMember is a method, property, field, event or constructor.
type boundMember struct {
	TargetName          string
	MetadataToken       int
	CanonicalSignature  string // (System.Int32,TKey&,Func_2):List_1; open types have no arguments
	NormalizedSignature string
	EmitScope           string
	Provenance          string
	OwnerQualifiedName  string
	Arity               int
	IsStatic            bool
	IsAbstract          bool
	IsVirtual           bool
	IsOverride          bool
	IsSealed            bool
	IsExtensionMethod   bool
	IsIndexer           bool
	IsLiteral           bool
	IsReadOnly          bool
	HasSetter           bool
	Visibility          string
	ParameterModifiers  []struct {
		Index    int
		Modifier string
	}
}

func readSurface(file string) (*surface, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s := &surface{}
	return s, json.Unmarshal(data, s)
}

// own reports whether m is declared by t itself and accessible by name on it. The
// others are members of bases, which are declared there, and explicit interface
// implementations, which are accessible only through the interface.
func (m *boundMember) own(t *bound) bool {
	switch m.Provenance {
	case "BaseOverload", "Synthesized", "IndexerNormalized":
		return false
	}
	return m.OwnerQualifiedName == t.TargetName && m.EmitScope != "ViewOnly" &&
		m.Visibility != "Internal"
}

// params returns the erased types of the parameters: the last part of each name
// without arity and arguments.
func (m *boundMember) params() []string {
	sig := m.CanonicalSignature
	open, end := strings.IndexAny(sig, "(["), 0
	if open != 0 {
		return nil
	}
	end = closing(sig, 0)
	var all []string
	for _, p := range split(sig[1:end]) {
		all = append(all, erase(p))
	}
	return all
}

// result returns the erased type of the result or the value.
func (m *boundMember) result() string {
	sig := m.CanonicalSignature
	if strings.HasPrefix(sig, "(") || strings.HasPrefix(sig, "[") {
		sig = sig[closing(sig, 0)+1:]
	}
	return erase(strings.TrimPrefix(sig, ":"))
}

// closing returns the index of the bracket that matches the one at sig[at].
func closing(sig string, at int) int {
	depth := 0
	for i := at; i < len(sig); i++ {
		switch sig[i] {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(sig)
}

// split splits s at the commas outside brackets.
func split(s string) []string {
	if s == "" {
		return nil
	}
	var all []string
	depth, from := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '[', '(', '<', '{':
			depth++
		case ']', ')', '>', '}':
			depth--
		case ',':
			if depth == 0 {
				all = append(all, s[from:i])
				from = i + 1
			}
		}
	}
	return append(all, s[from:])
}

// erase reduces the metadata name of a type to a comparable form: System.Func_2[[…]]&
// gives Func, System.Int32[,] gives Int32[].
func erase(name string) string {
	name = strings.TrimSuffix(name, "&")
	arrays := ""
	for {
		if rest, ok := strings.CutSuffix(name, "[]"); ok {
			name, arrays = rest, arrays+"[]"
		} else if rest, ok := strings.CutSuffix(name, "*"); ok {
			name, arrays = rest, arrays+"*"
		} else if i := strings.LastIndex(name, "[,"); i >= 0 && onlyOf(name[i:], "[,]") {
			name, arrays = name[:i], arrays+"[]"
		} else {
			break
		}
	}
	name, _, _ = strings.Cut(name, "[")
	name = name[strings.LastIndexAny(name, ".+")+1:]
	return cutArity(name) + arrays
}

// cutArity removes the number of type parameters from a name: List_1 and List`1 give
// List.
func cutArity(name string) string {
	i := strings.LastIndexAny(name, "_`")
	if i > 0 && i+1 < len(name) && onlyOf(name[i+1:], "0123456789") {
		return name[:i]
	}
	return name
}

// onlyOf reports whether s consists of the given characters.
func onlyOf(s, chars string) bool { return strings.Trim(s, chars) == "" }

// flags returns the modifiers of m as a member of a type of kind in.
func (m *boundMember) flags(in external.TypeKind) external.Flags {
	var f external.Flags
	override := m.IsOverride && in != external.Interface
	for _, bit := range []struct {
		has  bool
		flag external.Flags
	}{
		{m.IsStatic, external.Static},
		{m.IsAbstract, external.Abstract},
		{m.IsVirtual && !m.IsAbstract && !m.IsSealed && !override, external.Virtual},
		{m.IsOverride, external.Override},
		{m.IsOverride && m.IsSealed, external.Sealed},
		{m.IsExtensionMethod, external.Extension},
	} {
		if bit.has {
			f |= bit.flag
		}
	}
	return f
}

func (m *boundMember) visible() external.Visibility {
	if strings.HasPrefix(m.Visibility, "Protected") {
		return external.Protected
	}
	return external.Public
}

// key converts the metadata name of a type to that of the tables:
// System.Collections.Generic.List`1+Enumerator gives
// System.Collections.Generic.List<>.Enumerator.
func key(target string) string {
	parts := strings.Split(target, "+")
	for i, p := range parts {
		if name, arity, ok := strings.Cut(p, "`"); ok {
			n := 0
			for _, c := range arity {
				n = 10*n + int(c-'0')
			}
			parts[i] = external.Generic(name, n)
		}
	}
	return strings.Join(parts, ".")
}

// scriptName returns the name of a type of the namespace in the declarations file:
// List`1+Enumerator is List_1_Enumerator there.
func scriptName(namespace, target string) string {
	local := strings.TrimPrefix(strings.TrimPrefix(target, namespace), ".")
	return strings.NewReplacer("`", "_", "+", "_").Replace(local)
}
