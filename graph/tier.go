package graph

// A Tier records how a reference was resolved. Tiers are ordered by decreasing
// measured confidence; of several equal edges the one with the most reliable
// tier is kept.
type Tier uint8

const (
	Compiler  Tier = iota + 1 // confirmed by the index of a compiler
	Exact                     // scope, import or declared type decides
	Typed                     // the receiver's type was inferred
	Unique                    // the only visible candidate, but not everything about it is known
	Heuristic                 // dynamic SQL, strings
	Hierarchy                 // dispatch to an implementation; the weight is shared among the implementations
	numTiers
)

// tiers has the name on disk and the confidence of each tier: the share of its
// call edges that a compiler confirms, over the repositories of BENCHMARKS.md and
// rounded down. Heuristic edges are not calls: SQL parsers confirm all that come
// from strings of C#; strings of other languages are not measured, hence the lower
// figure.
// Edges of the tier compiler are confirmed by definition; their figure is not measured, and only orders
// them before exact.
var tiers = [numTiers]struct {
	name       string
	confidence float64
}{
	Compiler:  {"compiler", 0.9995},
	Exact:     {"exact", 0.999},
	Typed:     {"typed", 0.998},
	Unique:    {"unique", 0.98},
	Heuristic: {"heuristic", 0.95},
	Hierarchy: {"hierarchy", 0.55},
}

// Tiers returns all tiers, the most reliable first.
func Tiers() []Tier { return []Tier{Compiler, Exact, Typed, Unique, Heuristic, Hierarchy} }

// String returns the name on disk.
func (t Tier) String() string {
	if t == 0 || t >= numTiers {
		return "invalid"
	}
	return tiers[t].name
}

// Confidence returns the measured confidence of the tier, 0 to 1.
func (t Tier) Confidence() float64 {
	if t >= numTiers {
		return 0
	}
	return tiers[t].confidence
}

// ParseTier finds a tier by its name on disk.
func ParseTier(name string) (Tier, bool) {
	for _, t := range Tiers() {
		if tiers[t].name == name {
			return t, true
		}
	}
	return 0, false
}

// Ops is the set of operations of a data edge on its target.
type Ops uint8

// The operations.
const (
	Insert Ops = 1 << iota
	Update
	Delete
	Merge
	Truncate
	SelectInto
	Bulk
)

var opNames = []struct {
	op   Ops
	name string
}{{Insert, "insert"}, {Update, "update"}, {Delete, "delete"}, {Merge, "merge"}, {Truncate,
	"truncate"}, {SelectInto, "select_into"}, {Bulk, "bulk"}}

// Names returns the names on disk of the operations in the set, in the order of
// the constants.
func (o Ops) Names() []string {
	var out []string
	for _, row := range opNames {
		if o&row.op != 0 {
			out = append(out, row.name)
		}
	}
	return out
}

// Via is the source of a data edge, or the way in which a function is passed or called.
type Via uint8

// The sources of data edges.
const (
	ViaNone      Via = iota
	ViaSQL           // an SQL script
	ViaInline        // SQL in a string of another language
	ViaORM           // an object-relational mapping
	ViaMigration     // a schema migration
	ViaSingleton     // of Binds: a single object
	ViaScoped        // an object per request, or per other scope
	ViaTransient     // a new object per injection
	ViaArgument      // of Passes: as an argument, whose position is in the operations
	ViaReturned      // as a return value
	ViaStored        // as an assigned value; of Calls: the call target is held in a variable or field
	ViaParameter     // of Calls: the call target is a parameter, bound by the callers
	ViaImplicit      // of Calls, Creates: an operator, loop, block or initializer runs the member; of
	// References: a test requests a fixture, which runs before it
	numVias
)

var viaNames = [numVias]string{"", "sql", "inline", "orm", "migration", "singleton", "scoped",
	"transient", "argument", "returned", "stored", "parameter", "implicit"}

// String returns the name on disk; empty for ViaNone.
func (v Via) String() string {
	if v >= numVias {
		return "invalid"
	}
	return viaNames[v]
}
