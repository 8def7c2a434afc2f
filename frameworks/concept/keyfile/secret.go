package keyfile

import "strings"

// secretWords are the final words of names of secrets; secretPairs are pairs of words
// that have to occur together: a key is a secret if it is an API key.
var (
	secretWords = map[string]bool{"password": true, "passwd": true, "pwd": true, "pass": true,
		"passphrase": true, "secret": true, "secrets": true, "token": true, "apikey": true,
		"accesskey": true, "secretkey": true, "privatekey": true, "credential": true,
		"credentials": true, "connectionstring": true, "dsn": true, "salt": true, "pin": true,
		"cookie": true, "signature": true, "sas": true, "cert": true, "certificate": true,
		"webhook": true}
	secretPairs = map[string]bool{"key": true, "string": true, "uri": true, "url": true}
	pairFirsts  = map[string]bool{"api": true, "access": true, "secret": true, "private": true,
		"signing": true, "encryption": true, "account": true, "shared": true, "license": true,
		"master": true, "auth": true, "client": true, "app": true, "service": true, "jwt": true,
		"connection": true, "database": true, "db": true, "redis": true, "mongo": true,
		"mongodb": true, "postgres": true, "amqp": true, "rabbitmq": true, "broker": true,
		"session": true, "storage": true, "hmac": true, "webhook": true, "root": true}
)

// IsSecret reports whether the name of a key suggests that its value is a secret.
func IsSecret(name string) bool {
	words := wordsOf(name)
	if len(words) > 1 && words[0] == "connection" && words[1] == "strings" {
		return true
	}
	for i, w := range words {
		if secretWords[w] && (i == len(words)-1 || w == "password" || w == "secret") {
			return true
		}
		if i > 0 && secretPairs[w] && pairFirsts[words[i-1]] {
			return true
		}
	}
	return false
}

// wordsOf splits a name at characters other than letters and digits, and before
// capitals, and converts it to lower case.
func wordsOf(name string) []string {
	var out []string
	begin := 0
	end := func(at, next int) {
		if at > begin {
			out = append(out, strings.ToLower(name[begin:at]))
		}
		begin = next
	}
	for i := range len(name) {
		c := name[i]
		upper := c >= 'A' && c <= 'Z'
		switch {
		case !upper && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9'):
			end(i, i+1)
		case upper && i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z':
			end(i, i)
		case upper && i+1 < len(name) && name[i+1] >= 'a' && name[i+1] <= 'z' && i > 0 &&
			name[i-1] >= 'A' && name[i-1] <= 'Z':
			end(i, i)
		}
	}
	end(len(name), len(name))
	return out
}
