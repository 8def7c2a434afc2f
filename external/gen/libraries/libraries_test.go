package libraries

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/external"
	"seedgraph/external/gen/check"
	"seedgraph/external/gen/notation"
)

var tables = []struct {
	name, platform string
	declare        func() ([]external.Declared, error)
}{
	{"dotnet-libraries", "dotnet", Dotnet},
	{"jdk-libraries", "jdk", JDK},
	{"go-libraries", "go", Go},
	{"python-libraries", "python", Python},
	{"typescript-libraries", "typescript", TypeScript},
}

// TestTables compares the tables with the descriptions, entry by entry.
func TestTables(t *testing.T) {
	for _, table := range tables {
		all, err := table.declare()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := external.Encode(all); err != nil { // sorts
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join("..", "..", "data", table.name+".tbl"))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range check.Differences(external.New(table.name, string(data)), all) {
			t.Errorf("%s: %s: run go generate ./outside", table.name, line)
		}
	}
}

// TestDescriptions checks that each type has a source, is marked as partial, and uses
// other types with as many arguments as they have parameters, or raw.
func TestDescriptions(t *testing.T) {
	for _, table := range tables {
		all, err := table.declare()
		if err != nil {
			t.Fatal(err)
		}
		p := external.Open(table.platform)
		for _, d := range all {
			if n := p.Namespace(d.Name); n == nil || !n.Partial() {
				t.Errorf("namespace %s is not partial", d.Name)
			}
			for _, typ := range d.Types {
				if got := p.Type(typ.Name); got == nil || got.Flags&external.Partial == 0 {
					t.Errorf("%s is missing or whole", typ.Name)
				}
				checkRefs(t, p, typ.Name, typ.Bases)
				for _, m := range typ.Members {
					checkRefs(t, p, typ.Name, []external.TypeRef{m.Type})
					for _, param := range m.Params {
						checkRefs(t, p, typ.Name, []external.TypeRef{param.Type})
					}
				}
			}
		}
	}
}

func checkRefs(t *testing.T, p *external.Platform, at string, refs []external.TypeRef) {
	t.Helper()
	for _, r := range refs {
		checkRefs(t, p, at, r.Args)
		if r.Form != external.Named || primitives[r.Name] != "" ||
			slices.Contains([]string{"None", "any", "string", "object", "null", "int", "uint", "bool", "error", "comparable"}, r.Name) {
			continue
		}
		typ := p.Type(r.Name)
		if typ == nil {
			t.Errorf("%s: no type %s", at, r.Name)
		} else if raw := len(r.Args) == 0 && p == external.Open("jdk"); !raw &&
			len(typ.TypeParams) != len(r.Args) {
			t.Errorf("%s: %s has %d arguments, %d parameters", at, r.Name, len(r.Args),
				len(typ.TypeParams))
		}
	}
}

// TestAnswers runs typical queries of a resolver on mocks, mappers and the like.
func TestAnswers(t *testing.T) {
	for _, test := range []struct{ platform, typ, member, want string }{
		{"dotnet", "Moq.Mock<>", "Object", "readonly property Object: T"},
		{"dotnet", "NSubstitute.Substitute", "For",
			"static method For<T: class>(params constructorArguments: System.Object[]): T"},
		{"dotnet", "FakeItEasy.A", "Fake", "static method Fake<T: class>(): T"},
		{"dotnet", "AutoMapper.IMapperBase", "Map",
			"abstract method Map<TDestination>(source: System.Object): TDestination"},
		{"dotnet", "MediatR.ISender", "Send",
			"abstract method Send<TResponse>(request: MediatR.IRequest<TResponse>, " +
				"cancellationToken?: System.Threading.CancellationToken): System.Threading.Tasks.Task<TResponse>"},
		{"dotnet", "Xunit.Assert", "Single",
			"static method Single(collection: System.Collections.IEnumerable): System.Object?"},
		{"jdk", "org.mockito.Mockito", "when",
			"static method when<T>(methodCall: T): org.mockito.stubbing.OngoingStubbing<T>"},
		{"jdk", "org.mockito.Mockito", "verify", "static method verify<T>(mock: T): T"},
		{"jdk", "org.mockito.ArgumentCaptor", "getValue", "method getValue(): T"},
		{"jdk", "org.junit.jupiter.api.Assertions", "assertThrows",
			"static method assertThrows<T: java.lang.Throwable>(" +
				"expectedType: java.lang.Class<T>, executable: org.junit.jupiter.api.function.Executable): T"},
		{"jdk", "jakarta.inject.Provider", "get", "abstract method get(): T"},
	} {
		typ := external.Open(test.platform).Type(test.typ)
		if typ == nil {
			t.Errorf("no type %s", test.typ)
			continue
		}
		members := typ.Member(test.member)
		if len(members) == 0 || notation.Member(&members[0]) != test.want {
			t.Errorf("%s.%s: got %v, want %s", test.typ, test.member, members, test.want)
		}
	}
	for _, e := range external.Open("dotnet").Extensions("Received") {
		if e.Type.Name != "NSubstitute.SubstituteExtensions" {
			t.Errorf("Received of %s", e.Type.Name)
		}
	}
}

// TestOwnNamesDoNotVouch checks that a type removed from a description is not found
// in the table of the old one.
func TestOwnNamesDoNotVouch(t *testing.T) {
	text := strings.Replace(dotnetText, "class Mock<T: class> : Mock",
		"class Mark<T: class> : Mock", 1)
	lang := notation.Language{Arity: true}
	if _, err := declare("dotnet.txt", text, "dotnet", lang); err == nil ||
		!strings.Contains(err.Error(), "nothing declares") {
		t.Errorf("got error %v", err)
	}
}
