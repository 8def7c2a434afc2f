package message

import (
	"regexp"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// placeholder matches a text that is the value of one setting, with or without a default.
var placeholder = regexp.MustCompile(`^\$\{\s*([\w.\-]+)\s*(?::[^{}]*)?\}$`)

// SettingName returns the name of a topic that a setting holds, from its placeholder: the
// ends that name one setting have one topic, whatever its value. ok is false for any other text.
//
//	@KafkaListener(topics = "${app.topics.orders:orders}")    // ${app.topics.orders}
func SettingName(text string) (name string, ok bool) {
	m := placeholder.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	return "${" + m[1] + "}", true
}

// SettingOf returns the name of the topic in a field that an annotation fills with a
// setting.
//
//	@Value("${app.topics.orders}") private String topic;    kafka.send(topic, order)
func SettingOf(t *eval.Tree, x eval.Expr) (name string, ok bool) {
	if x.Kind != parse.ExprName && x.Kind != parse.ExprMember {
		return "", false
	}
	d := x.Referent().Def
	if d <= resolve.None || t.Table.Def(d).Kind != graph.KindField {
		return "", false
	}
	for _, a := range t.Attributes(d) {
		if len(a.Args) != 1 {
			continue
		}
		if text, known := t.Text(a.Sub(&a.Args[0].Value)); known {
			if name, ok = SettingName(text); ok {
				return name, true
			}
		}
	}
	return "", false
}
