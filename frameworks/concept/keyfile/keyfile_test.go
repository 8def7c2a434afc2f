package keyfile_test

import (
	"fmt"
	"strings"
	"testing"

	"seedgraph/frameworks/concept/keyfile"
)

// describe writes the keys of a file as lines: the key, the line, the value if it is
// kept, whether it is a secret, and its references.
func describe(f *keyfile.File) string {
	var lines []string
	for _, k := range f.Keys {
		line := fmt.Sprintf("%s :%d", k.Name, k.Line)
		if k.Value != "" {
			line += " = " + k.Value
		}
		if k.Scope != "" {
			line += " in " + k.Scope
		}
		if k.Secret {
			line += " secret"
		}
		if k.Masked {
			line += " masked"
		}
		if len(k.Uses) > 0 {
			line += " uses " + strings.Join(k.Uses, " ")
		}
		for _, r := range k.From {
			line += " from " + r.Name
		}
		lines = append(lines, line)
	}
	for _, a := range f.Asks {
		line := fmt.Sprintf("asks %s :%d", a.Name, a.Line)
		if a.Scope != "" {
			line += " in " + a.Scope
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestRead(t *testing.T) {
	for _, tt := range []struct{ path, format, text, want string }{
		{"src/appsettings.json", "json",
			"{ // note\n \"A\": { \"B\": 1, \"Key\": \"x\" },\n \"L\": [true,\n \"s\"],\n}",
			"A:B :2 = 1\nA:Key :2\nL:0 :3 = true\nL:1 :4"},
		{"appsettings.Production.json", "json",
			"{\"Smtp\": {\"Password\": \"p\", \"ApiKey\": \"${KEY}\"}}",
			"Smtp:Password :1 secret masked\nSmtp:ApiKey :1 secret uses KEY"},
		{"Properties/launchSettings.json", "json",
			"{\"profiles\": {\"a\": {\"commandName\": \"x\",\n\"environmentVariables\": {\"MODE\": \"dev\"}}}}",
			"MODE :2"},
		{"local.settings.json", "json", "{\"IsEncrypted\": false,\n\"Values\": {\"QUEUE\": \"q\"}}",
			"QUEUE :2"},
		{"application.yml", "yaml", "a:\n  b-c: 1\n  list:\n    - x\n    - y: 2\n---\nd: ${E:none}\n",
			"a.b-c :2 = 1\na.list[0] :4\na.list[1].y :5 = 2\nd :7 uses E"},
		{"application-dev.properties", "properties",
			"# c\n! c\na.b=1\nc: two\nd three\nlong=a,\\\n  b\nlast\n",
			"a.b :3 = 1\nc :4\nd :5\nlong :6\nlast :8"},
		{".env", "env", "# c\nA=1\nexport B=\"two words\"\nC=\"first\nD=no key\nlast\"\nE=${A}/x\n not a key\n",
			"A :2 = 1\nB :3\nC :4\nE :7 uses A"},
		{".env.example", "env", "DB_PASSWORD=\nAPI_TOKEN=t0k\n",
			"DB_PASSWORD :1 secret\nAPI_TOKEN :2 secret masked"},
		{"config.ini", "ini", "top=1\n[db]\n; c\nhost = h\nport: 2\n",
			"top :1 = 1\ndb.host :4\ndb.port :5 = 2"},
		{"config/default.toml", "toml",
			"title = \"x\"\n[a]\nb.c = 3\nt = { d = true }\n[[p]]\nn = [1, 2]\n[[p]]\nn = []\n",
			"title :1\na.b.c :3 = 3\na.t.d :4 = true\np.0.n.0 :6 = 1\np.0.n.1 :6 = 2"},
		{"docker-compose.yml", "yaml",
			"services:\n  a:\n    environment:\n      - X=1\n      - Y\n  b:\n    environment:\n      Z: ${ZZ:-1}\n    image: i\n",
			"X :4 = 1\nY :5\nZ :8 uses ZZ"},
		{"Dockerfile", "dockerfile", "FROM x\nENV A=1 B=\"b c\"\nENV OLD value here\nRUN C=1 true\nENV D=1 \\\n  E=2\n",
			"A :2 = 1\nB :2\nOLD :3\nD :5 = 1\nE :5 = 2"},
		{"infra/main.tf.json", "json",
			"{\"variable\": {\"size\": {\"default\": 3},\n\"key\": {\"sensitive\": true}},\n" +
				"\"module\": {\"m\": {\"source\": \"./m\", \"n\": \"${var.size}\"}}}",
			"size :1 = 3 in infra\nkey :2 in infra secret\nn :3 in infra/m from size\nasks size :3 in infra"},
		{"infra/prod.tfvars.json", "json", "{\"size\": 4,\n\"name\": \"x\"}",
			"size :1 = 4 in infra\nname :2 in infra"},
		{"k8s/app.yaml", "yaml", "apiVersion: v1\nkind: ConfigMap\ndata:\n  A: \"1\"\n  app.conf: |\n    x\n---\napiVersion: v1\nkind: Pod\nspec:\n  containers:\n    - env:\n        - name: B\n          value: b\n        - name: C\n",
			"A :4 = 1\nB :13\nC :15"},
		{"Web.config", "xml", "<configuration>\n<appSettings>\n<add key=\"Size\" value=\"20\"/>\n</appSettings>\n<connectionStrings><add name=\"Main\" connectionString=\"x\"/></connectionStrings>\n<other><add key=\"No\" value=\"1\"/></other>\n</configuration>",
			"appSettings:Size :3 = 20\nconnectionStrings:Main :5 secret masked"},
		{"docker-compose.yml", "yaml",
			"services:\n  a:\n    image: shop:${TAG:-1}\n    environment: { A: \"${B}\" }\n",
			"A :4 uses B\nasks TAG :3"},
		{"charts/a/values.yaml", "yaml", "db:\n  host: h\n  password: p\nlist: []\nports: [80]\n",
			"db.host :2 in charts/a\ndb.password :3 in charts/a secret masked\nlist :4 in charts/a\nports.0 :5 = 80 in charts/a"},
		{"a/templates/x.yaml", "yaml",
			"{{/* .Values.no */}}\n{{ if\n  .Values.b }}\nx: {{ $.Values.c }}{{ .Values.d-e }}\n{{ end }}\n",
			"asks b :2 in a\nasks c :4 in a\nasks d-e :4 in a"},
		{"a/templates/x.yaml", "yaml",
			"apiVersion: v1\nkind: Secret\nmetadata: { name: n }\nstringData:\n  {{ .Values.k }}: x\n  A: \"1\"\n  b-c: {{ .Values.v }}\n",
			"A :6 secret masked\nb-c :7 in n secret from v\nasks k :5 in a\nasks v :7 in a"},
		{"k8s/a.yml", "yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: n }\ndata:\n  a.b: \"2\"\n  f: |\n    x\n---\napiVersion: v1\nkind: Pod\nspec:\n  - env:\n    - { name: X, valueFrom: { configMapKeyRef: { name: n, key: a.b } } }\n    - { name: Y, valueFrom: { secretKeyRef: { name: n, key: Z } } }\n    - { name: W, valueFrom: { fieldRef: { fieldPath: p } } }\n",
			"a.b :5 = 2 in n\nX :13 from a.b\nY :14 from Z\nW :15"},
		{"m/a.tf", "hcl", "variable \"x\" {\n default = -1 // var.no\n}\nvariable y { default = true }\n/* var.no */ a { env {\n name = \"E\"\n value = var.x.y } }\nb { env = \"${f(\"x\", var.y)} var.no\" }\n",
			"x :1 in m\ny :4 = true in m\nE :6 from x\nasks x :7 in m\nasks y :8 in m"},
		{"m/unnamed.tf", "hcl", "variable \"\" {\n default = 1\n}\nvariable \"z\" {}\n", "z :4 in m"},
		{"m/b.tf", "hcl", "module \"c\" {\n source = \"../c\"\n n = 1\n token = \"t\"\n}\nmodule \"d\" {\n source = \"d\"\n o = 1\n}\nx = {a = {", "n :3 = 1 in c\ntoken :4 in c secret masked"},
		{"m/c.tf", "hcl", "a = <<-E\n ${var.x}\n E\nb = var.y.*.z # var.no\nc = é ? r.var.no : var.w-1\n" +
			"/* var.no", "asks x :1 in m\nasks y :4 in m\nasks w-1 :5 in m"},
		{"m/a.tfvars", "hcl", "a = 1\nb = [\n \"x\",\n]\nc = { d = 2 }\nsecret = <<-E\n x\n E\nz = 3\n",
			"a :1 = 1 in m\nb :2 in m\nc :5 in m\nsecret :6 in m secret\nz :9 = 3 in m"},
	} {
		f := keyfile.Read(tt.path, tt.text)
		if f == nil {
			t.Errorf("%s is no key file", tt.path)
			continue
		}
		if f.Err != nil {
			t.Errorf("%s: %v", tt.path, f.Err)
		}
		if got := describe(f); got != tt.want || f.Format != tt.format {
			t.Errorf("%s (%s):\n%s\nwant (%s):\n%s", tt.path, f.Format, got, tt.format, tt.want)
		}
	}
}

func TestIs(t *testing.T) {
	for path, want := range map[string]bool{"appsettings.json": true,
		"a/b/AppSettings.Dev.json": true,
		"package.json":             false, "tsconfig.json": false, ".vscode/settings.json": false,
		"src/settings.json": true, "config/default.json": true, "default.json": false,
		"other/app.yaml": false, "k8s/app.yaml": true, "config/test.ts": false, "notes.env": true,
		"application.java": false, ".github/workflows/deploy.yml": false, "Dockerfile.dev": true} {
		if keyfile.Is(path) != want {
			t.Errorf("Is(%q) is %v", path, !want)
		}
	}
}

// TestBroken: a parse error loses the rest of the file and is reported; nothing panics.
func TestBroken(t *testing.T) {
	for path, text := range map[string]string{"appsettings.json": "{\"a\": ",
		"config.toml":     "a = [",
		"application.yml": "a: [\n  - b", "app.config": "<a><b></a>\x00<"} {
		if f := keyfile.Read(path, text); f.Err == nil {
			t.Errorf("%s: no error, %d keys", path, len(f.Keys))
		}
	}
	deep := strings.Repeat("a: &x\n  ", 1) + "b: 1\nc: *x\n"
	if f := keyfile.Read("application.yml", deep); f.Err != nil || len(f.Keys) != 2 {
		t.Errorf("an alias: %v, %d keys", f.Err, len(f.Keys))
	}
}

func TestIsSecret(t *testing.T) {
	for name, want := range map[string]bool{"Smtp:Password": true, "smtp.password": true,
		"DB_PASSWORD": true, "ApiKey": true, "API_KEY": true, "apiKey": true, "JWT_SECRET": true,
		"Jwt:SigningKey": true, "ConnectionStrings:Main": true, "spring.datasource.password": true,
		"AWS_SECRET_ACCESS_KEY": true, "GITHUB_TOKEN": true, "Storage:AccountKey": true,
		"DATABASE_URL": true, "Sentry:Dsn": true, "Pin": true, "PasswordSettings:MinLength": true,
		"PrivateKey": true, "encryption-key": true, "REDIS_URL": true, "client_secret": true,
		"Smtp:Host": false, "TokenLifetime": false, "Key": false, "Url": false, "PrimaryKey": false,
		"KeyboardLayout": false, "Spinner": false, "": false} {
		if keyfile.IsSecret(name) != want {
			t.Errorf("IsSecret(%q) is %v", name, !want)
		}
	}
}

// TestPrefixed: a prefixed import sets variables with longer names, those of secrets as
// secrets; the original file keeps its keys.
func TestPrefixed(t *testing.T) {
	object := keyfile.Read("k8s/objects.yaml", "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n"+
		"stringData:\n  PIN: x\n  not.one: y\n")
	pod := keyfile.Read("k8s/pod.yaml", "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n"+
		"    - envFrom:\n        - prefix: X_\n          secretRef:\n            name: a\n"+
		"        - prefix: Y_\n          configMapRef:\n            name: other\n"+
		"        - secretRef:\n            name: a\n")
	if len(pod.Takes) != 2 || pod.Takes[0] != (keyfile.Take{Object: "a", Prefix: "X_", Line: 6}) {
		t.Fatalf("taken: %+v", pod.Takes)
	}
	out := keyfile.Prefixed([]*keyfile.File{object, pod})
	if got, want := describe(out[1]), "X_PIN :6 secret from PIN"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if len(pod.Keys) != 0 || out[0] != object {
		t.Error("a file that was read has changed")
	}
}
