import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

/**
 * The calls that present text to a user, a screen reader, or a model, and the types whose objects contain such text.
 */
const PLACES = [
  ...['showErrorMessage', 'showInformationMessage', 'showWarningMessage', 'setStatusBarMessage'],
  ...['showQuickPick', 'createQuickPick', 'QuickPickItem', 'showInputBox', 'createInputBox'],
  ...['showSaveDialog', 'showOpenDialog', 'showWorkspaceFolderPick', 'withProgress'],
  ...[
    'createStatusBarItem',
    'createTreeView',
    'TreeItem',
    'createWebviewPanel',
    'registerWebviewViewProvider',
  ],
  ...['createOutputChannel', 'createTerminal', 'createTextEditorDecorationType', 'FileDecoration'],
  ...[
    'MarkdownString',
    'Hover',
    'CodeLens',
    'InlayHint',
    'DocumentSymbol',
    'SymbolInformation',
    'DocumentLink',
  ],
  ...['Diagnostic', 'CompletionItem', 'Comment', 'NotebookCellData', 'registerTextDocumentContentProvider'],
  ...['registerUriHandler', 'openExternal', 'writeText', 'createChatParticipant', 'registerTool'],
  ...['LanguageModelTextPart', 'LanguageModelChatMessage', 'McpStdioServerDefinition'],
];

/** A call to the editor, the creation of one of its objects, or a type that extends one. */
const USES = new RegExp(
  `(?:\\b(?:window|workspace|lm|chat|env|clipboard|languages)\\.|(?:new|extends|=) vscode\\.)(${PLACES.join('|')})\\b`,
  'g',
);

/** Returns the files that use each place, sorted. */
function used(): Map<string, string[]> {
  const places = new Map<string, Set<string>>();
  for (const name of readdirSync(new URL('../../src', import.meta.url), {
    recursive: true,
    encoding: 'utf8',
  })) {
    const file = name.replaceAll(path.sep, '/');
    if (!file.endsWith('.ts') || /(^|\/)page\//.test(file)) continue;
    for (const [, place = ''] of read(`src/${file}`).matchAll(USES))
      places.set(place, (places.get(place) ?? new Set()).add(path.posix.basename(file)));
  }
  return new Map([...places].map(([place, files]) => [place, [...files].sort()]));
}

describe('docs/untrusted-text.md', () => {
  const rows = [...read('docs/untrusted-text.md').matchAll(/^\| [^|]+ \| `(\w+)` \| [^|]+ \| ([^|]+) \|$/gm)];
  const listed = new Map(rows.map(([, place = '', files = '']) => [place, files.split(', ').sort()]));

  it('lists every place that shows text, and how its text is made harmless', () => {
    assert.deepEqual(Object.fromEntries([...used()].sort()), Object.fromEntries([...listed].sort()));
  });

  it('names functions that there are', () => {
    const label = read('src/text/label.ts') + read('src/lm/toolText.ts') + read('src/text/markdown.ts');
    const names = [
      'asLabel',
      'asPlainLine',
      'asPlainLines',
      'asMarkdown',
      'codeSpan',
      'cellSpan',
      'fencedBlock',
    ];
    for (const name of names) {
      assert.match(label, new RegExp(`export function ${name}\\b`));
      assert.ok(read('docs/untrusted-text.md').includes(`\`${name}\``));
    }
  });

  it('has Markdown of the editor made by asMarkdown alone', () => {
    const files = readdirSync(new URL('../../src', import.meta.url), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      const source = read(`src/${file.replaceAll(path.sep, '/')}`);
      assert.doesNotMatch(source, /isTrusted|supportHtml|supportThemeIcons/, file);
      // Its escapes do not cover addresses, which become links.
      for (const [call] of source.matchAll(/\.appendText\([\s\S]*?\);/g))
        assert.doesNotMatch(call, /\$\{|\(\w+\)/, file);
    }
  });
});
