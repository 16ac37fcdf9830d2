/**
 * Checks that package.json and the code use the same commands, settings, views, and context keys, and that the user
 * documentation uses the names and defaults in package.json.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { manifest } from './l10n.mjs';
import { filesIn, root } from './run.mjs';

const category = 'Partner Logs';

/** IDs that appear only in the code. */
const withoutManifest = new Set([
  'partnerLogs.attackers', // the status bar items
  'partnerLogs.wait',
  'partnerLogs.key', // the prefix of secrets
]);

/** The commands that the editor derives from a view's ID. */
const derivedCommands = ['focus', 'open', 'removeView', 'resetViewLocation', 'toggleVisibility'];

const english = manifest();
const {
  commands,
  configuration,
  keybindings = [],
  languageModelTools,
  menus,
  views,
  viewsWelcome = [],
  walkthroughs = [],
} = english.contributes;

/** @type {string[]} */
const commandIds = commands.map((/** @type {{ command: string }} */ { command }) => command);
const settings = Object.keys(configuration.properties);
/** @type {string[]} */
const viewIds = Object.values(views)
  .flat()
  .map(({ id }) => id);
const panelTypes = english.activationEvents
  .filter((/** @type {string} */ event) => event.startsWith('onWebviewPanel:'))
  .map((/** @type {string} */ event) => event.slice('onWebviewPanel:'.length));
const derived = viewIds.flatMap((view) => derivedCommands.map((command) => `${view}.${command}`));
/** @type {{ place: string, command?: string, when?: string }[]} */
const entries = [
  ...Object.entries(menus).flatMap(([menu, items]) =>
    items.map((/** @type {object} */ item) => ({ place: `menu ${menu}`, ...item })),
  ),
  ...keybindings.map((/** @type {object} */ binding) => ({ place: 'keybinding', ...binding })),
  ...viewsWelcome.map((/** @type {object} */ welcome) => ({ place: 'welcome view', ...welcome })),
  ...commands.map((/** @type {{ command: string, enablement?: string }} */ { command, enablement }) => ({
    place: `enablement of ${command}`,
    when: enablement,
  })),
];
const conditions = [
  ...entries.map(({ when = '' }) => when),
  ...walkthroughs.flatMap((/** @type {{ steps: { completionEvents: string[] }[] }} */ { steps }) =>
    steps.flatMap(({ completionEvents }) => completionEvents),
  ),
].join('\n');

const sources = filesIn('src').map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));

/** IDs in the code, each with the file that contains it. */
const literals = new Map(
  sources.flatMap(({ name, text }) =>
    [...text.matchAll(/(?:'|"|`|command:)(partnerLogs\.[\w.]*\w)(?=['"`?)])/g)]
      .filter(({ index }) => !isComment(text, index))
      .map(([, id = '']) => /** @type {const} */ ([id, name])),
  ),
);
const settingsRead = new Map(sources.flatMap(({ name, text }) => readSettings(text).map((id) => [id, name])));

/** @type {string[]} */
const problems = [];

for (const { command, category: own, title } of commands) {
  if (own !== category) problems.push(`${command}: its category is not "${category}".`);
  if (!title) problems.push(`${command}: it has no title.`);
  if (!literals.has(command)) problems.push(`${command}: contributed, but not in the code.`);
}
for (const id of repeated(commandIds)) problems.push(`${id}: contributed more than once.`);
for (const id of viewIds) if (!literals.has(id)) problems.push(`${id}: a view, but not in the code.`);

for (const [id, file] of literals) {
  const known = [commandIds, settings, viewIds, panelTypes, derived].some((ids) => ids.includes(id));
  const prefix = settings.some((setting) => setting.startsWith(`${id}.`));
  if (!known && !prefix && !withoutManifest.has(id) && !hasWord(conditions, id)) {
    problems.push(`${id}: in ${file}, but not contributed.`);
  }
}

for (const id of settings) {
  if (!settingsRead.has(id)) problems.push(`${id}: a setting that nothing reads.`);
}
for (const [id, file] of settingsRead) {
  if (!settings.includes(id)) problems.push(`${id}: read in ${file}, but not a contributed setting.`);
}

for (const { place, command, when = '' } of entries) {
  if (command?.startsWith('partnerLogs.') && ![...commandIds, ...derived].includes(command)) {
    problems.push(`${place}: ${command} is not a contributed command.`);
  }
  for (const [, view = ''] of when.matchAll(/\bview == '?([\w.]+)/g)) {
    if (!viewIds.includes(view)) problems.push(`${place}: there is no view ${view} (when: ${when}).`);
  }
  for (const [id] of when.matchAll(/(?:config\.)?\bpartnerLogs\.[\w.]+/g)) {
    const found = id.startsWith('config.') ? settings.includes(id.slice('config.'.length)) : literals.has(id);
    if (!found) problems.push(`${place}: nothing provides ${id} (when: ${when}).`);
  }
}
for (const [menu, items] of Object.entries(menus)) {
  const submenus = items.flatMap((/** @type {{ submenu?: string }} */ { submenu }) => submenu ?? []);
  // The editor uses the first one and shows a warning.
  for (const id of repeated(submenus))
    problems.push(`menu ${menu}: the submenu ${id} is there more than once.`);
}
for (const { view, contents } of viewsWelcome) {
  if (!viewIds.includes(view)) problems.push(`welcome view: there is no view ${view}.`);
  for (const [, id = ''] of contents.matchAll(/command:(partnerLogs\.[\w.]+)/g)) {
    if (!commandIds.includes(id))
      problems.push(`welcome view of ${view}: ${id} is not a contributed command.`);
  }
}

for (const { id, steps } of walkthroughs) {
  for (const step of steps) {
    const links = `${step.description} ${step.completionEvents.join(' ')}`;
    for (const [, context = ''] of links.matchAll(/onContext:([\w.]+)/g)) {
      if (!literals.has(context))
        problems.push(`walkthrough ${id}, step ${step.id}: nothing sets ${context}.`);
    }
    for (const [, command = ''] of links.matchAll(/(?:command:|onCommand:)([\w.]+)/g)) {
      if (!commandIds.includes(command))
        problems.push(`walkthrough ${id}, step ${step.id}: ${command} is not a contributed command.`);
    }
    if (!existsSync(path.join(root, step.media.svg)))
      problems.push(`walkthrough ${id}, step ${step.id}: ${step.media.svg} is missing.`);
  }
}

/** @param {string} file */
const read = (file) => readFileSync(path.join(root, file), 'utf8');
const documented = new Map(
  [...read('docs/settings.md').matchAll(/^\| `(partnerLogs\.[\w.]+)` \| `(.+?)` \|/gm)].map(
    ([, id = '', value]) => [id, value],
  ),
);
for (const id of new Set([...settings, ...documented.keys()])) {
  const value = JSON.stringify(configuration.properties[id]?.default);
  if (documented.get(id) !== value)
    problems.push(`docs/settings.md: the default of ${id} is ${value}, not ${documented.get(id)}.`);
}
const named = new Set([
  ...[...commands, ...languageModelTools].map(({ title, displayName }) => title ?? displayName),
  ...Object.values(views)
    .flat()
    .map(({ name }) => name),
  ...[category, 'Install from VSIX…'],
]);
for (const file of ['README.md', 'docs/commands.md', 'docs/settings.md', 'docs/privacy.md']) {
  for (const [, name = ''] of read(file).matchAll(/\*\*(.+?)\*\*/g)) {
    if (!named.has(name.replace(`${category}: `, ''))) problems.push(`${file}: nothing is called ${name}.`);
  }
}

for (const problem of problems) console.error(problem);
console.log(
  problems.length > 0
    ? `${problems.length} differences between package.json, the code, and the documents.`
    : `package.json, the code, and the documents agree: ${commandIds.length} commands, ${settings.length} settings, ${viewIds.length} views.`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

/**
 * Returns the settings that a file reads: `getConfiguration('partnerLogs').get('x')`, or the same by way of a variable.
 * @param {string} text
 */
function readSettings(text) {
  const found = [];
  const configurations = /(?:(\w+)\s*=\s*)?(?:[\w.]*\.)?getConfiguration\(\s*'(partnerLogs[\w.]*)'\s*\)/g;
  const read = String.raw`\s*\.(?:get|inspect|has|update)(?:<[^(]*>)?\(\s*'([\w.]+)'`;
  for (const { 0: whole, 1: variable, 2: section, index } of text.matchAll(configurations)) {
    const start = index + whole.length;
    const chained = new RegExp(`^${read}`).exec(text.slice(start));
    if (chained) found.push(`${section}.${chained[1]}`);
    else if (variable) {
      for (const [, name] of text.matchAll(new RegExp(`\\b${variable}${read}`, 'g')))
        found.push(`${section}.${name}`);
    }
  }
  return found;
}

/** @param {string} text @param {number} index An offset. Returns true if it is in a comment on its line. */
function isComment(text, index) {
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index);
  return /^\s*(\*|\/\*|\/\/)/.test(line) || line.includes('// ');
}

/** @param {string} text @param {string} id */
function hasWord(text, id) {
  return text.split(/[^\w.]+/).includes(id);
}

/** @param {readonly string[]} ids */
function repeated(ids) {
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}
