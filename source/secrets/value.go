package secrets

import (
	"slices"
	"strings"

	"seedgraph/internal/lazyregexp"
)

// A proof is the evidence required of a literal to be a credential.
type proof uint8

const (
	known   proof = iota // any text, even with white space: the parameter is documented
	anyWord              // any text without white space
	noName               // it has a digit
	noWord               // letters and digits are mixed
)

// isCredential reports whether a literal assigned to a name is a credential: neither a
// placeholder, nor a name or label.
func isCredential(v string, p proof) bool {
	if len(v) < 3 || isPlaceholder(v, p == known) || isLabel(v) || isIdentifier(v) {
		return false
	}
	switch p {
	case noName:
		return isStrong(v) || len(v) >= 6 && strings.ContainsAny(v, "0123456789")
	case noWord:
		return isStrong(v)
	}
	return true
}

// placeholders are parts of literals that are filled in later, of patterns for checking
// passwords, and of addresses.
var placeholders = []string{"${", "$(", "{{", "%s", "%v", "%d", "%(", "#{", "...", "***", "<%",
	"(?", "[a-z", "[A-Z", `\d`, `\w`, ".*", ".+", "://", "](", "{}", "\u2026", "\u2022"}

// isPlaceholder reports whether a literal is a placeholder, or evidently not a
// value: prose, a path, a pattern. With spaced, white space is allowed.
func isPlaceholder(v string, spaced bool) bool {
	if !spaced && strings.ContainsAny(v, " \t\n") || strings.Trim(v, v[:1]) == "" && !isDigit(v[0]) {
		return true // prose; xxxxxx
	}
	for _, p := range placeholders {
		if strings.Contains(v, p) {
			return true
		}
	}
	first, last := v[0], v[len(v)-1]
	switch first {
	case '$', '@', ':', '%', '#', '&':
		return isLetter(v[1]) && isName(v[1:]) // a variable or parameter, a place in a page
	case '<', '[', '{':
		return last == first+2 || strings.IndexByte(v, first+2) > 0
	case '/', '.', '~', '^', '-', '?', '*', '\\':
		return true // a path, a pattern, a flag, an escape
	}
	open := strings.IndexByte(v, '{')
	return open >= 0 && strings.IndexByte(v[open:], '}') > 1
}

// isName reports whether v has only bytes of names.
func isName(v string) bool {
	for i := range len(v) {
		if !isWord(v[i]) && v[i] != '.' && v[i] != '-' {
			return false
		}
	}
	return true
}

// stops are words that describe the expected value, or its absence.
var stops = set(`changeme changeit change todo example sample dummy placeholder redacted
	masked your my insert replace here required optional none null undefined nil empty string text
	str varchar char bool boolean number object any true false hidden default basic bearer
	unknown invalid missing wrong incorrect plain encrypted value jwt oauth user username login
	email input label field name type key id ref env file vault input form body query header
	enter current confirm repeat old forgot reset`)

// secretWords are parts of names of credentials.
var secretWords = set(`password passwd pwd pass passphrase passwort secret secrets token
	tokens credential credentials apikey accesskey auth access api key keys`)

// isLabel reports whether a literal is a word for people, the name of a field or
// setting, or a word for a missing value.
func isLabel(v string) bool {
	if strings.IndexFunc(v, func(r rune) bool { return r > 127 }) >= 0 {
		return true // in a natural language
	}
	parts := wordsOf(v)
	digits, named := false, false
	for i, w := range parts {
		digits = digits || strings.ContainsAny(w, "0123456789") && !isAlgorithm(w)
		named = named || secretWords[w] || i == 0 && stops[w]
	}
	if named && (!digits || len(parts) > 4 && strings.Count(v, "-") >= 4) {
		return true
	}
	if digits || !isName(v) {
		return false
	}
	if strings.HasSuffix(strings.ToLower(v), "password") {
		return true // like the name of a permission
	}
	title := v[0]|0x20 != v[0] && strings.ToLower(v[1:]) == v[1:] && len(parts) == 1
	capitals := strings.ToUpper(v) == v
	return title || capitals || strings.Contains(v, ".")
}

// identifiers are patterns of literals that name something: a file, a version or a
// date, a short number, a cloud resource, a setting or environment variable whose name
// ends like that of a credential.
var identifiers = []*lazyregexp.Regexp{
	lazyregexp.New(`(?i)\.(?:pem|key|crt|cer|pfx|p12|jks|pub|json|ya?ml|xml|txt|html?|css|png|svg|` +
		`cs|py|[jt]sx?|java|go|sql|env|ini|toml|conf|properties|dll|exe|jar)$`),
	lazyregexp.New(`^v?\d+(?:\.\d+)+(?:[-+][a-z]+[.\d]*)?$`),
	lazyregexp.New(`^\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?:Z|[+-][\d:]+)?)?$`),
	lazyregexp.New(`^0[xX][0-9a-fA-F]{1,10}[uUlL]*$`),
	lazyregexp.New(`^(?:arn|urn|projects|spiffe|kv|op|ref\+\w+|ssm|vault|secretsmanager|oid)[:/]`),
	lazyregexp.New(`^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:PASSWORD|PASSWD|PWD|PASS|SECRET|TOKEN|KEY|ID|NAME|URL|` +
		`URI|HOST|PORT|USER|CREDENTIALS?|ENV|FILE|PATH|VALUE|HEADER|COOKIE)(?:_?\d{1,2}|_[A-Z]\d?)?$`),
	lazyregexp.New(`^[Xx]-[A-Za-z]+(?:-[A-Za-z]+\d?|-\d{1,2})*$`), // a header
	lazyregexp.New(`^(?i)[a-z]+ ?\(\d+(?:, ?\d+)?\)$`),            // a type
	// the path of a setting: words and numbers separated by dots, colons or slashes
	lazyregexp.New(`^[A-Za-z]+[A-Za-z_-]*\d{0,2}(?:(?:[.:/]|__)(?:[A-Za-z]+[A-Za-z_-]*\d{0,2}|\d{1,2}))+$`),
	lazyregexp.New(`^(?:min|max|len|length|size|between|digits|regex)[:=]\d+`), // a validation rule
}

// functionName matches several words, none of which is a number.
var functionName = lazyregexp.New(`^[a-z][a-z0-9]*(?:_[a-z][a-z0-9]*)+$`)

// isIdentifier reports whether a literal names something: an algorithm or encoding, or
// anything that matches identifiers.
func isIdentifier(v string) bool {
	for _, r := range identifiers {
		if r.MatchString(v) {
			return true
		}
	}
	if !isName(strings.ReplaceAll(v, "/", "-")) {
		return false
	}
	if strings.Count(v, "_") > 2 && functionName.MatchString(v) {
		return true
	}
	algorithm := false
	for _, w := range wordsOf(v) {
		switch {
		case isAlgorithm(w) || algorithms[w]:
			algorithm = true
		case strings.Trim(w, "0123456789") == "":
			if len(w) > 4 {
				return false
			}
		case strings.ContainsAny(w, "0123456789"):
			return false
		}
	}
	return algorithm && strings.ContainsAny(v, "0123456789")
}

// algorithms are those whose number may be a separate word.
var algorithms = set(`aes sha rsa dsa ecdsa hmac scram kyber pbkdf argon chacha poly blake des tls ssl
	utf gpt mlkem curve secp aria camellia shake keccak gcm cbc ctr iso base`)

// stems are the beginnings of names of algorithms, formats and types with a number.
var stems = strings.Fields(`v sha md aes rs hs es ps utf oauth oauth2 base http s ed x p scram o cl r
	rsa dsa ecdsa secp prime curve poly chacha blake argon pbkdf rc des gpt tls ssl sm int uint float
	bytes varchar nvarchar char decimal bf crc ripemd xx b h m hmacsha hmac gcm cbc iso windows cp
	latin win ecdh kem mlkem kyber dilithium sect brainpoolp ar id uuid guid rfc pkcs fips whirlpool oidc
	saml ntlm krb ipv i l k`)

// ends are the texts after that number.
var ends = []string{"", "k", "k1", "r1", "v1", "v3", "id", "b", "o", "mb", "mb4", "url", "crypt",
	"gcm", "cbc", "le", "be", "s", "with"}

// isAlgorithm reports whether a word is the name of an algorithm, format, type or
// version with a number.
func isAlgorithm(w string) bool {
	for _, e := range ends {
		number, ok := strings.CutSuffix(w, e)
		letters := strings.TrimRight(number, "0123456789")
		if ok && len(number) > len(letters) && len(number)-len(letters) < 6 &&
			slices.Contains(stems, letters) {
			return true
		}
	}
	return false
}

// wordsOf splits a literal, in lower case, at characters other than letters and digits,
// and before upper-case letters that follow lower-case ones.
func wordsOf(v string) []string {
	var out []string
	from := 0
	end := func(i int) {
		if from < i {
			out = append(out, strings.ToLower(v[from:i]))
		}
	}
	for i := range len(v) {
		switch c := v[i]; {
		case !isLetter(c) && !isDigit(c):
			end(i)
			from = i + 1
		case c >= 'A' && c <= 'Z' && i > from && v[i-1] >= 'a' && v[i-1] <= 'z':
			end(i)
			from = i
		}
	}
	end(len(v))
	return out
}

// isStrong reports whether a literal is not a word: letters and digits are mixed, or it
// is a spelling variant of the word secret.
func isStrong(v string) bool {
	if strings.LastIndex(v, "secret") > 0 && len(wordsOf(v)) == 1 {
		return true
	}
	letters, digits := 0, 0
	for i := range len(v) {
		switch c := v[i]; {
		case isLetter(c):
			letters++
		case isDigit(c):
			digits++
		case c <= ' ' || c > '~' || strings.IndexByte("<>[](){},;\"'`|", c) >= 0:
			return false
		}
	}
	return len(v) >= 8 && letters >= 2 && digits >= 2
}
