package grpc_test

import (
	"testing"

	"seedgraph/frameworks/grpc"
	"seedgraph/parse"
)

// TestSites: the sites of files that name the library are requested, and in C# those
// with a client type.
func TestSites(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       bool
	}{
		{"csharp", "using Grpc.Core;", true},
		{"csharp", "Greeter.GreeterClient c;", true},
		{"csharp", "new HttpClient(); Http.Client c; Greeter.OtherClient d; GreeterClient e;", false},
		{"java", "x.GreeterGrpc", true},
		{"go", `import "google.golang.org/grpc/codes"`, true},
		{"go", "c := pb.NewGreeterClient(conn)", true}, // the library is named by the generated package
		{"go", "pb.NewGreeterClient; x.NewClientOf(c); x.New(Client(c)); NewGreeterClient(c)", false},
		{"python", "import mail_pb2_grpc", true},
		{"python", "Greeter.GreeterClient", false},
		{"typescript", "Grpc", false},
		{"typescript", "import * as grpc from '@grpc/grpc-js'", true},
		{"javascript", "@GrpcMethod()", true},
		{"python", "'@grpc/grpc-js'", false},
	} {
		src := parse.Source{Text: c.text}
		if got := grpc.Broker().Sites(c.lang, src) == parse.AllSites; got != c.want {
			t.Errorf("%s %s: %v, want %v", c.lang, c.text, got, c.want)
		}
	}
}
