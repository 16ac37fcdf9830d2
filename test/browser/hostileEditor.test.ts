import assert from 'node:assert/strict';
import type { FakeService } from '../fakeService.ts';
import { connect } from './connecting.ts';
import { openEditor } from './host.ts';
import { openLog, startHostileService } from './hostileService.ts';
import type { EditorWindow } from './hostWindow.ts';

/** Texts that some part of the editor interprets as more than plain text. */
const TEXTS = [
  'www.evil.example/login',
  'https://evil.example/a',
  '$(bug) [run](command:workbench.action.quit)',
  'mail me@evil.example',
  '![x](https://evil.example/i.png) <img src="https://evil.example/j.png"> `a` **b**',
  'user\u202egpj.exe \u001b[31m\u0007 one\ntwo',
  `z${'\u0301'.repeat(3_000)}`,
  'long '.repeat(100_000),
  '\ud800 half',
];
const URLS = 'https://evil.example/1 ![x](https://evil.example/2.png) [q](command:workbench.action.quit)';
const REQUEST = `GET /${URLS} HTTP/1.1\r\nHost: a\r\nwww.evil.example/login: a\r\nme@evil.example: b\r\n\r\n${URLS}\r\n`;

/** Settings with which a workspace tries to have log documents linked, sent, or rendered as Markdown. */
const preview = 'vscode.markdown.preview.editor';
const associations = {
  '*.partnerlog': preview,
  '*.partnerlog-decoded': preview,
};
const WORKSPACE = {
  '[partner-log-http]': { 'editor.links': true },
  '[partner-log-decoded]': { 'editor.links': true },
  'files.associations': {
    '*.partnerlog': 'markdown',
    '*.partnerlog-decoded': 'markdown',
  },
  'workbench.editorAssociations': associations,
  'workbench.diffEditorAssociations': associations,
};

describe('Hostile text in the editor', function () {
  this.timeout(180_000);
  let service: FakeService;
  let editor: EditorWindow;

  before(async () => {
    service = await startHostileService({ texts: TEXTS, rawData: () => REQUEST });
    const files = { '.vscode/settings.json': JSON.stringify(WORKSPACE) };
    editor = await openEditor({ files, viewport: { width: 1600, height: 900 } });
    await editor.openViews();
    await connect(editor, service);
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  afterEach(() => editor.command('View: Close All Editors', ''));

  /**
   * Returns the number of links found by the link detector, which the setting has turned on; waits until it has run.
   */
  async function links(count: number): Promise<void> {
    const found = editor.page.locator('.view-line .detected-link');
    await found.nth(count - 1).waitFor({ timeout: 120_000 });
    assert.deepEqual(new Set(await found.allTextContents()), new Set([':']));
    const language = await editor.page.locator('[id="status.editor.mode"]').textContent();
    assert.match(language ?? '', /Logged|Decoded/);
  }

  it('are lines of text in raw and decoded documents, whatever the workspace sets', async () => {
    await openLog(editor, 1);
    await editor.command('Open Decoded Data in Editor');
    await links(6);
  });

  it('are lines of text in a comparison', async () => {
    await openLog(editor, 1);
    await editor.command('Compare with…');
    await editor.quickInput.title.filter({ hasText: 'Compare Log 1 with…' }).waitFor();
    await editor.quickInput.answer('shop.example/2');
    await editor.page.locator('.monaco-diff-editor .view-line').first().waitFor();
    await links(4);
  });
});
