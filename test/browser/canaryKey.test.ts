/**
 * Uses a connection with a unique key, first with a service that works and then with one that sends the key back in
 * every failure. Then searches everything that the editor displayed, sent, or wrote for the key in any form.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { connect } from './connecting.ts';
import { openEditor } from './host.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';
import { formsOf, foundIn, searchFolder } from './keyForms.ts';

/** Returns everything in the databases of the window. */
const DATABASES = `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const found = [JSON.stringify(localStorage)];
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store);
      found.push(JSON.stringify([await done(objects.getAllKeys()), await done(objects.getAll())]));
    }
    database.close();
  }
  return found.join('\\n');
})()`;

describe('Canary key: the key of a connection', function () {
  this.timeout(300_000);
  const key = `canary/+=&%~${randomBytes(12).toString('base64url')}`;
  const forms = formsOf(key);
  const leaks = new Set<string>();
  /** The name of the connection. It is not a secret, and the same forms must find it. */
  const name = 'Canary/+=&%~ of the coal mine';
  const formsOfName = formsOf(name);
  let isNameFound = false;
  let service: FakeService;
  let editor: EditorWindow;

  /** Records any forms of the key in a text that was displayed, copied, or sent. */
  function search(where: string, text: string): void {
    for (const form of foundIn(forms, text)) leaks.add(`${where}: ${form}`);
    isNameFound ||= [...foundIn(formsOfName, text)].length > 0;
  }

  /** Searches the documents of all frames, the values of their inputs, and the clipboard. */
  async function searchWindow(step: string): Promise<void> {
    for (const frame of editor.page.frames()) {
      const text = await frame
        .evaluate<string>(
          `document.documentElement.outerHTML + [...document.querySelectorAll('input, textarea')].map(({ value }) => value).join()`,
        )
        .catch(() => '');
      search(step, text);
    }
    search(`clipboard: ${step}`, await editor.clipboard());
  }

  /** Opens a log, its report, the table, counts, and a diagnosis, and searches the window after each. */
  async function useEverything(log: number): Promise<void> {
    await editor.command('Open Detection Log…');
    await editor.quickInput.answer(`1001/${log}`);
    await editor
      .tabs()
      .filter({ hasText: String(log) })
      .waitFor();
    await editor.panelsSettled();
    await searchWindow('log');
    for (const command of [
      'Copy as Bug Report',
      'Open Logs in Table',
      'Show Visitor and Attacker Counts',
      'Refresh',
    ]) {
      await editor.command(command);
      await editor.panelsSettled();
      await searchWindow(command);
    }
    await editor.command('Diagnose Connection');
    await editor.quickInput.title.filter({ hasText: 'Diagnose Connection' }).waitFor();
    await editor.quickInput.rows.nth(3).waitFor();
    await searchWindow('diagnosis');
    await editor.quickInput.cancel();
    assert.deepEqual([...leaks], []);
  }

  before(async () => {
    service = await FakeService.startSample();
    Object.assign(service, { key, refusesOtherKeys: true });
    editor = await openEditor();
    editor.page.on('console', (message) => search('console', message.text()));
    editor.page.on('request', (request) => {
      search('request', `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
    });
    await editor.openViews();
    await connect(editor, service, name);
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  it('is in nothing that the window shows, copies, or sends', async () => {
    await clickRow(editor.tree('Domains').row('shop.example'));
    await useEverything(1234);
    assert.ok(service.requests.every(({ status }) => status === undefined || status === 200));
  });

  it('is in nothing that failures show, though the service sends it back', async () => {
    service.respond = ({ url, headers }) => {
      const value = `Unauthorized: ${JSON.stringify(headers)} ${headers['x-service-key']}`;
      const status = url.pathname.includes('detailed_log') ? 401 : 400;
      return { status, body: { message: { key: 'RES000033', value } } };
    };
    const before = service.requests.length;
    await useEverything(1235);
    assert.ok(service.requests.length > before + 3);
  });

  it('stays in no state of the window, no output, and no file', async () => {
    await editor.command('Show Output');
    await editor.page.locator('.output-view .view-lines').filter({ hasText: 'GET' }).waitFor();
    await searchWindow('output');
    await editor.reload();
    await editor.openViews();
    await editor.tree('Domains').rows.first().waitFor();
    await searchWindow('reloaded');
    search('databases', await editor.page.evaluate<string>(DATABASES));
    assert.deepEqual([...leaks], []);
    assert.ok(isNameFound, 'the name of the connection, which is shown, is found');
    const profile = await searchFolder(editor.profile, forms);
    assert.ok(profile.read.some((file) => file.includes('Partner Logs')));
    assert.deepEqual(profile.found, []);
    assert.deepEqual((await searchFolder(editor.workspace, forms)).found, []);
  });

  it('is kept all the same', async () => {
    service.respond = (_, usual) => usual();
    const before = service.requests.length;
    await editor.command('Refresh');
    await until(
      'an answer to the kept key',
      () => service.requests.slice(before).map(({ status }) => status),
      (all) => all.includes(200),
    );
  });
});
