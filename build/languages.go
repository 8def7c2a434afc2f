package build

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/parse/detect"
	"seedgraph/source/walk"
)

// A languageRule is an entry of the key languages: it assigns a language to the
// files that match a pattern.
type languageRule struct {
	pattern, language string
	compiled          walk.Pattern
}

// LanguageRules are the entries in order: the last one that matches a path decides.
type LanguageRules []languageRule

// UnmarshalYAML reads a mapping of patterns to languages, and keeps its order.
func (r *LanguageRules) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return &yaml.TypeError{Errors: []string{fmt.Sprintf(
			`line %d: languages is not a mapping: write languages: {"*.inc": php}`, n.Line)}}
	}
	known := languageNames(all.Set())
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		rule, err := parseLanguageRule(key.Value, value.Value)
		if err == nil && !slices.Contains(known, rule.language) {
			err = fmt.Errorf("unknown language %q: the languages are %s", value.Value,
				strings.Join(known, ", "))
		}
		if err != nil {
			return &yaml.TypeError{Errors: []string{fmt.Sprintf("line %d: languages: %s", key.Line, err)}}
		}
		*r = append(*r, rule)
	}
	return nil
}

func parseLanguageRule(pattern, language string) (languageRule, error) {
	compiled, err := walk.ParsePattern(pattern)
	return languageRule{pattern, language, compiled}, err
}

// languageNames returns the names of the languages.
func languageNames(set *parse.Set) []string {
	var out []string
	for _, l := range set.Languages() {
		out = append(out, l.Name())
	}
	return slices.Compact(out)
}

// String formats the rules for the manifest, one per line.
func (r LanguageRules) String() string {
	lines := make([]string, len(r))
	for i, rule := range r {
		lines[i] = rule.pattern + "=" + rule.language
	}
	return strings.Join(lines, "\n")
}

// languageRulesOf parses the output of String.
func languageRulesOf(lines string) LanguageRules {
	var out LanguageRules
	for line := range strings.SplitSeq(lines, "\n") {
		i := strings.LastIndexByte(line, '=')
		if i < 0 {
			continue
		}
		if rule, err := parseLanguageRule(line[:i], line[i+1:]); err == nil {
			out = append(out, rule)
		}
	}
	return out
}

// detector returns the detector for the language of files whose names do not
// determine it.
func (r LanguageRules) detector(set *parse.Set) *detect.Detector {
	rules := make([]detect.Rule, len(r))
	for i, rule := range r {
		rules[i] = detect.Rule{Match: rule.compiled.Match, Language: rule.language}
	}
	return detect.New(set, rules...)
}
