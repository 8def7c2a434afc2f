package gorm

import (
	"strings"

	"seedgraph/frameworks/concept/data"
)

// initialisms are words that the library treats as one word: UserID, user_id.
var initialisms = strings.NewReplacer("API", "Api", "ASCII", "Ascii", "CPU", "Cpu", "CSS", "Css",
	"DNS", "Dns", "EOF", "Eof", "GUID", "Guid", "HTML", "Html", "HTTP", "Http", "HTTPS", "Https",
	"ID", "Id", "IP", "Ip", "JSON", "Json", "LHS", "Lhs", "QPS", "Qps", "RAM", "Ram", "RHS", "Rhs",
	"RPC", "Rpc", "SLA", "Sla", "SMTP", "Smtp", "SSH", "Ssh", "TLS", "Tls", "TTL", "Ttl",
	"UID", "Uid", "UI", "Ui", "UUID", "Uuid", "URI", "Uri", "URL", "Url", "UTF8", "Utf8",
	"VM", "Vm", "XML", "Xml", "XSRF", "Xsrf", "XSS", "Xss")

// snakeCase converts a name to snake case as the library does: OrderItem, order_item.
func snakeCase(s string) string { return data.SnakeCase(initialisms.Replace(s)) }
