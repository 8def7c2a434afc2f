package keyfile

import (
	"strings"
)

// An Address is what the value of a key says about where something is: the parts of an address or a
// connection string that are no credentials. The user, the password and the query are never kept.
type Address struct {
	Host     string // without port
	BasePath string // of an address of HTTP, begins with a slash
	Database string
	Topic    string // of a broker
	Service  string // the name under which the application itself is found
}

// maxSegment is the longest segment of a path that is kept: longer ones may be tokens.
const maxSegment = 24

// addressOf reads the value of a key. What is behind the host of a secret may be a part of it, as
// in the addresses of webhooks.
func addressOf(name, text string, secret bool) Address {
	text = strings.Trim(strings.TrimSpace(text), `"'`)
	var a Address
	switch {
	case strings.Contains(text, "://"):
		a = ofURL(text)
	case strings.Contains(text, ";") && strings.Contains(text, "=") || isConnection(text):
		a = ofPairs(text)
	case !secret && isName(text):
		a = named(name, text)
	}
	if secret {
		a.BasePath = ""
	}
	return a
}

// web has the schemes whose path is one of HTTP, and databases those whose path names a database.
var (
	web       = map[string]bool{"http": true, "https": true, "https+http": true, "lb": true, "ws": true, "wss": true, "grpc": true, "dns": true}
	databases = map[string]bool{"postgres": true, "postgresql": true, "mysql": true, "mariadb": true,
		"sqlserver": true, "mongodb": true, "mongodb+srv": true, "oracle": true, "cockroachdb": true}
)

// ofURL reads an address.
//
//	jdbc:mysql://db:3306/shop?user=u    host db, database shop
//	http://u:p@catalog:8080/api?k=v     host catalog, base path /api
func ofURL(text string) Address {
	scheme, rest, _ := strings.Cut(text, "://")
	scheme = strings.ToLower(scheme[strings.LastIndexByte(scheme, ':')+1:])
	if at := strings.IndexAny(rest, "?#"); at >= 0 {
		rest = rest[:at]
	}
	authority, path, _ := strings.Cut(rest, "/")
	authority, pairs, _ := strings.Cut(authority, ";") // sqlserver://host:1433;databaseName=shop
	a := Address{Host: hostOf(authority)}
	switch {
	case databases[scheme]:
		a.Database = cleanName(path)
		if a.Database == "" {
			a.Database = ofPairs(pairs + ";").Database
		}
	case web[scheme]:
		a.BasePath = basePath(path)
	}
	return a
}

// hostOf takes user, password and port off the authority of an address; empty where a part of the
// host is not known.
func hostOf(authority string) string {
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	host, _, _ = strings.Cut(host, ":")
	if !isName(host) {
		return ""
	}
	return strings.ToLower(host)
}

// basePath is a path without a slash at its end; empty for one of which something is not known or
// may be a token.
func basePath(path string) string {
	path = strings.Trim(path, "/")
	if path == "" {
		return ""
	}
	for segment := range strings.SplitSeq(path, "/") {
		if !isName(segment) || len(segment) > maxSegment {
			return ""
		}
	}
	return "/" + path
}

func cleanName(s string) string {
	if s = strings.Trim(s, "/"); !isName(s) {
		return ""
	}
	return s
}

// The keys of connection strings that name the server and the database, in lower case.
var (
	hostKeys = map[string]bool{"server": true, "data source": true, "datasource": true, "host": true,
		"address": true, "addr": true, "network address": true, "hostname": true}
	databaseKeys = map[string]bool{"database": true, "initial catalog": true, "dbname": true,
		"databasename": true, "db": true}
)

// isConnection reports whether a text is a connection string whose pairs are separated by spaces.
//
//	host=db user=u dbname=shop
func isConnection(text string) bool {
	return strings.Contains(text, "dbname=") && strings.Contains(text, "host=")
}

// ofPairs reads a connection string.
func ofPairs(text string) Address {
	separator := ";"
	if !strings.Contains(text, ";") {
		separator = " "
	}
	var a Address
	for pair := range strings.SplitSeq(text, separator) {
		key, value, _ := strings.Cut(pair, "=")
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.Trim(strings.TrimSpace(value), `"'`)
		switch {
		case hostKeys[key]:
			value = strings.TrimPrefix(strings.ToLower(value), "tcp:")
			value, _, _ = strings.Cut(value, ",") // the port of SQL Server
			value, _, _ = strings.Cut(value, `\`) // an instance of it
			a.Host = hostOf(value)
		case databaseKeys[key]:
			a.Database = cleanName(value)
		}
	}
	return a
}

// named reads a plain name, by what the key is called.
func named(key, text string) Address {
	words := wordsOf(key)
	if len(words) == 0 {
		return Address{}
	}
	last := words[len(words)-1]
	before := ""
	if len(words) > 1 {
		before = words[len(words)-2]
	}
	switch {
	case last == "topic" || last == "queue" || last == "exchange" || last == "name" && (before == "topic" || before == "queue"):
		return Address{Topic: text}
	case key == "spring.application.name" || key == "quarkus.application.name" || key == "micronaut.application.name":
		return Address{Service: strings.ToLower(text)}
	}
	return Address{}
}

// isName reports whether a text is the name of something: one with a reference to a variable is not.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '.' && c != '-' && c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return s != "" && s != "." && s != ".."
}
