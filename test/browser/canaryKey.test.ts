/**
 * A key that occurs nowhere else goes through every command, with success and without. Then everything that the editor
 * wrote, showed or sent is searched for it.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { until } from '../until.ts';
import { connect } from './connecting.ts';
import { openEditor } from './host.ts';
import type { EditorWindow } from './hostWindow.ts';
import { formsOf, foundIn, searchFolder } from './keyForms.ts';

const { contributes } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  contributes: {
    commands: { command: string; title: string }[];
    menus: { commandPalette: { command: string; when: string }[] };
  };
};
const hidden = new Set(contributes.menus.commandPalette.map(({ command }) => command));
/** Those of the palette; what takes the connection away comes last, what adds another one before it. */
const LAST = ['partnerLogs.useSampleData', 'partnerLogs.removeConnection'];
const commands = contributes.commands
  .filter(({ command }) => !hidden.has(command))
  .sort((one, other) => LAST.indexOf(one.command) - LAST.indexOf(other.command));

/** What is typed where Enter alone does not do. */
const ANSWERS: Readonly<Record<string, string>> = {
  'partnerLogs.createIssue': 'https://github.com/owner/name',
  'partnerLogs.openDetectionLog': '1001/1240',
  'partnerLogs.compareLogs': '1001/1241',
  'partnerLogs.searchLogs': 'blocked',
  'partnerLogs.setDomainAlias': 'the shop',
};

const LOG = '1001/1234';

describe('The key of a connection', function () {
  this.timeout(900_000);
  const key = `canary/+=&%~${randomBytes(12).toString('base64url')}`;
  const forms = formsOf(key);
  const leaks = new Set<string>();
  /** What is no secret is found: the name of the connection. */
  const name = 'Canary of the coal mine';
  const nameFound = new Set<string>();
  let searched = 0;
  let service: SampleService;
  let echo: Server | undefined;
  let echoed = 0;
  let port: number;
  let editor: EditorWindow;

  /** Notes where the key is in a text that was shown, copied or sent. */
  function search(where: string, text: string): void {
    searched++;
    for (const form of foundIn(forms, text)) leaks.add(`${where}: ${form}`);
    if (text.includes(name)) nameFound.add(where.split(', ').at(-1) ?? '');
  }

  before(async () => {
    service = await startSampleService({ key });
    port = Number(new URL(service.baseUrl).port);
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
    echo?.closeAllConnections();
    echo?.close();
  });

  /** Waits until the page has not changed for a moment; nothing is proved by that, it only lets a command do its work. */
  const quiet = () =>
    editor.page.evaluate(`new Promise((resolve) => {
      let timer = setTimeout(done, 150);
      const observer = new MutationObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(done, 150);
      });
      const end = setTimeout(done, 1_500);
      function done() {
        observer.disconnect();
        clearTimeout(timer);
        clearTimeout(end);
        resolve();
      }
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    })`);

  async function searchWindow(where: string): Promise<void> {
    search(`${where}, clipboard`, await editor.clipboard());
    for (const frame of editor.page.frames()) {
      search(`${where}, shown`, await frame.content().catch(() => ''));
    }
    search(
      `${where}, stored by the editor`,
      String(
        await editor.page.evaluate(
          'JSON.stringify([localStorage, sessionStorage, history.state, location.href])',
        ),
      ),
    );
  }

  /** Focuses a log, so that commands have one to work on. */
  async function openLog(): Promise<void> {
    const active = editor.page.locator('.editor-group-container.active .tab.active');
    const title = (await active.count()) === 1 ? await active.textContent() : '';
    if (title?.includes('Log 1234')) return;
    await editor.command('Open Detection Log…');
    await editor.quickInput.answer(LOG);
    await editor.tabs().filter({ hasText: 'Log 1234' }).first().waitFor();
    await quiet();
  }

  /** Runs a command from the palette, and takes what it offers with Enter; a key is typed where one is asked for. */
  async function walk(command: string, title: string): Promise<void> {
    const { quickInput, page } = editor;
    await editor.command(title);
    await quiet();
    for (let prompt = 0; prompt < 6; prompt++) {
      if (await editor.dialog().isVisible()) await page.keyboard.press('Escape');
      if (!(await quickInput.input.isVisible())) break;
      await searchWindow(title);
      const answer = (await quickInput.input.getAttribute('type')) === 'password' ? key : ANSWERS[command];
      if (answer !== undefined) await quickInput.type(answer);
      await page.keyboard.press('Enter');
      await quiet();
    }
    await searchWindow(title);
    if (await quickInput.input.isVisible()) await page.keyboard.press('Escape');
    await quiet();
  }

  async function walkAll(): Promise<void> {
    for (const { command, title } of commands) {
      if (LAST.includes(command)) continue;
      await openLog();
      await walk(command, title);
    }
    await editor.command('Clear All Notifications', 'Notifications');
  }

  it('goes with every request', () => {
    assert.ok(service.requests.length > 0);
    assert.ok(service.requests.every(({ status }) => status === 200));
  });

  it('is in nothing that a command shows or copies', async () => {
    await walkAll();
    const run = new Set(service.requests.map(({ path }) => path.split('/')[3]?.split('?')[0]));
    assert.ok(run.has('detailed_log') && run.has('attack_logs') && run.has('visitors_hackers'));
    assert.deepEqual([...leaks], []);
  });

  it('is in nothing that the commands of rows and found logs show or copy', async () => {
    const tree = editor.tree('Recent');
    const header = tree.view.locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
    await tree.rows.first().waitFor();
    for (const title of ['Pin', 'Unpin', 'Remove from Recent']) {
      await tree.action(title, tree.rows.first());
      await quiet();
      await searchWindow(title);
    }
    await editor.command('Search Detection Logs…');
    await editor.quickInput.rows.first().waitFor();
    const asksDomain = editor.quickInput.input.and(editor.page.getByPlaceholder('domain'));
    if (await asksDomain.isVisible()) await editor.page.keyboard.press('Enter');
    await asksDomain.waitFor({ state: 'detached' });
    await editor.quickInput.type('blocked');
    await editor.quickInput.rows.nth(2).waitFor();
    await editor.page.keyboard.press('Control+Shift+C');
    await quiet();
    await searchWindow('Copy Raw Data of Found Log');
    await editor.page.keyboard.press('Escape');
    assert.deepEqual([...leaks], []);
  });

  it('is in nothing that a failing command shows, though the service sends it back', async () => {
    await service.close();
    echo = createServer((request, response) => {
      echoed++;
      const value = `Unauthorized: ${JSON.stringify(request.headers)} ${request.headers['x-service-key']}`;
      response.writeHead(request.url?.includes('detailed_log') ? 401 : 400, {
        'Content-Type': 'application/json',
      });
      response.end(JSON.stringify({ message: { key: 'RES000033', value } }));
    });
    echo.listen(port, '127.0.0.1');
    await once(echo, 'listening');
    await editor.command('Refresh');
    await quiet();
    await walkAll();
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
    await searchWindow('reloaded');
    const stored: string = await editor.page.evaluate(`(async () => {
      const texts = [];
      for (const { name } of await indexedDB.databases()) {
        const database = await new Promise((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => resolve(opening.result);
          opening.onerror = () => reject(opening.error);
        });
        for (const store of database.objectStoreNames) {
          texts.push(await new Promise((resolve) => {
            const reading = database.transaction(store).objectStore(store).getAll();
            reading.onsuccess = () => resolve(JSON.stringify(reading.result.map((value) =>
              value instanceof Uint8Array ? new TextDecoder().decode(value) : value)));
          }));
        }
        database.close();
      }
      return texts.join('\\n');
    })()`);
    assert.match(stored, /partner-logs/);
    search('state of the window', stored);
    assert.deepEqual([...nameFound], ['shown', 'state of the window']);
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
    echo?.closeAllConnections();
    echo?.close();
    await service.close();
    service = await startSampleService({ key, port });
    await editor.command('Refresh');
    await editor.tree('Domains').row('shop.example').first().waitFor();
    await until(
      'an answer to the kept key',
      () => service.requests.map(({ status }) => status),
      (all) => all.includes(200),
    );
  });

  it('is gone with its connection', async () => {
    await editor.command('Explore Sample Data');
    await editor.tree('Domains').rows.filter({ hasText: 'Sample' }).first().waitFor();
    await editor.command('Remove Connection…');
    await editor.quickInput.pick(name);
    await editor.dialog().getByRole('button', { name: 'Remove' }).click();
    await editor.tree('Domains').row(name).waitFor({ state: 'detached' });
    await searchWindow('removed');
    assert.deepEqual([...leaks], []);
    const { found } = await searchFolder(editor.profile, forms);
    assert.deepEqual(found, []);
  });
});
