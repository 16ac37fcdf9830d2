/**
 * Runs every command with a unique key, both successfully and with a service that refuses it. Then searches everything
 * that the editor wrote, displayed, or sent for the key.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { connect } from './connecting.ts';
import { openEditor } from './host.ts';
import { answered, both, clipboard, prompt, requests, sight, status, WindowSight } from './hostSight.ts';
import type { EditorWindow } from './hostWindow.ts';
import { formsOf, foundIn, searchFolder } from './keyForms.ts';
import { NAME } from './keyWalk.ts';
import { KeyWalker } from './keyWalker.ts';

describe('Canary key: the key of a connection', function () {
  this.timeout(300_000);
  const key = `canary/+=&%~${randomBytes(12).toString('base64url')}`;
  const forms = formsOf(key);
  const leaks = new Set<string>();
  /** The name of the connection. It is not a secret, and the same forms must find it. */
  const name = 'Canary/+=&%~ of the coal mine';
  const formsOfName = formsOf(name);
  const nameFound = new Set<string>();
  let searched = 0;
  let service: FakeService;
  let editor: EditorWindow;
  let window: WindowSight;
  /** The latest log of the domain. */
  let newest: number;

  /** Records any forms of the key in a text that was displayed, copied, or sent. */
  function search(where: string, text: string): void {
    searched++;
    for (const form of foundIn(forms, text)) leaks.add(`${where}: ${form}`);
    for (const form of foundIn(formsOfName, text)) nameFound.add(`${where.split(', ').at(-1)}: ${form}`);
  }

  before(async () => {
    service = await FakeService.startSample();
    Object.assign(service, { key, refusesOtherKeys: true });
    editor = await openEditor({
      // Tall enough for all rows of the views to be visible.
      viewport: { width: 1280, height: 1500 },
      settings: { 'partnerLogs.pageSize': 10 },
    });
    window = new WindowSight(editor, () => service.requests.length);
    await window.install();
    editor.page.on('console', (message) => search('console', message.text()));
    editor.page.on('request', (request) => {
      search('request', `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
    });
    await editor.openViews();
    await connect(editor, service, name);
    const tree = editor.tree('Domains');
    await tree.expand(tree.row(NAME));
    newest = Number(/log (\d+)/.exec((await tree.logs.first().getAttribute('aria-label')) ?? '')?.[1]);
    await editor.tree('Recent').view.locator('.pane-header[aria-expanded=false]').click();
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  async function searchWindow(title: string): Promise<void> {
    for (const [where, texts] of Object.entries(await window.everything())) {
      for (const text of texts) search(`${title}, ${where}`, text);
    }
  }

  async function walkAll(works: boolean): Promise<void> {
    const log = works ? newest - 14 : newest - 200;
    const walker = new KeyWalker({ editor, window, search: searchWindow });
    await walker.walkAll({ works, baseUrl: service.baseUrl, key, log });
  }

  it('goes with every request', async () => {
    const statuses = await until(
      'the answers',
      () => service.requests.map(({ status }) => status),
      (all) => all.length > 0 && !all.includes(undefined),
    );
    assert.deepEqual(new Set(statuses), new Set([200]));
  });

  it('is in nothing that a command shows or copies', async () => {
    await walkAll(true);
    const run = new Set(service.requests.map(({ url }) => url.pathname.split('/')[3]));
    assert.ok(run.has('detailed_log') && run.has('attack_logs') && run.has('visitors_hackers'));
    assert.deepEqual([...leaks], []);
  });

  it('is in nothing that the commands of rows and found logs show or copy', async () => {
    const tree = editor.tree('Recent');
    for (const log of (await tree.rows.count()) > 1 ? [] : [newest - 1, newest - 2]) {
      await editor.command('Open Detection Log…');
      await editor.quickInput.answer(`${NAME}/${log}`);
      await tree.row(`${NAME}/${log}`).waitFor();
    }
    const count = await tree.rows.count();
    const title = 'Remove from Recent';
    await tree.action(title, tree.rows.first());
    await window.see(
      sight('a log less', ({ recent }) => recent.length === count - 1),
      title,
    );
    await searchWindow(title);
    await window.forget();
    await editor.command('Search Detection Logs…');
    await window.see(prompt('Search Detection Logs of', 'Blocked'), 'Search Detection Logs…');
    await editor.quickInput.type('blocked');
    await window.see(both(requests(1), answered), 'blocked');
    await editor.quickInput.input.press('Control+Shift+C');
    await window.see(both(status('Raw data copied'), clipboard(/ HTTP\/1/)), 'Copy Raw Data of Found Log');
    await searchWindow('Copy Raw Data of Found Log');
    await editor.quickInput.cancel();
    assert.deepEqual([...leaks], []);
  });

  it('is in nothing that a failing command shows, though the service sends it back', async () => {
    const before = service.requests.length;
    service.respond = ({ url, headers }) => {
      const value = `Unauthorized: ${JSON.stringify(headers)} ${headers['x-service-key']}`;
      const status = url.pathname.includes('detailed_log') ? 401 : 400;
      return { status, body: { message: { key: 'RES000033', value } } };
    };
    // Discards the data read so far.
    await editor.reload();
    await editor.openViews();
    await window.install();
    await editor.tree('Domains').row('Diagnose Connection').first().waitFor();
    await walkAll(false);
    const echoed = service.requests.length - before;
    assert.ok(echoed > 5, String(echoed));
    assert.deepEqual([...leaks], []);
  });

  it('is not in the output', async () => {
    await editor.command('Show Output');
    const output = editor.page.locator('.output-view .view-lines');
    await output.filter({ hasText: 'GET' }).waitFor();
    await searchWindow('output');
    await editor.screenshot('canary-output');
    assert.deepEqual([...leaks], []);
  });

  it('stays in no state of the window after a reload', async () => {
    await editor.reload();
    await editor.openViews();
    await editor.tree('Domains').rows.first().waitFor();
    await window.install();
    await searchWindow('reloaded');
    const stored = await window.databases();
    assert.match(stored, /partner-logs/);
    search('state of the window', stored);
    for (const place of ['shown: in HTML', 'state of the window: plain'])
      assert.ok(nameFound.has(place), place);
    assert.deepEqual([...leaks], []);
  });

  it('is in no file of the profile, the logs and the workspace', async () => {
    const profile = await searchFolder(editor.profile, forms);
    assert.ok(
      profile.read.some((file) => file.includes('Partner Logs')),
      'the output is not among the files',
    );
    assert.ok(profile.read.some((file) => file.startsWith('User')));
    assert.deepEqual(profile.found, []);
    const { found } = await searchFolder(editor.workspace, forms);
    assert.deepEqual(found, []);
    console.log(`      ${searched} texts and ${profile.read.length} files searched for ${forms.size} forms`);
  });

  it('is kept all the same', async () => {
    service.respond = (_, usual) => usual();
    const before = service.requests.length;
    await editor.command('Refresh');
    await editor.tree('Domains').row('shop.example').first().waitFor();
    await until(
      'an answer to the kept key',
      () => service.requests.slice(before).map(({ status }) => status),
      (all) => all.includes(200),
    );
  });

  it('is in nothing that a diagnosis shows and copies', async () => {
    service.respond = ({ headers }) => {
      const value = `Not found: ${headers['x-service-key']} ${JSON.stringify(headers)}`;
      return { status: 404, body: { message: { key: 'RES000044', value } } };
    };
    await window.forget();
    await editor.command('Diagnose Connection');
    await window.see(prompt('Press Enter to continue', 'Edit Connection…'), 'Diagnose Connection');
    await searchWindow('diagnosis');
    await editor.quickInput.cancel();
    assert.deepEqual([...leaks], []);
  });

  it('is gone with its connection', async () => {
    await editor.command('Explore Sample Data');
    await editor.tree('Domains').rows.filter({ hasText: 'Sample' }).first().waitFor();
    await editor.tree('Domains').menu(editor.tree('Domains').row(name), 'Remove Connection…');
    await editor.dialog().getByRole('button', { name: 'Remove' }).click();
    await editor.tree('Domains').row(name).waitFor({ state: 'detached' });
    await searchWindow('removed');
    assert.deepEqual([...leaks], []);
    const { found } = await searchFolder(editor.profile, forms);
    assert.deepEqual(found, []);
  });
});
