package sql

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A head is the part of CREATE or ALTER up to the name of the object, and the
// name.
type head struct {
	at    int // position of CREATE or ALTER
	form  string
	what  keyword // TABLE, VIEW, …; kNone if it is not a relevant object
	word  string  // lower case, if what is kNone: aggregate, extension …
	temp  bool
	name  chain
	next  int // after the name
	event bool
}

// The forms of a definition.
const (
	formCreate        = "create"
	formCreateOrAlter = "create_or_alter"
	formAlter         = "alter"
	formIndex         = "index" // of a statement that creates an index
)

// ddl reads CREATE or ALTER at i: a definition if the reader reads a script and
// the kind of object is relevant, otherwise a plain statement.
func (r *reader) ddl(i, end int) int {
	h := r.head(i, end)
	before := len(r.s.facts.Definitions)
	next := r.object(&h, end)
	if defined := len(r.s.facts.Definitions) > before; h.form == formAlter &&
		h.what != kTable && objectKinds[h.what] != "" {
		if !defined {
			r.noteAltered(&h, next)
		}
		return next
	}
	if h.form == formAlter && h.what == kSchema {
		r.noteSchema(&h, next)
	}
	r.noteDDL(&h, next)
	return next
}

// object reads the object that h begins.
func (r *reader) object(h *head, end int) int {
	switch h.what {
	case kTable:
		if h.form == formAlter {
			return r.alterTable(h, end)
		}
		return r.createTable(h, end)
	case kView:
		return r.createView(h, end)
	case kProc, kProcedure, kFunction:
		return r.createRoutine(h, end)
	case kTrigger:
		return r.createTrigger(h, end)
	case kType, kDomain:
		return r.createType(h, end)
	case kSequence:
		return r.createSequence(h, end)
	case kSynonym:
		return r.createSynonym(h, end)
	case kIndex:
		return r.createIndex(h, end)
	case kPolicy, kRule:
		return r.createPolicy(h, end)
	case kSchema:
		return r.createSchema(h, end)
	}
	switch {
	case h.word == "aggregate" && h.form != formAlter:
		return r.createAggregate(h, end)
	case r.s.dialect != TSQL && functionObjects.has(h.word):
		return r.createOnFunctions(h, end)
	}
	return r.skipOther(h.next, end)
}

// functionObjects are the objects of PostgreSQL that are made of functions.
var functionObjects = set(`cast operator transform conversion language`)

// createOnFunctions reads an object that functions implement, and adds their uses.
//
//	CREATE CAST (date AS text) WITH FUNCTION to_txt(date)
//	CREATE OPERATOR === (LEFTARG = int, RIGHTARG = int, FUNCTION = cmp)
//	CREATE OPERATOR CLASS ops FOR TYPE int USING btree AS FUNCTION 1 (int, int) cmp(int, int)
func (r *reader) createOnFunctions(h *head, end int) int {
	i := h.next
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd {
		named := r.kw(i) == kFunction || r.kw(i) == kProcedure ||
			h.word == "language" &&
				(r.wordIs(i, "handler") || r.wordIs(i, "inline") || r.wordIs(i, "validator")) ||
			h.word == "conversion" && r.kw(i) == kFrom ||
			h.word == "operator" && (r.wordIs(i, "restrict") || r.wordIs(i, "join"))
		if i++; !named {
			continue
		}
		if r.is(i, '=') {
			i++
		}
		if i < end && r.toks[i].kind == tNumber {
			i = r.pastParen(i+1, end)
		}
		if r.isIdent(i) && i < end {
			c := r.chain(i, end)
			r.emit(parse.RefFunc, &c, 0)
			i = max(c.to, i)
		}
	}
	return i
}

// skipOther skips a statement without a relevant definition.
func (r *reader) skipOther(i, end int) int {
	if r.s.dialect == TSQL {
		return r.skipStatement(i, end)
	}
	return r.toSemicolon(i, end)
}

// head reads CREATE [OR REPLACE] [words] KIND [IF NOT EXISTS] name.
func (r *reader) head(i, end int) head {
	h := head{at: i, form: formCreate}
	if r.kw(i) == kAlter {
		h.form = formAlter
	}
	if i++; r.kw(i) == kOr {
		if r.kw(i+1) == kAlter {
			h.form = formCreateOrAlter
		}
		i += 2
	}
	for named := false; i < end && !named; i++ {
		switch k := r.kw(i); k {
		case kTemp, kTemporary:
			h.temp = true
		case kEvent:
			h.event = true
		case kTable, kView, kProc, kProcedure, kFunction, kTrigger, kType, kDomain, kSequence,
			kSynonym, kIndex, kPolicy, kRule, kSchema:
			h.what, named = k, true
		case kUnique, kMaterialized, kRecursive, kUnlogged, kForeign, kExternal, kGlobal, kLocal,
			kConstraint, kReplace, kOr:
		default:
			if next := r.modifier(i, end); next > i {
				i = next - 1
				continue
			}
			h.next, h.word = i+1, strings.ToLower(r.word(i))
			if named = h.word == "aggregate"; !named {
				return h
			}
		}
	}
	if r.wordIs(i, "concurrently") {
		i++
	}
	if r.kw(i) == kIf {
		for i++; r.kw(i) == kNot || r.kw(i) == kExists; i++ {
		}
	}
	i = r.skipWords(i, kOnly)
	h.name = r.chain(i, end)
	h.next = max(h.name.to, i)
	if h.name.n > 0 && h.name.name() == "" {
		h.name.n = 0
	}
	return h
}

// modifier skips a word between CREATE and the kind of object that has an argument
// or belongs to one dialect.
func (r *reader) modifier(i, end int) int {
	for _, w := range []string{"definer", "algorithm"} { // MySQL: DEFINER = a@b, ALGORITHM = x
		if r.wordIs(i, w) && r.is(i+1, '=') {
			for i += 2; i < end && !r.wordIs(i, "sql") && r.kw(i) != kView &&
				r.kw(i) != kProcedure && r.kw(i) != kFunction && r.kw(i) != kTrigger &&
				r.kw(i) != kEvent; i++ {
				if r.is(i, ';') {
					return i
				}
			}
			return i
		}
	}
	if r.wordIs(i, "sql") { // SQL SECURITY DEFINER
		return i + 3
	}
	for _, w := range []string{"clustered", "nonclustered", "columnstore", "xml", "spatial",
		"fulltext", "security", "trusted", "editionable", "noneditionable",
		"force", "noforce", "virtual", "bitmap", "hash", "primary", "private", "public",
		"transient", "secure", "dynamic"} {
		if r.wordIs(i, w) {
			return i + 1
		}
	}
	return i
}

// inBody reports whether the statement runs within a routine: the objects it
// creates are not objects of the script.
func (r *reader) inBody() bool { return r.code != scriptCode }

// define opens the definition of h; until close, references belong to it.
func (r *reader) define(h *head, kind graph.NodeKind, schema, name, symbol string) int32 {
	if schema == "" && h.name.n > 1 {
		schema = h.name.schema()
	}
	inExtension := h.name.n > 1 && strings.HasPrefix(h.name.parts[h.name.n-2], extensionSchema)
	if schema == "" && !inExtension {
		schema = r.s.home()
	}
	d := parse.Definition{Kind: kind, Name: name, Symbol: symbol, Schema: schema, NameAt: h.name.at,
		Exported: true}
	if h.form != "" {
		d.AddRare().Form = h.form
	}
	return r.s.open(d, r.toks[h.at].start)
}

// close ends the definition d before the token next.
func (r *reader) close(d int32, next int) {
	if next > 0 {
		r.s.close(d, r.toks[next-1].end)
	}
}

// rangeOf returns the bytes of toks[from:to].
func (r *reader) rangeOf(from, to int) parse.Range {
	if from >= to || from >= len(r.toks) {
		return parse.Range{}
	}
	return parse.Range{Start: r.toks[from].start, End: r.toks[to-1].end}
}

// use adds a use of the object named at i.
func (r *reader) use(i, end int) int {
	c := r.chain(i, end)
	r.emit(parse.RefUse, &c, 0)
	return max(c.to, i)
}

// useList adds a use of each name in the parentheses at i.
func (r *reader) useList(i, end int) int {
	close := r.closing(i, end)
	for i++; i < close; {
		i = r.use(i, close)
		for i < close && !r.is(i, ',') {
			i++
		}
		i++
	}
	return min(close+1, end)
}

func (r *reader) createView(h *head, end int) int {
	i := h.next
	if h.temp {
		r.s.addTemp(h.name.name())
	}
	if h.form == formAlter && !r.hasAs(i, end) {
		return r.skipOther(i, end)
	}
	d := noDefinition
	if h.name.n > 0 && !h.temp && !r.inBody() {
		d = r.define(h, graph.KindView, "", h.name.name(), h.name.name())
	}
	for i < end && r.kw(i) != kAs && !r.is(i, ';') && r.toks[i].kind != tEnd {
		if r.is(i, '(') {
			i = r.past(i, end)
		} else {
			i++
		}
	}
	as := min(i+1, end)
	i = as
	if r.isQuery(i, end) {
		i, _ = r.query(i, end)
	}
	if r.kw(i) == kWith && r.kw(i+1) == kCheck {
		i += 3
	}
	if r.s.dialect != TSQL {
		i = r.rest(i, end)
	}
	if d != noDefinition {
		r.describe(d, h.at, as)
		r.s.facts.Definitions[d].Body = r.rangeOf(as, i)
		r.close(d, i)
	}
	return i
}

// hasAs reports whether an AS follows before the end of the statement.
func (r *reader) hasAs(i, end int) bool {
	for ; i < end && !r.is(i, ';') && r.toks[i].kind != tEnd; i++ {
		if r.kw(i) == kAs {
			return true
		}
	}
	return false
}

func (r *reader) createType(h *head, end int) int {
	if h.form == formAlter || h.name.n == 0 || r.inBody() {
		return r.skipOther(h.next, end)
	}
	d := r.define(h, graph.KindType, "", h.name.name(), h.name.name())
	i := h.next
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd && !r.starts(i, end) {
		switch {
		case r.kw(i) == kFrom: // FROM int
			i = r.typeName(i+1, end)
		case r.kw(i) == kAs && h.what == kDomain, h.what == kDomain && i == h.next:
			if r.kw(i) == kAs {
				i++
			}
			i = r.typeName(i, end)
		case r.kw(i) == kAs:
			i++
			if r.kw(i) == kTable || r.wordIs(i, "object") {
				i++
			}
			switch {
			case r.wordIs(i, "enum"):
				i = r.pastParen(i+1, end)
			case r.wordIs(i, "range"):
				i = r.options(i+1, end)
			case r.is(i, '('):
				var columns []parse.Param
				r.columns(i, end, &columns)
				close := r.closing(i, end)
				r.tableBody(d, i, close, columns)
				i = min(close+1, end)
			}
		case r.is(i, '('):
			i = r.options(i, end)
		default:
			i = max(r.expr(i, end, clAny|clAs|clClause), i+1)
		}
	}
	r.describe(d, h.at, i)
	r.close(d, i)
	return i
}

// routineOptions are the options of types and aggregates that name a function.
var routineOptions = set(`sfunc finalfunc combinefunc serialfunc deserialfunc msfunc minvfunc mfinalfunc input output receive send
	typmod_in typmod_out analyze subscript canonical subtype_diff`)

// options reads (name = value, …) of a type or an aggregate: functions and types.
func (r *reader) options(i, end int) int {
	if !r.is(i, '(') || i >= end {
		return i
	}
	close := r.closing(i, end)
	for j := i + 1; j < close; j++ {
		if !r.is(j, '=') || !r.isIdent(j-1) || j+1 >= close {
			continue
		}
		switch name := strings.ToLower(r.word(j - 1)); {
		case routineOptions.has(name):
			c := r.chain(j+1, close)
			r.emit(parse.RefFunc, &c, 0)
		case name == "stype" || name == "mstype" || name == "basetype" || name == "subtype" ||
			name == "element" || name == "like":
			r.typeName(j+1, close)
		}
	}
	return min(close+1, end)
}

func (r *reader) createAggregate(h *head, end int) int {
	if h.name.n == 0 || r.inBody() || r.s.dialect == TSQL && !r.is(h.next, '(') {
		return r.skipOther(h.next, end)
	}
	d := r.define(h, graph.KindFunc, "", h.name.name(), h.name.name())
	i := h.next
	if r.is(i, '(') && r.is(r.past(i, end), '(') {
		var params []parse.Param
		r.parameters(i, end, &params)
		r.s.facts.Definitions[d].Params = params
		i = r.past(i, end)
	}
	r.describe(d, h.at, i)
	i = r.skipOther(r.options(i, end), end)
	r.close(d, i)
	return i
}

func (r *reader) createSequence(h *head, end int) int {
	i := h.next
	if h.name.n == 0 || h.temp || r.inBody() || h.form == formAlter && !r.ownedBy(i, end) {
		return r.skipOther(i, end)
	}
	d := r.define(h, graph.KindSequence, "", h.name.name(), h.name.name())
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd && !r.starts(i, end) {
		if r.kw(i) == kOwned && r.kw(i+1) == kBy {
			c := r.chain(i+2, end)
			if c.n > 1 {
				r.columnOwner(&c)
			}
			i = max(c.to, i+2)
			continue
		}
		if r.kw(i) == kAs && r.isIdent(i+1) {
			i = r.typeName(i+1, end)
			continue
		}
		i++
	}
	r.describe(d, h.at, i)
	r.close(d, i)
	return i
}

func (r *reader) ownedBy(i, end int) bool {
	for ; i < end && !r.is(i, ';'); i++ {
		if r.kw(i) == kOwned {
			return !r.wordIs(i+2, "none")
		}
	}
	return false
}

func (r *reader) createSynonym(h *head, end int) int {
	if h.name.n == 0 || r.inBody() || h.form == formAlter {
		return r.skipOther(h.next, end)
	}
	d := r.define(h, graph.KindSynonym, "", h.name.name(), h.name.name())
	i := h.next
	if r.kw(i) == kFor {
		c := r.chain(i+1, end)
		r.emit(parse.RefSynonym, &c, 0)
		i = max(c.to, i+1)
	}
	r.describe(d, h.at, i)
	r.close(d, i)
	return i
}

// createPolicy reads CREATE POLICY and CREATE RULE: statements of the script that use their
// table, and whose conditions and actions are read.
func (r *reader) createPolicy(h *head, end int) int {
	i := h.next
	switch {
	case r.s.dialect == TSQL && h.what == kPolicy:
		return r.securityPolicy(i, end)
	case r.s.dialect == TSQL, h.form == formAlter && h.what == kRule:
		return r.skipOther(i, end)
	}
	table, read := kOn, false // the word before the table, and whether that was read
	if h.what == kRule {
		table = kTo
	}
	for i < end && !r.is(i, ';') && r.toks[i].kind != tEnd {
		switch {
		case r.kw(i) == table && !read:
			i, read = r.use(i+1, end), true
		case r.is(i, '('):
			i = r.ruleActions(i, end)
		case r.kw(i) == kDo:
			i++
			for r.kw(i) == kInstead || r.wordIs(i, "also") {
				i++
			}
			if !r.is(i, '(') && r.kw(i) != kNothing {
				i = r.rest(r.statement(i, end), end)
			}
		case r.kw(i) == kWhere:
			i = r.expr(i+1, end, clDo)
		default:
			i++
		}
	}
	return i
}

// securityPolicy reads the predicates of a security policy of T-SQL.
//
//	CREATE SECURITY POLICY dbo.P ADD FILTER PREDICATE dbo.MayRead(owner) ON dbo.Doc
func (r *reader) securityPolicy(i, end int) int {
	for i < end && !r.is(i, ';') && !r.starts(i, end) {
		switch {
		case r.wordIs(i, "predicate") && r.isIdent(i+1):
			c := r.chain(i+1, end)
			r.emit(parse.RefFunc, &c, 0)
			i = r.pastParen(max(c.to, i+1), end)
		case r.kw(i) == kOn:
			i = r.use(i+1, end)
		default:
			i++
		}
	}
	return i
}

// ruleActions reads the (condition) or the (statement; statement) of a rule.
func (r *reader) ruleActions(i, end int) int {
	close := r.closing(i, end)
	for i++; i < close; {
		i = r.rest(r.statement(i, close), close) + 1
	}
	return min(close+1, end)
}

// createSchema reads CREATE SCHEMA including the objects that it creates, which are in the schema
// and see each other without its name.
//
//	CREATE SCHEMA shop AUTHORIZATION dbo
//	    CREATE TABLE item (id int) CREATE VIEW v AS SELECT id FROM item
func (r *reader) createSchema(h *head, end int) int {
	i, name := h.next, h.name.name()
	if strings.EqualFold(name, "authorization") && !h.name.quoted && r.isIdent(i) {
		name = r.ident(i)
	}
	i = r.schemaElement(i-1, end)
	if r.kw(i) != kCreate || i >= end || r.inBody() || name == "" {
		return i
	}
	path := r.s.path
	r.s.setPath([]string{name}, r.toks[i].start)
	for r.kw(i) == kCreate && i < end {
		next := r.schemaElement(i, end)
		r.ddl(i, next)
		i = next
	}
	r.s.setPath(path, r.toks[i-1].end)
	return i
}

// schemaElement returns where the next element of a CREATE SCHEMA begins after token i, or where
// the statement ends: in T-SQL also at a word that begins another one, unless a query comes
// before it.
func (r *reader) schemaElement(i, end int) int {
	query := false
	for i++; i < end && !r.is(i, ';') && r.toks[i].kind != tEnd; i++ {
		switch k := r.kw(i); {
		case r.is(i, '('):
			i = max(i, r.closing(i, end))
		case k == kCreate:
			return i
		case k == kView || k == kGrant || k == kDeny || k == kRevoke:
			query = true
		case !query && r.starts(i, end):
			return i
		}
	}
	return i
}
