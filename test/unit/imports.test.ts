import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

/** The rooms, each of which may import from those before it, and the programs other than browsers that they need. */
const ROOMS: readonly (readonly [room: string, needs: '' | 'node' | 'node vscode'])[] = [
  ['text', ''],
  ['base', 'node'],
  ['service', 'node'],
  ['http', 'node'],
  ['redaction', ''],
  ['formats', ''],
  ['files', 'node'],
  ['sample', 'node'],
  ['lists', 'node'],
  ['ui', 'node vscode'],
  ['connections', 'node vscode'],
];
const FEATURES = ['browse', 'table', 'detection', 'counts', 'share', 'lm', 'setup'];
/** Imports between features, and from features in the rooms above them. */
const EXCEPTIONS = ['table → browse'];
/** The rooms that a page may import, besides its own. */
const OF_PAGES = ['page', 'text', 'service', 'http', 'formats'];

interface Import {
  readonly from: string;
  readonly to: string;
}

describe('the imports of src', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replaceAll(path.sep, '/'));
  const imports = files.flatMap(importsOf);

  it('are found in every file that has some', () => {
    assert.ok(files.length > 100);
    const importing = new Set(imports.map(({ from }) => from));
    const missed = files.filter(
      (file) => !importing.has(file) && /^import /m.test(readFileSync(`src/${file}`, 'utf8')),
    );
    assert.deepEqual(missed, []);
  });

  it('go from a room to those above it, and from a page to what a browser can run', () => {
    assert.deepEqual(
      imports.filter((each) => !isAllowed(each)).map(({ from, to }) => `${from} → ${to}`),
      [],
    );
  });
});

/** Returns the files and packages that a file imports, including types. */
function importsOf(from: string): Import[] {
  const { program } = parseSync(from, readFileSync(`src/${from}`, 'utf8'));
  const found: string[] = [];
  const add = ({ source }: { readonly source: unknown }) => {
    const { value } = (source ?? {}) as { readonly value?: unknown };
    if (typeof value === 'string') found.push(value);
  };
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  }).visit(program);
  return found.map((name) => ({
    from,
    to: name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : name,
  }));
}

const isPage = (file: string) => file.startsWith('page/') || file.includes('/page/');
const isWhole = (file: string) => !file.includes('/') && file.endsWith('.ts');
const roomOf = (file: string) => file.slice(0, file.indexOf('/'));
const rankOf = (room: string) => ROOMS.findIndex(([name]) => name === room);

function isAllowed({ from, to }: Import): boolean {
  if (isWhole(from)) return !isPage(to);
  const room = roomOf(from);
  if (to === 'vscode' || to.startsWith('node:')) {
    const needs = FEATURES.includes(room) ? 'node vscode' : (ROOMS[rankOf(room)]?.[1] ?? '');
    return !isPage(from) && needs.includes(to === 'vscode' ? 'vscode' : 'node');
  }
  if (!to.endsWith('.ts')) return true;
  if (isWhole(to))
    return to === 'commandIds.ts' || (FEATURES.includes(room) && ['app.ts', 'jobs.ts'].includes(to));
  const target = roomOf(to);
  if (isPage(from))
    return isPage(to) ? target === room || target === 'page' : target === room || OF_PAGES.includes(target);
  if (isPage(to)) return false;
  if (target === room || EXCEPTIONS.includes(`${room} → ${target}`)) return true;
  const rank = rankOf(target);
  return rank >= 0 && (FEATURES.includes(room) || rank < rankOf(room));
}
