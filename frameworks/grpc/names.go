package grpc

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"seedgraph/resolve"
)

// A language says what the code that is generated of a service is called.
type language struct {
	// service is the service whose base type a name is; empty for none.
	service func(name string) string
	// serves reports whether a method of what implements a service answers requests.
	serves func(d *resolve.Def) bool
	// client is the service whose client a type is, or is made by a call; empty for none.
	client func(name string) string
	// method is the name that a method has in the service.
	method func(name string) string
	// stated says that the names of its clients are plain ones: only those of services that a
	// description states are taken for clients.
	stated bool
}

var languages = map[string]*language{
	"csharp": {
		service: func(name string) string { return nested(name, "", "Base") }, // Greeter.GreeterBase
		serves: func(d *resolve.Def) bool {
			return resolve.HasModifier(d, "override") && takes(d, "ServerCallContext")
		},
		client: func(name string) string { return nested(name, "", "Client") },
		method: func(name string) string { return strings.TrimSuffix(name, "Async") },
	},
	"java": {
		service: func(name string) string { return nested(name, "Grpc", "ImplBase") },
		serves:  func(d *resolve.Def) bool { return takes(d, "StreamObserver") },
		client:  javaClient,
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
		method: func(name string) string { return name },
	},
	"python": {
		service: func(name string) string { return generated(name, "Servicer") },
		serves: func(d *resolve.Def) bool {
			return len(d.Params) > 0 && d.Params[len(d.Params)-1].Name == "context"
		},
		client: func(name string) string { return generated(name, "Stub") },
		method: func(name string) string { return name },
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

// between is what is between the beginning and the end of a name; empty for others.
func between(name, start, end string) string {
	rest, ok := strings.CutPrefix(name, start)
	if rest, ends := strings.CutSuffix(rest, end); ok && ends {
		return rest
	}
	return ""
}

// nested is the service of a type that is nested in one which is named after it.
func nested(name, outerEnd, end string) string {
	service := between(resolve.LastName(name), "", end)
	outer := resolve.LastName(strings.TrimSuffix(name, "."+service+end))
	if service == "" || outer != service+outerEnd || outer == resolve.LastName(name) {
		return ""
	}
	return service
}

// javaClient is the service of a stub: GreeterGrpc.GreeterBlockingStub, or what makes one,
// GreeterGrpc.newBlockingStub.
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

// generated is the service of a type in a module that is generated for Python.
func generated(name, end string) string {
	module := strings.TrimSuffix(name, "."+resolve.LastName(name))
	if !strings.HasSuffix(module, "_pb2_grpc") {
		return ""
	}
	return between(resolve.LastName(name), "", end)
}

// servesGo reports whether a method of Go is one of a service: it is given a context and a
// message, or a stream last.
func servesGo(d *resolve.Def) bool {
	if !d.Exported || len(d.Params) == 0 {
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

// upper is a name with its first letter in upper case.
func upper(name string) string {
	c, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(c)) + name[n:]
}

func isName(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}
