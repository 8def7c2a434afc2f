package names

// Overloads returns the node that a name typed by a person refers to, or all nodes of the
// name if they belong together: definitions of one kind in one file, or a database object
// in several scripts. It returns the same errors as Resolve.
func (r *Resolver) Overloads(name string) ([]uint32, error) { return r.For(Any, name) }
