package graph

// A Tier says how a reference was resolved. Tiers are ordered from the surest to
// the least sure, by their measured confidence; of several edges that say the
// same, the surest is kept.
type Tier uint8

const (
	Exact     Tier = iota + 1 // scope, import or declared type decides
	Typed                     // the receiver's type was inferred
	Unique                    // only one candidate in reach, but something about it is unknown
	Heuristic                 // dynamic SQL, strings
	Hierarchy                 // dispatch to an implementation; the weight is shared among them
	numTiers
)

// tiers holds the name on disk and the confidence of each tier: the share of its
// call edges that a compiler confirms, over the repositories of BENCHMARKS.md and
// rounded down. Heuristic edges are not calls: parsers of SQL confirm all of those
// that come from strings of C#; strings of other languages are not measured, so
// that the tier has a lower figure.
var tiers = [numTiers]struct {
	name       string
	confidence float64
}{
	Exact:     {"exact", 0.999},
	Typed:     {"typed", 0.998},
	Unique:    {"unique", 0.98},
	Heuristic: {"heuristic", 0.95},
	Hierarchy: {"hierarchy", 0.55},
}

// Tiers lists every tier, the surest first.
func Tiers() []Tier { return []Tier{Exact, Typed, Unique, Heuristic, Hierarchy} }

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

// Ops is a set of what a data edge does to its target.
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

// Names lists the operations in the set by their names on disk, in the order
// of the constants.
func (o Ops) Names() []string {
	var out []string
	for _, row := range opNames {
		if o&row.op != 0 {
			out = append(out, row.name)
		}
	}
	return out
}

// Via says what a data edge was read from, or how a function is passed.
type Via uint8

// The sources of data edges.
const (
	ViaNone      Via = iota
	ViaSQL           // an SQL script
	ViaInline        // SQL in a string of another language
	ViaORM           // an object-relational mapping
	ViaMigration     // a migration of the schema
	ViaSingleton     // of Binds: there is one object
	ViaScoped        // one for each request, or what else a scope is
	ViaTransient     // one for each who asks
	ViaArgument      // of Passes: it is an argument; the operations have its position
	ViaReturned      // it is returned
	ViaStored        // it is what something is set to; of Calls: what is called holds it
	ViaParameter     // of Calls: what is called is a parameter, and who calls gives it
	numVias
)

var viaNames = [numVias]string{"", "sql", "inline", "orm", "migration", "singleton", "scoped",
	"transient", "argument", "returned", "stored", "parameter"}

// String returns the name on disk; empty for ViaNone.
func (v Via) String() string {
	if v >= numVias {
		return "invalid"
	}
	return viaNames[v]
}
