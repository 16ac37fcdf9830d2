import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { openEditor } from './host.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';

const DOMAINS = 5_000;

/** A service of 5 000 domains whose pages after the first wait until the test lets them go. */
function manyDomains() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = http.createServer(async (request, response) => {
    const { searchParams } = new URL(String(request.url), 'http://localhost');
    const [page, perPage] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
    if (page > 2) await released;
    const from = (page - 1) * perPage;
    const items = Array.from({ length: Math.min(perPage, DOMAINS - from) }, (_, index) => ({
      user_domain_idx: from + index + 1,
      domain: `site-${from + index + 1}.example`,
    }));
    const data = { items, total_count: String(DOMAINS), page: String(page), per_page: String(perPage) };
    response.end(JSON.stringify({ message: { key: 'RES000000', value: 'success' }, data }));
  });
  return { server, release };
}

describe('Many domains: a key with 5 000 domains', function () {
  this.timeout(180_000);
  const { server, release } = manyDomains();
  let editor: EditorWindow;

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    editor = await openEditor();
    await editor.openViews();
    const { quickInput } = editor;
    await editor.command('Add Connection…');
    await quickInput.message.filter({ hasText: 'Base URL' }).waitFor();
    await quickInput.answer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await quickInput.message.filter({ hasText: 'only in the secret storage' }).waitFor();
    await quickInput.answer('any-key');
    await quickInput.message.filter({ hasText: 'Name of this connection' }).waitFor();
    await quickInput.answer('Many');
  });

  after(async () => {
    await editor?.close();
    release();
    server.closeAllConnections();
    server.close();
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
    await editor.command("Show Today's Attackers in Status Bar");
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
