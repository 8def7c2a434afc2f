package request

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A routes is an index of the endpoints of a tree for requests.
type matcher struct {
	tree   *eval.Tree
	list   []route
	exact  index // of case-sensitive routes
	folded index // of case-insensitive routes
}

// A route is an endpoint with its parsed template.
type route struct {
	template
	verb    string
	project string
	name    string // identifies equivalent routes of a project and a verb
	index   int    // of the endpoint
	handler resolve.DefID
	known   string        // the route name
	page    resolve.DefID // the file in which it is registered
	fold    bool          // case-insensitive
	at      eval.Place    // where it is registered
	choice  routes.Choice
	slash   routes.Slash
	passes  bool // the handler may pass the request on
}

// newMatcher reads the templates of endpoints. Those that take every path, such as the page
// of an application that routes in the browser, answer nothing that is asked for by name.
func newMatcher(t *eval.Tree, endpoints []routes.Endpoint) *matcher {
	r := &matcher{tree: t}
	for i := range endpoints {
		e := &endpoints[i]
		fold := t.Table.Def(e.Handler).File.Family == "csharp"
		tmpl := parseTemplate(e.Template, fold)
		if len(tmpl.segments) == 0 && len(tmpl.after) == 0 && tmpl.rest {
			continue
		}
		tmpl.tail, tmpl.weighted = e.Choice.Tail, e.Choice.Weighted
		for j := range tmpl.segments {
			tmpl.segments[j].empty = e.Choice.Empty
		}
		r.list = append(r.list, route{template: tmpl, verb: e.Verb, project: e.Project,
			name: e.Path(), index: i, fold: fold, handler: e.Handler, known: e.Name,
			page: e.At.File.ID(0), at: e.At, choice: e.Choice, slash: e.Slash, passes: e.Passes})
	}
	for i := range r.list {
		if r.list[i].fold {
			r.folded.add(int32(i), &r.list[i])
		} else {
			r.exact.add(int32(i), &r.list[i])
		}
	}
	return r
}

// A match is a route that handles a request, with its quality.
type match struct {
	*route
	fits  []fit
	empty bool // nothing of the path is left for a parameter for the rest
	moved int  // segments that one path has before the other
	// redirected is set if the router first redirects the request to the path with, or
	// without, a slash at the end.
	redirected bool
	filled     bool // the slash at the end of the path is before an empty parameter
	// unsure is set if what is not compared decides: the weights of all parts, or other routes
	unsure bool
	later  int // the router tries matches of smaller numbers first
}

// find finds the route for a request: one that matches its path, or else one that
// matches after adding a prefix that the address lacks, or after removing a prefix. For
// an external host only Host is set.
func (r *matcher) find(q Request) Found {
	f := Found{Request: q, Tier: q.Tier}
	if q.Handler != resolve.None {
		f.Endpoints = r.handled(q)
		return f
	}
	if q.Name != "" {
		f.Endpoints = r.named(q)
		return f
	}
	host, text := q.Address.split()
	if host = bareHost(host); isForeign(host) {
		f.Host = host
		return f
	}
	if !q.Address.Known() {
		return f
	}
	tier := graph.Exact
	if host == Hole {
		tier = graph.Unique // the server is unknown
	}
	for _, p := range paths(text) {
		found := append(ended(r.matches(q.Verb, p), q.Address.slash()), r.filled(q, p)...)
		if strings.Contains(host, Hole) && len(p) > 0 { // otherwise any server has such a route
			found = slices.DeleteFunc(found, func(m match) bool { return !slices.Contains(m.fits, sameFit) })
		}
		found = r.best(q, host, found)
		if len(found) > 0 {
			if r.refuses(found[0], p, q.Address.slash()) {
				return f
			}
			found[0].unsure = found[0].unsure || r.hidden(found[0], p)
			f.take(found, tier)
			return f
		}
	}
	if q.Direct {
		return f
	}
	for _, p := range paths(text) {
		guesses := r.below(q.Verb, p)
		if host != Hole {
			guesses = append(guesses, r.without(q.Verb, p)...)
		}
		found := r.best(q, host, guesses)
		if len(found) > 0 {
			f.take(found, graph.Heuristic)
			return f
		}
	}
	return f
}

// handled lists the endpoints of the handler of a request: one, if they belong to one
// route.
func (r *matcher) handled(q Request) []int {
	var found []match
	for _, i := range merge(r.exact.byHandler[q.Handler], r.folded.byHandler[q.Handler]) {
		if m := (match{route: &r.list[i]}); m.answers(q.Verb) {
			found = append(found, m)
		}
	}
	var out []int
	for _, m := range distinct(found) {
		out = append(out, m.index)
	}
	return out[:min(len(out), 1)]
}

// named lists the endpoint of a name that handles a verb: several paths may have one
// name, and one path several verbs. For requests with an unknown verb, GET is
// preferred.
func (r *matcher) named(q Request) []int {
	var found []match
	last := lastPart(q.Name)
	for _, i := range merge(r.exact.byName[last], r.folded.byName[last]) {
		at := &r.list[i]
		if at.isCalled(q.Name) && (at.answers(q.Verb) || q.Verb == Any) {
			found = append(found, match{route: at})
		}
	}
	if q.Verb == Any {
		gets := keep(found, func(m match) bool { return m.verb == "GET" || m.verb == Any })
		if len(gets) > 0 {
			found = gets
		}
	}
	if own := keep(found, func(m match) bool {
		return m.project == r.tree.Project(q.Address.At.File)
	}); len(own) > 0 {
		found = own
	}
	var out []int
	for _, m := range distinct(found) {
		out = append(out, m.index)
	}
	return out
}

// isCalled reports whether a route has a name.
func (r *route) isCalled(name string) bool {
	if strings.HasPrefix(name, ".") {
		return strings.HasSuffix(r.known, name)
	}
	return r.known == name
}

// take records the matching routes. A match is a guess if a literal of the route is
// only matched by an unknown part of the address.
func (f *Found) take(found []match, tier graph.Tier) {
	if f.weak = slices.Contains(found[0].fits, weakFit); f.weak || f.Verb == Any && found[0].verb != Any {
		tier = graph.Heuristic
	}
	if found[0].redirected || found[0].unsure { // unless something else prevents it
		tier = resolve.WeakerTier(tier, graph.Typed)
	}
	f.Tier = resolve.WeakerTier(f.Tier, tier)
	for _, m := range found {
		f.Endpoints = append(f.Endpoints, m.index)
	}
}

// paths lists the possible segments of the path of an address: an unknown part after
// the name in the last segment is probably a query.
//
//	/orders{}    orders; orders{}
func paths(text string) [][]string {
	whole := splitPath(text)
	if len(whole) == 0 {
		return [][]string{nil}
	}
	last := strings.TrimRight(whole[len(whole)-1], Hole)
	if last == "" || last == whole[len(whole)-1] {
		return [][]string{whole}
	}
	short := append(slices.Clone(whole[:len(whole)-1]), last)
	return [][]string{short, whole}
}

// answering yields the routes that handle a verb and may match a path, each with the
// path, in lower case if the route ignores case. The function of returns the candidates
// from an index.
func (r *matcher) answering(verb string, path []string,
	of func(*index, []string) []int32) iter.Seq2[*route, []string] {
	folded := lower(path)
	return func(yield func(*route, []string) bool) {
		for _, i := range merge(of(&r.exact, path), of(&r.folded, folded)) {
			at, p := &r.list[i], path
			if at.fold {
				p = folded
			}
			if at.answers(verb) && !yield(at, p) {
				return
			}
		}
	}
}

// matches lists the routes that match a path.
func (r *matcher) matches(verb string, path []string) []match {
	var out []match
	for at, p := range r.answering(verb, path, (*index).candidates) {
		if fits, ok := at.match(p); ok {
			out = append(out, match{route: at, fits: fits, empty: len(p) <= len(at.segments)})
		}
	}
	return out
}

// filled lists the routes that match a path with a slash at the end by a parameter for the
// empty text behind it. A route that ends there as the path does has the same fits.
//
//	fastify.get('/users/:id', show)    /users/
func (r *matcher) filled(q Request, path []string) []match {
	if q.Address.slash() != routes.WithSlash {
		return nil
	}
	var out []match
	for at, p := range r.answering(q.Verb, append(slices.Clone(path), ""), (*index).candidates) {
		if !at.choice.Empty || at.rest || len(at.segments) != len(p) {
			continue
		}
		if fits, ok := at.match(p); ok {
			out = append(out, match{route: at, fits: fits[:len(path)], filled: true})
		}
	}
	return out
}

// below lists the routes that match a path after literals that the address lacks, which
// may be in the unknown base address of a client. The start of the path must not match
// a parameter then: /connect/token is not a request for /devices/{id}/token.
func (r *matcher) below(verb string, path []string) []match {
	var out []match
	if !isKnown(path) {
		return nil
	}
	for at, p := range r.answering(verb, path, (*index).endingWith) {
		before := len(at.segments) - len(p)
		if before < 1 || at.rest || at.optional > 0 ||
			slices.ContainsFunc(at.segments[:before],
				func(s segment) bool { return !s.isLiteral() }) {
			continue
		}
		rest := template{segments: at.segments[before:]}
		if fits, ok := rest.match(p); ok && isNamed(fits) && !fits[0].isValue() {
			out = append(out, match{route: at, fits: fits, moved: before})
		}
	}
	return out
}

// maxStripped bounds the segments that a reverse proxy may remove.
const maxStripped = 2

// without lists the routes that match a path without its first segments, which a
// reverse proxy may remove.
func (r *matcher) without(verb string, path []string) []match {
	var out []match
	for n := 1; n <= maxStripped && n < len(path); n++ {
		if strings.Contains(path[n-1], Hole) || !isKnown(path[n:]) {
			break
		}
		for _, m := range r.matches(verb, path[n:]) {
			if m.moved = n; isNamed(m.fits) && !m.rest {
				out = append(out, m)
			}
		}
	}
	return out
}

// isKnown reports whether a segment of a path is known; otherwise it shares no name
// with a route.
func isKnown(path []string) bool {
	return slices.ContainsFunc(path, func(s string) bool { return !strings.Contains(s, Hole) })
}

// isNamed reports whether a path shares more with a route than the number of segments.
func isNamed(fits []fit) bool {
	return slices.Contains(fits, sameFit) && !slices.Contains(fits, weakFit)
}

func lower(path []string) []string {
	out := make([]string, len(path))
	for i, s := range path {
		out[i] = strings.ToLower(s)
	}
	return out
}

// answers reports whether a route handles requests of a verb.
func (r *route) answers(asked string) bool {
	return r.verb == asked || r.verb == routes.Any || asked == Any ||
		asked == "HEAD" && r.verb == "GET" && r.choice.Head
}

// ended filters matches by the end of the path of the request. A
// strict router distinguishes paths that end with a slash; some redirect a request that
// matches nothing else. A parameter for the rest of a path may need a slash before it, or
// a text behind that.
func ended(list []match, slash routes.Slash) []match {
	if slash == routes.UnknownSlash {
		return list
	}
	return keep(list, func(m match) bool {
		if m.rest && len(m.after) == 0 {
			if !m.empty {
				return true
			}
			switch m.choice.Rest {
			case routes.RestPlain:
				return len(m.segments) == 0 || m.segments[len(m.segments)-1].rule == nil
			case routes.RestSome:
				return false
			case routes.RestSlash:
				return slash == routes.WithSlash
			}
			return true
		}
		return !m.differs(slash) || m.choice.Redirects == routes.RedirectsAll ||
			m.choice.Redirects == routes.RedirectsAdd && slash == routes.NoSlash
	})
}

// pass returns when a router considers a match, from 0: a redirection if nothing else
// matches, and for net/http the rest of a path after that.
func (m match) pass() int {
	switch {
	case m.redirected && (!m.choice.Eager || len(m.after) > 0):
		return 1
	case m.rest && m.choice.Rest == routes.RestRedirect:
		return 2
	}
	return 0
}

// needsSlash reports whether a router redirects a path to the same with a slash, because
// nothing is left of it for the rest.
func (m match) needsSlash(slash routes.Slash) bool {
	return m.rest && m.choice.Rest == routes.RestRedirect && slash == routes.NoSlash && m.empty
}

// differs reports whether a strict router distinguishes the end of a path from that of
// the route.
func (r *route) differs(slash routes.Slash) bool {
	if r.rest && (len(r.after) == 0 || r.twice) || r.tail || slash != routes.NoSlash && r.choice.Appended {
		return false
	}
	return r.choice.Strict && r.slash != routes.UnknownSlash && slash != routes.UnknownSlash && r.slash != slash
}

// best lists the best matches: one, unless several are equal. Literals precede
// parameters, from left to right; then a project that the host of the address or the
// place of the request names takes precedence; then the order of registration decides,
// where the router goes by it, or else a route of the verb precedes one of all verbs.
func (r *matcher) best(q Request, host string, all []match) []match {
	if len(all) == 0 {
		return nil
	}
	slash := q.Address.slash()
	for i := range all {
		m := &all[i]
		m.redirected = !m.filled && (m.differs(slash) || m.needsSlash(slash))
		m.later = m.pass()
		m.unsure = m.choice.Weighted && slices.ContainsFunc(all, func(o match) bool { return o.rest && o.index != m.index })
	}
	slices.SortStableFunc(all, func(a, b match) int { return -a.compare(b) })
	n := 1
	for n < len(all) && all[0].compare(all[n]) == 0 {
		n++
	}
	top := distinct(all[:n])
	if slices.Contains(top[0].fits, weakFit) {
		return distinct(all) // nothing determines which one is meant
	}
	for _, better := range []func(match) bool{
		func(m match) bool { return isNamedAfter(host, m.project) },
		func(m match) bool { return m.project == r.tree.Project(q.Address.At.File) },
	} {
		if some := keep(top, better); len(some) > 0 {
			top = some
		}
	}
	if one := winner(q.Verb, top, all); one != nil {
		return []match{*one}
	}
	for _, better := range []func(match) bool{
		func(m match) bool { return m.verb == q.Verb },
		func(m match) bool { return m.verb != routes.Any },
	} {
		if some := keep(top, better); len(some) > 0 && q.Verb != Any {
			return some
		}
	}
	return top
}

// refuses reports whether a router answers 405 to a request instead of a redirection to m, as a
// route of another verb matches the path as it is.
//
//	Route("/users/{id}/", show, methods=["POST"]), Route("/users/me", me)    // POST /users/me
func (r *matcher) refuses(m match, path []string, slash routes.Slash) bool {
	if !m.redirected || !m.choice.Refuses {
		return false
	}
	return slices.ContainsFunc(ended(r.matches(routes.Any, path), slash), func(o match) bool {
		return o.project == m.project && !o.differs(slash) && !slices.Contains(o.fits, weakFit)
	})
}

// hidden reports whether a longer route of the same router may end the search for a path
// that m matches: it has a literal where m has a parameter, and a parameter where the path
// ends. See findings/gin-end-at-parameter.sh.
//
//	/:org/:repo    /users/:id/edit    which takes /users/ann, and has no handler there
func (r *matcher) hidden(m match, path []string) bool {
	last := len(path) - 1
	return m.choice.Stuck && len(path) == len(m.segments) && slices.ContainsFunc(r.list, func(o route) bool {
		if o.endsBefore(m, path) {
			return true
		}
		if o.project != m.project || !o.choice.Stuck || !o.answers(m.verb) || len(o.segments) <= len(path) || last < 1 ||
			o.segments[last].isLiteral() {
			return false
		}
		hides := false
		for i, s := range o.segments[:last] {
			own := m.segments[i]
			if own.isLiteral() && !s.isLiteral() || s.isLiteral() && s.literals[0] != path[i] && !strings.Contains(path[i], Hole) {
				return false
			}
			hides = hides || s.isLiteral() && !own.isLiteral()
		}
		return hides
	})
}

// endsBefore reports whether a route ends with a parameter within the path of a match,
// and precedes the route of the match up to there.
//
//	/v:version, /:name/new    // GET /v2/new: nothing, as v: precedes :name
func (r *route) endsBefore(m match, path []string) bool {
	n := len(r.segments)
	if r.project != m.project || !r.choice.Stuck || !r.answers(m.verb) || n == 0 || n >= len(path) || r.rest || r.segments[n-1].isLiteral() {
		return false
	}
	fits, ok := r.match(path[:n])
	return ok && slices.Compare(fits, m.fits[:n]) > 0
}

// winner returns the route that a router chooses by the order of registration, or nil if
// order makes no difference. The order of routes in different files is unknown. A route for
// every verb is middleware if it may pass a request on.
//
//	app.get("/users/:id", byId); app.get("/users/me", me)    // GET /users/me: byId
func winner(asked string, top, all []match) *match {
	var out *match
	best := top[0]
	if slices.ContainsFunc(top, func(m match) bool { return m.project != best.project }) {
		return nil
	}
	for i := range all {
		m := &all[i]
		if m.project != best.project || m.at.File != best.at.File || m.moved != best.moved || m.later != best.later ||
			slices.Contains(m.fits, weakFit) || m.verb == routes.Any && m.passes ||
			asked == Any && m.verb != best.verb && m.verb != routes.Any {
			continue
		}
		switch {
		case (m.choice.InOrder && !m.picky || m.choice.Weighted && slices.Equal(m.fits, best.fits)) && (out == nil || m.at.At < out.at.At),
			m.choice.Replaces && m.compare(best) == 0 && (out == nil || m.at.At > out.at.At):
			out = m
		}
	}
	return out
}

// compare returns a positive number if m precedes o.
func (m match) compare(o match) int {
	if c := cmp.Compare(o.moved, m.moved); c != 0 {
		return c
	}
	if c := cmp.Compare(o.later, m.later); c != 0 {
		return c
	}
	if c := slices.Compare(m.fits, o.fits); c != 0 {
		return c
	}
	return cmp.Or(falseFirst(m.redirected, o.redirected), falseFirst(m.rest, o.rest), // nothing is left for the rest
		falseFirst(m.filled, o.filled))
}

// falseFirst returns 1 if only b is set, -1 if only a is, and 0 otherwise.
func falseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return 1
	}
	return -1
}

// distinct returns one match of each route.
func distinct(list []match) []match {
	type identity struct{ project, verb, name string }
	seen := map[identity]bool{}
	return keep(list, func(m match) bool {
		id := identity{m.project, m.verb, m.name}
		was := seen[id]
		seen[id] = true
		return !was
	})
}

func keep(list []match, of func(match) bool) []match {
	var out []match
	for _, m := range list {
		if of(m) {
			out = append(out, m)
		}
	}
	return out
}

// bareHost returns a host without user and port.
func bareHost(host string) string {
	host = host[strings.LastIndexByte(host, '@')+1:]
	host, _, _ = strings.Cut(host, ":")
	return host
}

// isForeign reports whether a host is known and external, that is, has an internet
// domain name. Names without dots are those of services in one network.
func isForeign(host string) bool {
	if host == "" || strings.Contains(host, Hole) || host == "127.0.0.1" || host == "0.0.0.0" {
		return false
	}
	for _, local := range []string{".local", ".localhost", ".internal", ".test"} {
		if strings.HasSuffix(host, local) {
			return false
		}
	}
	return strings.Contains(host, ".")
}

// isNamedAfter reports whether a host is named like the folder of a project.
//
//	http://ordering-api/orders    src/Ordering.API
func isNamedAfter(host, project string) bool {
	plain := func(s string) string {
		return strings.Map(func(c rune) rune {
			if strings.ContainsRune("-_. ", c) {
				return -1
			}
			return c
		}, strings.ToLower(s))
	}
	return host != "" && project != "" && plain(host) == plain(path.Base(project))
}
