package graph

// An InlineText is an SQL statement in a string of another language.
type InlineText struct {
	Node   NodeID // the definition that contains the string
	Line   uint32
	Text   string // {} marks a value inserted at run time
	Origin InlineOrigin
	By     []NodeID // other definitions whose values are part of the text
}

// An InlineOrigin is the reason why a string was classified as SQL.
type InlineOrigin uint8

// The origins.
const (
	FromText           InlineOrigin = iota // the string parses as SQL
	FromHotMethod                          // it is an argument of a method that runs SQL, judged by the method's name
	FromExtraHotMethod                     // the same, judged by the configuration
)

// String returns the tag that RoslynIndexer uses for o.
func (o InlineOrigin) String() string {
	return [...]string{"HeuristicRoslyn", "HotMethod", "ExtraHotMethod"}[o]
}
