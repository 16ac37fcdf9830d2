import assert from 'node:assert/strict';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { connect, firstLogRow } from './connecting.ts';
import { openEditor } from './host.ts';
import { openLogOf } from './hostPanels.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('Onboarding of a user with a service of their own', function () {
  this.timeout(180_000);
  let service: SampleService;
  let editor: EditorWindow;

  before(async () => {
    service = await startSampleService();
    editor = await openEditor();
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  /** Connects, unless the domains are visible. */
  async function connected(): Promise<void> {
    await editor.openViews();
    if (!(await editor.tree('Domains').row('shop.example').isVisible())) await connect(editor, service);
  }

  async function lookUp(reference: string): Promise<void> {
    await editor.quickInput.title.filter({ hasText: 'Open Detection Log' }).waitFor();
    await editor.quickInput.typeKeys(reference);
    await editor.quickInput.rows
      .first()
      .filter({ hasText: `Open ${reference}` })
      .waitFor();
    await editor.page.keyboard.press('Enter');
    await editor.tabs().filter({ hasText: '1234' }).waitFor();
    await editor.panel().getByText('1234', { exact: true }).first().waitFor();
  }

  it('is welcomed with one clear action', async () => {
    await editor.openViews();
    await editor.page.getByRole('button', { name: 'Add Connection' }).waitFor();
    await editor.screenshot('story-welcome');
  });

  it('is told about a wrong address and a wrong key, and keeps what was typed', async () => {
    const { quickInput } = editor;
    await editor.command('Add Connection…');
    await quickInput.answer('http://api.example.com');
    await quickInput.message.filter({ hasText: 'https://' }).waitFor();
    assert.equal(await quickInput.input.inputValue(), 'http://api.example.com');
    await quickInput.answer(service.baseUrl);

    await quickInput.message.filter({ hasText: 'only in the secret storage' }).waitFor();
    assert.equal(await quickInput.input.getAttribute('type'), 'password');
    await quickInput.answer('wrong-key');
    await quickInput.message.filter({ hasText: 'did not accept the API key (401' }).waitFor();
    await editor.screenshot('story-wrong-key');
    assert.equal(await quickInput.input.getAttribute('type'), 'password');
    assert.equal(await quickInput.input.inputValue(), 'wrong-key');
  });

  it('connects by typing, and sees the first log beside its row at once, with the focus in the view', async () => {
    const { quickInput } = editor;
    const tree = editor.tree('Domains');
    if (!(await quickInput.input.isVisible())) {
      await editor.openViews();
      await editor.command('Add Connection…');
      await quickInput.answer(service.baseUrl);
      await quickInput.message.filter({ hasText: 'only in the secret storage' }).waitFor();
    }
    await quickInput.answer(service.key);
    await quickInput.message.filter({ hasText: 'Name of this connection' }).waitFor();
    await quickInput.answer('My Service');
    // The rows are rendered again when the counts arrive, and the editor rejects a command on a row that it is
    // rendering.
    await tree.row('shop.example').filter({ hasText: 'attackers today' }).waitFor();
    assert.equal(await firstLogRow(tree).locator('.label-name').textContent(), 'checkout');
    await editor.panel().locator('#match').filter({ hasText: 'UNION SELECT' }).waitFor();
    await tree.view.getByRole('tree').and(editor.page.locator(':focus')).waitFor();
    await editor.screenshot('story-connected');
  });

  it('expands a domain and loads more rows', async () => {
    const tree = editor.tree('Domains');
    await connected();
    await tree.expand(tree.row('shop.example'));
    await tree.logsWith('File Upload').first().waitFor();
    await editor.page.keyboard.press('End');
    await clickRow(tree.rows.filter({ hasText: /Load More \(20 of [\d,]+\)/ }));
    await tree.rows.filter({ hasText: /Load More \(20 of/ }).waitFor({ state: 'detached' });
    await editor.page.keyboard.press('End');
    await tree.rows.filter({ hasText: /Load More \(40 of [\d,]+\)/ }).waitFor();
    await editor.page.keyboard.press('Home');
    await editor.screenshot('story-tree');
  });

  it('opens a log and copies its raw data, character for character', async () => {
    const tree = editor.tree('Domains');
    await connected();
    await tree.expand(tree.row('shop.example'));
    const row = tree.logsWith('File Upload').first();
    await row.waitFor();
    const time =
      /(?:\d\d-\d\d )?\d\d:\d\d/.exec(String(await tree.description(row).textContent()))?.[0] ?? '';
    await openLogOf(row);
    await editor.panel().getByText(time).first().waitFor();
    await editor.screenshot('story-panel');

    await editor.command('Copy Raw Data');
    await editor.page.getByText('Raw data copied').first().waitFor();
    const idx = / (\d+)/.exec(String(await editor.tabs().first().textContent()))?.[1];
    assert.equal(await editor.clipboard(), await rawDataOf(service, 1001, Number(idx)));
  });

  it("sees today's attackers in the status bar", async () => {
    await connected();
    const item = editor.statusBarItem('partnerLogs.attackers');
    await item.filter({ hasText: /[1-9][\d,]* attackers?/ }).waitFor();
  });

  it('opens a log by domain and index from the palette, in three key presses beyond the typed text', async () => {
    const { keyboard } = editor.page;
    await connected();
    await editor.panelsSettled();
    await keyboard.press('F1');
    await editor.quickInput.focused();
    await keyboard.type('Open Detection Log');
    await editor.quickInput.rows.first().filter({ hasText: 'Open Detection Log' }).waitFor();
    await keyboard.press('Enter');
    await lookUp('shop.example/1234');
    await editor.screenshot('story-look-up');
  });

  it('finds everything again after a reload', async () => {
    await connected();
    if (!(await editor.tabs().filter({ hasText: '1234' }).isVisible())) {
      await editor.command('Open Detection Log…');
      await lookUp('shop.example/1234');
    }
    await editor.reload();
    await editor.openViews();
    await editor.tree('Domains').row('shop.example').waitFor();
    await editor.screenshot('story-reload');
    await editor.tabs().filter({ hasText: '1234' }).waitFor();
  });
});

async function rawDataOf({ baseUrl, key }: SampleService, domain: number, idx: number): Promise<string> {
  const url = `${baseUrl}/partner/logs/detailed_log/${domain}?idx=${idx}&detected_type=WAF`;
  const answer = await fetch(url, { headers: { 'X-Service-Key': key } });
  const { data } = (await answer.json()) as { data: { detailed_info: { raw_data: string } } };
  return data.detailed_info.raw_data;
}
