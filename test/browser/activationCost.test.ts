import assert from 'node:assert/strict';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { connect } from './connecting.ts';
import { openEditor } from './host.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';

/**
 * The call by which the extension host requests one of this extension's secrets from the window: a name, followed by
 * its arguments.
 */
const SECRET_READ = /\$getPassword[^$]{0,80}partner-logs\.partner-logs/g;

describe('Activation with a stored connection and a pinned domain', function () {
  this.timeout(180_000);
  let service: SampleService;
  let editor: EditorWindow;
  let secretReads = 0;

  before(async () => {
    service = await startSampleService();
    editor = await openEditor();
    editor.page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        secretReads += payload.toString('latin1').match(SECRET_READ)?.length ?? 0;
      });
    });
    await connect(editor, service);
    await editor
      .statusBarItem('partnerLogs.attackers')
      .filter({ hasText: /\d attackers?/ })
      .waitFor();
    await editor.command('Focus on Files Explorer', 'File');
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  /** Reloads the window unless it shows only its restored content. */
  async function reload(): Promise<void> {
    const unread = editor.statusBarItem('partnerLogs.attackers').filter({ hasText: '– attackers' });
    if (await unread.isVisible()) return;
    secretReads = 0;
    await editor.reload();
    await unread.waitFor();
  }

  it('sends no request and reads no secret', async () => {
    const before = service.requests.length;
    await reload();
    assert.deepEqual(service.requests.slice(before), []);
    assert.equal(secretReads, 0);
  });

  it('reads the secret once when the view is shown, and not again for further requests', async () => {
    await reload();
    await editor.openViews();
    const tree = editor.tree('Domains');
    await clickRow(tree.row('shop.example'));
    await tree.rows.nth(3).waitFor();
    assert.equal(secretReads, 1);
  });
});
