package names

// Overloads returns the node that a person means by a name, or all nodes that have
// the name if they are one thing: definitions of one kind in one file, or a
// database object in several scripts. The error is that of Resolve.
func (r *Resolver) Overloads(name string) ([]uint32, error) { return r.For(Any, name) }
