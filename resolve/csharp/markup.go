package csharp

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// component is the interface of components, which tags may refer to.
const component = "Microsoft.AspNetCore.Components.IComponent"

// A value is an attribute value that was parsed as code and may be text.
type value struct {
	parse.Range
	isText bool
	// guess reports that the type of the parameter is unknown: the value is code if it is
	// more than a name, or the name of a method.
	guess bool
}

// A tag is the referent of a page's tag.
type tag struct {
	typ     resolve.Type // of the component; Unknown if that is external
	content bool         // it is a parameter of the enclosing component
}

// bindTags resolves the tags of a page that are components, and decides which of their
// attributes are code.
//
//	<OrderLine Line="line" Title="Order" OnRemove="Remove" />
//
// The page renders OrderLine and sets its parameters. Title is a string parameter, so
// Order is text; the other values are names in the page.
func (c *binder) bindTags() {
	if c.File.Language == xaml {
		c.bindElements()
		return
	}
	if c.File.Page == nil || isCodeBehind(c.File.Language) || len(c.File.Definitions) < 2 ||
		c.File.Definitions[1].Kind != graph.KindComponent {
		return
	}
	if !c.File.Page.FolderWide {
		c.bindLayout()
	}
	tags := c.File.Page.Tags
	found := make([]tag, len(tags))
	for i := range tags {
		var around tag
		if p := tags[i].Parent; p >= 0 {
			around = found[p]
		}
		found[i] = c.bindTag(&tags[i], around)
	}
}

// bindElements resolves the XAML elements that are classes of the tree. Nothing here
// indicates which attributes are events: a value is the name of a handler if such a
// handler exists.
//
//	<local:OrderLine Selected="OnSelected" Title="Order" />
func (c *binder) bindElements() {
	tags := c.File.Page.Tags
	for i := range tags {
		t, from := &tags[i], c.File.ID(1)
		c.attributes(t, resolve.Unknown, from)
		if t.Name == "" {
			continue
		}
		prefix, name, _ := strings.Cut(t.Name, ".")
		r := &parse.Reference{Kind: parse.RefType, Name: name, At: t.At, TypeArgs: -1,
			Recv: []parse.Step{{Kind: parse.StepName, Name: prefix, At: t.At}}}
		fd := c.typeFound(r, from, name)
		if len(fd.Defs) != 1 || fd.Defs[0] <= resolve.None {
			continue
		}
		kind := graph.Creates
		if c.Table.Def(c.Table.Canon[fd.Defs[0]]).Kind == graph.KindComponent {
			kind = graph.Renders
		}
		c.refer(from, fd.Defs[0], kind, fd.Tier, t.At)
	}
}

// handlerParams are the parameters of an event handler: the sender and the event
// arguments.
const handlerParams = 2

// bindLayout links a page to its layout component: the one in its @layout, or, for a page
// with a route, of the nearest imports.
func (c *binder) bindLayout() {
	layout, at := c.File.Page.Layout, c.File.Page.Layout.At
	if routes := c.File.Page.Routes; layout.Name == "" && len(routes) > 0 {
		at = routes[0].At
		for _, f := range c.t.files[c.File].imports {
			if layout.Name == "" {
				layout = f.Page.Layout
			}
		}
	}
	if layout.Name != "" {
		from := c.File.ID(1)
		if fd, _ := c.componentNamed(layout.Name, from, at); len(fd.Defs) == 1 {
			c.refer(from, fd.Defs[0], graph.Renders, fd.Tier, at)
		}
	}
}

// componentNamed returns the components that a name, perhaps dotted, may refer to, and a
// reference for it.
func (c *binder) componentNamed(name string, from resolve.DefID, at uint32) (resolve.LookupResult,
	*parse.Reference) {
	parts := strings.Split(name, ".")
	r := &parse.Reference{Kind: parse.RefType, Name: parts[len(parts)-1], At: at, TypeArgs: -1}
	for _, part := range parts[:len(parts)-1] {
		r.Recv = append(r.Recv, parse.Step{Kind: parse.StepName, Name: part, At: at})
	}
	fd := c.typeFound(r, from, r.Name)
	fd.Defs = slices.DeleteFunc(slices.Clone(fd.Defs), func(id resolve.DefID) bool {
		return !c.isComponent(id)
	})
	return fd, r
}

// bindTag resolves a tag, nested in around.
func (c *binder) bindTag(t *parse.Tag, around tag) tag {
	from := c.File.ID(c.File.DefinitionAt(t.At))
	if id := c.parameter(around.typ, t.Name); id != resolve.None {
		// <ChildContent> inside a component sets its parameter: a RenderFragment.
		c.refer(from, id, graph.References, graph.Exact, t.At)
		return tag{content: true}
	}
	fd, r := c.componentNamed(t.Name, from, t.At)
	if len(fd.Defs) != 1 {
		if name, ok := c.libraryName(r, from); ok && len(fd.Defs) == 0 && !around.typ.Known() &&
			!around.content {
			c.UseForeign(from, name, graph.Renders, graph.Unique, t.At)
		}
		c.attributes(t, resolve.Unknown, from)
		return tag{}
	}
	c.refer(from, fd.Defs[0], graph.Renders, fd.Tier, t.At)
	typ := c.t.typeOfDef(fd.Defs[0], nil, fd.Tier)
	c.attributes(t, typ, from)
	return tag{typ: typ}
}

// refer emits an edge to a definition of the tree or of the platform.
func (c *binder) refer(from, to resolve.DefID, kind graph.EdgeKind, tier graph.Tier, at uint32) {
	tier = resolve.WeakerTier(tier, graph.Exact)
	if to < resolve.None {
		c.UseForeign(from, c.t.foreignName(to), kind, tier, at)
		return
	}
	c.Bindings = append(c.Bindings, resolve.Binding{From: from, To: to, Kind: kind, Tier: tier,
		At: at})
}

// isComponent reports whether a type may be a component.
func (c *binder) isComponent(id resolve.DefID) bool {
	if id > resolve.None && c.Table.Def(id).Kind == graph.KindComponent {
		return true
	}
	return slices.ContainsFunc(c.t.lineage(id), func(a resolve.Type) bool {
		return a.Def < resolve.None && c.t.fullName(a.Def) == component
	})
}

// parameter returns the property of a component with a name, or None.
func (c *binder) parameter(typ resolve.Type, name string) resolve.DefID {
	if !typ.Known() {
		return resolve.None
	}
	for _, a := range c.t.declaring(typ, name) {
		owner := c.t.decl(a)
		if owner == resolve.None {
			continue
		}
		for _, id := range c.t.own(owner, name) {
			if c.t.def(id).Kind == graph.KindProperty {
				return id
			}
		}
	}
	return resolve.None
}

// attributes resolves the parameters that the attributes of a tag set.
func (c *binder) attributes(t *parse.Tag, typ resolve.Type, from resolve.DefID) {
	for i := range t.Attrs {
		a := &t.Attrs[i]
		id := c.parameter(typ, a.Name)
		if id > resolve.None {
			c.refer(from, id, graph.References, graph.Exact, a.At)
		}
		if !a.MayBeCode {
			continue
		}
		v := value{Range: a.Value}
		switch {
		case id != resolve.None:
			v.isText = isString(c.t.signature(id).typ)
		case !typ.Known() || c.t.hasUnknownBase(typ):
			v.guess = !strings.ContainsAny(a.Text, "(=")
		default: // the name of a type parameter, or an attribute of HTML
			v.isText = !slices.Contains(c.t.def(typ.Def).TypeParams, a.Name)
		}
		if v.isText || v.guess {
			c.values = append(c.values, v)
		}
	}
}

// isString reports whether a value of a type is written as text.
func isString(t resolve.Type) bool { return t.Name == "string" && t.Def == resolve.None }

// isText reports whether reference i, at a position, is text and not code.
func (c *binder) isText(at uint32, i int) bool {
	if len(c.values) == 0 {
		return false
	}
	// Values are sorted by position and do not overlap.
	n, ok := slices.BinarySearchFunc(c.values, at, func(v value, at uint32) int {
		switch {
		case v.End <= at:
			return -1
		case v.Start > at:
			return 1
		}
		return 0
	})
	if !ok {
		return false
	}
	if v := c.values[n]; v.guess {
		x := c.resolveAt(i)
		x.tier = resolve.WeakerTier(x.tier, graph.Unique)
		if len(x.ids) == 0 {
			return true
		}
		d := c.t.def(x.ids[0])
		return !resolve.IsMethod(d) || c.File.Language == xaml && len(d.Params) != handlerParams
	}
	return true
}

// isHandler reports whether a reference in markup names a method: the page registers it
// as a handler.
//
//	<button @onclick="Save">
func (c *binder) isHandler(r *parse.Reference, d *resolve.Def) bool {
	return c.File.Page != nil && r.Kind == parse.RefMember && resolve.IsMethod(d) &&
		c.File.Definitions[r.Def].Kind.Domain() == graph.FrontEnd
}
