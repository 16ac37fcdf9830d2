import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { withLogs } from '../hostileLogs.ts';
import { essential } from '../unit/formats/logs.ts';
import { startExporting } from '../unit/share/exporting.ts';
import { openEditor } from './host.ts';
import { openLogOf } from './hostPanels.ts';
import { takeEntry } from './hostTree.ts';
import type { EditorWindow } from './hostWindow.ts';

/** Returns the text of an export from the sample service, as a colleague would send it. */
async function exported(): Promise<string> {
  const exporting = await startExporting({ domains: withLogs(40) });
  try {
    const head = { level: 'essential', service: 'api.example.com', timeZone: 'UTC', filter: {} } as const;
    await exporting.run({ kind: 'ndjson', detail: true, redaction: essential, head });
    return readFileSync(exporting.target, 'utf8');
  } finally {
    await exporting.close();
  }
}

describe('Open Exported Logs…, without a connection', function () {
  this.timeout(180_000);
  let editor: EditorWindow;

  before(async () => {
    const ndjson = await exported();
    editor = await openEditor({
      files: {
        'logs.ndjson': ndjson,
        'more.ndjson': ndjson,
        'browser.har': JSON.stringify({ log: { version: '1.2', entries: [] } }),
        'foreign.ndjson': '{"transaction":{"client_ip":"203.0.113.9","messages":[]}}\n',
        'damaged.ndjson': `${ndjson.split('\n').slice(0, 3).join('\n')}\n{"idx":"x"}\n{"cut`,
        'logs.csv': 'user_domain_idx,idx\n1,2\n',
      },
    });
    await editor.openViews();
  });
  after(async () => editor?.close());

  const tree = () => editor.tree('Domains');
  const fileRow = (name: string) => tree().row(name);

  async function open(name: string): Promise<void> {
    const { quickInput } = editor;
    await editor.command('Open Exported Logs…');
    await quickInput.title.filter({ hasText: 'Open Exported Logs' }).waitFor();
    // The dialog accepts input once it has read the folder.
    await quickInput.row(name).waitFor();
    await quickInput.pick(name);
    await quickInput.closed();
  }

  it('is offered in the welcome view, and opens a file from the palette', async () => {
    await tree().view.getByRole('button', { name: 'open exported logs' }).waitFor();
    await open('logs.ndjson');
    await fileRow('logs.ndjson').waitFor();
    await tree().description(fileRow('logs.ndjson')).filter({ hasText: 'essential · 40 logs' }).waitFor();
    assert.deepEqual(await editor.notifications(), []);
  });

  it('finds a log, and shows it', async () => {
    await tree().expand(tree().row('shop.example'));
    await tree().logs.nth(2).waitFor();
    await openLogOf(tree().logs.nth(1));
    await editor.panel().getByText('Request headers').first().waitFor();
    assert.deepEqual(await editor.notifications(), []);
  });

  it('opens a file from the Explorer', async () => {
    await editor.command('Focus on Files Explorer', 'File');
    const row = editor.page
      .locator('.explorer-folders-view .monaco-list-row')
      .filter({ hasText: 'more.ndjson' });
    await row.click({ button: 'right' });
    await takeEntry(editor.page.locator('.monaco-menu'), 'Open Exported Logs…');
    await tree().description(fileRow('more.ndjson')).filter({ hasText: 'essential · 40 logs' }).waitFor();
  });

  it('says that a file of another program is no export, and closes it', async () => {
    for (const name of ['browser.har', 'foreign.ndjson']) {
      await open(name);
      const told = editor.notification(`“${name}” was not opened.`);
      await told
        .filter({ hasText: 'no logs exported by this extension; line 1: log.user_domain_idx' })
        .waitFor();
      await fileRow(name).waitFor({ state: 'detached' });
    }
  });

  it('says what of a damaged file cannot be read, and that CSV is not read back', async () => {
    await open('damaged.ndjson');
    const told = editor.notification('3 logs in “damaged.ndjson” can be read');
    await told.filter({ hasText: 'Line 4: log.user_domain_idx: expected integer, found nothing' }).waitFor();
    await open('logs.csv');
    await editor.notification("CSV, which the extension can't open").waitFor();
    await fileRow('logs.csv').waitFor({ state: 'detached' });
  });
});
