package libraries

import "seedgraph/frameworks/concept/model"

// requestNames are the words of files that make requests with net/http, or pass verbs to functions that do.
var requestNames = []string{"http.NewRequest", "http.Get", "http.Post", "http.Head", "http.Client", "http.DefaultClient", "httptest.",
	`"GET"`, `"POST"`, `"PUT"`, `"DELETE"`, `"PATCH"`, "http.Method"}

// newRequests lists the rows of the constructors of requests.
func newRequests(direct bool) []model.Call {
	return []model.Call{
		{Function: []string{"NewRequest"}, Effect: model.Effect{Request: &model.Request{VerbArg: "0", Address: "1", Direct: direct}}},
		{Function: []string{"NewRequestWithContext"}, Effect: model.Effect{Request: &model.Request{VerbArg: "1", Address: "2", Direct: direct}}},
	}
}

// The client of net/http, and the requests of its tests.
var _ = add(
	&model.Library{Name: "net/http/httptest", Language: "go", Modules: []string{"net/http/httptest"}, Needs: requestNames,
		Calls: newRequests(true)},
	&model.Library{Name: "net/http.Client", Language: "go", Modules: []string{"net/http"}, Words: requestNames, Needs: requestNames,
		Calls: append(newRequests(false),
			model.Call{Function: []string{"Get", "Head", "Post", "PostForm"}, Effect: model.Effect{Request: &model.Request{Verb: "name", Address: "0"}}},
			model.Call{Method: []string{"Get", "Head", "Post", "PostForm"}, On: []string{"Client"},
				Effect: model.Effect{Request: &model.Request{Verb: "name", Address: "0"}}})},
)
