package names

// Overloads returns the node that a name typed by a person refers to, or all nodes of the
// name if they belong together: definitions of one kind in one file, or a database object
// in several scripts. It returns the same errors as Resolve.
func (r *Resolver) Overloads(name string) ([]uint32, error) { return r.For(Any, name) }

// Tables returns the tables to which a name typed by a person refers: all of them if several
// schemas have a table of the name. It returns the same errors as Resolve.
func (r *Resolver) Tables(name string) ([]uint32, error) { return r.For(MappedToTable, name) }
