package libraries

import "seedgraph/frameworks/concept/model"

// setting is the row of functions that read the key in their first argument.
func setting(space string, functions ...string) []model.Call {
	return []model.Call{{Function: functions, Effect: model.Effect{Setting: &model.Setting{Space: space, Key: "0|key"}}}}
}

// Functions that read the environment and configuration files.
var _ = add(
	&model.Library{Name: "os", Language: "go", Modules: []string{"os", "syscall"}, Needs: []string{"Getenv", "LookupEnv"},
		Calls: setting("variable", "Getenv", "LookupEnv")},
	&model.Library{Name: "decouple", Language: "python", Modules: []string{"decouple"}, Words: []string{`config("`, "config('"},
		Calls: setting("variable", "config")},
	&model.Library{Name: "config", Language: "typescript", Modules: []string{"config"}, Needs: []string{"'config'", `"config"`},
		Calls: setting("dotted", "get", "has")},
)
