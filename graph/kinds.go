package graph

import "strings"

// A Domain groups nodes by their source; on disk it is `data_type`.
type Domain string

// The domains.
const (
	Code     Domain = "regular_code"
	Database Domain = "db_code"
	FrontEnd Domain = "frontEnd"
	Settings Domain = "dynamic_configuration"
	Docs     Domain = "docs"
)

// Domains lists all domains.
var Domains = []Domain{Code, Database, FrontEnd, Settings, Docs}

// A NodeKind is the kind of a node. On disk it is the string itself: lower case
// for code, upper case for database objects, as RoslynIndexer writes it.
type NodeKind string

// The kinds of nodes.
const (
	KindFile        NodeKind = "file"
	KindNamespace   NodeKind = "namespace"
	KindClass       NodeKind = "class"
	KindStruct      NodeKind = "struct"
	KindInterface   NodeKind = "interface"
	KindEnum        NodeKind = "enum"
	KindRecord      NodeKind = "record"
	KindDelegate    NodeKind = "delegate"
	KindTypeAlias   NodeKind = "type alias"
	KindFunction    NodeKind = "function"
	KindMethod      NodeKind = "method"
	KindConstructor NodeKind = "constructor"
	KindProperty    NodeKind = "property"
	KindField       NodeKind = "field"
	KindEvent       NodeKind = "event"
	KindOperator    NodeKind = "operator"
	KindVariable    NodeKind = "variable"
	KindConstant    NodeKind = "constant"
	KindExternal    NodeKind = "external" // a symbol declared by code outside the tree
	KindPackage     NodeKind = "package"  // a package, namespace or module outside the tree
	KindRoute       NodeKind = "route"    // a verb and a path template

	KindConfigKey  NodeKind = "config key"  // the name of a setting
	KindConfigFile NodeKind = "config file" // assigns values to settings
	KindComponent  NodeKind = "component"   // a class or function that renders markup
	KindTemplate   NodeKind = "template"    // a file of markup with embedded code

	KindSection NodeKind = "section" // a heading of a document, and the text below it

	KindTable    NodeKind = "TABLE"
	KindView     NodeKind = "VIEW"
	KindProc     NodeKind = "PROC"
	KindFunc     NodeKind = "FUNC"
	KindTrigger  NodeKind = "TRIGGER"
	KindType     NodeKind = "TYPE"
	KindSequence NodeKind = "SEQUENCE"
	KindSynonym  NodeKind = "SYNONYM"
	KindColumn   NodeKind = "COLUMN" // of a table; only in builds with columns
	KindBatch    NodeKind = "BATCH"
	KindDeploy   NodeKind = "DEPLOY"  // a batch of a script that runs before or after a deployment
	KindUnknown  NodeKind = "UNKNOWN" // an external database object of unknown kind
)

type kindRow struct {
	kind     NodeKind
	domain   Domain
	callable bool // has a body of statements
	symbol   string
}

// nodeKinds is the table of node kinds.
var nodeKinds = []kindRow{
	{KindFile, Code, false, "<module>"},
	{KindNamespace, Code, false, "<namespace>"},
	{KindClass, Code, false, ""},
	{KindStruct, Code, false, ""},
	{KindInterface, Code, false, ""},
	{KindEnum, Code, false, ""},
	{KindRecord, Code, false, ""},
	{KindDelegate, Code, false, ""},
	{KindTypeAlias, Code, false, ""},
	{KindFunction, Code, true, ""},
	{KindMethod, Code, true, ""},
	{KindConstructor, Code, true, ""},
	{KindProperty, Code, true, ""},
	{KindField, Code, false, ""},
	{KindEvent, Code, true, ""},
	{KindOperator, Code, true, ""},
	{KindVariable, Code, false, ""},
	{KindConstant, Code, false, ""},
	{KindExternal, Code, false, ""},
	{KindPackage, Code, false, "<package>"},
	{KindRoute, Code, false, ""},
	{KindConfigKey, Settings, false, ""},
	{KindConfigFile, Settings, false, "<settings>"},
	{KindComponent, FrontEnd, false, ""},
	{KindTemplate, FrontEnd, false, ""},
	{KindSection, Docs, false, ""},
	{KindTable, Database, false, ""},
	{KindView, Database, false, ""},
	{KindProc, Database, true, ""},
	{KindFunc, Database, true, ""},
	{KindTrigger, Database, true, ""},
	{KindType, Database, false, ""},
	{KindSequence, Database, false, ""},
	{KindSynonym, Database, false, ""},
	{KindColumn, Database, false, ""},
	{KindBatch, Database, true, ""},
	{KindDeploy, Database, true, ""},
	{KindUnknown, Database, false, ""},
}

var kindByName = func() map[NodeKind]kindRow {
	m := make(map[NodeKind]kindRow, len(nodeKinds))
	for _, r := range nodeKinds {
		m[r.kind] = r
	}
	return m
}()

// NodeKinds returns all node kinds in the order of the table.
func NodeKinds() []NodeKind {
	out := make([]NodeKind, len(nodeKinds))
	for i, r := range nodeKinds {
		out[i] = r.kind
	}
	return out
}

// Domain returns the domain of nodes of kind k. An SQL script is a file like
// any other: only the objects in it belong to the database.
func (k NodeKind) Domain() Domain {
	if r, ok := kindByName[k]; ok {
		return r.domain
	}
	return Code
}

// IsBatch reports whether nodes of kind k are statements of a script that define
// nothing.
func (k NodeKind) IsBatch() bool { return k == KindBatch || k == KindDeploy }

// IsType reports whether k declares a type that may have members. It is a switch and
// not a column of the table because resolvers call it for each candidate of a name, and
// a map lookup takes far longer.
func (k NodeKind) IsType() bool {
	switch k {
	case KindClass, KindStruct, KindInterface, KindEnum, KindRecord, KindDelegate, KindTypeAlias,
		KindComponent, KindTemplate:
		return true
	}
	return false
}

// IsExternal reports whether nodes of kind k are external symbols.
func (k NodeKind) IsExternal() bool { return k == KindExternal || k == KindPackage }

// IsCallable reports whether a node of kind k may have a body of statements.
func (k NodeKind) IsCallable() bool { return kindByName[k].callable }

// An EdgeKind is a row of the table of edge kinds. The zero value is invalid.
type EdgeKind uint8

// The kinds of edges. The table below documents their ends.
const (
	Contains EdgeKind = iota + 1
	Imports
	Calls
	Creates
	References
	Inherits
	Implements
	Overrides
	Dispatches
	Tests
	ReadsFrom
	WritesTo
	Executes
	ForeignKey
	On
	SynonymFor
	Routes
	MapsTo
	SchemaChange
	DataChange
	ReadsConfig
	Configures
	Renders
	CoChanges
	Binds
	Handles
	Revises
	Follows
	Requests
	Passes
	numEdgeKinds
)

// An EdgeKindInfo is a row of the table of edge kinds.
type EdgeKindInfo struct {
	Kind    EdgeKind
	Name    string   // on disk, PascalCase
	Group   string   // structure, code, data, application, configuration or history
	Aliases []string // other names accepted in an allow-list, lower case
	Weight  float64  // default weight in PageRank and ranked expansion, 0 to 1
	Meaning string   // the meaning of an edge A -> B of this kind
}

// edgeKinds is the table of edge kinds, in the order of their numbers.
var edgeKinds = [numEdgeKinds]EdgeKindInfo{
	Contains: {Contains, "Contains", "structure", nil, 0.3,
		"A is the innermost container of B: file, namespace or definition"},
	Imports: {Imports, "Imports", "structure", []string{"import"}, 0.4,
		"file A imports the file or namespace B"},
	Calls: {Calls, "Calls", "code", []string{"call", "dep"}, 1, "A calls B"},
	Creates: {Creates, "Creates", "code", []string{"new"}, 1,
		"A creates an object of type B, or by its constructor B"},
	References: {References, "References", "code", []string{"reference", "uses"}, 0.5,
		"A names the type or member B without calling it"},
	Inherits: {Inherits, "Inherits", "code", []string{"extends"}, 0.8,
		"type A has the base class (or base interface) B"},
	Implements: {Implements, "Implements", "code", nil, 0.8, "type A implements the interface B"},
	Overrides: {Overrides, "Overrides", "code", nil, 0.8,
		"member A overrides or implements member B"},
	Dispatches: {Dispatches, "Dispatches", "code", []string{"dispatch"}, 0.5,
		"a call of the interface or base member A may execute B"},
	Passes: {Passes, "Passes", "code", []string{"pass"}, 0.5,
		"A passes, stores or subscribes the function B, which may then be called"},
	Tests:     {Tests, "Tests", "code", []string{"test"}, 0.3, "test A exercises B"},
	ReadsFrom: {ReadsFrom, "ReadsFrom", "data", []string{"reads"}, 0.9, "A reads rows of B"},
	WritesTo:  {WritesTo, "WritesTo", "data", []string{"writes"}, 0.9, "A writes rows of B"},
	Executes: {Executes, "Executes", "data", []string{"exec"}, 0.9,
		"A executes the procedure or function B"},
	ForeignKey: {ForeignKey, "ForeignKey", "data", []string{"fk"}, 0.6,
		"table A has a foreign key to table B"},
	On: {On, "On", "data", nil, 0.6, "trigger A fires on table or view B"},
	SynonymFor: {SynonymFor, "SynonymFor", "data", []string{"synonym"}, 0.8,
		"synonym A refers to B"},
	Routes: {Routes, "Routes", "application", []string{"route"}, 0.8,
		"requests to the route A are handled by B"},
	MapsTo: {MapsTo, "MapsTo", "data", []string{"maps"}, 0.8,
		"objects of the class or set A are rows of B"},
	SchemaChange: {SchemaChange, "SchemaChange", "data", nil, 0.5,
		"migration A creates, alters or drops B"},
	DataChange: {DataChange, "DataChange", "data", nil, 0.5, "migration A changes rows of B"},
	Revises: {Revises, "Revises", "history", nil, 0.3,
		"A is another definition of the database object B, or changes it; B is the current one"},
	Follows: {Follows, "Follows", "history", nil, 0.1,
		"migration A runs directly after migration B"},
	Handles: {Handles, "Handles", "application", nil, 0.8,
		"messages of the type A, or to the topic A, are handled by B"},
	Requests: {Requests, "Requests", "application", []string{"request"}, 0.8,
		"A requests the route B, or sends to the topic, message type or channel B"},
	Binds: {Binds, "Binds", "application", nil, 0.5,
		"a container may provide the service A by B"},
	ReadsConfig: {ReadsConfig, "ReadsConfig", "configuration", []string{"readsconfiguration"}, 0.5,
		"A reads the setting B"},
	Configures: {Configures, "Configures", "configuration", nil, 0.5,
		"A sets the value of B: A is a file, a key or code, B a key or a member"},
	Renders: {Renders, "Renders", "application", []string{"render"}, 0.8,
		"A renders the component or template B, or uses it as its layout"},
	CoChanges: {CoChanges, "CoChanges", "history", []string{"cochange", "co_changes"}, 0.5,
		"commits that change file A often change file B"},
}

// EdgeKinds returns all edge kinds in the order of the table.
func EdgeKinds() []EdgeKindInfo { return edgeKinds[1:] }

// String returns the name on disk.
func (k EdgeKind) String() string {
	if k == 0 || k >= numEdgeKinds {
		return "invalid"
	}
	return edgeKinds[k].Name
}

// IsDependency reports whether an edge of kind k means that one end needs the other.
// Edges of structure and of history do not.
func (k EdgeKind) IsDependency() bool {
	return k < numEdgeKinds && edgeKinds[k].Group != "structure" && edgeKinds[k].Group != "history"
}

// KeepsEnds reports whether an index keeps the ends of edges of kind k per node kind. It
// does so for edges that give the role of a node: an entity, a handler or a migration.
func (k EdgeKind) KeepsEnds() bool {
	switch k {
	case MapsTo, SchemaChange, DataChange, Follows:
		return true
	}
	return k < numEdgeKinds && edgeKinds[k].Group == "application"
}

// Weight returns the default weight of an edge of kind k.
func (k EdgeKind) Weight() float64 {
	if k >= numEdgeKinds {
		return 0
	}
	return edgeKinds[k].Weight
}

// ParseEdgeKind finds a kind by its name or an alias, ignoring case, with or
// without one of the prefixes `sql_` and `cs_` that LocalAI-RAG writes.
func ParseEdgeKind(name string) (EdgeKind, bool) {
	n := strings.ToLower(strings.TrimSpace(name))
	for _, prefix := range []string{"", "sql_", "cs_"} {
		rest, ok := strings.CutPrefix(n, prefix)
		if !ok {
			continue
		}
		for _, row := range edgeKinds[1:] {
			if strings.ToLower(row.Name) == rest {
				return row.Kind, true
			}
			for _, alias := range row.Aliases {
				if alias == rest {
					return row.Kind, true
				}
			}
		}
	}
	return 0, false
}
