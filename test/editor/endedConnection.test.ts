/**
 * Tests that after a connection is removed or its key or address changes, no work started with the old key sends it
 * again.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as vscode from 'vscode';
import { isServiceError } from '../../src/base/errors.ts';
import { ConnectionStore } from '../../src/connections/connectionStore.ts';
import { runDiagnosis } from '../../src/setup/runDiagnosis.ts';
import { runExport } from '../../src/share/export/exportRun.ts';
import { AS_SENT } from '../../src/text/zonedTime.ts';
import { type FakeRequest, FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { AnsweredMessages } from './answeredMessages.ts';
import { models } from './models.ts';
import { NotedPicks } from './notedPicks.ts';

const ID = 'ended';
/** The end of the new base URL. */
const OTHER_PATH = '/v2';
const SHOP = { connectionId: ID, index: 1001, name: 'shop.example' };
const { extensionUri } = vscode.extensions.getExtension('partner-logs.partner-logs') ?? assert.fail();

describe('Services: a connection that ends', function () {
  this.timeout(120_000);
  let service: FakeService;
  /** The status of all responses, in place of the usual ones. */
  let failsWith: number | undefined;
  let folder: string;
  let messages: AnsweredMessages;
  let picks: NotedPicks;
  const connection = () => ({ id: ID, name: 'Ending', baseUrl: service.baseUrl });

  const pathOf = ({ url }: FakeRequest) => url.pathname + url.search;
  /** Returns the requests sent so far with the key of the connection. */
  const withKey = () => service.requests.filter(({ headers }) => headers['x-service-key'] === service.key);

  // If the view were visible, it would also send requests.
  before(async () => vscode.commands.executeCommand('workbench.action.closeSidebar'));

  beforeEach(async () => {
    service = await FakeService.startSample({ logsPerDomain: 400 });
    service.refusesOtherKeys = true;
    failsWith = undefined;
    folder = await mkdtemp(path.join(tmpdir(), 'partner-logs-ended-'));
    messages = new AnsweredMessages();
    picks = new NotedPicks();
    const { connections, keys } = await models();
    await keys.store(connection(), service.key);
    await connections.save(connection());
  });

  afterEach(async () => {
    picks.dispose();
    messages.dispose();
    const { connections, pinned } = await models();
    await pinned.forgetConnection(ID);
    await connections.remove(ID);
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The ways to end a connection, and the message that is then shown. */
  const ends: Readonly<Record<string, { end: () => Promise<void>; code: string; text: RegExp }>> = {
    'is removed': {
      end: async () => {
        messages.take('Remove');
        await vscode.commands.executeCommand('partnerLogs.removeConnection', { connectionId: ID });
      },
      code: 'connection-removed',
      text: /The connection was removed/,
    },
    'gets another key': {
      end: async () => (await models()).keys.store(connection(), 'another-key'),
      code: 'connection-changed',
      text: /The connection, its key, or its conventions changed/,
    },
    'gets another address': {
      end: async () =>
        (await models()).connections.save({ ...connection(), baseUrl: `${service.baseUrl}${OTHER_PATH}` }),
      code: 'connection-changed',
      text: /The connection, its key, or its conventions changed/,
    },
    'is removed in another window': {
      end: async () => {
        const other = new ConnectionStore((await models()).globalState);
        await other.remove(ID);
        other.dispose();
      },
      code: 'connection-removed',
      text: /The connection was removed/,
    },
  };

  /**
   * Starts some work, ends the connection when all its current requests are blocked, and returns the paths of later
   * requests to the old address with the old key.
   * @param isOf matches the path and query of the work's requests
   * @param requests the number of requests to wait for
   * @param atOnce the number of concurrent requests
   */
  async function further(
    begin: () => Promise<unknown>,
    end: () => Promise<void>,
    isOf: RegExp,
    { requests = 1, atOnce = 1 } = {},
  ) {
    const earlier = withKey().length;
    const begun = () =>
      withKey()
        .slice(earlier)
        .filter((request) => isOf.test(pathOf(request)));
    let release = () => {};
    const ended = new Promise<void>((resolve) => {
      release = resolve;
    });
    let held = Promise.resolve();
    service.respond = async (_, usual) => {
      if (begun().length >= requests) held = ended;
      // Long enough for all concurrent requests to arrive.
      await setTimeout(40);
      await held;
      return failsWith === undefined ? usual() : { status: failsWith };
    };
    const done = begin().then(
      () => undefined,
      (error: unknown) => error,
    );
    await until(
      'the requests',
      () => begun().length,
      (count) => count >= requests,
    );
    await until(
      'the requests under way',
      () => begun().filter(({ isOpen }) => isOpen).length,
      (count) => count >= atOnce,
    );
    await end();
    const before = withKey().length;
    release();
    const error = await done;
    const later = withKey()
      .slice(before)
      .map(pathOf)
      .filter((path) => !path.startsWith(`${OTHER_PATH}/`));
    return { later, error, before };
  }

  for (const [how, { end, code, text }] of Object.entries(ends)) {
    describe(`because it ${how}`, () => {
      it('stops an export, says so, and leaves no file', async () => {
        const { services, lists } = await models();
        const { createQuickPick, showSaveDialog } = vscode.window;
        Object.assign(vscode.window, {
          showSaveDialog: async () => vscode.Uri.file(path.join(folder, 'logs.ndjson')),
          createQuickPick: () => choosing(['NDJSON', 'Full details', 'Exact']),
        });
        const options = {
          services,
          lists,
          timeStyle: () => AS_SENT,
          workerFile: vscode.Uri.joinPath(extensionUri, 'dist', 'worker.cjs').fsPath,
          storage: vscode.Uri.file(folder),
          version: '1',
          closing: new AbortController().signal,
        };
        const run = () => runExport(options, { domain: SHOP, filter: {}, query: '' });
        const { later, before } = await further(run, end, /attack_logs|detailed_log/, {
          requests: 30,
          atOnce: 4,
        }).finally(() => Object.assign(vscode.window, { createQuickPick, showSaveDialog }));
        assert.ok(before < 200, `${before} requests: it had ended by itself`);
        assert.deepEqual(later, []);
        assert.match(messages.last.text, /^Nothing was exported/);
        assert.match(messages.last.text, text);
        assert.deepEqual(await readdir(folder), []);
      });

      it('stops the tries of a read that fails', async () => {
        const { services } = await models();
        const service = await services.of(ID);
        failsWith = 503;
        const options = { priority: 'background' } as const;
        const { later, error } = await further(
          () => service.domains({ page: 1, perPage: 10 }, options),
          end,
          /per_page=10\b/,
          { requests: 2 },
        );
        assert.deepEqual(later, []);
        assert.ok(isServiceError(error) && error.code === code, String(error));
      });

      it('refuses what a holder of its service asks for later', async () => {
        const { services } = await models();
        const service = await services.of(ID);
        await service.domains({ page: 1, perPage: 10 });
        const later = () => service.domains({ page: 2, perPage: 10 });
        await end();
        const before = withKey().length;
        await assert.rejects(later(), { code });
        assert.equal(withKey().length, before);
      });

      it('refuses to copy what a document displays, and says so', async () => {
        const { documents } = await models();
        const log = { connectionId: ID, key: { domain: 1001, idx: 1234, detectedType: 'WAF' } };
        const uri = documents.uri(log, 'raw');
        await documents.open(uri, { viewColumn: vscode.ViewColumn.Active });
        await vscode.env.clipboard.writeText('before');
        await end();
        await vscode.commands.executeCommand('partnerLogs.copyRawData', documents.find(uri)?.target);
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        assert.match(messages.last.text, text);
        assert.equal(await vscode.env.clipboard.readText(), 'before');
      });

      it('stops the lists that are read again', async () => {
        const { lists } = await models();
        const pager = lists.logs(SHOP);
        await pager.load();
        for (let page = 2; page <= 8; page++) await pager.more();
        const { later } = await further(() => pager.refresh(), end, /attack_logs/, { requests: 2 });
        assert.deepEqual(later, []);
      });

      it('stops counts that are read in the background', async () => {
        const { counts, pinned } = await models();
        for (let index = 1001; index < 1010; index++) {
          await pinned.pin({ connectionId: ID, index, name: undefined });
        }
        const { later } = await further(() => counts.refresh(), end, /visitors_hackers/, {
          requests: 3,
          atOnce: 4,
        });
        assert.deepEqual(later, []);
      });

      it('stops a diagnosis, and says so', async () => {
        const { services } = await models();
        const { signal } = new AbortController();
        const run = () => runDiagnosis(connection(), services, signal, () => {});
        const { later, error } = await further(run, end, /./, { requests: 2 });
        assert.deepEqual(later, []);
        assert.ok(isServiceError(error) && error.code === code, String(error));
      });

      it('stops a search, and says so in its list', async () => {
        void vscode.commands.executeCommand('partnerLogs.searchLogs', {
          kind: 'domain',
          ...SHOP,
          other: {},
        });
        await until('the pick', () => picks.all.length);
        const [pick] = picks.all;
        assert.ok(pick);
        failsWith = 503;
        const type = async () => {
          pick.value = 'blocked';
          await until(
            'the failure',
            () => !pick.busy && pick.items.some(({ label }) => label.includes('$(error)')),
          );
        };
        const { later } = await further(type, end, /action_type=/);
        assert.deepEqual(later, []);
        assert.match(JSON.stringify(pick.items), text);
      });

      it('stops a panel that loads a log', async () => {
        const key = { domain: 1001, idx: 1234, detectedType: 'WAF' };
        failsWith = 503;
        const open = async () =>
          vscode.commands.executeCommand('partnerLogs.openDetectionLog', { connectionId: ID, key });
        const { later } = await further(open, end, /detailed_log/);
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        assert.deepEqual(later, []);
      });
    });
  }

  it('goes on reading when it is only given another name', async () => {
    const { connections, services } = await models();
    const reading = (await services.of(ID)).domains({ page: 1, perPage: 10 });
    await connections.save({ ...connection(), name: 'Named anew' });
    assert.equal((await reading).items.length, 10);
  });
});

/** Returns a quick pick that selects the first item with one of these labels as soon as it is shown. */
function choosing(labels: readonly string[]) {
  const accepted = new vscode.EventEmitter<void>();
  const hidden = new vscode.EventEmitter<void>();
  const pick = {
    items: [] as readonly vscode.QuickPickItem[],
    get selectedItems() {
      return this.items.filter(({ label }) => labels.includes(label)).slice(0, 1);
    },
    onDidTriggerButton: new vscode.EventEmitter<void>().event,
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    show: () => accepted.fire(),
    hide: () => hidden.fire(),
    dispose: () => {},
  };
  return pick;
}
