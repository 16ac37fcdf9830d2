import assert from 'node:assert/strict';
import type { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { openConnected } from './connecting.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('The tree, search, and filter', function () {
  this.timeout(180_000);
  let service: FakeService;
  let editor: EditorWindow;

  before(async () => {
    ({ service, editor } = await openConnected());
  });

  const tree = () => editor.tree('Domains');
  const shop = () => tree().row('shop.example');
  const tab = (text: RegExp) => editor.tabs().filter({ hasText: text });

  async function expand(): Promise<void> {
    await tree().expand(shop());
    await tree().logs.first().waitFor();
  }

  it('loads more rows, and opens a log by its row', async () => {
    await expand();
    await editor.page.keyboard.press('End');
    await clickRow(tree().rows.filter({ hasText: /Load More \(20 of/ }));
    await tree()
      .rows.filter({ hasText: /Load More \(20 of/ })
      .waitFor({ state: 'detached' });
    await editor.page.keyboard.press('Home');
    await clickRow(tree().logsWith('File Upload').first());
    await tab(/shop\.example \d+$/).waitFor();
  });

  it('shows pinned domains first', async () => {
    await tree().action('Collapse All');
    await tree().menu(tree().row('متجر.example'), 'Pin');
    await tree().rows.nth(1).or(tree().rows.nth(0)).filter({ hasText: 'متجر.example' }).first().waitFor();
    assert.equal(await tree().row('متجر.example').count(), 1);
    await tree().menu(tree().row('متجر.example'), 'Unpin');
  });

  it('filters in one prompt by typed text, and shows the filter in words', async () => {
    const { quickInput } = editor;
    await expand();
    await clickRow(shop());
    await tree().action('Filter Logs…', shop());
    await quickInput.title.filter({ hasText: 'Filter Logs of shop.example' }).waitFor();
    await quickInput.typeKeys('blocked');
    await quickInput.rows.first().filter({ hasText: 'Blocked' }).waitFor();
    await editor.page.keyboard.press('Enter');
    await shop().filter({ hasText: 'filtered: Blocked' }).waitFor();
    await tree().action('Clear Filter', shop());
    await shop().filter({ hasText: 'filtered' }).waitFor({ state: 'detached' });
  });

  it('searches the domain and then all domains, and opens the log', async () => {
    const { quickInput } = editor;
    await clickRow(shop());
    await tree().action('Search Detection Logs…', shop());
    await quickInput.title.filter({ hasText: 'Search Detection Logs of shop.example' }).waitFor();
    await quickInput.typeKeys('203.0.113.9 today');
    await quickInput.rows.filter({ hasText: 'Open Logs in Table' }).waitFor();
    await quickInput.button('Search all domains').click();
    await quickInput.title.filter({ hasText: 'Search Detection Logs of All Domains' }).waitFor();
    assert.equal(await quickInput.input.inputValue(), '203.0.113.9 today');
    await quickInput.rows.filter({ hasText: 'Searching the service' }).waitFor({ state: 'detached' });
    await quickInput.rows.filter({ hasText: 'shop.example' }).first().waitFor();
    await editor.page.keyboard.press('Enter');
    await quickInput.closed();
    await editor.panel().getByText('203.0.113.9').first().waitFor();
  });

  it('waits for the next detection in a notification that can be canceled', async () => {
    const listed = () => service.paths(/attack_logs/).length;
    const before = listed();
    await tree().menu(shop(), 'Wait for Next Detection…');
    await until('the first read', () => listed() > before);
    const wait = editor.notification('Waiting for the next detection');
    await wait.waitFor();
    await wait.getByRole('button', { name: 'Cancel' }).click();
    await wait.waitFor({ state: 'detached' });
  });

  it('says that a refresh failed, and reads again when it works', async () => {
    const failed = tree().rows.filter({ hasText: 'The service could not be reached' });
    await service.close();
    try {
      await tree().action('Refresh');
      await failed.first().waitFor();
    } finally {
      await service.listen();
    }
    await tree().action('Refresh');
    await failed.first().waitFor({ state: 'detached' });
    await shop().waitFor();
  });
});
