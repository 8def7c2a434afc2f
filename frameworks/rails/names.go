package rails

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// naming are the methods of models, rows and objects whose arguments name attributes, in addition
// to queries: symbols, strings of SQL, and keys.
//
// Source: the guides of Rails 8.
var naming = resolve.WordSet(`new build update update! update_column update_columns
	update_attribute update_attribute! assign_attributes attributes= increment increment! decrement
	decrement! toggle toggle! touch touch_all read_attribute write_attribute has_attribute?
	saved_change_to_attribute? attribute_changed? will_save_change_to_attribute? attribute_was
	attribute_before_last_save find_or_initialize_by find_or_create_by find_or_create_by!
	create_with insert_all insert_all! upsert upsert_all unscope reselect regroup reorder
	in_order_of slice as_json increment_counter decrement_counter update_counters`)

// declaring are the calls in the body of a model whose arguments name its attributes.
var declaring = resolve.WordSet(`validates validates! validates_each validate
	validates_presence_of validates_absence_of validates_length_of validates_uniqueness_of
	validates_format_of validates_inclusion_of validates_exclusion_of
	validates_numericality_of validates_acceptance_of validates_confirmation_of attribute enum
	serialize store store_accessor normalizes encrypts attr_readonly alias_attribute
	has_secure_token has_secure_password`)

// optionNames are the options that name attributes.
var optionNames = resolve.WordSet(`scope counter_cache foreign_key primary_key foreign_type column
	only except attributes`)

// use records the attributes that an expression uses.
func (r *attributeReader) use(x eval.Expr) {
	switch m := r.factory(x); {
	case m != nil:
		r.arguments(x, as(m, graph.Heuristic))
	case x.Recv == nil:
		r.onSelf(x)
	case x.Expr.Text == "permit" || x.Expr.Text == "expect":
		r.permitted(x)
	default:
		r.onReceiver(x)
	}
}

// onSelf reads a call without a receiver: a declaration of a model, a query in a scope of it, or a
// read of its attribute.
func (r *attributeReader) onSelf(x eval.Expr) {
	around := r.around(x)
	if len(around) == 0 {
		return
	}
	name := x.Expr.Text
	switch {
	case r.names(name):
		r.arguments(x, around)
	case declaring[name] || len(r.bodyOf(x)) > 0:
		r.declares(x, around)
	}
	r.reads(x, around)
}

// tries are the calls of a method by its name.
var tries = resolve.WordSet("try try! send public_send __send__")

// names reports whether the arguments of a call on rows or an object name attributes.
func (r *attributeReader) names(call string) bool {
	_, queries := operations[call]
	return queries || naming[call]
}

func (r *attributeReader) onReceiver(x eval.Expr) {
	r.left = maxReceivers
	of := r.subjects(x.Sub(x.Recv))
	if tries[x.Expr.Text] && len(x.Args) > 0 {
		called := x.Args[0].Value
		called.Text, _ = r.Text(x.Sub(&x.Args[0].Value))
		r.reads(x.Sub(&called), of)
		return
	}
	if r.names(x.Expr.Text) {
		r.arguments(x, of)
	}
	if len(of) > 0 {
		r.reads(x, of)
		return
	}
	// A name of several words that only one model has is hardly that of a method of another object.
	for _, name := range attributeNames(x.Expr.Text) {
		owner, ok := r.Only(name)
		if ok && strings.Contains(name, "_") && x.Referent().Def == resolve.None &&
			len(r.Table.Named(family, name)) == 0 {
			r.Mention(x, owner, name, graph.Heuristic)
			return
		}
	}
}

// reads records the attribute that the name of a call reads or writes.
func (r *attributeReader) reads(x eval.Expr, of []subject) {
	for _, s := range of {
		for _, name := range attributeNames(x.Expr.Text) {
			if r.Mention(x, s.class, name, s.tier) {
				break
			}
		}
	}
}

// attributeMethods are the prefixes and suffixes of the methods that Active Record generates for an
// attribute.
var attributeMethods = []struct{ before, after string }{
	{"", ""}, {"", "="}, {"", "?"}, {"", "_was"}, {"", "_changed?"}, {"", "_change"},
	{"", "_will_change!"}, {"", "_before_type_cast"}, {"", "_before_last_save"},
	{"", "_previously_changed?"}, {"", "_previously_was"}, {"", "_previous_change"},
	{"", "_in_database"}, {"", "_came_from_user?"}, {"saved_change_to_", "?"},
	{"saved_change_to_", ""}, {"will_save_change_to_", "?"}, {"restore_", "!"},
	{"clear_", "_change"}, {"find_by_", ""}, {"find_by_", "!"}, {"regenerate_", ""},
}

// attributeNames lists the names of the attributes that a method may belong to, the name itself
// first.
func attributeNames(method string) []string {
	var out []string
	for _, m := range attributeMethods {
		if name, ok := strings.CutPrefix(method, m.before); ok {
			if name, ok = strings.CutSuffix(name, m.after); ok && name != "" {
				out = append(out, name)
			}
		}
	}
	return out
}

// arguments records the attributes that the arguments of a call on models name.
func (r *attributeReader) arguments(x eval.Expr, of []subject) {
	for i := range x.Args {
		arg := &x.Args[i]
		if arg.Name == "&" {
			continue
		}
		v := x.Sub(&arg.Value)
		for _, s := range of {
			switch {
			case arg.Name != "":
				r.keyed(v, s, arg.Name)
			case v.Kind == parse.ExprString && isFragment(r.textOf(v)):
				r.Fragment(v, s.class, r.textOf(v), r.ofTable)
			case v.Kind == parse.ExprMap:
				for j := range v.Args {
					r.keyed(v.Sub(&v.Args[j].Value), s, v.Args[j].Name)
				}
			default:
				r.Names(v, s.class, s.tier)
			}
		}
	}
}

func (r *attributeReader) textOf(x eval.Expr) string { return r.TextWithHoles(x) }

// isFragment reports whether a string is more than a name.
func isFragment(text string) bool { return strings.ContainsAny(text, " (,.") }

// ofTable returns the class of a table, or None.
func (r *attributeReader) ofTable(table string) resolve.DefID {
	if m := r.byTable[table]; m != nil {
		return m.class
	}
	return resolve.None
}

// keyed records the attribute of a key, which may be that of another table.
//
//	where(title: "x")    where(stories: { title: "x" })    where("stories.title" => "x")
func (r *attributeReader) keyed(v eval.Expr, of subject, key string) {
	if table, column, ok := strings.Cut(key, "."); ok {
		r.Mention(v, r.ofTable(table), column, of.tier)
		return
	}
	if v.Kind == parse.ExprMap {
		other := r.byTable[key]
		if to, ok := of.others[key]; ok {
			other = to.to
		}
		if other != nil {
			r.Names(v, other.class, of.tier)
		}
	}
	if !r.Mention(v, of.class, key, of.tier) && optionNames[key] {
		r.Names(v, of.class, of.tier)
	}
}

// declares records the attributes that a declaration in the body of a model names.
func (r *attributeReader) declares(x eval.Expr, around []subject) {
	for _, s := range around {
		for i := range x.Args {
			arg, v := &x.Args[i], x.Sub(&x.Args[i].Value)
			switch {
			case arg.Name == "" && declaring[x.Expr.Text]:
				r.Names(v, s.class, s.tier)
			case arg.Name == "uniqueness" && v.Kind == parse.ExprMap:
				if scope := v.Arg(-1, "scope"); scope != nil {
					r.Names(v.Sub(scope), s.class, s.tier)
				}
			case optionNames[arg.Name]:
				r.option(x, v, s)
			case x.Expr.Text == "enum":
				r.Mention(v, s.class, arg.Name, s.tier)
			}
		}
	}
}

// option records the attribute that an option of a declaration names: for an association to many
// objects, and for a counter, that of the other model.
func (r *attributeReader) option(x, v eval.Expr, s subject) {
	if len(x.Args) > 0 {
		name, _ := r.Text(x.Sub(&x.Args[0].Value))
		other, ok := s.others[name]
		if ok && (x.Expr.Text != "belongs_to" || x.Arg(-1, "counter_cache") != nil) {
			r.Names(v, other.to.class, s.tier)
			if x.Expr.Text != "belongs_to" {
				return
			}
		}
	}
	r.Names(v, s.class, s.tier)
}

// permitted records the attributes of permitted parameters.
//
//	params.require(:story).permit(:title)
//	params.expect(story: [:title])
func (r *attributeReader) permitted(x eval.Expr) {
	if x.Recv.Kind == parse.ExprCall && x.Recv.Text == "require" && len(x.Recv.Args) == 1 {
		name, _ := r.Text(x.Sub(&x.Recv.Args[0].Value))
		if m := r.byName[name]; m != nil {
			r.arguments(x, as(m, graph.Typed))
		}
		return
	}
	for i := range x.Args {
		if m := r.byName[x.Args[i].Name]; m != nil {
			r.Names(x.Sub(&x.Args[i].Value), m.class, graph.Typed)
		}
	}
}
