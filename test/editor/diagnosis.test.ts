import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { FakeService } from '../fakeService.ts';
import { type Differences, startDifferingService } from '../unit/setup/differingService.ts';
import { until } from '../until.ts';
import { AnsweredMessages } from './answeredMessages.ts';
import { models } from './models.ts';
import { NotedPicks } from './notedPicks.ts';

const ID = 'differing';

describe('Diagnose Connection', function () {
  this.timeout(120_000);
  let service: FakeService;
  let messages: AnsweredMessages;
  let picks: NotedPicks;

  async function connect(differences: Differences, path = ''): Promise<void> {
    service = await startDifferingService(differences);
    const { connections, keys } = await models();
    const connection = { id: ID, name: 'Differing', baseUrl: service.baseUrl + path };
    await keys.store(connection, service.key);
    await connections.save(connection);
  }

  // If the view were visible, it would also send requests to the service.
  before(async () => vscode.commands.executeCommand('workbench.view.explorer'));

  beforeEach(() => {
    messages = new AnsweredMessages();
    picks = new NotedPicks();
  });

  afterEach(async () => {
    picks.dispose();
    messages.dispose();
    await (await models()).connections.remove(ID);
    await setting().update('conventions', undefined, vscode.ConfigurationTarget.Global);
    await service.close();
  });

  const setting = () => vscode.workspace.getConfiguration('partnerLogs');
  const conventions = () => setting().inspect<Record<string, unknown>>('conventions')?.globalValue ?? {};

  /** Returns the quick pick of a completed diagnosis. */
  async function diagnosed(at: number): Promise<vscode.QuickPick<vscode.QuickPickItem>> {
    const pick = await until('a diagnosis', () => picks.all[at]);
    assert.ok(pick);
    await until('its end', () => !pick.busy);
    return pick;
  }

  async function choose(pick: vscode.QuickPick<vscode.QuickPickItem>, label: RegExp): Promise<void> {
    const item = pick.items.find((each) => label.test(each.label));
    assert.ok(item, pick.items.map((each) => each.label).join('\n'));
    let isAnswered = false;
    const { hide } = pick;
    pick.hide = () => {
      isAnswered = true;
      hide.call(pick);
    };
    // Makes this the only row, because selecting another would require key presses. The editor applies all changes
    // within a turn together: if the active row was just set among the earlier rows, the new one would not be active,
    // and Enter would do nothing.
    pick.items = [item];
    pick.activeItems = [item];
    await until('the choice', async () => {
      if (!isAnswered) await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return isAnswered;
    });
  }

  const diagnose = () =>
    vscode.commands.executeCommand('partnerLogs.diagnoseConnection', { connectionId: ID });

  it('writes what was found with one Enter, and shows that everything works then', async () => {
    await connect({ keyHeader: 'X-Api-Key', dashes: ['visitors_hackers'] });
    void diagnose();
    const pick = await diagnosed(0);
    assert.equal(pick.placeholder, 'Press Enter to fix it');
    const header = pick.items.find(({ label }) => label.includes('keyHeader'));
    assert.equal(header?.description, 'X-Api-Key');
    assert.match(header?.detail ?? '', /Previous value: X-Service-Key/);
    await choose(pick, /keyHeader/);
    const after = await diagnosed(1);
    assert.equal(after.placeholder, 'No problems found');
    assert.deepEqual(conventions(), {
      [service.baseUrl]: { keyHeader: 'X-Api-Key', counts: { dateFormat: 'YYYY-MM-DD' } },
    });
    after.hide();
  });

  it('takes it back, the base URL included', async () => {
    await connect({ keyHeader: 'X-Api-Key' }, '/api');
    const before = { [service.baseUrl]: { logs: { paging: 'page' } } };
    await setting().update('conventions', before, vscode.ConfigurationTarget.Global);
    const { connections } = await models();
    // Otherwise, it would end the diagnosis that follows the change.
    messages.take('Undo', () => diagnosed(1));
    void diagnose();
    await choose(await diagnosed(0), /the base URL/);
    await until('the message', () => messages.all.some(({ actions }) => actions.includes('Undo')));
    await until('the base URL of before', () => connections.get(ID)?.baseUrl === `${service.baseUrl}/api`);
    await until(
      'the setting of before',
      conventions,
      (now) => JSON.stringify(now) === JSON.stringify(before),
    );
    (await diagnosed(1)).hide();
  });

  it('copies a Question for Service Provider when nothing was found', async () => {
    await connect({ keyHeader: 'X-Own-Key' });
    void diagnose();
    const pick = await diagnosed(0);
    assert.ok(pick.items.some(({ label }) => label.includes('Replace the key')));
    const hasKey = (headers: object) =>
      Object.values(headers).some((value) => String(value).includes(service.key));
    assert.ok(
      service.requests.filter(({ status, headers }) => status === 401 && hasKey(headers)).length <= 4,
    );
    await choose(pick, /Question for Service Provider/);
    await until('the question', async () => /API key expected/.test(await vscode.env.clipboard.readText()));
    assert.deepEqual(conventions(), {});
  });

  it('shows what is for support before it is copied', async () => {
    await connect({});
    messages.take('Copy');
    void diagnose();
    await choose(await diagnosed(0), /Copy for Support/);
    const text = await until('the text', async () => {
      const copied = await vscode.env.clipboard.readText();
      return copied.includes('Last 20 lines') ? copied : undefined;
    });
    assert.ok(text);
    assert.ok(text.includes(vscode.version));
    assert.match(text, /direct domains: works/);
    assert.match(text, /GET \/partner\/website\/all 200/);
    assert.ok(!text.includes(service.key));
    assert.match(messages.last.text, /contains no API key/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
