package impact_test

import (
	"testing"

	"seedgraph/answer/answertest"
	"seedgraph/answer/impact"
)

// A setting affects what reads it, the member that it fills, and who uses that; a file
// affects what its keys do. Who sets a key is not affected by it.
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
		"Smtp:Host": "Mail.Host 1, Mail.Send 2",
		"Smtp:Port": "SmtpOptions.Port 1, Mail.Use 2",
	} {
		if got := depths(find(t, x, impact.Options{}, name)); got != want {
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
