// Package model describes libraries as data: a [Library] is a row that states the modules of a
// library, its types, and the roles of the arguments of its calls, annotations and base types.
//
// Rows are Go values (package frameworks/libraries) or files in YAML that users write
// (docs/models.md); both have the same type, pass the same check and are read by the same engines
// (package frameworks/rows, and the routers of Go and TypeScript).
//
//	model.go     the row
//	arg.go       the notation of arguments
//	check.go     the rules of valid rows
//	yaml.go      rows in files
//	sites.go     the files whose sites are needed
//	match.go     from a call to its row
//	objects.go   from an expression to the type of a library that it has
//	handlers.go  functions and classes that arguments denote
//	each.go      the matching calls, annotations and classes of a tree
package model

// A Library is what seedgraph knows of one library, in one language.
type Library struct {
	Name     string `yaml:"library"`  // unique among all rows
	Language string `yaml:"language"` // csharp, go, java, python or typescript, which includes JavaScript

	// Modules are the import paths, packages or namespaces of the library. A symbol belongs to it if
	// its full name begins with one of them. In Go, the /vN of a major version is not part of it. The
	// empty list denotes symbols of the language's global scope.
	Modules []string `yaml:"modules"`
	Package string   `yaml:"package"` // Go: the package name, if the path does not end with it

	// Words are those of files to which objects of the library are passed: files that contain none of
	// them and do not name a module are not searched.
	Words []string `yaml:"words"`

	// Needs are words one of which every file with calls of the rows has, for modules that other files
	// import, too.
	Needs []string `yaml:"needs"`

	System string `yaml:"system"` // messaging system of topics, such as kafka
	Term   string `yaml:"term"`   // its name for topics, in upper case, such as TOPIC

	// Wildcards has the separator of the tokens of a topic's name, and the tokens by which
	// listeners name several topics: for any token, and for the rest of a name.
	Wildcards []string `yaml:"wildcards"`

	// Paths is the notation of parameters in paths: colon (/orders/:id), braces (/orders/{id}) or
	// angles (/orders/<id>). The default is colon, for paths without braces.
	Paths string `yaml:"paths"`
	// FirstMatch is set if the first of several matching routes handles a request, rather than the
	// most specific one.
	FirstMatch bool `yaml:"first_match"`

	// Naming is the rule for tables without a stated name: that of the class (same, the default), no table (none), in
	// lower case (lower), its plural, its name in snake case (snake, snake_plural), its name with an s
	// (with_s; without the I of an interface), or, in C#, the table of the scripts of the
	// tree with the name of the class or its plural (scripts).
	Naming string `yaml:"naming"`
	// Renames are words of files that replace the naming: the names that it yields are heuristic then.
	Renames []string `yaml:"renames"`
	// Camel is a function whose call makes connections convert the names of tables from camel case,
	// also stated ones.
	Camel string `yaml:"-"`
	// AnyClass is set if the library stores objects of any class, as C# libraries do: the class of a
	// table row is mapped without an annotation, and with one of the same name of another library.
	AnyClass bool `yaml:"any_class"`

	// Tier is the tier of table uses whose receiver has a known type: typed, the default, or exact, for
	// libraries whose chains were compared with real programs.
	Tier string `yaml:"tier"`

	Queries     []Query      `yaml:"queries"`
	Calls       []Call       `yaml:"calls"`
	Annotations []Annotation `yaml:"annotations"`
	Bases       []Base       `yaml:"bases"`

	Position `yaml:"-"`
}

// A Position is the place of a row in a file; the zero Position is that of a built-in row.
type Position struct {
	File string
	Line int
}

// A Query states the operation of queries by their type: calls on an UpdateBuilder name tables that it
// updates.
type Query struct {
	Type     []string `yaml:"type"`
	Op       []string `yaml:"op"` // insert, update or delete
	Position `yaml:"-"`
}

// A Call describes the calls of functions or methods, the creation of objects, or members of objects;
// exactly one of Function, Method, New and Member is set.
type Call struct {
	Function []string `yaml:"function"` // names within a module; "" for the module itself, as in got(url)
	Method   []string `yaml:"method"`   // names of methods; of an sql row "*Name*" for those with a part
	On       []string `yaml:"on"`       // types with these methods; empty for any object of the library
	Extends  []string `yaml:"extends"`  // C#, instead of On: ends of the names of types that extension methods extend
	New      []string `yaml:"new"`      // types that are created
	Member   []string `yaml:"member"`   // properties with objects of the library, of which Returns is the type

	Least int `yaml:"least"` // minimum number of arguments
	Most  int `yaml:"most"`  // maximum number; 0 for no maximum
	Empty Arg `yaml:"empty"` // an argument that must be the empty string

	// Returns is the type of the result, for calls whose result is not of the receiver's type.
	Returns string `yaml:"returns"`
	Yields  Arg    `yaml:"yields"` // C#: the class of the returned objects

	Effect   `yaml:",inline"`
	Position `yaml:"-"`
}

// An Annotation describes annotations, attributes and decorators by their names within a module.
type Annotation struct {
	Name []string `yaml:"name"`

	Effect   `yaml:",inline"`
	Position `yaml:"-"`
}

// A Base describes the classes that derive from types of the library, by their names within a module.
type Base struct {
	Type []string `yaml:"type"`

	Effect   `yaml:",inline"`
	Position `yaml:"-"`
}

// An Effect is the meaning of a call, an annotation or a base type; at most one field is set.
type Effect struct {
	Route    *Route    `yaml:"route"`
	Group    *Group    `yaml:"group"`
	Mount    *Mount    `yaml:"mount"`
	Client   *Client   `yaml:"client"`
	Request  *Request  `yaml:"request"`
	Send     *Topic    `yaml:"send"`
	Handle   *Topic    `yaml:"handle"`
	Setting  *Setting  `yaml:"setting"`
	Table    *Table    `yaml:"table"`
	Subquery *Subquery `yaml:"subquery"`
	Entity   *Entity   `yaml:"entity"`
	SQL      *SQL      `yaml:"sql"`
	Bind     *Bind     `yaml:"bind"`
	Run      *Run      `yaml:"run"`
}

// A Route maps requests to a handler.
type Route struct {
	// Verb is an HTTP verb, ANY, "name" for the verb that the name of the call begins with, or
	// "methods" for those that the methods of the handler, a class, are named after.
	Verb    string `yaml:"verb"`
	VerbArg Arg    `yaml:"verb_arg"` // a string, or a list of strings; Verb is its default
	Path    Arg    `yaml:"path"`     // empty for the path of the router
	Handler Arg    `yaml:"handler"`  // empty for the annotated definition
}

// A Group is a router under a prefix: the result of a call, the parameter of the function literal that
// it takes, or the annotated class.
type Group struct {
	Prefix Arg `yaml:"prefix"`
}

// A Mount puts another router under the receiver.
type Mount struct {
	Router Arg `yaml:"router"`
	Prefix Arg `yaml:"prefix"`
}

// A Client is the creation of a client with a base address.
type Client struct {
	Base Arg `yaml:"base"`
}

// A Request is a request to an address.
type Request struct {
	Verb    string `yaml:"verb"`     // as in Route
	VerbArg Arg    `yaml:"verb_arg"` // Verb is its default
	Address Arg    `yaml:"address"`
	Direct  bool   `yaml:"direct"` // calls the application itself, as test clients do: no server adds or removes a part of the path
}

// A Topic is an end of a topic, queue or event with a constant name.
type Topic struct {
	System  string `yaml:"system"` // default: that of the library
	Term    string `yaml:"term"`   // default: that of the library
	Topic   Arg    `yaml:"topic"`
	Handler Arg    `yaml:"handler"` // empty for the function around the call, or the annotated definition
	Method  string `yaml:"method"`  // of the handler, if that is an object or a class
}

// A Setting reads a key of the configuration.
type Setting struct {
	Space string `yaml:"space"` // variable (of the environment), dotted (as in application.yaml), flag
	Key   Arg    `yaml:"key"`
}

// A Table names a table, or determines what a query does with the tables that it names elsewhere.
type Table struct {
	Name   Arg `yaml:"name"`   // a string: name, schema.name, "name alias"
	Schema Arg `yaml:"schema"` // a string; alone it is the schema of the tables that other calls of the query name
	Entity Arg `yaml:"entity"` // a class that is mapped to a table, or an object of it

	// Op lists operations: read, insert, update, delete, or none for a table that only other calls of
	// the query use. Empty: the operation of the query, by default a read.
	Op []string `yaml:"op"`
}

// A Subquery names a part of a statement: calls of its file that name it name no table.
type Subquery struct {
	Name Arg `yaml:"name"` // a string: name, name(columns)
}

// An Entity is a class that is mapped to a table.
type Entity struct {
	Table  Arg    `yaml:"table"` // of the annotation; empty or missing: by the naming of the library
	Schema Arg    `yaml:"schema"`
	Member string `yaml:"member"` // a static member of the class, or of a class in it, with the name: Meta.table
}

// A SQL is a call that runs its argument as SQL, or as the procedure that it names. In strings that begin
// like a statement, SQL is found without it.
type SQL struct {
	Text Arg `yaml:"text"`
}

// A Bind registers the implementation of a service in a container.
type Bind struct {
	Service        Arg    `yaml:"service"`
	Implementation Arg    `yaml:"implementation"`
	Lifetime       string `yaml:"lifetime"` // singleton, scoped, transient or empty
}

// A Run is code that the library runs.
type Run struct {
	Role    string   `yaml:"role"`    // job, command, hosted, message or function
	Handler Arg      `yaml:"handler"` // of a call
	Methods []string `yaml:"methods"` // of the annotated or derived class
}
