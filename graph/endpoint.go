package graph

import (
	"cmp"
	"slices"
	"strings"
)

// An Endpoint is a place where code or a setting names something that may be in another repository:
// a server that it asks, a topic that it sends to, a database that it uses. It has the parts of
// addresses that are no credentials. Fields that do not apply are empty.
type Endpoint struct {
	Node uint32 // the definition around the place, or the file of settings
	Line uint32 // in the file of the node
	Type EndpointType
	Tier Tier // of requests and sends: how sure it is that the node makes them

	Verb     string // of a request
	Host     string // without user, password and port; {} where it is not known
	BasePath string // of an address in a setting
	Route    string // of a request: the path, with {} for unknown parts
	System   string // of a send: the messaging system, such as kafka
	Topic    string // of a send, with the word of the system: TOPIC orders
	Database string
	Key      string // the setting that says so
}

// An EndpointType is the kind of an endpoint.
type EndpointType string

// The types of endpoints.
const (
	EndpointRequest EndpointType = "request" // code makes a request
	EndpointSend    EndpointType = "send"    // code sends a message that nothing of the tree handles
	EndpointAddress EndpointType = "address" // a setting says where something is
	EndpointService EndpointType = "service" // a setting gives the name by which others find the tree: Host
)

// SortEndpoints brings endpoints into the order of a graph, each once.
func SortEndpoints(list []Endpoint) []Endpoint {
	slices.SortFunc(list, func(a, b Endpoint) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Type, b.Type), strings.Compare(a.Verb, b.Verb),
			strings.Compare(a.Host, b.Host), strings.Compare(a.Route, b.Route),
			strings.Compare(a.System, b.System), strings.Compare(a.Topic, b.Topic),
			strings.Compare(a.Key, b.Key), strings.Compare(a.BasePath, b.BasePath),
			strings.Compare(a.Database, b.Database), cmp.Compare(a.Tier, b.Tier))
	})
	return slices.CompactFunc(list, func(a, b Endpoint) bool {
		a.Tier = b.Tier
		return a == b
	})
}
