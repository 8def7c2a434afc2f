package msbuild

import (
	"fmt"
	"strconv"
	"strings"
)

// A framework is a parsed target framework moniker.
type framework struct {
	family       string // net, netcoreapp, netstandard, netframework
	major, minor int
	patch        int
	platform     string // windows, android, …
}

// The versions of each family, oldest first, with the digits of their symbols.
var (
	frameworkVersions = []string{"20", "35", "40", "45", "451", "452", "46", "461", "462", "47",
		"471", "472", "48", "481"}
	standardVersions = []string{"1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "2.0", "2.1"}
	coreVersions     = []string{"1.0", "1.1", "2.0", "2.1", "2.2", "3.0", "3.1"}
)

// firstNet is the first version of .NET that is no longer called Core.
const firstNet = 5

// parseFramework parses a moniker such as net8.0-windows10.0.19041, net472 or
// netstandard2.0.
func parseFramework(moniker string) (f framework, ok bool) {
	moniker = strings.ToLower(strings.TrimSpace(moniker))
	moniker, f.platform, _ = strings.Cut(moniker, "-")
	f.platform = strings.TrimRight(f.platform, "0123456789.")
	digits := strings.IndexAny(moniker, "0123456789")
	if digits < 0 {
		return f, false
	}
	f.family = moniker[:digits]
	version := moniker[digits:]
	switch {
	case f.family == "net" && !strings.Contains(version, "."):
		f.family = "netframework"
		for i, p := range []*int{&f.major, &f.minor, &f.patch} {
			if i < len(version) {
				*p = int(version[i] - '0')
			}
		}
		return f, len(version) <= 3
	case f.family == "net", f.family == "netcoreapp", f.family == "netstandard":
	default:
		return f, false
	}
	major, minor, _ := strings.Cut(version, ".")
	var err1, err2 error
	f.major, err1 = strconv.Atoi(major)
	f.minor, err2 = strconv.Atoi(minor)
	if f.family == "net" && f.major < firstNet && err1 == nil {
		f.family = "netframework" // net4.8, which is rare
	}
	if f.family == "netcoreapp" && f.major >= firstNet {
		f.family = "net"
	}
	return f, err1 == nil && err2 == nil && f.major < 100
}

// order ranks frameworks by age, oldest first.
func (f framework) order() int {
	family := map[string]int{"netframework": 1, "netstandard": 2, "netcoreapp": 3, "net": 3}[f.family]
	platform := 0
	if f.platform != "" {
		platform = -1 // prefer net8.0, which any platform can use, to net8.0-windows
	}
	return family*1_000_000 + f.major*10_000 + f.minor*100 + f.patch*10 + platform
}

// newestFramework returns the newest of several monikers separated by semicolons; empty
// if parsing fails for all.
func newestFramework(monikers string) string {
	newest, best := "", -1
	for _, m := range list(monikers) {
		if f, ok := parseFramework(m); ok && f.order() > best {
			newest, best = m, f.order()
		}
	}
	return newest
}

// FrameworkSymbols returns the preprocessor symbols that the SDK defines for a target
// framework.
//
//	net8.0          NET NET8_0 NET5_0_OR_GREATER … NET8_0_OR_GREATER NETCOREAPP
//	                NETCOREAPP1_0_OR_GREATER … NETCOREAPP3_1_OR_GREATER
//	netstandard2.0  NETSTANDARD NETSTANDARD2_0 NETSTANDARD1_0_OR_GREATER …
//	net472          NETFRAMEWORK NET472 NET20_OR_GREATER … NET472_OR_GREATER
func FrameworkSymbols(moniker string) []string {
	f, ok := parseFramework(moniker)
	if !ok {
		return nil
	}
	var out []string
	upTo := func(prefix string, versions []string, last string) {
		for _, v := range versions {
			out = append(out, prefix+strings.ReplaceAll(v, ".", "_")+"_OR_GREATER")
			if v == last {
				return
			}
		}
	}
	exact := fmt.Sprintf("%d_%d", f.major, f.minor)
	switch f.family {
	case "net":
		out = append(out, "NET", "NETCOREAPP", "NET"+exact)
		for v := firstNet; v <= f.major; v++ {
			out = append(out, fmt.Sprintf("NET%d_0_OR_GREATER", v))
		}
		upTo("NETCOREAPP", coreVersions, "")
	case "netcoreapp":
		out = append(out, "NETCOREAPP", "NETCOREAPP"+exact)
		upTo("NETCOREAPP", coreVersions, fmt.Sprintf("%d.%d", f.major, f.minor))
	case "netstandard":
		out = append(out, "NETSTANDARD", "NETSTANDARD"+exact)
		upTo("NETSTANDARD", standardVersions, fmt.Sprintf("%d.%d", f.major, f.minor))
	case "netframework":
		version := fmt.Sprint(f.major, f.minor)
		if version = strings.ReplaceAll(version, " ", ""); f.patch > 0 {
			version += strconv.Itoa(f.patch)
		}
		out = append(out, "NETFRAMEWORK", "NET"+version)
		upTo("NET", frameworkVersions, version)
	}
	if f.platform != "" {
		out = append(out, strings.ToUpper(f.platform))
	}
	return out
}

// compatible reports whether code for one framework may use a library for another,
// like [MSBuild]::IsTargetFrameworkCompatible.
func compatible(target, candidate string) bool {
	t, ok := parseFramework(target)
	c, known := parseFramework(candidate)
	if !ok || !known || c.platform != "" && c.platform != t.platform {
		return false
	}
	atLeast := t.major > c.major || t.major == c.major && t.minor*10+t.patch >= c.minor*10+c.patch
	switch {
	case t.family == c.family:
		return atLeast
	case t.family == "net" && c.family == "netcoreapp":
		return true
	case c.family != "netstandard":
		return false
	case t.family == "net", t.family == "netcoreapp" && t.major >= 3:
		return true
	case t.family == "netcoreapp":
		return c.major < 2 || t.major >= 2 && c.minor == 0
	}
	return t.family == "netframework" && (c.major < 2 || c.minor == 0 && t.order() >=
		framework{family: "netframework", major: 4, minor: 6, patch: 1}.order())
}
