package secrets

import (
	"fmt"
	"strings"
	"testing"
)

// TestWhatANameIsGiven: each line has the literals that are credentials between « and
// »; the forms must find exactly these.
func TestWhatANameIsGiven(t *testing.T) {
	for _, line := range strings.Split(strings.TrimSpace(literals), "\n") {
		text := strings.NewReplacer("«", "", "»", "").Replace(line)
		var got strings.Builder
		at := 0
		for _, f := range Find("", text) {
			fmt.Fprintf(&got, "%s«%s»", text[at:f.Start], text[f.Start:f.End])
			at = f.End
		}
		if got.WriteString(text[at:]); got.String() != line {
			t.Errorf("got  %s\nwant %s", got.String(), line)
		}
	}
}

const literals = `
string password = "«hunter»";
public const string DbPassword = @"«hunter»";
const passwd: string = '«hunter»';
var pwd string = "«hunter»"
pwd := "«hunter»"
password=b'«hunter»',
password: Optional[str] = "«hunter»"
Passphrase => "«hunter»";
public string Password { get; set; } = "«hunter»";
c.setPassword("«hunter»").withPassphrase("«hunter»").password("«hunter»")
c.getPassword("hunter") c.checkPassword("hunter")
"password": "«hunter»", 'passwd': '«hunter»', \"pwd\": \"«hunter»\"
config["Db:Password"] = "«hunter»"
environment.PASSWORD || '«hunter»'; password ?? "«hunter»"; getpass.PASSWORD or "«hunter»"
<password>«hunter»</password> <db.password>«hunter»</db.password>
List<Password>hunter</a>
<add key="Password" value="«hunter»"/>
DECLARE @password NVARCHAR(20) = N'«hunter»'
PASSWORD: """«hunter»"""
password2 = "«hunter»"
password = []byte("«hunter»")
password_ = "hunter"; passwordHash = "hunter"; passwordLabel: "hunter"
password = "«hun\"ter»"; after
password = "pässword"
password = "hunter
password(x) = "hunter"

apiKey = "«a1B2c3D4e5»" api_key: "«a1B2c3D4e5»" "Api-Key": "«a1B2c3D4e5»" API_KEY="«a1B2c3D4e5»"
clientSecret = "«a1B2c3D4e5»" jwt_secret = '«mysecretvalue»' SECRET_KEY = "«supersecret»"
accessToken = "«a1B2c3D4e5»" token := "(" token = "identifier" token = "Item1" token = "utf8"
dbPass = "«hunter22»" FirstPass = "lowering" compass = "hunter22" bypass = "hunter22"
nextToken = "a1B2c3D4e5" PublicKeyToken=b03f5f7f11d50a3a PublicKeyToken = "b03f5f7f11d50a3a"
pageToken: "a1B2c3D4e5" invalidPassword = "28P01" wrong_password = "hunter"
Secret = "Lorem/ipsum(1,2)" secret = "sha256" key = "a1B2c3D4e5"
x.Header("Authorization", "Basic «dXNlcjpwYXNz»") Authorization: 'Bearer «a1B2c3D4e5f6»'
"Basic authentication" Bearer a1B2c3D4e5f6 Basic a1B2

os.getenv("DB_PASSWORD", "«hunter22»") Map.of("password", "«123456»", "b", "c")
["password", "username"] f("password", "hunter") e == password, "hunter22"
password == "«hunter22»" password != "hunter" password!="«hunter22»" x!: password!: string
env("POSTGRES_PASSWORD=«hunter»") "DB_TOKEN=«hunter»" "password=hunter" PASSWORD=hunter
"host=db user=u password=«hunter»" f(host=h, password=hunter)
"cache:6379,password=«hunter»,ssl=true" f("a", b,password=hunter)

password = "" password = "ab" password = "********" password = "xxxxxx" password = "«000»"
password = "${DB}" password = "$DB" password = "{0}" password = "{{ x }}" password = "%s"
password = "<password>" password = "[password]" password = "$(cat f)" password = ":password"
password = "@pwd" password = "#password" password = "/etc/passwd" password = "./file"
password = "changeme" password = "change_me" password = "your-password" password = "required"
password = "password" password = "Password" PASSWORD = "user_password" token = "X-Auth-Token"
password = "Enter your password:" password: "Mot de passe" password: "Passwort"
p.Password: 'Senha'
password = "password_v2" password = "password_sha256"
password = "users.password.label" password = "errors.invalid" password: "REQUIRED"
password = "^(?=.*[A-Z]).{8,}$" password = "https://a/b" password: 'string' password = "null"
if (name == "password") { } case "password": type="password" name: 'password', label: "x"
password = Read("hunter") password = other password = x.Password; password = $"{x}"
password = "«pa$$word1»" password = "«$2a$10$abc»"
password = "«P@ssw0rd»" password = "«password123»"
`

// TestPlainForms checks formats published by issuers and drivers.
func TestPlainForms(t *testing.T) {
	hex := strings.Repeat("0a1b", 8)
	for _, c := range []struct{ text, want string }{
		{"123456789:AA" + digits[:33], "telegram-token 45"},
		{`"SK` + hex + `"`, "twilio-key 34"},
		{"key-" + hex, "mailgun-key 36"},
		{"dapi" + hex, "databricks-token 36"},
		{"shpat_" + hex, "shopify-token 38"},
		{"GOCSPX-" + digits[:28], "google-secret 35"},
		{"hvs." + digits[:24], "vault-token 28"},
		{"dckr_pat_" + digits[:27], "docker-token 36"},
		{"glsa_" + digits[:40], "grafana-token 45"},
		{"NRAK-" + strings.ToUpper(digits[:27]), "newrelic-key 32"},
		{"ATATT3" + digits[:70], "atlassian-token 76"},
		{"PMAK-" + hex[:24] + "-" + hex + "0a", "postman-key 64"},
		{"oy2" + strings.ToLower(digits[:43]), "nuget-key 46"},
		{"lin_api_" + digits[:40], "linear-key 48"},
		{"AGE-SECRET-KEY-1" + strings.ToUpper(digits[:58]), "age-key 74"},
		{"https://hooks.slack.com/services/T0123456/B0123456/" + digits[:24], "webhook 42"},
		{"https://discord.com/api/webhooks/012345678901234567/" + digits[:68], "webhook 68"},
		{"abc8Q~" + digits[:34], "azure-secret 40"},
		{"?sv=1&sig=" + digits[:43] + "%3D&x", "shared-access 46"},
		{"sk_test_" + digits[:24], "stripe-key 32"},
		{"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n" + digits +
			"\n-----END PGP PRIVATE KEY BLOCK-----", "private-key 83"},

		{"mask-" + hex + "z keySK" + hex, ""},
		{"a::AAAA key-value dapi shpat_x GOCSPX hvs.x glsa_", ""},
	} {
		var got []string
		for _, f := range Find("", c.text) {
			got = append(got, fmt.Sprintf("%s %d", f.Kind, f.End-f.Start))
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%q has %q, want %q", c.text, s, c.want)
		}
	}
}
