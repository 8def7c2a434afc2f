// Package libraries generates the tables of widely used third-party libraries, which
// are described by hand: dotnet.txt, jdk.txt, the stubs of Python, the modules of
// TypeScript and the packages of Go, each entry with its source.
package libraries

import (
	_ "embed" // the descriptions
	"strings"

	"seedgraph/external"
	"seedgraph/external/gen/dotnet"
	"seedgraph/external/gen/notation"
)

var (
	//go:embed dotnet.txt
	dotnetText string
	//go:embed jdk.txt
	jdkText string
)

// Dotnet returns the libraries of .NET.
func Dotnet() ([]external.Declared, error) {
	lang := notation.Language{Arity: true, Keywords: dotnet.Keywords}
	return declare("dotnet.txt", dotnetText, "dotnet", lang)
}

// primitives are Java's types without a declaration.
var primitives = func() map[string]string {
	all := map[string]string{}
	for _, name := range strings.Fields("boolean byte char short int long float double void") {
		all[name] = name
	}
	return all
}()

// JDK returns the libraries of Java.
func JDK() ([]external.Declared, error) {
	return declare("jdk.txt", jdkText, "jdk", notation.Language{Keywords: primitives})
}

// declare reads a description, in which types of the platform and its own may be
// used.
func declare(file, text, platform string, lang notation.Language) ([]external.Declared, error) {
	p := external.Open(platform).WithoutLibraries()
	lang.Known = func(key string) bool { return p.Type(key) != nil }
	f, err := notation.Parse(file, text, lang)
	if err != nil {
		return nil, err
	}
	return f.Declared, nil
}
