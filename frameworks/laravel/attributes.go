package laravel

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// The attributes of models are the columns of their tables, by the migrations, and the names that
// the class lists. Strings and keys name them:
//
//	protected $fillable = ['title'];
//	Song::where('title', 'x')->orderBy('songs.length');
//	$song->update(['title' => 'y']);

// An attributeReader finds the attributes of models and their uses.
type attributeReader struct {
	*eval.Tree
	*data.Attributes
	model    *data.Model
	entities data.Entities
	byTable  map[string]resolve.DefID
	byName   map[string]resolve.DefID
	left     int                               // receivers that may still be read for a call
	selects  map[*parse.Expr]bool              // what only selects the rows that a call writes
	pivoted  map[*parse.Expr]bool              // relations whose pivot table was recorded
	below    map[resolve.DefID][]resolve.DefID // the models that derive from a class
}

// readAttributes adds the attributes of models and their uses.
func readAttributes(t *eval.Tree, out *data.Model, entities data.Entities) {
	if len(entities) == 0 {
		return
	}
	r := &attributeReader{Tree: t, Attributes: data.NewAttributes(t, out), model: out, entities: entities,
		byTable: map[string]resolve.DefID{}, byName: map[string]resolve.DefID{},
		below: map[resolve.DefID][]resolve.DefID{}, selects: map[*parse.Expr]bool{},
		pivoted: map[*parse.Expr]bool{}}
	r.findModels()
	for x := range t.Family(family) {
		x.Walk(func(e *parse.Expr) {
			switch e.Kind {
			case parse.ExprCall, parse.ExprNew:
				r.use(x.Sub(e))
				r.write(x.Sub(e))
				if e.Kind == parse.ExprCall {
					r.read(x.Sub(e))
					r.eagerly(x.Sub(e))
					r.pivots(x.Sub(e))
				}
			case parse.ExprMember:
				r.read(x.Sub(e))
				r.pivots(x.Sub(e))
			case parse.ExprString:
				r.qualified(x.Sub(e))
			case parse.ExprMap:
				r.made(x.Sub(e))
			}
		})
	}
	r.readsInTraits()
}

// column matches a string that is a column with its table, and maybe another name.
var column = regexp.MustCompile(`^(\w+)\.(\w+)(?: as \w+)?$`)

// qualified records the attribute of a string that is a column with its table: songs.title.
func (r *attributeReader) qualified(x eval.Expr) {
	if m := column.FindStringSubmatch(data.TextOf(r.Tree, x)); m != nil {
		if class, ok := r.byTable[m[1]]; ok {
			r.Mention(x, class, m[2], graph.Typed)
		}
	}
}

// made records the attributes that the keys of a map in a factory name: those of its definition, or
// of a state.
func (r *attributeReader) made(x eval.Expr) {
	class := r.Table.EnclosingType(x.Def)
	if class <= resolve.None || !strings.HasSuffix(r.Table.Def(class).Name, "Factory") {
		return
	}
	r.Names(x, r.entity(class), graph.Typed)
}

// ownRead matches the read of a member of the object.
var ownRead = regexp.MustCompile(`\$this\??->(\w+)\b[^(]`)

// readsInTraits records the attributes that the methods of traits read, for the first model that
// uses the trait and has them.
func (r *attributeReader) readsInTraits() {
	done := map[eval.Place]bool{}
	for _, class := range slices.Sorted(maps.Keys(r.entities)) {
		for _, c := range r.Lineage(class)[1:] {
			d := r.Table.Def(c)
			in := r.Binder(d.File)
			if in == nil || !slices.Contains(d.Modifiers, "trait") {
				continue
			}
			text, by := d.File.Slice(d.Body), data.MembersAt(r.Tree, d)
			for _, m := range ownRead.FindAllStringSubmatchIndex(text, -1) {
				at := d.Body.Start + uint32(m[2])
				if place := (eval.Place{File: d.File, At: at}); !done[place] {
					x := eval.Expr{Expr: &parse.Expr{At: at}, In: in, Def: by(at)}
					done[place] = r.Mention(x, class, text[m[2]:m[3]], graph.Typed)
				}
			}
		}
	}
}

// lists are the members of a model with names of attributes.
var lists = []string{"fillable", "casts", "dates", "hidden", "guarded", "visible", "appends",
	"attributes", "touches"}

// findModels adds the attributes of models: the columns of the table, and what the class lists.
func (r *attributeReader) findModels() {
	columns := r.columns()
	classes := slices.Sorted(maps.Keys(r.entities))
	for _, class := range classes {
		table := r.entities[class][0].Name
		if _, taken := r.byTable[table]; !taken {
			r.byTable[table] = class
		}
		d := r.Table.Def(class)
		if _, taken := r.byName[d.Name]; taken {
			class = resolve.None
		}
		r.byName[d.Name] = class
		r.documented(d)
		r.listed(d)
		for _, a := range columns[table] {
			a.Class = d.ID
			r.Add(a)
		}
	}
	for _, class := range classes {
		for _, c := range r.Lineage(class) {
			r.below[c] = append(r.below[c], class)
			for _, name := range lists {
				for _, m := range r.Table.Own(c, name) {
					for _, v := range r.Values(m) {
						v.Def = m
						r.Names(v, class, graph.Typed)
					}
				}
			}
		}
		for _, x := range r.Tree.Attributes(class) {
			for i := range x.Args {
				r.Names(x.Sub(&x.Args[i].Value), class, graph.Typed)
			}
		}
	}
}

// documented adds the properties that the comment of a model declares.
func (r *attributeReader) documented(class *resolve.Def) {
	for i := int(class.ID-class.File.First) + 1; i < len(class.File.Definitions); i++ {
		d := r.Table.Def(class.File.ID(int32(i)))
		if d.Outer != class.ID || d.Range.Start >= class.Body.Start {
			break
		}
		r.Add(data.Attribute{Class: class.ID, Name: d.Name, File: d.File, Range: d.Range})
	}
}

// listed adds the attributes that a model lists.
func (r *attributeReader) listed(class *resolve.Def) {
	for _, name := range lists[:3] {
		for _, m := range r.Table.Own(class.ID, name) {
			for _, v := range r.Values(m) {
				r.Each(v, func(x eval.Expr, attribute string) {
					r.Add(data.Attribute{Class: class.ID, Name: attribute, File: x.In.File,
						Range: data.LineAt(x.In.File, x.At)})
				})
			}
		}
	}
}

// naming are the methods of queries and models whose arguments name attributes, and those of
// factories.
//
// Source: the documentation of Laravel 12.
var naming = resolve.WordSet(`where orWhere whereNot whereIn whereNotIn orWhereIn whereNull orWhereNull whereNotNull
	orWhereNotNull whereBetween whereNotBetween whereDate whereMonth whereDay whereYear
	whereTime whereColumn whereLike whereJsonContains firstWhere orderBy orderByDesc latest
	oldest select addSelect pluck value sum avg min max count groupBy having distinct
	increment decrement find findOrFail first get create forceCreate createQuietly
	firstOrCreate firstOrNew updateOrCreate update updateQuietly fill forceFill upsert
	insert insertOrIgnore insertGetId createMany only except makeHidden makeVisible
	setAttribute getAttribute getOriginal isDirty wasChanged getRawOriginal keyBy sortBy
	sortByDesc make createOne state factory saveQuietly toArray withSum withMax withMin
	withAvg reorder chunkById whereBelongsTo whereKey on join leftJoin rightJoin`)

// use records the attributes that a call or a creation names.
func (r *attributeReader) use(x eval.Expr) {
	if x.Kind == parse.ExprNew {
		for _, class := range r.ofClass(x) {
			r.arguments(x, class, graph.Typed)
		}
		return
	}
	if x.Recv == nil || !naming[x.Expr.Text] {
		return
	}
	r.left = maxReceivers
	class, tier := r.subject(x.Sub(x.Recv))
	r.arguments(x, class, tier)
}

// ofClass returns the model that an object is created of.
func (r *attributeReader) ofClass(x eval.Expr) []resolve.DefID {
	if c := r.Class(x); c > resolve.None && len(r.entities[c]) > 0 {
		return []resolve.DefID{c}
	}
	return nil
}

// arguments records the attributes that arguments name: of the class, or of the table before a
// name.
func (r *attributeReader) arguments(x eval.Expr, class resolve.DefID, tier graph.Tier) {
	for i := range x.Args {
		r.Each(x.Sub(&x.Args[i].Value), func(v eval.Expr, name string) {
			of, sure := class, tier
			if table, column, ok := strings.Cut(name, "."); ok {
				of, name, sure = resolve.None, column, graph.Typed
				if c, known := r.byTable[table]; known {
					of = c
				}
			}
			name, _, _ = strings.Cut(name, "->")
			r.Mention(v, of, name, sure)
		})
	}
}

// maxReceivers bounds the receivers that are read for a call: those of its chain, and of the values
// of variables in it.
const maxReceivers = 100

// subject returns the model of whose rows or object an expression is; None if it is unknown.
func (r *attributeReader) subject(x eval.Expr) (class resolve.DefID, tier graph.Tier) {
	if r.left--; r.left < 0 {
		return resolve.None, 0
	}
	switch x.Kind {
	case parse.ExprName, parse.ExprMember, parse.ExprType:
		return r.namedSubject(x)
	case parse.ExprNew:
		for _, c := range r.ofClass(x) {
			return c, graph.Typed
		}
	case parse.ExprCall:
		if x.Recv == nil {
			break
		}
		if x.Expr.Text == "table" && len(x.Args) > 0 { // DB::table('songs')
			if class, ok := r.byTable[data.TextOf(r.Tree, x.Sub(&x.Args[0].Value))]; ok {
				return class, graph.Typed
			}
		}
		if class := r.related(x); class != resolve.None {
			return class, graph.Typed
		}
		return r.subject(x.Sub(x.Recv))
	}
	return resolve.None, 0
}

// related returns the model at the end of a relation that a method declares: hasMany(Song::class).
func (r *attributeReader) related(x eval.Expr) resolve.DefID {
	d := x.Referent().Def
	return r.relationBy(d, r.Table.EnclosingType(d)).to
}

var relations = resolve.WordSet(`hasOne hasMany belongsTo belongsToMany hasOneThrough hasManyThrough
	morphOne morphMany morphToMany morphedByMany`)

// namedSubject returns the model of a class name or a variable: of its type, of the values assigned
// to it, or of the class around $this and the query of a scope.
func (r *attributeReader) namedSubject(x eval.Expr) (resolve.DefID, graph.Tier) {
	if d := x.Referent().Def; d > resolve.None && r.Table.Def(d).Kind.IsType() {
		return r.entity(r.Table.Canon[d]), graph.Typed
	}
	switch x.Expr.Text {
	case "$this", "self", "static":
		return r.around(x), graph.Typed
	}
	if l := x.Local(); l != nil && !l.Type.IsZero() {
		if t := x.In.TypeOf(l.Type, x.Def, x.At); t.Def > resolve.None {
			if class := r.entity(r.Table.Canon[t.Def]); class != resolve.None {
				return class, graph.Typed
			}
		}
	}
	if class := r.typed(x); class != resolve.None {
		return class, graph.Typed
	}
	if t := x.In.ValueType(x.At); t.Def > resolve.None && len(r.entities[r.Table.Canon[t.Def]]) > 0 {
		return r.Table.Canon[t.Def], graph.Typed
	}
	for _, v := range r.Evaluate(x) {
		if v.Expr == x.Expr {
			continue
		}
		if class, tier := r.subject(v); class != resolve.None {
			return class, tier
		}
	}
	if x.Expr.Text == "$query" || x.Expr.Text == "$builder" {
		return r.around(x), graph.Heuristic
	}
	return resolve.None, 0
}

// typed returns the model that is the written type of a property of $this.
func (r *attributeReader) typed(x eval.Expr) resolve.DefID {
	if x.Kind != parse.ExprMember || x.Recv == nil || x.Recv.Text != "$this" {
		return resolve.None
	}
	for _, c := range r.Lineage(r.Table.EnclosingType(x.Def)) {
		for _, m := range r.Table.Own(c, x.Expr.Text) {
			d := r.Table.Def(m)
			if in := r.Binder(d.File); in != nil && !d.Type.IsZero() {
				if t := in.TypeOf(d.Type, m, d.NameAt); t.Def > resolve.None {
					return r.entity(r.Table.Canon[t.Def])
				}
			}
		}
	}
	return resolve.None
}

// entity returns a class if it is a model, or the model of a builder: SongBuilder.
func (r *attributeReader) entity(class resolve.DefID) resolve.DefID {
	if len(r.entities[class]) > 0 {
		return class
	}
	name, ok := strings.CutSuffix(r.Table.Def(class).Name, "Builder")
	if !ok {
		name, ok = strings.CutSuffix(r.Table.Def(class).Name, "Factory")
	}
	if m, known := r.byName[name]; ok && known {
		return m
	}
	return resolve.None
}

func (r *attributeReader) around(x eval.Expr) resolve.DefID {
	if class := r.Table.EnclosingType(x.Def); class > resolve.None {
		return r.entity(class)
	}
	return resolve.None
}
