package typescript

// A form describes how a call makes a request.
type form struct {
	verb    string   // empty if the method specifies it
	method  int      // position of the verb argument, or -1
	url     int      // position of the address argument, or -1
	options int      // position of the options argument, or -1
	urlIn   []string // the properties of the options that may be the address
}

// methodKeys are the option properties with the verb.
var methodKeys = []string{"method", "type"}

// baseKeys are the option properties with the base address.
var baseKeys = []string{"baseURL", "prefixUrl", "prefix", "baseUrl"}

func verbForm(verb string, options int) *form {
	return &form{verb: verb, method: -1, url: 0, options: options}
}

var (
	// fetchForm is the form of fetch(url, { method }).
	fetchForm = &form{method: -1, url: 0, options: 1}

	// shadowForm is the form of a local called fetch.
	shadowForm = &form{method: -1, url: 0, options: 1}

	// configForm is the form of f({ url, method }), and of f(url, { method }).
	configForm = &form{method: -1, url: 0, options: 1, urlIn: []string{"url"}}

	// keyForm is the form of useSWR(key, fetcher): the key is passed to the fetcher,
	// and is an address if it has the form of one. The fetcher determines the verb,
	// which is usually GET.
	keyForm = &form{verb: "GET", method: -1, url: 0, options: -1}

	// sendForm is the form of f(verb, url).
	sendForm = &form{method: 0, url: 1, options: -1}

	sourceForm = &form{verb: "GET", method: -1, url: 0, options: -1}
)

// verbMethods are the client methods named after verbs; if bodies is set, methods that
// send a body take it before the options.
func verbMethods(bodies bool) map[string]*form {
	behind := 1
	if bodies {
		behind = 2
	}
	return map[string]*form{
		"get": verbForm("GET", 1), "delete": verbForm("DELETE", 1), "head": verbForm("HEAD", 1),
		"options": verbForm("OPTIONS", 1), "post": verbForm("POST", behind),
		"put": verbForm("PUT", behind), "patch": verbForm("PATCH", behind),
	}
}

// with adds the further methods of a client to those of verbs.
func with(methods map[string]*form, more map[string]*form) map[string]*form {
	for name, f := range more {
		methods[name] = f
	}
	return methods
}

var (
	axios = with(verbMethods(true), map[string]*form{"": configForm, "request": configForm,
		"postForm": verbForm("POST", 2), "putForm": verbForm("PUT", 2),
		"patchForm": verbForm("PATCH", 2)})
	ky     = with(verbMethods(false), map[string]*form{"": fetchForm})
	got    = with(verbMethods(false), map[string]*form{"": configForm, "stream": sourceForm})
	ofetch = map[string]*form{"": fetchForm, "raw": fetchForm}
	agent  = with(verbMethods(false), map[string]*form{"": sendForm, "del": verbForm("DELETE", -1)})
	jquery = map[string]*form{"get": verbForm("GET", 0), "post": verbForm("POST", 0),
		"getJSON": verbForm("GET", -1), "ajax": configForm}
	angular = with(verbMethods(true), map[string]*form{"jsonp": verbForm("GET", -1),
		"request": {method: 0, url: 1, options: 2}})
)

// angularJS has the methods of the service $http of AngularJS.
var angularJS = with(verbMethods(true), map[string]*form{"": configForm, "jsonp": verbForm("GET", -1)})

// makers are the functions that make clients, by full name, with the methods of these;
// the empty name is the client itself.
var makers = map[string]map[string]*form{
	"axios.create": axios, "ky.create": ky, "ky.extend": ky, "got.extend": got,
	"ofetch.$fetch.create": ofetch, "ofetch.ofetch.create": ofetch, "$fetch.create": ofetch,
	"supertest": agent, "supertest.agent": agent, "superagent.agent": agent,
}

// classes are the types of clients, by full name.
var classes = map[string]map[string]*form{
	"@angular/common/http.HttpClient": angular,
	"@nestjs/axios.HttpService":       axios,
	"@nestjs/common.HttpService":      axios,
	"axios.AxiosInstance":             axios,
	"axios.AxiosStatic":               axios,
	"axios.Axios":                     axios,
}

// creations are the classes whose constructors take the address of a request.
var creations = map[string]*form{"EventSource": sourceForm, "Request": fetchForm,
	"@angular/common/http.HttpRequest": sendForm}

// opened are the platform classes with a method that sets the request.
var opened = map[string]map[string]*form{"XMLHttpRequest": {"open": sendForm}}

// functions are the functions that make a request, by full name: of the platform, of
// libraries, and methods of the default clients of libraries.
var functions = func() map[string]*form {
	out := map[string]*form{"fetch": fetchForm, "node-fetch": fetchForm, "cross-fetch": fetchForm,
		"isomorphic-fetch": fetchForm, "undici.fetch": fetchForm, "undici.request": fetchForm,
		"useFetch": fetchForm, "useLazyFetch": fetchForm, "ofetch.$fetch": fetchForm,
		"ofetch.ofetch": fetchForm, "navigator.sendBeacon": verbForm("POST", -1),
		"swr": keyForm, "swr/immutable": keyForm}
	for prefix, methods := range map[string]map[string]*form{"axios": axios, "ky": ky, "got": got,
		"superagent": agent, "$": jquery, "jQuery": jquery, "$fetch": ofetch, "jquery": jquery} {
		for name, f := range methods {
			if name != "" {
				name = "." + name
			}
			out[prefix+name] = f
		}
	}
	return out
}()
