package scoped

import (
	"regexp"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// This file tracks the channels of languages whose front ends record no data flow: from where
// they are made, by way of locals, arguments and fields, to what sends and receives.

// A channelAPI describes the channels of a language.
type channelAPI struct {
	words        []string       // one of which a file with channels contains
	makes        *regexp.Regexp // matches a call that makes one, or both ends of one
	types        map[string]bool
	sends, takes map[string]bool
	same         map[string]bool // methods that return an end of the same channel
	wraps        *regexp.Regexp  // matches the beginning of a call that wraps its argument
	fields       bool            // objects are created by the names of their fields
}

var channelAPIs = map[string]*channelAPI{
	"kotlin": {
		words: []string{"Channel", "SharedFlow", "StateFlow"},
		makes: regexp.MustCompile(`^(?:[\w.]+\.)?(?:(?:Broadcast)?Channel|Mutable(?:Shared|State)Flow)` +
			`\s*(?:<[^()]*>)?\(`),
		types: resolve.WordSet(`Channel SendChannel ReceiveChannel BroadcastChannel SharedFlow
			StateFlow MutableSharedFlow MutableStateFlow`),
		sends: resolve.WordSet("send trySend offer emit tryEmit sendBlocking trySendBlocking"),
		takes: resolve.WordSet(`receive tryReceive receiveCatching receiveOrNull consumeEach collect
			collectLatest onReceive poll consume`),
		same: resolve.WordSet("asSharedFlow asStateFlow receiveAsFlow consumeAsFlow openSubscription"),
	},
	"rust": {
		words: []string{"Sender", "Receiver", "channel", "bounded("},
		makes: regexp.MustCompile(`^(?:\w+::)*(?:channel|sync_channel|unbounded_channel|unbounded|bounded|` +
			`async_channel|oneshot)(?:::<[^;(]*>)?\(`),
		types: resolve.WordSet("Sender SyncSender Receiver UnboundedSender UnboundedReceiver"),
		sends: resolve.WordSet(`send try_send blocking_send send_timeout unbounded_send start_send
			send_async send_blocking broadcast send_replace`),
		takes: resolve.WordSet(`recv try_recv recv_timeout blocking_recv iter try_iter into_iter
			recv_async recv_many recv_blocking next poll_recv changed borrow_and_update`),
		same: resolve.WordSet(`clone subscribe unwrap expect as_ref as_mut borrow borrow_mut lock
			by_ref resubscribe new_receiver to_owned`),
		wraps: regexp.MustCompile(`^(?:\w+::)*` +
			`(?:(?:Arc|Rc|Mutex|RwLock|RefCell|Box|Pin)::(?:new|clone|pin)|Some)\(`),
		fields: true,
	},
}

// bindChannels records the flows and the uses of the channels of a file.
func (e *eval) bindChannels() {
	api := channelAPIs[e.b.File.Language]
	if api == nil || !containsAny(e.b.File.Text, api.words) {
		return
	}
	c := &channelReader{e, api, map[uint32]resolve.DefID{}}
	for i := range e.b.Bindings {
		x := &e.b.Bindings[i]
		if x.To > resolve.None && (x.Kind == graph.Calls || x.Kind == graph.Creates) {
			c.targets[x.At] = x.To
		}
	}
	c.declarations()
	for i := range e.b.File.References {
		switch r := &e.b.File.References[i]; r.Kind {
		case parse.RefCall, parse.RefCreate:
			c.call(r)
		}
	}
}

func containsAny(text string, words []string) bool {
	for _, w := range words {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// A channelReader records the channels of one file.
type channelReader struct {
	*eval
	api     *channelAPI
	targets map[uint32]resolve.DefID // of calls and creations
}

// declarations records the initial values of locals, fields and variables, and loops over channels.
func (c *channelReader) declarations() {
	f := c.b.File
	for i := range f.Locals {
		l := &f.Locals[i]
		from := f.ID(l.Def)
		switch {
		case l.At == 0:
		case l.LastStep == parse.StepElement:
			if p, declared := c.place(l.Init, from, l.At); !p.IsZero() {
				c.b.UsesChannel(p, from, l.At, false, declared)
			}
		default:
			c.value(l.At, from, c.b.LocalPlace(int32(i)))
		}
	}
	for i := range f.Definitions {
		d := &f.Definitions[i]
		for k := range d.Init {
			c.value(d.Init[k].At, f.ID(int32(i)), c.b.ValuePlace(f.ID(int32(i))))
		}
	}
}

// value records that the value at a position flows to a place.
func (c *channelReader) value(at uint32, from resolve.DefID, to resolve.Place) {
	if int(at) >= len(c.b.File.Text) {
		return
	}
	text := c.b.File.Text[at:]
	for c.api.wraps != nil { // Arc::new(Mutex::new(rx))
		n := len(c.api.wraps.FindString(text[:min(len(text), 200)]))
		if n == 0 {
			break
		}
		text, at = text[n:], at+uint32(n)
	}
	_, ours := c.targets[c.calleeAt(at)]
	if !ours && c.api.makes.MatchString(text[:min(len(text), 200)]) {
		made := c.b.CallPlace(at) // both ends of a pair are of one call
		c.b.MakesChannel(made)
		c.b.MovesChannel(made, to)
		return
	}
	if p, _ := c.place(stepsIn(text, c.row.This), from, at); !p.IsZero() {
		c.b.MovesChannel(p, to)
	}
}

// calleeAt returns the position of the last name before the arguments of the call at a position.
func (c *channelReader) calleeAt(at uint32) uint32 {
	text := c.b.File.Text[at:]
	end := strings.IndexAny(text, "(<")
	if end < 0 {
		return at
	}
	return at + uint32(strings.LastIndexAny(strings.TrimSuffix(text[:end], "::"), ".:")+1)
}

// pathText matches a name with members and calls without arguments: self.tx.clone().
var pathText = regexp.MustCompile(`^\s*(?:&|\*|mut\b|move\b|\s)*((?:\$?\w+)(?:(?:\?|!!)?\.\w+(?:\(\))?)*)`)

// stepsIn returns the steps of the path at the beginning of a text.
func stepsIn(text, this string) []parse.Step {
	m := pathText.FindStringSubmatch(text[:min(len(text), 200)])
	if m == nil {
		return nil
	}
	var out []parse.Step
	isMark := func(r rune) bool { return r == '.' || r == '?' || r == '!' }
	for i, name := range strings.FieldsFunc(m[1], isMark) {
		word, call := strings.CutSuffix(name, "()")
		switch {
		case i == 0 && (word == "self" || word == "this" || word == this):
			out = append(out, parse.Step{Kind: parse.StepThis})
		case i == 0:
			out = append(out, parse.Step{Kind: parse.StepName, Name: word})
		case call:
			out = append(out, parse.Step{Kind: parse.StepCall, Name: word})
		default:
			out = append(out, parse.Step{Kind: parse.StepMember, Name: word})
		}
	}
	return out
}

// place returns the place of an expression; declared reports that its type is that of a channel.
func (c *channelReader) place(steps []parse.Step, from resolve.DefID,
	at uint32) (p resolve.Place, declared bool) {
	for len(steps) > 1 && (steps[len(steps)-1].Kind == parse.StepAwait ||
		steps[len(steps)-1].Kind == parse.StepCall && (c.api.same[steps[len(steps)-1].Name] ||
			c.api.takes[steps[len(steps)-1].Name])) {
		steps = steps[:len(steps)-1]
	}
	if len(steps) == 0 {
		return p, false
	}
	last := &steps[len(steps)-1]
	if len(steps) == 1 && last.Kind == parse.StepName {
		for i, l := range c.b.LocalsAt(last.Name, at) {
			return c.b.LocalPlace(i), c.isChannel(l.Type)
		}
	}
	if last.Kind != parse.StepName && last.Kind != parse.StepMember {
		return p, false
	}
	ids, _, why := c.meaning(&parse.Reference{Name: last.Name, Recv: steps[:len(steps)-1],
		Kind: parse.RefMember, At: at, Args: -1}, from)
	if why != resolve.Resolved || len(ids) != 1 {
		return p, false
	}
	switch d := c.ix.Def(ids[0]); d.Kind {
	case graph.KindField, graph.KindProperty, graph.KindVariable, graph.KindConstant:
		return c.b.ValuePlace(ids[0]), c.isChannel(d.Type)
	}
	return p, false
}

// isChannel reports whether a written type is that of a channel, or of one end.
func (c *channelReader) isChannel(t parse.TypeRef) bool {
	if c.api.types[resolve.LastName(t.Name)] {
		return true
	}
	for _, a := range t.Args { // Arc<Mutex<Receiver<T>>>
		if c.isChannel(a) {
			return true
		}
	}
	return false
}

// call records what a call does with channels: it uses its receiver, or passes arguments on.
func (c *channelReader) call(r *parse.Reference) {
	from := c.b.File.ID(r.Def)
	to, ok := c.targets[r.At]
	if !ok {
		if sends := c.api.sends[r.Name]; (sends || c.api.takes[r.Name]) && len(r.Recv) > 0 {
			if p, declared := c.place(r.Recv, from, r.At); !p.IsZero() {
				c.b.UsesChannel(p, from, r.At, sends, declared)
			}
		}
		return
	}
	end, fields := int(r.At)+len(r.Name), c.api.fields && r.Kind == parse.RefCreate
	for k, a := range argumentsAt(c.b.File.Text, end, fields) {
		if p := c.param(c.ix.Def(to), k, a.name); !p.IsZero() {
			c.value(a.at, from, p)
		}
	}
}

// param returns the place that an argument is put in.
func (c *channelReader) param(d *resolve.Def, k int, name string) (p resolve.Place) {
	owner := d.ID
	if d.Kind == graph.KindConstructor {
		owner = c.ix.EnclosingType(d.ID)
	}
	if owner > resolve.None && c.ix.Def(owner).Kind.IsType() { // a field, or a property of the constructor
		if name == "" {
			name = headerParam(c.ix.Def(owner), k)
		}
		for _, id := range c.w.own(c.w.typeOf(owner), name) {
			return c.b.ValuePlace(id)
		}
	}
	at := 0
	for i := range d.Params {
		switch {
		case d.Params[i].Name == "self":
		case name == "" && at == k, name != "" && d.Params[i].Name == name:
			return c.b.ParamPlace(d.ID, i)
		default:
			at++
		}
	}
	return p
}

// headerParam returns the name of the property that a parameter of a primary constructor declares.
func headerParam(class *resolve.Def, k int) string {
	text := class.File.Text[class.NameAt:class.Range.End]
	open := strings.IndexAny(text, "({")
	if open < 0 || text[open] != '(' {
		return ""
	}
	for i, a := range argumentsAt(text, open, false) {
		if i == k {
			head, _, _ := strings.Cut(text[a.at:], ":")
			words := strings.Fields(head)
			if len(words) > 1 && (words[len(words)-2] == "val" || words[len(words)-2] == "var") {
				return words[len(words)-1]
			}
		}
	}
	return ""
}

// An argument is the beginning of an argument in a text.
type argument struct {
	name string
	at   uint32
}

// argName matches the name of an argument or of a field.
var argName = regexp.MustCompile(`^\s*(\w+)\s*(?:=[^=]|:[^:])\s*`)

// argumentsAt lists the arguments in the parentheses at a position, or in the braces of a literal
// of fields.
func argumentsAt(text string, at int, fields bool) (out []argument) {
	for at < len(text) && text[at] != '(' && text[at] != '{' && text[at] != ';' && text[at] != ')' {
		at++ // type arguments
	}
	if at >= len(text) || fields != (text[at] == '{') || text[at] == ';' || text[at] == ')' {
		return nil
	}
	depth, begin := 0, at+1
	add := func(end int) {
		part := text[begin:end]
		a := argument{at: uint32(begin)}
		if m := argName.FindStringSubmatchIndex(part); m != nil {
			a.name, a.at = part[m[2]:m[3]], uint32(begin+m[3]+strings.IndexAny(part[m[3]:], "=:")+1)
		} else if fields {
			a.name = strings.TrimSpace(part)
		}
		for int(a.at) < end && strings.IndexByte(" \t\r\n", text[a.at]) >= 0 {
			a.at++
		}
		if int(a.at) < end {
			out = append(out, a)
		}
		begin = end + 1
	}
	for i := at; i < len(text) && i < at+4000; i++ {
		switch text[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				add(i)
				return out
			}
		case ',':
			if depth == 1 {
				add(i)
			}
		}
	}
	return nil
}
