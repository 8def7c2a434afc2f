# Targets for people and for CI. `make` alone lists them.

GO     ?= go
SRC    ?= $(shell $(GO) env GOROOT)/src/cmd
# The artifacts of demo.
DEMO   ?= bin/demo.seedgraph
# The tasks of bench-retrieval.
EVAL   ?= scripts/retrieval/sets
# Packages with concurrent code, whose tests run under the race detector.
RACE   = ./artifacts ./build ./cmd/indexer ./graphbuild ./external ./resolve/... ./pagerank ./parse ./tokens ./source/walk
# Packages whose tests must fail if a function returns its zero value.
RESOLVERS = ./build/cache ./build/fleet ./eval ./frameworks/concept/lookup ./frameworks/concept/model ./frameworks/concept/request ./frameworks/efcore ./frameworks/ent ./frameworks/fluentmigrator ./frameworks/graphql ./frameworks/grpc ./frameworks/laravel ./frameworks/mybatisplus ./frameworks/peewee ./frameworks/rails ./frameworks/rows ./frameworks/trpc ./frameworks/xorm ./query/answer/dispatch ./query/check ./query/view ./resolve ./resolve/csharp ./resolve/golang ./resolve/java ./resolve/mybatis ./resolve/protobuf ./resolve/python ./resolve/r ./resolve/sql ./resolve/typescript ./source/scip

# Only the released programs are compiled with a profile: otherwise the tests would compile
# everything a second time.
export GOFLAGS := $(GOFLAGS) -pgo=off

.PHONY: fleet walk notice shapes faults steps help build test exhaustive race lint truth goldens mutants bench differential agree bench-answers bench-retrieval fuzz demo profile determinism docs outside outside-check mcp-check clean exports-check view-check dist dist-check ci-check

help: ## list the targets
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## build bin/indexer and bin/query
	$(GO) build -pgo=auto -o bin/indexer ./cmd/indexer
	CGO_ENABLED=0 $(GO) build -pgo=auto -o bin/query ./cmd/query

test: ## run all tests
	$(GO) test -timeout 30m ./...

exhaustive: ## run the tests of random input with all their cases
	EXHAUSTIVE=1 $(GO) test -count=1 -timeout 60m ./query/agent ./cmd/indexer ./cmd/query ./source/git ./source/walk

race: ## run the tests of the concurrent packages under the race detector
	$(GO) test -race -short $(RACE)

fleet: ## test the pipeline of the module in fleet/, which the other targets leave out
	cd fleet && $(GO) mod tidy -diff && $(GO) vet ./... && $(GO) test ./...

lint: ## check format, go.mod, vet and staticcheck
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo "not formatted:"; gofmt -l $$(git ls-files '*.go'); exit 1; }
	$(GO) mod tidy -diff
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

goldens: ## regenerate the expected outputs of tests: nothing may change
	scripts/goldens.sh

truth: ## write the calls that compilers find in the small programs into their archives
	scripts/truth.sh

shapes: build ## build programs that are hard to index: each passes or FAILS (SHAPES=-small for small ones)
	$(GO) run ./scripts/shapes -indexer bin/indexer $(SHAPES)

faults: build ## make system calls fail while artifacts, bundles and feedback are written (needs strace; FAULTS=-small for a few)
	$(GO) run ./scripts/faults -indexer bin/indexer -query bin/query $(FAULTS)

steps: ## build each of these programs in two sizes and compare the executed statements
	SHAPES_STEPS=1 $(GO) test -count=1 -timeout 30m -run Steps ./testkit/shapes

exponents: ## build shapes at 1, 2, 4 and 8 times their size and compare the growth of executed statements
	SHAPES_STEPS=1 $(GO) test -count=1 -timeout 60m -run Exponents ./testkit/shapes

mutants: ## replace functions by their zero values: tests must fail (SINCE=REV for changed functions, LIMIT=N of each package)
	$(GO) run ./testkit/mutants -max 10 $(if $(SINCE),-since $(SINCE)) $(if $(LIMIT),-limit $(LIMIT)) $(RESOLVERS)

bench: ## run the benchmarks and the ratios of the whole build
	scripts/bench.sh "$(SRC)"
	$(GO) test -run '^$$' -bench . -benchtime 1s ./...

bench-answers: build ## measure query on questions with known answers, compared with grep (REPOS=, CACHE=, RECORD=1, ONLY=OWNER/NAME,…, ANSWERS=-v; see scripts/answers)
	$(GO) run ./scripts/answers -repos "$(REPOS)" $(if $(CACHE),-cache "$(CACHE)") $(if $(RECORD),-record) $(if $(ONLY),-only "$(ONLY)") $(ANSWERS)

bench-retrieval: build ## measure search and context on tasks with known answers, compared with plain BM25 (REPOS=, EVAL=, CACHE=, RECORD=1, HISTORY=commits; see scripts/retrieval)
	$(GO) run ./scripts/retrieval -eval "$(EVAL)" -repos "$(REPOS)" $(if $(CACHE),-cache "$(CACHE)") $(if $(RECORD),-record) $(if $(HISTORY),-history $(HISTORY)) $(if $(ONLY),-only "$(ONLY)")

fuzz: ## fuzz every fuzz target for a short while (FUZZTIME=20s)
	scripts/fuzz.sh

profile: ## write the profile for optimising bin/indexer (TREES="DIR DIR…": one of each language)
	TREES="$(if $(TREES),$(TREES),$(SRC))" $(GO) test -run '^$$' -bench '^BenchmarkBuild$$' -cpuprofile cmd/indexer/default.pgo -o /dev/null ./cmd/indexer

demo: build ## index real code (SRC=…) and answer a search, an expansion and a fetch from it
	scripts/demo.sh "$(SRC)" "$(DEMO)"

walk: build ## edit SRC at random, and compare incremental builds with full ones (WALK="-seed 1 -steps 500 -work DIR")
	$(GO) run ./scripts/walk -indexer bin/indexer $(WALK) "$(SRC)"

determinism: build ## show that jobs, folder and listing order do not change a byte (SRC=…)
	scripts/determinism.sh "$(SRC)"

outside: ## regenerate the tables of platform symbols (needs npm and a JDK)
	$(GO) generate ./external

outside-check: ## compare the tables, entry by entry, with the published platforms
	$(GO) run ./external/gen -check -dir external/data
	OUTSIDE_CHECK=1 $(GO) test -run 'Javap|Compiler|Pyright' ./external/gen/...

mcp-check: ## test the server of query mcp with a client from npm (needs npm)
	scripts/mcp/check.sh

differential: build ## compare random tables and routes with the real libraries (needs node, npm, the module proxy and python3-* packages; ONLY=GORM, N=500, SEED=1)
	$(GO) run ./scripts/differential -indexer bin/indexer -v $(if $(ONLY),-only "$(ONLY)") $(if $(N),-n $(N)) $(if $(SEED),-seed $(SEED))
agree: ## compare paths with impacts in indexes (IX="INDEX…", N=2000, SEED=1)
	$(GO) run ./scripts/truth/agree $(if $(N),-n $(N)) $(if $(SEED),-seed $(SEED)) $(IX)

dist: ## build the archives of a release in dist/ (VERSION=, PLATFORMS="linux-amd64 …")
	scripts/dist.sh $(PLATFORMS)

dist-check: ## run the programs of the archives in dist/
	scripts/dist-check.sh

view-check: build ## click through the pages of indexer view and query serve (needs chromium and node)
	scripts/view/check.sh

exports-check: ## read exports back with other programs (SRC=DIR for one tree; needs networkx, pandas, graphviz and npm)
	scripts/exports/check.sh $(if $(filter command line,$(origin SRC)),"$(SRC)")

ci-check: build ## check the recipes of docs/ci.md and run their scripts (needs node with npm; GITLAB_SCHEMA= and AZURE_SCHEMA= name schemas)
	scripts/ci/check.sh

notice: ## write NOTICE: modules and grammars in the programs, with their licences
	$(GO) run ./scripts/notice

clean: ## remove build output
	rm -rf bin

docs: ## regenerate docs/commands, docs/limits.md and the outputs in README.md and docs
	$(GO) test ./testkit/readmetest -count=1 -update
