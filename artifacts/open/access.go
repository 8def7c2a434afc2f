package open

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// AccessHelp describes the flags of Access.
const AccessHelp = `Access flags state the rights of a reader. If the index has access rules, --acl-any, --labels-all and
--clearance limit all output to the nodes this reader may see: other nodes are not printed, counted,
ranked, named or traversed, as if they were not in the index. --owner and --source-system restrict the
nodes in the same way. Without these flags everything is visible.`

// Access has the flags that specify the rights of the reader.
type Access struct {
	groups, labels []string
	level          int
	owner, source  string
	flags          *pflag.FlagSet
}

// flagNames are the names of the flags of Access.
var flagNames = []string{"acl-any", "labels-all", "clearance", "owner", "source-system"}

// HideFlags hides the flags of Access in the help of a command; they are in a help
// topic.
func HideFlags(f *pflag.FlagSet) {
	for _, name := range flagNames {
		if flag := f.Lookup(name); flag != nil {
			flag.Hidden = true
		}
	}
}

// FlagUsages returns the descriptions of the flags of Access.
func (o *Access) FlagUsages() string {
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(Access).AddFlags(f)
	return f.FlagUsages()
}

// AddFlags adds the flags.
func (o *Access) AddFlags(f *pflag.FlagSet) {
	o.flags = f
	f.StringSliceVar(&o.groups, "acl-any", nil,
		"groups of the reader: only public nodes and nodes of these groups ('' for no group)")
	f.StringSliceVar(&o.labels, "labels-all", nil,
		"labels of the reader: only nodes without further labels")
	f.IntVar(&o.level, "clearance", 0, "clearance of the reader: only nodes up to this level")
	f.StringVar(&o.owner, "owner", "", "only nodes with this owner_id")
	f.StringVar(&o.source, "source-system", "",
		"only nodes with this source_system_id; nodes without one belong to "+graph.DefaultSource)
}

// visitor returns the rights that the flags specify.
func (o *Access) visitor() (graph.Visitor, error) {
	v := graph.Visitor{Groups: graph.Names(o.groups), Labels: graph.Names(o.labels), Level: o.level,
		Owner: o.owner, SourceSystem: o.source}
	for _, right := range []string{"acl-any", "labels-all", "clearance"} {
		v.Checked = v.Checked || o.flags.Changed(right)
	}
	for _, name := range []string{"owner", "source-system"} {
		if f := o.flags.Lookup(name); f.Changed && f.Value.String() == "" {
			return v, fmt.Errorf("--%s is empty: give a name, or omit the flag", name)
		}
	}
	if o.level < 0 {
		return v, fmt.Errorf("--clearance is %d: it must not be negative", o.level)
	}
	return v, nil
}

// Restrict hides from a reader of artifacts the nodes that the flags exclude.
func (o *Access) Restrict(r *artifacts.Reader) (*artifacts.Reader, error) {
	v, err := o.visitor()
	if err != nil {
		return nil, err
	}
	return r.Restrict(v)
}

// FlagNames returns the names of the flags of Access.
func FlagNames() []string { return slices.Clone(flagNames) }
