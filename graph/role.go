package graph

// A Role is the way in which something outside the code of a tree starts a node,
// which makes it an entry point. A node has the first role of the table that
// applies.
type Role uint8

// The roles.
const (
	NoRole Role = iota
	RoleMain
	RoleCommand
	RoleHosted
	RoleJob
	RoleRoute
	RoleMessage
	RoleFunction
	RoleScript
	RoleTest
	numRoles
)

var roles = [numRoles]struct{ name, says string }{
	RoleMain:     {"main", "a program begins here"},
	RoleCommand:  {"command", "a command line or a signal of the framework runs it"},
	RoleHosted:   {"hosted service", "a host starts or stops it"},
	RoleJob:      {"job", "a scheduler runs it"},
	RoleRoute:    {"route handler", "it answers the requests to a route"},
	RoleMessage:  {"message handler", "it gets messages or events"},
	RoleFunction: {"function handler", "a platform of functions runs it"},
	RoleScript:   {"script", "a file whose statements run, and that no other file imports"},
	RoleTest:     {"test", "test code that nothing calls"},
}

// Roles returns all roles in the order of the table.
func Roles() []Role {
	var out []Role
	for r := NoRole + 1; r < numRoles; r++ {
		out = append(out, r)
	}
	return out
}

// String returns the name on disk; empty for NoRole.
func (r Role) String() string {
	if r >= numRoles {
		return "invalid"
	}
	return roles[r].name
}

// Description returns the description of the role, as a sentence without its subject.
func (r Role) Description() string {
	if r >= numRoles {
		return ""
	}
	return roles[r].says
}

// ParseRole finds a role by its name.
func ParseRole(name string) (Role, bool) {
	for r := NoRole + 1; r < numRoles; r++ {
		if roles[r].name == name {
			return r, true
		}
	}
	return NoRole, false
}

// An Entry records that a node has a role that no edge implies. By is the node that
// shows it, usually Node itself: readers who may not see By must not learn of the role.
type Entry struct {
	Node uint32
	Role Role
	By   uint32
}

// Propagates reports whether running A implies running B, for an edge A -> B of kind
// k.
func (k EdgeKind) Propagates() bool {
	switch k {
	case Calls, Creates, References, Dispatches, ReadsFrom, WritesTo, Executes, SynonymFor,
		Routes, Requests, MapsTo, ReadsConfig, Renders, Binds, Handles, Passes:
		return true
	}
	return false
}
