/**
 * Checks that package.json and the code use the same commands, settings, views, and context keys, and that the user
 * documentation uses the names and defaults in package.json.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { manifest } from './l10n.mjs';
import { filesIn, root } from './run.mjs';

const category = 'Partner Logs';

/** IDs that appear only in the code: the status bar item, a command that the editor derives from a view, and secrets. */
const withoutManifest = ['partnerLogs.attackers', 'partnerLogs.domains.focus', 'partnerLogs.key'];

/** @param {string} file */
const read = (file) => readFileSync(path.join(root, file), 'utf8');

const { contributes, activationEvents } = manifest();
const { configuration, languageModelTools } = contributes;
/** @type {{ command: string, category: string, title: string }[]} */
const commands = contributes.commands;
/** @type {{ id: string, name: string }[]} */
const views = Object.values(contributes.views).flat();
/** @type {string[]} */
const submenus = contributes.submenus.map((/** @type {{ id: string }} */ { id }) => id);
const settings = Object.keys(configuration.properties);
const commandIds = commands.map(({ command }) => command);
const viewIds = views.map(({ id }) => id);

const sources = filesIn('src').map((name) => ({ name, text: read(name) }));
/** IDs in the code, each with the file that contains it. */
const literals = new Map(
  sources.flatMap(({ name, text }) =>
    [...text.matchAll(/(?:'|"|`|command:)(partnerLogs\.[\w.]*\w)(?=['"`?)])/g)]
      .filter(({ index }) => !isComment(text, index))
      .map(([, id = '']) => /** @type {const} */ ([id, name])),
  ),
);

/** @type {string[]} */
const problems = [];
/** @param {boolean} isFine @param {string} problem */
const check = (isFine, problem) => {
  if (!isFine) problems.push(problem);
};

for (const { command, category: own, title } of commands)
  check(
    own === category && Boolean(title),
    `${command}: it has no title, or its category is not "${category}".`,
  );
check(new Set(commandIds).size === commandIds.length, 'A command is contributed more than once.');
for (const id of [...commandIds, ...viewIds, ...settings])
  check(literals.has(id), `${id}: contributed, but not in the code.`);

const declared = new Set([
  ...[...commandIds, ...settings, ...viewIds, ...submenus],
  ...activationEvents.map((/** @type {string} */ event) => event.replace('onWebviewPanel:', '')),
]);
// Everything else that package.json names, such as the context keys in conditions, is provided by the code.
const named = new Set(
  [
    ...read('package.json').matchAll(/\bpartnerLogs\.[\w.]*\w/g),
    ...read('package.nls.json').matchAll(/\bpartnerLogs\.[\w.]*\w/g),
  ].map(([id]) => id),
);
for (const id of named)
  check(declared.has(id) || literals.has(id), `package.json: ${id} is neither contributed nor in the code.`);
for (const [id, file] of literals) {
  check(
    named.has(id) || declared.has(id) || withoutManifest.includes(id),
    `${id}: in ${file}, but not contributed.`,
  );
}

const documented = new Map(
  [...read('docs/settings.md').matchAll(/^\| `(partnerLogs\.[\w.]+)` \| `(.+?)` \|/gm)].map(
    ([, id = '', value]) => [id, value],
  ),
);
for (const id of new Set([...settings, ...documented.keys()])) {
  const value = JSON.stringify(configuration.properties[id]?.default);
  check(
    documented.get(id) === value,
    `docs/settings.md: the default of ${id} is ${value}, not ${documented.get(id)}.`,
  );
}
const names = new Set([
  ...[...commands, ...languageModelTools].map(({ title, displayName }) => title ?? displayName),
  ...[...views.map(({ name }) => name), category, 'Install from VSIX…'],
]);
for (const file of ['README.md', 'docs/commands.md', 'docs/settings.md', 'docs/privacy.md']) {
  for (const [, name = ''] of read(file).matchAll(/\*\*(.+?)\*\*/g))
    check(names.has(name.replace(`${category}: `, '')), `${file}: nothing is called ${name}.`);
}

for (const problem of problems) console.error(problem);
if (problems.length === 0)
  console.log(
    `The code and the documents agree: ${commandIds.length} commands, ${settings.length} settings.`,
  );
process.exitCode = problems.length > 0 ? 1 : 0;

/** @param {string} text @param {number} index An offset. Returns true if it is in a comment on its line. */
function isComment(text, index) {
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index);
  return /^\s*(\*|\/\*|\/\/)/.test(line) || line.includes('// ');
}
