package secrets

import (
	"path"
	"strings"
)

// A name is a name of credentials, with the evidence required of a literal that is
// assigned to it.
type name struct {
	words  string // the end of the name, separated by spaces
	strong bool   // the literal must not look like a word
	whole  bool   // only a separator may precede it
}

// names are the last words of names of credentials. Many tokens and keys are not
// credentials: a token of a parser, a key of a map. A password is one however simple it
// is.
var names = []name{
	{words: "password"}, {words: "passwd"}, {words: "pwd"}, {words: "passphrase"},
	{words: "pass phrase"}, {words: "passcode"},
	{words: "secret", strong: true}, {words: "token", strong: true},
	{words: "api key", strong: true}, {words: "access key", strong: true},
	{words: "secret key", strong: true}, {words: "private key", strong: true},
	{words: "auth key", strong: true}, {words: "account key", strong: true},
	{words: "encryption key", strong: true}, {words: "signing key", strong: true},
	{words: "shared key", strong: true}, {words: "master key", strong: true},
	{words: "session key", strong: true}, {words: "jwt key", strong: true},
	{words: "hmac key", strong: true}, {words: "subscription key", strong: true},
	{words: "license key", strong: true}, {words: "consumer key", strong: true},
	{words: "storage key", strong: true}, {words: "app key", strong: true},
	{words: "credential", strong: true}, {words: "creds", strong: true},
	{words: "authorization", strong: true}, {words: "store pass"}, {words: "key pass"},
	// A bare pass may be a pass through a text or a gate.
	{words: "pass", whole: true}, {words: "pw", whole: true},
}

// suffixes are the last words of names of things that hold a credential in some
// form or for some place.
var suffixes = set(`s hash hashed digest salt text value plain plaintext raw bytes string str
	literal orkey base default prod production dev development test testing staging qa live sandbox
	local old new current admin root user encrypted enc hex b64 base64`)

// notSecret are words before a name that make it a position, a part of a text,
// something that opens nothing, or a public name: the public key of an assembly is in
// every reference to it.
var notSecret = []string{"page", "next", "continuation", "cancellation", "publickey", "sync",
	"syntax", "resume", "concurrency", "change", "delimiter", "lexer", "parser", "invalid",
	"wrong", "incorrect", "missing", "has", "is", "show", "hide", "forgot", "design", "metadata"}

// set returns the set of the words of a text.
func set(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}

// spellings returns the ways to spell a name of several words.
func spellings(words string) []string {
	list := strings.Fields(words)
	title := make([]string, len(list))
	for i, w := range list {
		title[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	lower := strings.Join(list, "")
	out := []string{lower, strings.Join(title, ""), strings.ToUpper(lower)}
	if len(list) == 1 {
		return out
	}
	for _, between := range []string{"_", "-", ":", ".", "__"} {
		joined := strings.Join(list, between)
		out = append(out, joined, strings.Join(title, between), strings.ToUpper(joined))
	}
	return append(out, list[0]+strings.Join(title[1:], ""),
		strings.ToUpper(list[0])+strings.Join(title[1:], ""))
}

// joiners removes the characters that join words in names.
var joiners = strings.NewReplacer("_", "", "-", "")

// isPublic reports whether the words before a name show that it is not a
// credential.
func isPublic(text string, at int) bool {
	from := at
	for from > 0 && at-from < 20 && (isWord(text[from-1]) || text[from-1] == '-') {
		from--
	}
	before := strings.ToLower(joiners.Replace(text[from:at]))
	for _, w := range notSecret {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	return false
}

// plainEndings are extensions of files in which values are unquoted. YAML is not among
// them: an asterisk begins an alias there, and none of its values is kept.
var plainEndings = set(`.sh .bash .zsh .ps1 .bat .cmd .env .properties .ini .cfg .conf .md .txt
	.rst .adoc dockerfile makefile`)

// isPlain reports whether values in a file need no quotes.
func isPlain(file string) bool {
	base := strings.ToLower(path.Base(file))
	return plainEndings[path.Ext(base)] || plainEndings[base] || strings.HasPrefix(base, ".env") ||
		strings.HasPrefix(base, "dockerfile")
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isWord(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' }
