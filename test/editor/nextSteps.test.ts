import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ServiceError } from '../../src/base/errors.ts';
import { failure } from '../../src/sample/answers.ts';
import { showFault } from '../../src/ui/showFault.ts';
import { FakeService } from '../fakeService.ts';
import { until } from '../until.ts';
import { AnsweredMessages } from './answeredMessages.ts';
import { models } from './models.ts';
import { NotedPicks } from './notedPicks.ts';

describe('showFault: the next step', () => {
  let service: FakeService;
  let messages: AnsweredMessages;
  let picks: NotedPicks;
  const [first, second] = ['next-steps-1', 'next-steps-2'] as const;

  before(async () => {
    service = await FakeService.start();
    service.respond = () => failure('not found');
    const { connections, keys } = await models();
    for (const id of [first, second]) {
      const connection = { id, name: id, baseUrl: `${service.baseUrl}/${id}` };
      await keys.store(connection, 'any');
      await connections.save(connection);
    }
  });

  beforeEach(() => {
    messages = new AnsweredMessages();
    picks = new NotedPicks();
  });

  afterEach(() => {
    messages.dispose();
    picks.dispose();
  });

  after(async () => {
    const { connections } = await models();
    for (const id of [first, second]) await connections.remove(id);
    await service.close();
  });

  const titles = () => picks.all.map(({ title }) => title);

  it('is done with the connection that failed', async () => {
    messages.take('Diagnose Connection');
    const key = { domain: 7, idx: 1, detectedType: 'WAF' };
    void vscode.commands.executeCommand('partnerLogs.copyRawData', { connectionId: second, key });
    await until('the diagnosis', titles, ({ length }) => length > 0);
    assert.deepEqual(titles(), [`Diagnose Connection: ${second}`]);
  });

  it('asks for the connection where the work was about several', async () => {
    const { showQuickPick } = vscode.window;
    let placeholder: string | undefined;
    Object.assign(vscode.window, {
      showQuickPick: async (_: unknown, options: vscode.QuickPickOptions) => {
        placeholder = options.placeHolder;
      },
    });
    messages.take('Diagnose Connection');
    const targets = [{ connectionId: first }, { connectionId: second }];
    await showFault('Nothing was copied.', new ServiceError('forbidden', 'no'), { targets });
    Object.assign(vscode.window, { showQuickPick });
    assert.equal(placeholder, 'Select a connection');
  });

  it('tries the failed work again, and gives what that gives', async () => {
    const fault = new ServiceError('server-error', 'down');
    messages.take('Try Again');
    const retry = async () => 'done';
    assert.equal(await showFault('Nothing was copied.', fault, { targets: [], retry }), 'done');
  });

  it('is not to try again where nothing can be', async () => {
    await showFault('Nothing was copied.', new ServiceError('server-error', 'down'), { targets: [] });
    assert.deepEqual(messages.last.actions, []);
  });

  it('of a counts panel is done with its connection', async () => {
    const { counts } = await models();
    const { panel, send, shown } = aPanel();
    const base = `${service.baseUrl}/${second}`;
    void counts.panels.deserializeWebviewPanel(panel, { kind: 'domain', base, domain: 7, span: 'last30' });
    send({ type: 'ready' });
    await until(
      'the failure with its next step',
      () => JSON.stringify(shown.at(-1) ?? ''),
      (last) => last.includes('Diagnose Connection'),
    );
    send({ type: 'nextStep' });
    await until('the diagnosis', titles, ({ length }) => length > 0);
    panel.dispose();
    assert.deepEqual(titles(), [`Diagnose Connection: ${second}`]);
  });
});

/** Returns a panel whose page is replaced by the test. */
function aPanel() {
  const received = new vscode.EventEmitter<unknown>();
  const disposed = new vscode.EventEmitter<void>();
  const shown: unknown[] = [];
  const webview = {
    options: {},
    html: '',
    cspSource: '',
    onDidReceiveMessage: received.event,
    postMessage: async (message: unknown) => shown.push(message) > 0,
    asWebviewUri: (uri: vscode.Uri) => uri,
  };
  const panel: vscode.WebviewPanel = {
    viewType: 'partnerLogs.counts',
    title: '',
    webview,
    options: {},
    viewColumn: undefined,
    active: true,
    visible: true,
    onDidChangeViewState: new vscode.EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>().event,
    onDidDispose: disposed.event,
    reveal: () => {},
    dispose: () => disposed.fire(),
  };
  return { panel, shown, send: (message: unknown) => received.fire(message) };
}
