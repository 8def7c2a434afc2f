package inventory_test

import (
	"strings"
	"testing"

	"seedgraph/query/answer/inventory"
	"seedgraph/testkit/answertest"
)

const settings = `-- appsettings.json --
{ "Smtp": { "Host": "h", "Port": 25 }, "Typo": 1, "Logging": { "Level": "x" } }
-- Mail.cs --
using Microsoft.Extensions.Configuration;
public class SmtpOptions { public int Port { get; set; } public string User { get; set; } }
public class Mail
{
    public string Host(IConfiguration c) => c["Smtp:Host"] + c["Smtp:Missing"] + c["Urls"];
    public object All(IConfiguration c) => c.GetSection("Smtp").Get<SmtpOptions>();
}
`

// TestSettings checks that a key read by the platform need not be read, and one provided
// by the platform need not be set; neither need a key of a bound section be set.
func TestSettings(t *testing.T) {
	x := answertest.Sources(t, settings)
	for words, want := range map[string]string{
		"config": "Smtp:Missing Smtp:User Urls Logging:Level Smtp Smtp:Host Smtp:Port Typo",
		"unset":  "Smtp:Missing",
		"unread": "Typo",
	} {
		a, err := inventory.Find(x, strings.Fields(words), inventory.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]bool{}
		for _, it := range a.Items {
			got[it.Name] = true
		}
		for _, name := range strings.Fields(want) {
			if !got[name] {
				t.Errorf("%s lacks %s", words, name)
			}
			delete(got, name)
		}
		if len(got) > 0 {
			t.Errorf("%s has %v, too", words, got)
		}
	}
}

// TestSettingPlaces checks that a key has the locations where it is set and read, of
// which the text shows at most two.
func TestSettingPlaces(t *testing.T) {
	x := answertest.Sources(t, settings+`-- a.json --
{ "Smtp": { "Host": "h" } }
-- appsettings.Dev.json --
{ "Smtp": { "Host": "h" } }
-- appsettings.Test.json --
{ "Smtp": { "Host": "h" } }
`)
	a, err := inventory.Find(x, []string{"config"}, inventory.Options{Name: "smtp:"})
	if err != nil {
		t.Fatal(err)
	}
	rows := rowsOf(a)
	for name, want := range map[string]string{
		"Smtp:Host": "set in appsettings.Dev.json:1, appsettings.Test.json:1 + 1 more" +
			"  read in Mail.cs:5",
		"Smtp:Missing": "read in Mail.cs:5",
		"Smtp:Port":    "set in appsettings.json:1",
	} {
		found := false
		for i, it := range a.Items {
			if it.Name == name {
				found = true
				if rows[i].Rest != want {
					t.Errorf("%s: %s, want %s", name, rows[i].Rest, want)
				}
			}
		}
		if !found {
			t.Errorf("%s is not listed", name)
		}
	}
}
