package cli

import "runtime/debug"

// Version names the build of a program: what the linker set, else the version
// of the module that the program was installed from.
func Version(linked string) string {
	if linked != "dev" {
		return linked
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" &&
		info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return linked
}
