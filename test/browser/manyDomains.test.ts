import assert from 'node:assert/strict';
import { FakeService } from '../fakeService.ts';
import { openEditor } from './host.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';

const DOMAINS = 5_000;

describe('Many domains: a key with 5 000 domains', function () {
  this.timeout(180_000);
  let service: FakeService;
  /** Releases the pages after the second one, which wait until then. */
  let release = () => {};
  let editor: EditorWindow;

  before(async () => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const domains = Array.from({ length: DOMAINS }, (_, index) => `site-${index + 1}.example`);
    service = await FakeService.start({ domains });
    service.respond = async ({ url }, usual) => {
      if (Number(url.searchParams.get('page')) > 2) await released;
      return usual();
    };
    editor = await openEditor();
    await editor.openViews();
    const { quickInput } = editor;
    await editor.command('Add Connection…');
    await quickInput.message.filter({ hasText: 'Base URL' }).waitFor();
    await quickInput.answer(service.baseUrl);
    await quickInput.message.filter({ hasText: 'only in the secret storage' }).waitFor();
    await quickInput.answer('any-key');
    await quickInput.message.filter({ hasText: 'Name of this connection' }).waitFor();
    await quickInput.answer('Many');
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  it('shows the first page at once', async () => {
    const tree = editor.tree('Domains');
    await tree.row('site-1.example').waitFor();
    await clickRow(tree.row('site-1.example'));
    await editor.page.keyboard.press('End');
    await tree.rows.filter({ hasText: 'Load More (20 of 5,000)' }).waitFor();
  });

  it('lists domains to pick from while later pages still arrive, then finds any of them', async () => {
    const { quickInput } = editor;
    await editor.command('Export Logs…');
    await quickInput.pick('All logs of another domain…');
    await quickInput.type('site-150.example');
    await quickInput.row('site-150.example').waitFor();
    await quickInput.type('site-4987.example');
    assert.equal(await quickInput.row('site-4987.example').count(), 0);
    release();
    await quickInput.row('site-4987.example').waitFor();
    await editor.screenshot('many-domains-picker');
    await quickInput.cancel();
  });
});
