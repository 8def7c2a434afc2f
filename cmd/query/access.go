package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"seedgraph/artifacts"
	"seedgraph/expand"
	"seedgraph/graph"
)

const accessHelp = `The index may say who may see what. With --acl-any, --labels-all or --clearance
an answer is for somebody who has these rights and no others, and it is the answer
of artifacts without what that person may not see: the rest is not shown, counted,
ranked, named or walked through. --owner and --source-system narrow what is asked
for in the same way. Without any of them nothing is hidden.`

// accessOptions are the flags that say who asks.
type accessOptions struct {
	groups, labels []string
	level          int
	owner, source  string
	flags          *pflag.FlagSet
}

func (o *accessOptions) addFlags(f *pflag.FlagSet) {
	o.flags = f
	f.StringSliceVar(&o.groups, "acl-any", nil, "groups of the reader: only nodes that allow one of them, or everybody ('' for no group)")
	f.StringSliceVar(&o.labels, "labels-all", nil, "labels that the reader holds: only nodes that have no others")
	f.IntVar(&o.level, "clearance", 0, "clearance of the reader: only nodes of no higher level")
	f.StringVar(&o.owner, "owner", "", "only nodes of this owner_id")
	f.StringVar(&o.source, "source-system", "", "only nodes of this source_system_id; what has none is of "+graph.DefaultSource)
}

// visitor reads the flags.
func (o *accessOptions) visitor() (graph.Visitor, error) {
	v := graph.Visitor{Groups: graph.Names(o.groups), Labels: graph.Names(o.labels), Level: o.level, Owner: o.owner, SourceSystem: o.source}
	for _, right := range []string{"acl-any", "labels-all", "clearance"} {
		v.Checked = v.Checked || o.flags.Changed(right)
	}
	for _, name := range []string{"owner", "source-system"} {
		if f := o.flags.Lookup(name); f.Changed && f.Value.String() == "" {
			return v, fmt.Errorf("--%s is empty: give a name, or leave it out", name)
		}
	}
	if o.level < 0 {
		return v, fmt.Errorf("--clearance is %d: it must not be negative", o.level)
	}
	return v, nil
}

// restrict leaves of the artifacts what the reader may see.
func (o *accessOptions) restrict(r *artifacts.Reader) (*artifacts.Reader, error) {
	v, err := o.visitor()
	if err != nil {
		return nil, err
	}
	return r.Restrict(v)
}

// conductor is the session as expand sees it when what is hidden leads on.
type conductor struct{ artifacts.Conductor }

func (c conductor) Out(n uint32) ([]expand.Edge, error) { return edgesOf(c.Conductor.Out(n)) }
func (c conductor) In(n uint32) ([]expand.Edge, error)  { return edgesOf(c.Conductor.In(n)) }
