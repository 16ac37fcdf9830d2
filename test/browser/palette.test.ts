import assert from 'node:assert/strict';
import { type Contexts, paletteEntries } from '../palette.ts';
import { until } from '../until.ts';
import { openConnected } from './connecting.ts';
import { openLogOf } from './hostPanels.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('The palette', function () {
  this.timeout(180_000);
  let service: { close(): Promise<void> };
  let editor: EditorWindow;

  before(async () => {
    const files = { 'logs.ndjson': '{"user_domain_idx":7,"idx":1}\n' };
    ({ service, editor } = await openConnected({ files }));
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  /** Returns the titles of the extension's commands, except for those that the editor derives from views. */
  async function listed(): Promise<string[]> {
    const { quickInput, page } = editor;
    const titles = new Set<string>();
    await page.keyboard.press('F1');
    await quickInput.type('>Partner Logs: ');
    await quickInput.rows.first().waitFor();
    // The list contains only the visible rows.
    for (let page = 0; page < 8; page++) {
      for (const label of await quickInput.labels()) titles.add(label);
      await quickInput.input.press('PageDown');
    }
    await quickInput.cancel();
    return [...titles]
      .filter((title) => title.startsWith('Partner Logs: ') && !/: (Focus|Show) .*(View|Logs)$/.test(title))
      .map((title) => title.replace('Partner Logs: ', ''))
      .sort();
  }

  const offers = (contexts: Contexts) => {
    const expected = [...paletteEntries(contexts).values()].sort();
    return until(`${expected.length} commands`, listed, (titles) => titles.join() === expected.join());
  };

  const connected = {
    'partnerLogs.connected': true,
    'partnerLogs.hasService': true,
  } as const;

  it('lists at most 14 commands with a connection, after a start as well', async () => {
    await editor.tree('Domains').row('shop.example').waitFor();
    assert.ok((await offers(connected)).length <= 14);
    await editor.reload();
    await offers(connected);
  });

  it('adds the commands of the log that is open, and of the one that is selected', async () => {
    const tree = editor.tree('Domains');
    await editor.openViews();
    await tree.expand(tree.row('shop.example'));
    await openLogOf(tree.logs.first());
    const selected = { ...connected, 'partnerLogs.logSelected': true } as const;
    await offers({ ...selected, activeWebviewPanelId: 'partnerLogs.detection' });
    await editor.command('Close All Editors', 'View');
    await offers(selected);
  });

  it('lists four commands without a connection', async () => {
    await editor.command('Manage Connections…');
    await editor.quickInput.pick('Remove Connection…');
    await editor.dialog().getByRole('button', { name: 'Remove' }).click();
    assert.equal((await offers({})).length, 4);
  });

  it('lists nothing that only a service has while only a file is open', async () => {
    await editor.command('Open Exported Logs…');
    await editor.quickInput.row('logs.ndjson').waitFor();
    await editor.quickInput.pick('logs.ndjson');
    await editor.tree('Domains').row('logs.ndjson').waitFor();
    await offers({ 'partnerLogs.connected': true });
  });
});
