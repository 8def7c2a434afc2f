package artifacts

import "fmt"

// Format is the version of the format that Write produces and Open accepts. A reader
// refuses all others. History:
//
//	1  the first
//	2  receivers of member uses on edges
const Format = 2

// Features counts additions that readers of the same Format may ignore. History:
//
//	1  the first
//	2  access of nodes, as a column
//	3  snapshot_id; the rows of code in the SQL bundle distinguish redeclarations
//	4  tiers are numbered in the order of their confidence
//	5  edges of kind Dispatches
//	6  layouts: the complete sources of types and files
//	7  every line of calls, creations and data edges
//	8  nodes of kind route and edges of kind Routes
//	9  edges of object-relational mappings and migrations
//	10  external symbols, and the edges to them
//	11  source_files.jsonl; a tree that differs from its commit is marked;
//	    uses include dispatch and the contents of types
//	12  configuration files and keys, with their readers and writers; components and
//	    templates, and edges of kind Renders;
//	    the words of commits, and edges of kind CoChanges; the
//	    implementations of services, and message handlers
//	13  definitions that others replace, and edges of kind Revises and Follows;
//	    the operations of migrations, in the SQL bundle
//	14  roles of entry points, and the distance of each node from them;
//	    the ends of the edges of some kinds
//	15  the project file that defines the project of a file
//	16  configuration_bundle
//	17  attributes of routes
//	18  access views: edges and nodes that depend on the files a reader may see
//	19  nodes of kind COLUMN, if requested in a build
//	20  the replaced definitions of each access view
//	21  extra nodes: nodes that exist only for some readers
//	22  definitions that commits change together
//	23  edges of kind Passes
//	24  documents: nodes of kind section, the domain docs, separate term keys;
//	    endpoints, packages and links of several repositories
//	25  calls by operators, loops, conversions and blocks; every line of a JSON Lines
//	    file has all keys
//	26  the tier compiler
//	27  the vectors of nodes
const Features = 27

// formatName identifies manifests of artifacts.
const formatName = "seedgraph-artifacts"

func unknownWord(what, word string) error {
	return fmt.Errorf("%w: the %s %q is not known to this version", ErrVersion, what, word)
}
