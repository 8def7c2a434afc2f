package graph

// An InlineText is a statement of SQL in a string of another language.
type InlineText struct {
	Node   NodeID // of what the string is in
	Line   uint32
	Text   string // {} stands for what is put in when the program runs
	Origin InlineOrigin
	By     []NodeID // of other definitions whose values are part of the text
}

// An InlineOrigin says by what a string was taken for SQL.
type InlineOrigin uint8

// The origins.
const (
	FromText           InlineOrigin = iota // the string reads as SQL
	FromHotMethod                          // a method is called with it that runs SQL, by its name
	FromExtraHotMethod                     // the same, by the configuration
)

// String returns the tag that RoslynIndexer has for o.
func (o InlineOrigin) String() string {
	return [...]string{"HeuristicRoslyn", "HotMethod", "ExtraHotMethod"}[o]
}
