package impact_test

import (
	"strings"
	"testing"

	"seedgraph/query/answer/impact"
	"seedgraph/testkit/answertest"
)

// TestSettings checks that a setting affects its readers, the member bound to it, and the
// users of that member; a file affects the same as its keys. Code that sets a key is not
// affected.
func TestSettings(t *testing.T) {
	x := answertest.Sources(t, `-- appsettings.json --
{ "Smtp": { "Host": "h", "Port": 25 } }
-- Mail.cs --
using Microsoft.Extensions.Configuration;
namespace Shop;
public class SmtpOptions { public int Port { get; set; } }
public class Mail
{
    public string Host(IConfiguration c) => c["Smtp:Host"];
    public object Bind(IConfiguration c) => c.GetSection("Smtp").Get<SmtpOptions>();
    public int Use(SmtpOptions o) => o.Port;
    public string Send(IConfiguration c) => Host(c);
}
`)
	for name, want := range map[string]string{
		"Smtp:Host": "Smtp:Host, Mail.Host, Mail.Send",
		"Smtp:Port": "Smtp:Port, SmtpOptions.Port, Mail.Use",
	} {
		var names []string
		for _, it := range find(t, x, impact.Options{}, name).Items {
			names = append(names, strings.TrimPrefix(it.Name, "Shop."))
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%s affects %s, want %s", name, got, want)
		}
	}
	a := find(t, x, impact.Options{MaxDepth: 2}, "appsettings.json")
	reached := map[string]bool{}
	for _, it := range a.Items {
		reached[it.Name] = true
	}
	for _, want := range []string{"Smtp:Host", "Smtp:Port", "Shop.Mail.Host", "Shop.SmtpOptions.Port"} {
		if !reached[want] {
			t.Errorf("the file does not affect %s: %v", want, reached)
		}
	}
}
