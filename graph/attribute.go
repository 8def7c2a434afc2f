package graph

import "strings"

// An Attribute says of a route what neither its name nor an edge does.
type Attribute struct {
	Key   string `json:"key"`
	Value string `json:"value,omitempty"`
}

// The keys of attributes, and what their values are.
const (
	// AttrAuthorize says who may ask: policy:P, roles:A,B, schemes:S, guard:G, scheme:S, or what
	// else the framework is told, as it is written; nothing if whoever is known may.
	AttrAuthorize = "authorize"
	AttrAnonymous = "anonymous" // who is not known may ask, whatever is required around it

	AttrConstraint = "constraint" // of a parameter, as the framework writes it: id:int
	AttrConsumes   = "consumes"   // a media type
	AttrName       = "name"       // by which templates and code find the route
	AttrProduces   = "produces"   // a media type
	AttrVersion    = "version"    // of the interface
)

// String returns the attribute as the modifiers of a node have it: version=1.0, anonymous.
func (a Attribute) String() string {
	if a.Value == "" {
		return a.Key
	}
	return a.Key + "=" + a.Value
}

// Attributes lists the attributes of a route, by key and value; nil for other nodes.
func (n *Node) Attributes() []Attribute {
	if n.Kind != KindRoute {
		return nil
	}
	var out []Attribute
	for _, text := range n.Modifiers {
		key, value, _ := strings.Cut(text, "=")
		out = append(out, Attribute{key, value})
	}
	return out
}
