package dotnet

import (
	_ "embed" // the additions
	"fmt"
	"reflect"

	"seedgraph/external"
	"seedgraph/external/gen/notation"
)

//go:embed additions.txt
var additions string

// Keywords maps the C# keywords for types to their full names.
var Keywords = map[string]string{
	"bool": "System.Boolean", "byte": "System.Byte", "sbyte": "System.SByte", "char": "System.Char",
	"short": "System.Int16", "ushort": "System.UInt16", "int": "System.Int32",
	"uint": "System.UInt32",
	"long": "System.Int64", "ulong": "System.UInt64", "float": "System.Single",
	"double":  "System.Double",
	"decimal": "System.Decimal", "nint": "System.IntPtr", "nuint": "System.UIntPtr",
	"void":   "System.Void",
	"object": "System.Object", "string": "System.String",
}

// add merges the additions into the declarations of the packages.
func add(all []external.Declared) error {
	types := map[string]*external.Type{}
	for _, d := range all {
		for _, t := range d.Types {
			types[t.Name] = t
		}
	}
	known := func(key string) bool { return types[key] != nil }
	lang := notation.Language{Arity: true, Keywords: Keywords, Known: known}
	file, err := notation.Parse("additions.txt", additions, lang)
	if err != nil {
		return err
	}
	if len(file.Declared) > 0 {
		return fmt.Errorf("additions.txt declares types; it may only extend them")
	}
	for _, extended := range file.Extended {
		t := types[extended.Name]
		if len(t.TypeParams) != len(extended.TypeParams) {
			return fmt.Errorf("additions.txt: %s has other type parameters", t.Name)
		}
		for i, p := range extended.TypeParams {
			if name := t.TypeParams[i].Name; name != p.Name {
				return fmt.Errorf("additions.txt: parameter %s of %s is %s", p.Name, t.Name, name)
			}
			t.TypeParams[i].Rules |= p.Rules
		}
		for _, m := range extended.Members {
			addMember(t, m)
		}
	}
	return nil
}

// addMember adds m unless t has it. It replaces a value of unknown type.
func addMember(t *external.Type, m external.Member) {
	for i := range t.Members {
		old := &t.Members[i]
		if old.Name != m.Name || old.Kind != m.Kind {
			continue
		}
		value := m.Kind == external.Property || m.Kind == external.Indexer || m.Kind == external.Event
		if value && old.Type.IsZero() {
			*old = m
			return
		}
		if reflect.DeepEqual(types(old), types(&m)) {
			return
		}
	}
	t.Members = append(t.Members, m)
}

// types returns the types that distinguish overloads, without nullable annotations.
func types(m *external.Member) []external.TypeRef {
	all := []external.TypeRef{m.Type}
	for i := range m.Params {
		all = append(all, m.Params[i].Type)
	}
	for range m.TypeParams {
		all = append(all, external.TypeRef{})
	}
	return withoutNull(all)
}

func withoutNull(types []external.TypeRef) []external.TypeRef {
	var all []external.TypeRef
	for _, t := range types {
		t.Null = false
		t.Args = withoutNull(t.Args)
		all = append(all, t)
	}
	return all
}
