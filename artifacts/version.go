package artifacts

import "fmt"

// Format is the version of the format that Write makes and Open understands. A
// reader refuses every other one. History:
//
//	1  the first
//	2  edges say which objects a member is used on
const Format = 2

// Features counts additions that readers of the same Format may ignore.
// History:
//
//	1  the first
//	2  who may see a node, as a column
//	3  snapshot_id; the rows of code in the SQL bundle keep twins apart
//	4  tiers are numbered in the order of their confidence
//	5  edges of kind Dispatches
//	6  layouts: the whole sources of types and files
//	7  every line of calls, creations and data edges
//	8  nodes of kind route and edges of kind Routes
//	9  edges of object-relational mappings and migrations
//	10  names of code outside the tree, and the edges that lead there
//	11  source_files.jsonl; a tree that differs from its commit is marked;
//	    uses have dispatch and the contents of types folded in
//	12  files and keys of settings, and what reads and sets them; components and
//	    templates, and edges of kind Renders;
//	    the words of commits, and edges of kind CoChanges; what stands
//	    behind services, and what handles messages
//	13  definitions that others replace, and edges of kind Revises and Follows;
//	    what migrations do, in the SQL bundle
//	14  roles of entry points, and how far each node is from one;
//	    the ends of the edges of some kinds
//	15  which project file names the project of a file
//	16  configuration_bundle
//	17  attributes of routes
//	18  worlds: what edges and nodes readers see with rules of access
//	19  nodes of kind COLUMN, where a build is asked for them
//	20  worlds say which definitions are replaced
//	21  guises: nodes as some readers have them
//	22  definitions that commits change together
//	23  edges of kind Passes
//	24  documents: nodes of kind section, the domain docs, keys of terms of their own
const Features = 24

// formatName tells a manifest of ours from others.
const formatName = "seedgraph-artifacts"

func unknownWord(what, word string) error {
	return fmt.Errorf("%w: the %s %q is not known to this version", ErrVersion, what, word)
}
