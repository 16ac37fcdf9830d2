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

const { contributes } = manifest();
const { configuration, languageModelTools } = contributes;
/** @type {{ command: string, title: string, category: string }[]} */
const commands = contributes.commands;
/** @type {{ name: string }[]} */
const views = Object.values(contributes.views).flat();
/** @type {string[]} */
const submenus = contributes.submenus.map((/** @type {{ id: string }} */ { id }) => id);
const settings = Object.keys(configuration.properties);

/** IDs in the code, each with the file that contains it. */
const literals = new Map(
  filesIn('src').flatMap((file) =>
    [...read(file).matchAll(/(?:'|"|`|command:)(partnerLogs\.[\w.]*\w)(?=['"`?)])/g)].map(
      ([, id = '']) => /** @type {const} */ ([id, file]),
    ),
  ),
);

/** @type {string[]} */
const problems = [];
/** @param {boolean} isFine @param {string} problem */
const check = (isFine, problem) => {
  if (!isFine) problems.push(problem);
};

const texts = read('package.json') + read('package.nls.json');
const named = new Set([...texts.matchAll(/\bpartnerLogs\.[\w.]*\w/g)].map(([id]) => id));
for (const id of named)
  check(submenus.includes(id) || literals.has(id), `package.json: ${id} is not in the code.`);
for (const [id, file] of literals)
  check(named.has(id) || withoutManifest.includes(id), `${id}: in ${file}, but not in package.json.`);

check(new Set(commands.map(({ command }) => command)).size === commands.length, 'A command is there twice.');
for (const each of commands)
  check(Boolean(each.title) && each.category === category, `${each.command}: no title or another category.`);

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
process.exitCode = problems.length > 0 ? 1 : 0;
