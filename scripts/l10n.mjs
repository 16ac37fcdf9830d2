/**
 * The UI strings in the source and in package.json, and their translations. `npm run l10n` adds missing strings, with
 * an empty translation, to the files of each language and to the comments for translators, and removes unused ones.
 * `npm test` fails if a string or comment is missing or empty, or if a translation does not match its string.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseSync, Visitor } from 'oxc-parser';
import { keyOf } from '../src/text/l10n.ts';
import { filesIn, root } from './run.mjs';

/** @typedef {import('../src/text/l10n.ts').Text | import('../src/text/l10n.ts').Forms} Source */
/** @typedef {Record<string, string>} Texts */

/** The functions in src/text/l10n.ts that take a UI string, with the index of that argument. */
const CALLS = new Map([
  ['t', 0],
  ['message', 0],
  ['plural', 1],
  ['pluralMessage', 1],
]);
/** Functions that use the editor's language. Calling them while a module loads is too early. */
const SPOKEN = new Set(['t', 'plural', 'local']);

/** @param {string} file Relative to the root. */
const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** @param {string} language */
const bundleOf = (language) => `l10n/bundle.l10n.${language}.json`;

/** Comments for translators, by key. They are not included in the package. */
const COMMENTS = 'l10n/comments.json';

/** @param {string} [language] */
const nlsOf = (language) => (language ? `package.nls.${language}.json` : 'package.nls.json');

/** The languages with translations. */
export const languages = ['ja', 'ko'];

/** Returns the manifest with its strings in English or in another language. @param {string} [language] */
export function manifest(language) {
  const texts = { ...nls(), ...(language && nls(language)) };
  return JSON.parse(read('package.json'), (_, value) => {
    const key = typeof value === 'string' && /^%(.+)%$/.exec(value)?.[1];
    return key ? (texts[key] ?? value) : value;
  });
}

/** Returns the strings of the manifest by key. @param {string} [language] @returns {Texts} */
export function nls(language) {
  return readTexts(nlsOf(language));
}

/** Returns the translations of the source by key. @param {string} language @returns {Texts} */
export function bundle(language) {
  return readTexts(bundleOf(language));
}

/**
 * Returns a pseudo-language for tests, which makes translated strings recognizable: `[Ćóṕý Ŕáẃ Ḋáťá]`.
 * @returns {{ nls: Texts, bundle: Texts }}
 */
export function pseudoLanguage() {
  const keys = collect().texts.flatMap((text) => keysIn(text, 'en'));
  return {
    nls: Object.fromEntries(Object.entries(nls()).map(([key, text]) => [key, pseudo(text)])),
    bundle: Object.fromEntries(keys.map(([key, english]) => [key, pseudo(english)])),
  };
}

/** Adds accents to letters outside placeholders, code, and links, and brackets around the text. @param {string} text */
export function pseudo(text) {
  const accented = text.replace(/\{\d+\}|`[^`]*`|\(command:[^)]*\)|\$\([\w~-]+\)|[A-Za-z]/g, (part) =>
    part.length === 1 ? `${part}\u0301`.normalize('NFC') : part,
  );
  return `[${accented}]`;
}

/**
 * Returns the UI strings in a source file, and problems with the calls that use them.
 * @param {string} file Relative to src. @param {string} source
 */
export function textsOf(file, source) {
  /** @type {Source[]} */
  const texts = [];
  /** @type {string[]} */
  const problems = [];
  /** @type {Set<string>} */
  const imported = new Set();
  let depth = 0;
  const isPage = file.split('/').includes('page');
  /** @param {number} start */
  const placeOf = (start) => `src/${file}:${source.slice(0, start).split('\n').length}`;
  const inner = [
    'FunctionDeclaration',
    'FunctionExpression',
    'ArrowFunctionExpression',
    'PropertyDefinition',
  ];
  new Visitor({
    ImportDeclaration(node) {
      if (!/(?:^|\/)l10n\.ts$/.test(node.source.value)) return;
      for (const { local } of node.specifiers) imported.add(local.name);
    },
    ...Object.fromEntries(inner.map((type) => [type, () => void depth++])),
    ...Object.fromEntries(inner.map((type) => [`${type}:exit`, () => void depth--])),
    CallExpression(node) {
      if (node.callee.type !== 'Identifier' || !imported.has(node.callee.name)) return;
      const { name } = node.callee;
      const place = placeOf(node.start);
      if (SPOKEN.has(name) && depth === 0 && !isPage) {
        problems.push(`${place}: ${name}() while the module loads, before the language is known.`);
      }
      const at = CALLS.get(name);
      if (at === undefined) return;
      const text = literal(node.arguments[at]);
      if (text === undefined) {
        problems.push(`${place}: the text of ${name}() is not written there.`);
        return;
      }
      texts.push(text);
      if (node.arguments.some(({ type }) => type === 'SpreadElement')) return;
      const given = Array.from({ length: node.arguments.length - 1 }, (_, index) => `{${index}}`);
      const used = places(keyOf(text).split('/')[0] ?? '');
      if (given.join() !== used.join()) {
        problems.push(
          `${place}: ${name}() has the places ${used.join() || '(none)'}, and values for ${given.join() || '(none)'}.`,
        );
      }
    },
  }).visit(parseSync(file, source).program);
  return { texts, problems };
}

/**
 * Returns the keys that need a comment for translators because they have fewer than four words or several placeholders,
 * unless the comment is part of the key.
 * @param {readonly Source[]} texts
 */
export function keysToExplain(texts) {
  const keys = texts.filter((text) => typeof text === 'string' || 'other' in text).map((text) => keyOf(text));
  return [...new Set(keys)].sort().filter((key) => {
    const words = key.replace(/\{\d+\}/g, '').match(/\p{L}\S*/gu) ?? [];
    return words.length < 4 || places(key).length > 1;
  });
}

/** Returns the UI strings of all source files. */
function collect() {
  const found = filesIn('src')
    .filter((file) => file !== 'src/text/l10n.ts')
    .map((file) => textsOf(file.slice('src/'.length), read(file)));
  return { texts: found.flatMap(({ texts }) => texts), problems: found.flatMap(({ problems }) => problems) };
}

/** Returns the problems with the strings and their translations, one per line. */
export function textProblems() {
  const { texts, problems } = collect();
  const inManifest = [...read('package.json').matchAll(/"%([^"%]+)%"/g)].map(([, key = '']) => key);
  problems.push(
    ...keyProblems(nlsOf(), inManifest, nls()),
    ...keyProblems(COMMENTS, keysToExplain(texts), readTexts(COMMENTS)),
  );
  for (const language of languages) {
    const english = Object.fromEntries(texts.flatMap((text) => keysIn(text, language)));
    problems.push(
      ...translationProblems(nlsOf(language), nls(), nls(language)),
      ...translationProblems(bundleOf(language), english, bundle(language)),
    );
  }
  return problems;
}

/** @param {string} file @param {readonly string[]} used @param {Texts} texts */
function keyProblems(file, used, texts) {
  const keys = Object.keys(texts);
  return [
    ...used.filter((key) => !(key in texts)).map((key) => `${file}: ${key} is missing.`),
    ...keys.filter((key) => !used.includes(key)).map((key) => `${file}: nothing uses ${key}.`),
    ...keys.filter((key) => texts[key]?.trim() === '').map((key) => `${file}: ${key} is empty.`),
  ];
}

/** @param {string} file @param {Texts} english @param {Texts} texts */
function translationProblems(file, english, texts) {
  const problems = keyProblems(file, Object.keys(english), texts);
  for (const [key, text] of Object.entries(texts)) {
    const [wanted, found] = [english[key] ?? '', text].map((each) => marks(each).join(' ') || '(nothing)');
    if (text !== '' && wanted !== found)
      problems.push(`${file}, ${key}: it has ${found} where English has ${wanted}.`);
  }
  return problems;
}

/** Returns the parts that a translation must contain: placeholders, code, and links. @param {string} text */
function marks(text) {
  return [...text.matchAll(/\{\d+\}|`[^`]*`|\(command:[^)]*\)|\$\([\w~-]+\)|\bpartnerLogs\.\w+/g)]
    .map(([mark]) => mark)
    .sort();
}

/** Returns the placeholders for values, without duplicates. @param {string} text */
function places(text) {
  return [...new Set([...text.matchAll(/\{\d+\}/g)].map(([place]) => place))].sort();
}

/**
 * Returns the keys of a string in a language, each with the English text.
 * @param {Source} text @param {string} language @returns {[string, string][]}
 */
function keysIn(text, language) {
  if (typeof text === 'string') return [[text, text]];
  if ('message' in text) return [[keyOf(text), text.message]];
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return categories.map((category) => [keyOf(text, category), category === 'one' ? text.one : text.other]);
}

/**
 * Returns the text of an argument: a string, or an object of strings.
 * @param {import('oxc-parser').Argument | undefined} node @returns {Source | undefined}
 */
function literal(node) {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type !== 'ObjectExpression') return undefined;
  const members = Object.fromEntries(
    node.properties.flatMap((member) =>
      member.type === 'Property' && member.key.type === 'Identifier' && member.value.type === 'Literal'
        ? [[member.key.name, member.value.value]]
        : [],
    ),
  );
  const names = Object.keys(members).sort().join();
  return names === 'comment,message' || names === 'one,other' ? /** @type {Source} */ (members) : undefined;
}

/** @param {string} file @returns {Texts} */
function readTexts(file) {
  return existsSync(path.join(root, file)) ? JSON.parse(read(file)) : {};
}

/** @param {string} file @param {readonly string[]} keys */
function update(file, keys) {
  const before = readTexts(file);
  const texts = Object.fromEntries(keys.map((key) => [key, before[key] ?? '']));
  writeFileSync(path.join(root, file), `${JSON.stringify(texts, null, 2)}\n`);
  const empty = keys.filter((key) => texts[key] === '').length;
  console.log(`${file}: ${keys.length} texts, ${empty} empty`);
}

if (import.meta.filename === process.argv[1]) {
  const { texts, problems } = collect();
  for (const problem of problems) console.error(problem);
  for (const language of languages) {
    update(nlsOf(language), Object.keys(nls()));
    const keys = new Set(texts.flatMap((text) => keysIn(text, language).map(([key]) => key)));
    update(bundleOf(language), [...keys].sort());
  }
  update(COMMENTS, keysToExplain(texts));
  process.exitCode = problems.length > 0 ? 1 : 0;
}
