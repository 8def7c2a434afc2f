package graph

import "strings"

// linkMark is between the name of a repository and an id of its index.
const linkMark = "//"

// LinkedID is the id that a node of a repository has in a linked index.
func LinkedID(repository string, id NodeID) NodeID { return NodeID(repository + linkMark + string(id)) }

// LinkedHandle is the handle of a node in a linked index, given that in the index of its repository:
// both names together are enough to find the node.
func LinkedHandle(repository, handle string) string {
	h := handleOf([]byte(repository + linkMark + handle))
	return string(h[:])
}

// Split takes the name of the repository off the id of a linked index; it is empty for other ids.
func (id NodeID) Split() (repository string, own NodeID) {
	at := strings.Index(string(id), linkMark)
	if at <= 0 || !IsRepositoryName(string(id[:at])) {
		return "", id
	}
	return string(id[:at]), id[at+len(linkMark):]
}

// Repository is the name of the repository of a linked id; empty for others.
func (id NodeID) Repository() string {
	name, _ := id.Split()
	return name
}

// IsRepositoryName reports whether a linked id can begin with a name: no language or node key does,
// and a path may.
func IsRepositoryName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '.' && c != '-' && c != '_' && c != '/' && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return s != "" && s[0] != '/' && s[len(s)-1] != '/' && !strings.Contains(s, linkMark) &&
		!strings.Contains("/"+s+"/", "/../") && !strings.Contains("/"+s+"/", "/./")
}
