// Writes the rules of the npm package inflection, which Sequelize names tables by, to npm.txt:
//
//	npm install inflection@1.13.4 && node gen/npm.js > npm.txt
//
// The first line has the words without a plural. The others are rules in the order in which they are
// tried: a regular expression, and after a tab what takes the place of its match; a rule without a
// tab leaves a word as it is.
const fs = require('fs');
const path = require('path');
const file = require.resolve('inflection');
const licence = fs.readFileSync(path.join(path.dirname(file), '..', 'LICENSE'), 'utf8');
if (!licence.startsWith('MIT License')) throw new Error('another licence: ' + licence.split('\n')[0]);

// The lists are private to the module.
const source = fs.readFileSync(file, 'utf8')
  .replace('return inflector;', 'return { words: uncountable_words, rules: plural_rules };');
const module_ = { exports: {} };
new Function('module', 'exports', 'require', source)(module_, module_.exports, require);
const { words, rules } = module_.exports;
if (!words || !rules) throw new Error('the source of inflection has another form');

console.log(words.join(' '));
for (const [pattern, by] of rules) {
  if (!/^g?i$/.test(pattern.flags)) throw new Error('flags of ' + pattern);
  const text = pattern.source;
  console.log(by === undefined ? text : text + '\t' + by.replace(/\$(\d)/g, '${$1}'));
}
