package graph

import "strings"

// An Attribute is a property of a route that neither its name nor an edge
// expresses.
type Attribute struct {
	Key   string `json:"key"`
	Value string `json:"value,omitempty"`
}

// The keys of attributes, with the form of their values.
const (
	// AttrAuthorize specifies who may call the route: policy:P, roles:A,B, schemes:S,
	// guard:G, scheme:S, or another setting of the framework as written; empty if any
	// authenticated caller may.
	AttrAuthorize = "authorize"
	AttrAnonymous = "anonymous" // callers need not be authenticated, whatever the enclosing scopes require

	AttrConstraint = "constraint" // of a parameter, as the framework writes it: id:int
	AttrConsumes   = "consumes"   // a media type
	AttrName       = "name"       // by which templates and code refer to the route
	AttrProduces   = "produces"   // a media type
	AttrVersion    = "version"    // of the API
)

// String returns the attribute in the form of a node's modifiers: version=1.0,
// anonymous.
func (a Attribute) String() string {
	if a.Value == "" {
		return a.Key
	}
	return a.Key + "=" + a.Value
}

// Attributes returns the attributes of a route, by key and value; nil for other
// nodes.
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
