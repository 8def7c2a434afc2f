package typescript

// A form says how a call makes a request.
type form struct {
	verb    string   // empty: the method says it
	method  int      // the argument that is the verb, -1 for none
	url     int      // the argument that is the address, -1 for none
	options int      // the argument that is an object with more, -1 for none
	urlIn   []string // the members of that object that may be the address
}

// methodKeys are the members of options that have the verb.
var methodKeys = []string{"method", "type"}

// baseKeys are the members of options that have what is before all addresses.
var baseKeys = []string{"baseURL", "prefixUrl", "prefix", "baseUrl"}

func verbForm(verb string, options int) *form {
	return &form{verb: verb, method: -1, url: 0, options: options}
}

var (
	// fetchForm is that of fetch(url, { method }).
	fetchForm = &form{method: -1, url: 0, options: 1}

	// shadowForm is that of a local called fetch.
	shadowForm = &form{method: -1, url: 0, options: 1}

	// configForm is that of f({ url, method }), and of f(url, { method }).
	configForm = &form{method: -1, url: 0, options: 1, urlIn: []string{"url"}}

	// keyForm is that of useSWR(key, fetcher): the fetcher is given the key, which is an address if it
	// is written as one. By which verb it asks is up to the fetcher, and is GET as a rule.
	keyForm = &form{verb: "GET", method: -1, url: 0, options: -1}

	// sendForm is that of f(verb, url).
	sendForm = &form{method: 0, url: 1, options: -1}

	sourceForm = &form{verb: "GET", method: -1, url: 0, options: -1}
)

// verbMethods are the methods of a client that are called as verbs; bodies says whether the
// options of those that send one are behind it.
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

// with adds the methods that a client has besides those of verbs.
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

// makers are the functions that make clients, by their full names, with the methods of these;
// that without a name is the client itself.
var makers = map[string]map[string]*form{
	"axios.create": axios, "ky.create": ky, "ky.extend": ky, "got.extend": got,
	"ofetch.$fetch.create": ofetch, "ofetch.ofetch.create": ofetch, "$fetch.create": ofetch,
	"supertest": agent, "supertest.agent": agent, "superagent.agent": agent,
}

// classes are the types of clients, by their full names.
var classes = map[string]map[string]*form{
	"@angular/common/http.HttpClient": angular,
	"@nestjs/axios.HttpService":       axios,
	"@nestjs/common.HttpService":      axios,
	"axios.AxiosInstance":             axios,
	"axios.AxiosStatic":               axios,
	"axios.Axios":                     axios,
}

// creations are the classes whose objects ask for the address that they are made with.
var creations = map[string]*form{"EventSource": sourceForm, "Request": fetchForm,
	"@angular/common/http.HttpRequest": sendForm}

// opened are the classes of the platform whose objects are told by a method what to ask for.
var opened = map[string]map[string]*form{"XMLHttpRequest": {"open": sendForm}}

// functions are those that make a request, by their full names: of the platform, of
// libraries, and of clients that libraries have for all.
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
