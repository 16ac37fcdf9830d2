/**
 * Counts unidiomatic wordings in comments, docs, and UI strings, and fails if a group has more than scripts/words.json
 * allows. `--update` lowers the limits to the current counts, `--list` prints every hit, and `--counts` prints the hits
 * per 1,000 words.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseSync } from 'oxc-parser';
import { root } from './run.mjs';

/**
 * @typedef {object} Pattern
 * @property {string} name
 * @property {RegExp} find Global.
 * @property {string} better
 *
 * @typedef {{ file: string, line: number, text: string }} Prose A comment, a paragraph, or a UI string.
 * @typedef {{ file: string, line: number, found: string, pattern: Pattern }} Hit
 */

/** @type {readonly Pattern[]} */
export const patterns = [
  {
    name: 'what',
    find: /\b(?:what(?:ever)?|whoever)\b/gi,
    better: 'name the thing: the match, the result, the caller',
  },
  { name: 'ask', find: /\bask(?:s|ed|ing)?\b/gi, better: 'request, query, prompt' },
  {
    name: 'tell, say',
    find: /\b(?:tell(?:s|ing)?|told|says?|said|saying)\b/gi,
    better: 'return, report, show, state',
  },
  {
    name: 'hold',
    find: /\b(?:h[eo]ld|holds|holding)\b/gi,
    better: 'contain, store, keep; block for a thread',
  },
  {
    name: 'stand',
    find: /\b(?:stands?|stood|standing)\b(?!-ins?\b)/gi,
    better: 'is, appears, existing, previous',
  },
  {
    name: 'person',
    find: /\b(?:persons?|(?:some|any|no)body)\b/gi,
    better: 'the user, users, anyone, no caller',
  },
  { name: 'is none', find: /(?<!\bthere )\b(?:is|are|was|were|be) none\b/gi, better: 'is not a …, no …' },
  { name: 'of which', find: /\bof (?:which|what|whom)\b/gi, better: 'two sentences' },
  { name: 'further', find: /\bfurther\b/gi, better: 'more, additional, other' },
  {
    name: 'beginning',
    find: /(?<=(?<![\s\S])|@(?:param|property|returns?) )(?:Of|Whether|Where|Who|Whose)\b/g,
    better: 'begin with a verb or the noun: Returns …, The …, True when …',
  },
  {
    name: 'old sense',
    find: /\b(?:anew|besides|apart|comes?|coming|came|made)\b/gi,
    better: 'again, also, separately, arrive, created',
  },
  {
    name: 'British spelling',
    find: /\b\w*(?:colour|behaviour|neighbour|favour|(?:recogn|normal|organ|local|minim|maxim|summar)is(?:e|ed|es|ing|ation)\b|cancelled|towards)\w*/gi,
    better: 'American spelling: color, behavior, recognize, canceled, toward',
  },
];

/** Titles of tests after `file › `, quoted code, quoted UI strings, links, and file names. */
const quoted =
  /(?<=` › )[^|\n]+?(?=<br>| \|)|`[^`]*`|“[^”]*”|"[^"\n]{1,200}"|‘[^’]*’|\]\([^)\s]*\)|https?:\S+|\b[\w./-]+\.(?:md|m?js|ts|json)\b/g;

/**
 * Returns the comments in a source file, without types and parameter names. Adjacent line comments are combined.
 * @param {string} file @param {string} source @returns {Prose[]}
 */
export function commentsOf(file, source) {
  /** @type {(Prose & { end: number })[]} */
  const found = [];
  for (const { type, value, start, end } of parseSync(file, source).comments) {
    const text = value
      .split('\n')
      .map((line) =>
        line
          .replace(/^\s*\*?\s*/, '')
          .replace(/(@\w+) \{.*?\}(?= |$)/g, '$1')
          .replace(/(@(?:param|property)) \[?[\w.$]+(?:=[^\]]*)?\]?/g, '$1'),
      )
      .join('\n');
    const last = found.at(-1);
    if (type === 'Line' && last && /^\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += `\n${text}`;
      last.end = end;
    } else {
      found.push({ file, line: source.slice(0, start).split('\n').length, text, end });
    }
  }
  return found.map(({ file, line, text }) => {
    const begin = text.search(/\S/);
    return { file, line: line + text.slice(0, begin).split('\n').length - 1, text: text.slice(begin) };
  });
}

/**
 * Returns the paragraphs of a Markdown document, without code blocks.
 * @param {string} file @param {string} source @returns {Prose[]}
 */
export function paragraphsOf(file, source) {
  const text = source.replace(/^( *)```[\s\S]*?^\1```/gm, (block) => block.replace(/[^\n]/g, ''));
  return [...text.matchAll(/(?:^.*\S.*\n?)+/gm)].map(({ 0: paragraph, index }) => ({
    file,
    line: text.slice(0, index).split('\n').length,
    text: paragraph,
  }));
}

/** Returns the hits of a piece of prose. @param {Prose} prose @returns {Hit[]} */
export function hitsIn({ file, line, text }) {
  const own = text.replace(quoted, (part) => part.replace(/[^\n]/g, '·'));
  return patterns.flatMap((pattern) =>
    [...own.matchAll(pattern.find)].map(({ 0: found, index }) => ({
      file,
      line: line + own.slice(0, index).split('\n').length - 1,
      found,
      pattern,
    })),
  );
}

/** Returns the name of the group for a file. @param {string} file */
export function groupOf(file) {
  const [area = '', name = ''] = file.split('/');
  if (area === 'src') return name.endsWith('.ts') ? 'src' : `src/${name}`;
  if (area === 'test') return name.endsWith('.ts') ? 'test' : `test/${name}`;
  if (area === 'l10n' || area === 'package.nls.json') return 'UI texts';
  return area === 'scripts' || area === 'esbuild.js' ? 'scripts' : 'docs';
}

/** Returns all prose to check. @returns {Prose[]} */
function collect() {
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8');
  /** @param {string} folder */
  const filesOf = (folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.posix.join(folder, name.replaceAll(path.sep, '/')),
    );
  const sources = ['src', 'scripts', 'test']
    .flatMap(filesOf)
    .filter((file) => /\.(?:ts|[cm]?js)$/.test(file));
  const documents = filesOf('docs').filter(
    (file) => file.endsWith('.md') && file !== 'docs/partner-log-service.md',
  );
  const texts = [
    ...Object.values(JSON.parse(read('package.nls.json'))).map((text) => ['package.nls.json', text]),
    ...Object.keys(JSON.parse(read('l10n/bundle.l10n.ko.json'))).map((text) => [
      'l10n/bundle.l10n.ko.json',
      text,
    ]),
  ];
  return [
    ...[...sources, 'esbuild.js'].flatMap((file) => commentsOf(file, read(file))),
    ...[...documents, 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].flatMap((file) =>
      paragraphsOf(file, read(file)),
    ),
    ...texts.map(([file = '', text = ''], index, all) => ({
      file,
      line: index - all.findIndex(([other]) => other === file) + 2,
      text,
    })),
  ];
}

/** @typedef {{ words: number, hits: Hit[] }} Group */

/** Maximum number of hits to list for a group above its limit. */
const SHOWN = 20;

/** Returns the word count and the hits of each group, by group name. */
export function count(prose = collect()) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const each of prose) {
    const name = groupOf(each.file);
    const group = groups.get(name) ?? { words: 0, hits: [] };
    group.words += each.text.split(/\s+/).filter(Boolean).length;
    group.hits.push(...hitsIn(each));
    groups.set(name, group);
  }
  return groups;
}

/**
 * Returns a line for each group that exceeds its limit, followed by a line for each of its first hits.
 * @param {ReadonlyMap<string, Group>} groups @param {Readonly<Record<string, number>>} allowed
 */
export function wordProblems(groups, allowed) {
  return [...groups].flatMap(([name, { hits }]) => {
    const limit = allowed[name] ?? 0;
    if (hits.length <= limit) return [];
    const more = hits.length - SHOWN;
    return [
      `${name}: ${hits.length} wordings to replace, ${limit} allowed`,
      ...hits.slice(0, SHOWN).map(described),
      ...(more > 0 ? [`  and ${more} more: npm run words -- --list`] : []),
    ];
  });
}

/** @param {Hit} hit */
function described({ file, line, found, pattern }) {
  return `  ${file}:${line}: “${found}”: ${pattern.better}`;
}

/** @param {ReadonlyMap<string, Group>} groups */
function printCounts(groups) {
  const all = [...groups].map(([name, group]) => ({ name, ...group }));
  const source = all.filter(({ name }) => /^(?:src|scripts|test)/.test(name));
  /** @param {string} name @param {readonly Group[]} parts */
  const row = (name, parts) => {
    const words = parts.reduce((sum, part) => sum + part.words, 0);
    const hits = parts.flatMap((part) => part.hits);
    return { name, words, hits, rate: ((hits.length / words) * 1000).toFixed(1) };
  };
  const rows = [
    row('all comments', source),
    row(
      'comments of src',
      source.filter(({ name }) => name.startsWith('src')),
    ),
    ...all.map((group) => row(group.name, [group])),
  ];
  for (const { name, words, hits, rate } of rows) {
    console.log(`${name}: ${words} words, ${hits.length} wordings to replace, ${rate} per 1,000 words`);
  }
  console.log('\nIn the comments, per 1,000 words:');
  const { words, hits } = row('', source);
  for (const pattern of patterns) {
    const found = hits.filter((hit) => hit.pattern === pattern).length;
    console.log(`${pattern.name}: ${found}, ${((found / words) * 1000).toFixed(2)}`);
  }
}

if (import.meta.filename === process.argv[1]) {
  const table = path.join(root, 'scripts/words.json');
  const groups = count();
  /** @type {Record<string, number>} */
  const allowed = JSON.parse(readFileSync(table, 'utf8'));
  if (process.argv.includes('--update')) {
    const lower = [...groups]
      .map(([name, { hits }]) => /** @type {const} */ ([name, Math.min(hits.length, allowed[name] ?? 0)]))
      .filter(([, limit]) => limit > 0);
    writeFileSync(table, `${JSON.stringify(Object.fromEntries(lower.sort()), null, 2)}\n`);
  }
  if (process.argv.includes('--list')) {
    for (const { hits } of groups.values()) for (const hit of hits) console.log(described(hit));
  } else if (process.argv.includes('--counts')) {
    printCounts(groups);
  }
  const problems = wordProblems(groups, JSON.parse(readFileSync(table, 'utf8')));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
