package golang

import (
	"regexp"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Broker returns the rules of Go.
func Broker() message.Broker { return broker{} }

type broker struct{}

// A messageLibrary is one for a broker, with its calls by their names.
type messageLibrary struct {
	path         string // prefix of its import path
	pkg          string // package name, if the path does not end with it
	system, word string
	calls        map[string]call
	messages     map[string]string // structs whose values are sent, with their topic field
}

// A call sends to a topic, or handles its messages.
type call struct {
	sends   bool
	topic   int    // position of the argument with the name, or a list of names
	rest    bool   // all following arguments are names, too
	field   string // field of that argument, if it is a struct literal: A.B for a nested one
	handler int    // position of the handler argument; 0: the function around the call
	method  string // of the handler, if it is an object
	// exchange is set if the argument before the name has to be empty, otherwise the
	// name is not the topic.
	exchange bool
	least    int // minimum number of arguments
}

var (
	amqp = map[string]call{"Consume": {}, "ConsumeWithContext": {topic: 1},
		"Publish":            {sends: true, topic: 1, exchange: true, least: 5},
		"PublishWithContext": {sends: true, topic: 2, exchange: true, least: 6}}
	sarama = map[string]call{"ConsumePartition": {},
		"Consume":     {topic: 1, handler: 2, method: "ConsumeClaim", least: 3},
		"SendMessage": {sends: true, field: "Topic"}}
)

// messageLibraries are those whose calls name topics, by their documentation.
var messageLibraries = []*messageLibrary{
	{path: "github.com/nats-io/nats.go", pkg: "nats", system: "nats", word: "SUBJECT",
		calls: map[string]call{
			"Subscribe": {handler: 1, least: 2}, "QueueSubscribe": {handler: 2, least: 3},
			"Publish": {sends: true, least: 2}, "Request": {sends: true, least: 3},
			"PublishRequest": {sends: true, least: 3}}},
	{path: "github.com/rabbitmq/amqp091-go", pkg: "amqp091", system: "rabbitmq", word: "QUEUE",
		calls: amqp},
	{path: "github.com/streadway/amqp", system: "rabbitmq", word: "QUEUE", calls: amqp},
	{path: "github.com/IBM/sarama", system: "kafka", word: "TOPIC", calls: sarama},
	{path: "github.com/Shopify/sarama", system: "kafka", word: "TOPIC", calls: sarama},
	{path: "github.com/segmentio/kafka-go", pkg: "kafka", system: "kafka", word: "TOPIC",
		calls: map[string]call{
			"NewReader": {field: "Topic"}, "NewWriter": {sends: true, field: "Topic"}},
		messages: map[string]string{"Writer": "Topic", "Message": "Topic"}},
	{path: "github.com/confluentinc/confluent-kafka-go", system: "kafka", word: "TOPIC",
		calls: map[string]call{"Subscribe": {}, "SubscribeTopics": {},
			"Produce": {sends: true, field: "TopicPartition.Topic"}}},
	{path: "github.com/twmb/franz-go/pkg/kgo", system: "kafka", word: "TOPIC",
		calls: map[string]call{"ConsumeTopics": {rest: true}, "AddConsumeTopics": {rest: true},
			"DefaultProduceTopic": {sends: true}},
		messages: map[string]string{"Record": "Topic"}},
	{path: "github.com/ThreeDotsLabs/watermill", system: "watermill", word: "TOPIC",
		calls: map[string]call{
			"AddHandler":            {topic: 1, handler: 5, least: 6},
			"AddNoPublisherHandler": {topic: 1, handler: 3, least: 4},
			"AddConsumerHandler":    {topic: 1, handler: 3, least: 4},
			"Subscribe":             {topic: 1, least: 2},
			"Publish":               {sends: true, least: 2}}},
}

// messageWords are the imports of files that send or handle messages.
var messageWords = func() []string {
	var out []string
	for _, l := range messageLibraries {
		out = append(out, `"`+l.path)
	}
	return out
}()

// Sites requests the sites of the files that import one of the libraries.
func (broker) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == family && src.ContainsAny(messageWords) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Ends lists the sends and handlers of library calls:
//
//	nc.Subscribe("orders.paid", func(m *nats.Msg) { … })
//	nc.Publish("orders.paid", data)
//	&kafka.Writer{Topic: "orders"}
func (broker) Ends(t *eval.Tree) []message.ChannelEnd {
	r := &messageReader{Tree: t}
	t.EachCall(family, r.call)
	for x := range t.Family(family) {
		if x.In.File.Test {
			continue
		}
		x.Walk(func(e *parse.Expr) {
			if e.Kind == parse.ExprMap {
				r.message(x.Sub(e))
			}
		})
	}
	return r.found
}

// A messageReader collects the ends of one tree.
type messageReader struct {
	*eval.Tree
	found []message.ChannelEnd
}

// call adds the topics that a call names.
func (r *messageReader) call(x eval.Expr) {
	if x.Recv == nil || len(x.Args) == 0 || !called[x.Expr.Text] {
		return
	}
	lib := r.library(x, 0)
	if lib == nil {
		return
	}
	c, ok := lib.calls[x.Expr.Text]
	if !ok || len(x.Args) < max(c.least, c.topic+1) {
		return
	}
	if exchange, ok := r.Text(x.Sub(&x.Args[max(c.topic-1, 0)].Value)); c.exchange &&
		(!ok || exchange != "") {
		return // the broker decides which queues receive it
	}
	e := message.ChannelEnd{Sends: c.sends, Def: x.Def, Tier: graph.Typed,
		Topic: message.Topic{System: lib.system, Word: lib.word},
		At:    eval.Place{File: x.In.File, At: x.At}}
	if c.handler > 0 && !r.handled(x, c, &e) {
		return
	}
	topics := x.Args[c.topic : c.topic+1]
	if c.rest {
		topics = x.Args[c.topic:]
	}
	for i := range topics {
		for _, n := range r.names(x.Sub(&topics[i].Value), c.field) {
			e.Name, e.By = n.Text, n.By
			r.found = append(r.found, e)
		}
	}
}

// literal matches the type of a struct literal.
var literal = regexp.MustCompile(`^(\w+)\.(\w+)\s*\{`)

// message adds the topic in a literal of a message or a writer.
func (r *messageReader) message(x eval.Expr) {
	m := literal.FindStringSubmatch(x.In.File.Text[x.At:])
	if m == nil {
		return
	}
	lib := libraryOfPackage(x.In.File, m[1])
	if lib == nil || lib.messages[m[2]] == "" {
		return
	}
	e := message.ChannelEnd{Sends: true, Def: x.Def, Tier: graph.Typed,
		Topic: message.Topic{System: lib.system, Word: lib.word},
		At:    eval.Place{File: x.In.File, At: x.At}}
	for _, n := range r.names(x, lib.messages[m[2]]) {
		e.Name, e.By = n.Text, n.By
		r.found = append(r.found, e)
	}
}

// called holds the names of all calls.
var called = func() map[string]bool {
	out := map[string]bool{}
	for _, l := range messageLibraries {
		for name := range l.calls {
			out[name] = true
		}
	}
	return out
}()

// names lists the topics in an argument: a string, a list of strings, or the field of a
// literal.
func (r *messageReader) names(x eval.Expr, field string) []message.Name {
	if field == "" {
		if values := r.Evaluate(x); len(values) == 1 && values[0].Kind == parse.ExprList {
			x = values[0]
		}
		names, ok := message.NamesOf(r.Tree, x)
		if values := r.Evaluate(x); !ok && len(values) == 1 {
			names, _ = message.NamesOf(r.Tree, values[0])
		}
		return names
	}
	field, inner, _ := strings.Cut(field, ".")
	for _, v := range r.Evaluate(x) {
		for i := range v.Args {
			if v.Kind == parse.ExprMap && v.Args[i].Name == field {
				return r.names(v.Sub(&v.Args[i].Value), inner)
			}
		}
	}
	return nil
}

// handled sets the handler of messages: a function by name, a literal, or a method of
// an object.
func (r *messageReader) handled(x eval.Expr, c call, e *message.ChannelEnd) bool {
	of := x.Sub(&x.Args[c.handler].Value)
	if c.method != "" {
		f, written := r.written(of)
		written.Name = strings.TrimLeft(written.Name, "*")
		if t := r.Binder(f).TypeOf(written, x.Def, of.At); t.Def > resolve.None {
			e.Def = r.method(t.Def, c.method, e.Def)
		}
		return true // without a type, the function that passes it
	}
	if of.Kind == parse.ExprLambda {
		h := r.Registered(x, r.HandlerOf(of))
		e.Def, e.Literal = h.Def, h.Literal
		return true
	}
	e.Def = of.Referent().Def
	return e.Def > resolve.None && r.Table.Def(e.Def).Kind.IsCallable()
}

// method returns the method of a type, or usual if the tree has none.
func (r *messageReader) method(of resolve.DefID, name string, usual resolve.DefID) resolve.DefID {
	owner := r.Table.Def(of)
	for _, f := range r.Table.Files {
		if f.Family != family || !strings.Contains(f.Text, name) {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if d.Kind == graph.KindMethod && d.Name == name && d.ModuleName == owner.ModuleName &&
				strings.HasPrefix(d.Symbol, owner.Symbol+".") {
				return d.ID
			}
		}
	}
	return usual
}

// messageMaxTraced bounds the expressions visited for one receiver.
const messageMaxTraced = 20

// library returns the library of the receiver of a call: by the resolved call target,
// by the declared type of the receiver, or by the library function that it comes from.
func (r *messageReader) library(x eval.Expr, depth int) *messageLibrary {
	if path := r.ExternalName(x); path != "" {
		return messageLibraryOf(path)
	}
	if x.Recv == nil || depth > messageMaxTraced {
		return nil
	}
	of := x.Sub(x.Recv)
	if path := r.ExternalName(of); path != "" {
		return messageLibraryOf(path)
	}
	if of.Kind == parse.ExprName && of.Local() == nil {
		if lib := libraryOfPackage(of.In.File, of.Expr.Text); lib != nil {
			return lib
		}
	}
	f, t := r.written(of)
	if lib := libraryOfType(f, t); lib != nil {
		return lib
	}
	for _, v := range r.Evaluate(of) {
		if v.Kind == parse.ExprCall && v.Expr != x.Expr {
			if lib := r.library(v, depth+1); lib != nil {
				return lib
			}
		}
	}
	return nil
}

// written returns the declared type of a member, parameter or local, and the declaring
// file.
func (r *messageReader) written(x eval.Expr) (*resolve.File, parse.TypeRef) {
	if d := x.Referent().Def; d > resolve.None {
		return r.Table.Def(d).File, r.Table.Def(d).Type
	}
	if l := x.Local(); l != nil && !l.Type.IsZero() {
		return x.In.File, l.Type
	}
	for _, p := range r.Table.Def(x.Def).Params {
		if p.Name == x.Expr.Text && x.Recv == nil {
			return x.In.File, p.Type
		}
	}
	return x.In.File, parse.TypeRef{}
}

// libraryOfType returns the library that declares a written type: *nats.Conn.
func libraryOfType(f *resolve.File, t parse.TypeRef) *messageLibrary {
	name, _, ok := strings.Cut(strings.TrimLeft(t.Name, "*"), ".")
	if !ok {
		return nil
	}
	return libraryOfPackage(f, name)
}

// libraryOfPackage returns the library that a file imports under a name.
func libraryOfPackage(f *resolve.File, name string) *messageLibrary {
	for i := range f.Imports {
		im := &f.Imports[i]
		lib := messageLibraryOf(im.Path)
		if lib == nil {
			continue
		}
		own := im.Name
		if im.Path == lib.path && lib.pkg != "" {
			own = lib.pkg
		}
		if im.Alias == name || name == own && (im.Alias == "" || im.Alias == im.Name) {
			return lib
		}
	}
	return nil
}

// messageLibraryOf is the library of a full name.
func messageLibraryOf(path string) *messageLibrary {
	for _, l := range messageLibraries {
		if rest, ok := strings.CutPrefix(path, l.path); ok &&
			(rest == "" || rest[0] == '.' || rest[0] == '/') {
			return l
		}
	}
	return nil
}
