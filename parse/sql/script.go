package sql

import (
	"path"
	"sort"
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
)

// A script is the state of reading one file: its facts so far, and the context for
// the rest of it (the owner of references, temporary tables, the search path).
type script struct {
	text    string
	dialect Dialect
	facts   *parse.Facts
	refs    []parse.Reference // a Kind of 0 marks a removed one

	comments []span
	owner    int32 // the definition that references belong to; 0: the run
	run      run
	batches  int
	breaks   []uint32 // of the statements being read
	mute     int      // above 0: references are not recorded, except for uses
	dynamic  bool     // reading a string that is run as code
	later    bool     // reading code that the script does not run: an event, a package
	deep     int      // nesting depth of bodies

	temps      []string // temporary tables
	transition []string // tables visible only in the functions of triggers
	path       []string // the current search_path
	pathAt     uint32
	imports    []parse.Import
	variables  []variable        // variables of the routine that hold strings
	said       map[runRef]bool   // references of texts that were run; nil until the first
	ran        int               // see maxRan
	sqlcmd     map[string]string // variables of SQLCMD, by name in lower case; nil until first needed
	columns    *columns          // nil if they are not requested
	since      point             // where the transaction began; see transact
	// for text inside other code: the definition that everything belongs to; otherwise
	// -1
	inner int32
}

// A run is the statements between two definitions, or within one batch, that are
// not definitions.
type run struct {
	open       bool
	start, end uint32
	def        int32 // its definition; 0 while it has no references
	breaks     []uint32
}

// read reads the whole script.
func (s *script) read() {
	l := lexer{text: s.text, end: len(s.text), dialect: s.dialect, quote: 1}
	defer l.lex()()
	s.comments = l.comments
	s.refs = make([]parse.Reference, 0, len(s.text)/512+4)
	r := &reader{s: s, toks: l.toks, slashes: l.slashes}
	first := true
	for i := 0; i < len(l.toks); {
		switch {
		case l.toks[i].kind == tEnd:
			if s.dialect == TSQL {
				s.closeRun()
			}
			first = true
			i++
			continue
		case r.is(i, ';'):
			s.extendRun(l.toks[i].end)
			i++
			continue
		// :PREFIX SELECT …: a part of the statement, or the whole statement
		case l.toks[i].kind == tVar && s.dialect != TSQL:
			s.openRun(l.toks[i].start)
			s.extendRun(l.toks[i].end)
			i++
			continue
		}
		i = s.statement(r, i, first)
		first = false
	}
	s.closeRun()
	s.finish()
}

// statement reads the statement at i and maintains the run of statements that it
// belongs to.
func (s *script) statement(r *reader, i int, first bool) int {
	form := r.formOf(i)
	end := r.statementEnd(i, form)
	start := r.toks[i].start
	definitions := len(s.facts.Definitions)
	s.openRun(start)
	s.breaks = append(s.breaks[:0], start)
	next := i
	switch {
	case s.dialect == TSQL:
		next = r.tsqlStatement(i, end, first)
	case form == blockForm || form == packageForm:
		if form == packageForm && r.isPackageBody(i, end) {
			next = r.packageBody(i, end)
		} else {
			next = r.block(i, end)
		}
		s.run.breaks = append(s.run.breaks, s.breaks[:max(len(s.breaks)-1, 0)]...)
		start = s.breaks[len(s.breaks)-1]
	default:
		next = r.rest(r.statement(i, end), end)
		if next < end && !r.is(next, ';') {
			next = end
		}
	}
	next = min(max(next, i+1), len(r.toks))
	if len(s.facts.Definitions) == definitions || s.endsWithRun() {
		s.run.breaks = append(s.run.breaks, start)
		s.extendRun(r.toks[next-1].end)
	}
	r.leave(position{})
	return next
}

// endsWithRun reports whether the last definition is a run of statements.
func (s *script) endsWithRun() bool {
	d := &s.facts.Definitions[len(s.facts.Definitions)-1]
	return d.Kind.IsBatch() && d.RareFields().Form == ""
}

// own returns the definition that a reference made here belongs to: the object
// being defined, or else the run, which becomes a definition with its first
// reference.
func (s *script) own() int32 {
	if s.inner >= 0 {
		return s.inner
	}
	if s.owner > 0 {
		return s.owner
	}
	if s.run.def == 0 {
		s.batches++
		kind, mark := graph.KindBatch, "__batch__:"
		if isDeployment(s.facts.Path) {
			kind, mark = graph.KindDeploy, "__deploy__:"
		}
		name := mark + s.facts.Path + ":" + strconv.Itoa(s.batches)
		from, doc := s.docBefore(s.run.start)
		s.facts.Definitions = append(s.facts.Definitions,
			parse.Definition{Kind: kind, Name: name, Symbol: name, Schema: s.home(),
				Range: parse.Range{Start: from, End: s.run.start}, NameAt: s.run.start, Doc: doc})
		s.run.def = int32(len(s.facts.Definitions) - 1)
	}
	return s.run.def
}

// isDeployment reports whether a script runs before or after a database project is
// deployed, by the names of the templates: Script.PostDeployment1.sql.
func isDeployment(file string) bool {
	name := strings.ToLower(path.Base(file))
	return strings.Contains(name, "postdeploy") || strings.Contains(name, "predeploy")
}

func (s *script) openRun(start uint32) {
	if !s.run.open {
		s.columns.beginRun()
		s.run = run{open: true, start: start, end: start, breaks: s.run.breaks[:0]}
	}
}

func (s *script) extendRun(end uint32) {
	if s.run.open && end > s.run.end {
		s.run.end = end
	}
}

// closeRun ends the run before a definition, a GO or the end of the script.
func (s *script) closeRun() {
	if s.inner < 0 {
		s.columns.endRun(s.run.def)
	}
	if s.run.def > 0 {
		d := &s.facts.Definitions[s.run.def]
		d.Range.End = max(s.run.end, d.Range.Start)
		d.Body = parse.Range{Start: s.run.start, End: d.Range.End}
		d.Breaks = append([]uint32(nil), s.run.breaks...)
		d.Complexity = 1
	}
	s.run = run{breaks: s.run.breaks[:0]}
}

// open appends a definition whose statement begins at start and makes it the owner
// of the following references.
func (s *script) open(d parse.Definition, start uint32) int32 {
	if s.run.def > 0 && s.run.end <= s.run.start { // the run began with this very statement
		s.run.end = start
	}
	s.closeRun()
	from, doc := s.docBefore(start)
	d.Range = parse.Range{Start: from, End: start}
	d.Doc = doc
	s.facts.Definitions = append(s.facts.Definitions, d)
	s.owner = int32(len(s.facts.Definitions) - 1)
	s.variables = s.variables[:0]
	s.columns.enterRoutine()
	return s.owner
}

// close ends the definition d at the offset end.
func (s *script) close(d int32, end uint32) {
	def := &s.facts.Definitions[d]
	def.Range.End = max(end, def.Range.Start)
	if def.Body.End > def.Range.End {
		def.Range.End = def.Body.End
	}
	s.owner = 0
	s.variables = s.variables[:0]
}

// addBreak records that a statement begins at the offset at.
func (s *script) addBreak(at uint32) {
	if n := len(s.breaks); n == 0 || s.breaks[n-1] < at {
		s.breaks = append(s.breaks, at)
	}
}

// docBefore finds the comments directly before the offset start, with at most one
// blank line after them and none between them. It returns where they begin and
// their text without comment marks.
func (s *script) docBefore(start uint32) (from uint32, doc string) {
	k := sort.Search(len(s.comments), func(k int) bool { return s.comments[k].start >= start })
	from, last, blanks := start, k, 2
	for k > 0 {
		c := s.comments[k-1]
		gap := s.facts.Text[c.end:from]
		if strings.TrimSpace(gap) != "" || strings.Count(gap, "\n") > blanks ||
			!startsLine(s.facts.Text, int(c.start)) {
			break
		}
		from, blanks = c.start, 1
		k--
	}
	var lines []string
	for _, c := range s.comments[k:last] {
		lines = append(lines, commentLines(s.facts.Text[c.start:c.end])...)
	}
	return from, strings.TrimSpace(strings.Join(lines, "\n"))
}

// commentLines returns the text of a comment, line by line.
func commentLines(c string) []string {
	if strings.HasPrefix(c, "--") || strings.HasPrefix(c, "#") {
		return []string{strings.TrimSpace(strings.Trim(c, "-#"))}
	}
	c = strings.TrimSuffix(strings.TrimPrefix(c, "/*"), "*/")
	lines := strings.Split(c, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(l), "*"))
	}
	return lines
}

// home returns the schema in which an object without one is created, or "" if the
// script does not determine it.
func (s *script) home() string {
	for _, p := range s.path {
		if !strings.HasPrefix(p, "pg_") && p != "$user" &&
			!strings.EqualFold(p, "information_schema") {
			return p
		}
	}
	return ""
}

// setPath records that names without schema are looked up in the given schemas
// from the offset at on.
func (s *script) setPath(path []string, at uint32) {
	s.endPath(at)
	s.path, s.pathAt = path, at
	s.closeRun()
}

// endPath turns the search path that was valid up to the offset at into imports.
func (s *script) endPath(at uint32) {
	for _, p := range s.path {
		s.imports = append(s.imports, parse.Import{Path: p, All: true,
			Scope: parse.Range{Start: s.pathAt, End: at}, At: s.pathAt})
	}
	s.path = nil
}

// pathOf records the search path of one function.
func (s *script) pathOf(d int32, path []string) {
	at := s.facts.Definitions[d].Range.Start
	for _, p := range path {
		s.imports = append(s.imports, parse.Import{Path: p, All: true, Def: d, At: at})
	}
}

// isTempName reports whether name is a temporary table here.
func (s *script) isTempName(name string) bool {
	for _, t := range s.temps {
		if strings.EqualFold(t, name) {
			return true
		}
	}
	return false
}

// isMarkedTemp reports whether a mark before its name makes a table temporary. In
// MySQL such a name is quoted, with the prefix placeholder of an application:
// `#__orders`.
func (s *script) isMarkedTemp(name string) bool {
	return strings.HasPrefix(name, "#") && s.dialect != MySQL
}

func (s *script) addTemp(name string) {
	if name != "" && !s.isMarkedTemp(name) && !s.isTempName(name) {
		s.temps = append(s.temps, name)
	}
}

// content returns the bytes between the quotes of a string.
func (s *script) content(t token) (from, to int) {
	from, to = int(t.start)+int(t.link), int(t.end)
	n := 1
	switch t.ch {
	case '$':
		n = int(t.link)
	case '"':
		n = 2
	}
	if to-from >= n && s.text[to-n:to] == s.text[from-n:from] {
		to -= n
	}
	return min(from, to), to
}

// readBody reads the body in the string t, in the given language, and returns its
// complexity.
func (s *script) readBody(t token, language string) int {
	var code codeKind
	switch strings.ToLower(language) {
	case "sql":
		code = sqlCode
	case "plpgsql":
		code = routineCode
	default:
		return 1
	}
	if s.deep > 2 {
		return 1
	}
	from, to := s.content(t)
	quote := 1
	if t.ch == '\'' {
		quote = 2
	}
	l := lexer{text: s.text, pos: from, end: to, dialect: s.dialect, quote: quote, body: true}
	if l.dialect == Generic {
		l.dialect = PostgreSQL
	}
	defer l.lex()()
	temps := len(s.temps)
	s.deep++
	r := &reader{s: s, toks: l.toks, code: code}
	r.body()
	s.deep--
	s.temps = s.temps[:temps]
	return r.complexity(0, len(l.toks))
}

// body reads the tokens of a routine's body.
func (r *reader) body() {
	if r.code == routineCode {
		r.routine(0, len(r.toks))
		return
	}
	for i := 0; i < len(r.toks); {
		if r.is(i, ';') {
			i++
			continue
		}
		r.s.addBreak(r.toks[i].start)
		i = max(r.rest(r.statement(i, len(r.toks)), len(r.toks)), i+1)
	}
}

// routineBody reads the body of the definition d from the string t.
func (s *script) routineBody(d int32, t token, language string) {
	breaks := s.breaks
	s.breaks = nil
	complexity := s.readBody(t, language)
	def := &s.facts.Definitions[d]
	def.Breaks, def.Complexity = s.breaks, complexity
	s.breaks = breaks
}

// finish sorts the facts and removes those that turned out to be irrelevant.
func (s *script) finish() {
	s.endPath(uint32(len(s.text)))
	f := s.facts
	kept := s.refs[:0]
	for _, ref := range s.refs {
		if ref.Kind == 0 || s.isTransition(&ref) {
			continue
		}
		kept = append(kept, ref)
	}
	f.References, f.Imports = kept, s.imports
	if s.columns != nil {
		f.Columns = &s.columns.Columns
	}
	f.Sort()
}

// isTransition reports whether a function names a transition table, which only
// triggers pass to it.
func (s *script) isTransition(ref *parse.Reference) bool {
	if len(s.transition) == 0 || ref.Recv != nil ||
		s.facts.Definitions[ref.Def].Kind != graph.KindFunc {
		return false
	}
	for _, t := range s.transition {
		if strings.EqualFold(t, ref.Name) {
			return true
		}
	}
	return false
}

// collapse replaces each run of white space by one blank.
func collapse(s string) string {
	if !strings.ContainsAny(s, "\t\r\n") && !strings.Contains(s, "  ") {
		return s
	}
	return strings.Join(strings.Fields(s), " ")
}
