package grpc

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// A language holds the naming rules of generated code.
type language struct {
	// service returns the service whose base type has a name, or "".
	service func(name string) string
	// serves reports whether a method of a service implementation handles requests.
	serves func(d *resolve.Def) bool
	// client returns the service of a client type, or of a call that makes a client, or
	// "".
	client func(name string) string
	// method returns the name in the service for a method in the language.
	method func(name string) string
	// stated is set if client type names are not distinctive: only those of services in
	// a description count.
	stated bool
	// names reports whether a text names a type that no other library calls its clients by; nil where
	// the names tell nothing.
	names func(text string) bool

	// Of languages whose generated code is kept with the sources:
	isGenerated func(path string) bool         // reports whether a file is generated of services
	interfaceOf func(d *resolve.Def) string    // the service that a generated type declares; empty for other types
	answers     func(method *resolve.Def) bool // reports whether a method of that type is one of the service
}

var languages = map[string]*language{
	"csharp": {
		service: func(name string) string { return nested(name, "", "Base") }, // Greeter.GreeterBase
		serves: func(d *resolve.Def) bool {
			return resolve.HasModifier(d, "override") && takes(d, "ServerCallContext")
		},
		client: func(name string) string { return nested(name, "", "Client") },
		names:  hasClient,
		method: func(name string) string { return strings.TrimSuffix(name, "Async") },
	},
	"java": {
		service: func(name string) string { return nested(name, "Grpc", "ImplBase") },
		serves:  func(d *resolve.Def) bool { return takes(d, "StreamObserver") },
		client:  javaClient,
		names:   func(text string) bool { return strings.Contains(text, "Grpc.") && strings.Contains(text, "Stub") },
		method:  upper,
	},
	"go": {
		service: func(name string) string {
			return between(resolve.LastName(name), "Unimplemented", "Server")
		},
		serves: servesGo,
		client: func(name string) string {
			return strings.TrimPrefix(between(resolve.LastName(name), "", "Client"), "New")
		},
		method:      func(name string) string { return name },
		isGenerated: func(path string) bool { return strings.HasSuffix(path, ".pb.go") },
		interfaceOf: func(d *resolve.Def) string {
			if d.Kind != graph.KindInterface || strings.Contains(d.Name, "_") ||
				strings.HasPrefix(d.Name, "Unsafe") {
				return "" // Greeter_WatchServer is a stream
			}
			return between(d.Name, "", "Server")
		},
		answers: servesGo,
	},
	"python": {
		service: func(name string) string { return generated(name, "Servicer") },
		serves: func(d *resolve.Def) bool {
			return len(d.Params) > 0 && d.Params[len(d.Params)-1].Name == "context"
		},
		client:      func(name string) string { return generated(name, "Stub") },
		method:      func(name string) string { return name },
		isGenerated: func(path string) bool { return strings.HasSuffix(path, "_pb2_grpc.py") },
		interfaceOf: func(d *resolve.Def) string { return between(d.Name, "", "Servicer") },
		answers:     func(*resolve.Def) bool { return true },
	},
	"typescript": {
		service: func(string) string { return "" }, // see node.go
		serves:  func(*resolve.Def) bool { return false },
		client: func(name string) string {
			return strings.TrimSuffix(resolve.LastName(name), "Client")
		},
		method: upper,
		stated: true,
	},
}

// between returns the part of a name between a prefix and a suffix, or "".
func between(name, start, end string) string {
	rest, ok := strings.CutPrefix(name, start)
	if rest, ends := strings.CutSuffix(rest, end); ok && ends {
		return rest
	}
	return ""
}

// nested returns the service of a type nested in one that is named after it.
func nested(name, outerEnd, end string) string {
	service := between(resolve.LastName(name), "", end)
	outer := resolve.LastName(strings.TrimSuffix(name, "."+service+end))
	if service == "" || outer != service+outerEnd || outer == resolve.LastName(name) {
		return ""
	}
	return service
}

// javaClient returns the service of a stub: GreeterGrpc.GreeterBlockingStub, or of its
// factory method, GreeterGrpc.newBlockingStub.
func javaClient(name string) string {
	for _, kind := range []string{"BlockingStub", "FutureStub", "BlockingV2Stub", "Stub"} {
		if service := nested(name, "Grpc", kind); service != "" {
			return service
		}
		if outer, ok := strings.CutSuffix(name, ".new"+kind); ok {
			return between(resolve.LastName(outer), "", "Grpc")
		}
	}
	return ""
}

// generated returns the service of a type in a module generated for Python.
func generated(name, end string) string {
	module := strings.TrimSuffix(name, "."+resolve.LastName(name))
	if !strings.HasSuffix(module, "_pb2_grpc") {
		return ""
	}
	return between(resolve.LastName(name), "", end)
}

// servesGo reports whether a Go method implements a service method: it takes a context
// and a message, or a stream as the last parameter. Its type need not be exported.
func servesGo(d *resolve.Def) bool {
	if upper(d.Name) != d.Name || len(d.Params) == 0 {
		return false
	}
	last := resolve.LastName(d.Params[len(d.Params)-1].Type.Name)
	isStream := strings.HasSuffix(last, "_"+d.Name+"Server") || strings.HasSuffix(last,
		"StreamingServer")
	return isStream && len(d.Params) <= 2 ||
		len(d.Params) == 2 && d.Params[0].Type.Name == "context.Context"
}

// takes reports whether a method has a parameter of a type.
func takes(d *resolve.Def, name string) bool {
	for _, p := range d.Params {
		if resolve.LastName(p.Type.Name) == name {
			return true
		}
	}
	return false
}

// upper returns a name with its first letter in upper case.
func upper(name string) string {
	c, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(c)) + name[n:]
}

func isName(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}
