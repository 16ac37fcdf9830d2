import assert from 'node:assert/strict';
import { FakeService } from '../fakeService.ts';
import { connect } from './connecting.ts';
import { openEditor } from './host.ts';
import type { EditorWindow } from './hostWindow.ts';

describe('Domains view', function () {
  this.timeout(180_000);
  let service: FakeService;
  let editor: EditorWindow;

  before(async () => {
    service = await FakeService.startSample();
    const connections = [{ name: 'Stolen', baseUrl: `${service.baseUrl}/stolen` }];
    const settings = JSON.stringify({ 'partnerLogs.connections': connections, 'partnerLogs.pageSize': 100 });
    editor = await openEditor({
      files: { '.vscode/settings.json': settings },
      settings: { 'partnerLogs.pageSize': 10 },
    });
    await editor.openViews();
    await connect(editor, service);
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const tree = () => editor.tree('Domains');

  it("takes no connection and no page size from a workspace's settings", () => {
    assert.ok(service.paths(/per_page=10\b/).length > 0);
    assert.deepEqual(service.paths(/per_page=100\b/), []);
    assert.deepEqual(service.paths(/stolen/), []);
  });

  it('shows pinned domains first', async () => {
    await tree().menu(tree().row('متجر.example'), 'Pin');
    // The first domain was pinned when the domains were listed.
    await tree().rows.nth(1).filter({ hasText: 'متجر.example' }).waitFor();
    assert.equal(await tree().row('متجر.example').count(), 1);
    await editor.screenshot('tree-pin');
  });

  it('ends in an error row when a refresh fails, and in rows when it works again', async () => {
    await service.close();
    try {
      await tree().action('Refresh');
      await editor.screenshot('tree-refused');
      await tree().rows.filter({ hasText: 'The service could not be reached' }).first().waitFor();
    } finally {
      await service.listen();
    }
    await tree().action('Refresh');
    await tree()
      .rows.filter({ hasText: 'The service could not be reached' })
      .first()
      .waitFor({ state: 'detached' });
    await tree().row('shop.example').waitFor();
  });

  it('says of a log that is gone that it is', async () => {
    await editor.command('Open Detection Log…');
    await editor.quickInput.type('shop.example/999999');
    await editor.quickInput.rows.first().filter({ hasText: 'Open' }).waitFor();
    await editor.page.keyboard.press('Enter');
    await editor.tabs().filter({ hasText: '999999' }).waitFor();
    await editor.screenshot('tree-gone');
    await editor.panel().getByText('RES000018').waitFor();
  });
});
