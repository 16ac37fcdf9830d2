import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { FakeService } from '../fakeService.ts';
import { type Differences, startDifferingService } from '../unit/setup/differingService.ts';
import { until } from '../until.ts';
import { AnsweredInputs } from './answeredInputs.ts';
import { AnsweredMessages } from './answeredMessages.ts';
import { models } from './models.ts';
import { NotedPicks } from './notedPicks.ts';

const ID = 'differing';

describe('Diagnose Connection', function () {
  this.timeout(120_000);
  let service: FakeService;
  let messages: AnsweredMessages;
  let picks: NotedPicks;

  async function connect(differences: Differences): Promise<void> {
    service = await startDifferingService(differences);
    const { connections, keys } = await models();
    const connection = { id: ID, name: 'Differing', baseUrl: service.baseUrl };
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

  it('shows requests and results, and takes another path, which it can undo', async () => {
    await connect({ paths: { '/partner/website/all': '/v2/sites' } });
    const before = { [service.baseUrl]: { logsPaging: 'page' } };
    await setting().update('conventions', before, vscode.ConfigurationTarget.Global);
    void diagnose();
    const pick = await diagnosed(0);
    assert.equal(pick.placeholder, 'Some reads failed. See each row for details');
    const row = pick.items.find(({ label }) => label === '$(error) Domains');
    assert.equal(row?.description, 'GET /partner/website/all?page=1&per_page=10');
    assert.match(row?.detail ?? '', /404/);
    // Otherwise, it would end the diagnosis that follows the change.
    messages.take('Undo', () => diagnosed(1));
    const inputs = new AnsweredInputs(['/v2/sites']);
    await choose(pick, /Enter the path of the list of domains/);
    await until('the changed setting', conventions, (now) => JSON.stringify(now).includes('/v2/sites'));
    inputs.dispose();
    const after = await diagnosed(1);
    assert.equal(after.placeholder, 'No problems found');
    after.hide();
    await until(
      'the setting of before',
      conventions,
      (now) => JSON.stringify(now) === JSON.stringify(before),
    );
  });

  it('sends a refused key once, and offers to replace it', async () => {
    await connect({ keyHeader: 'X-Own-Key' });
    void diagnose();
    const pick = await diagnosed(0);
    assert.ok(pick.items.some(({ label }) => label.includes('Replace the key')));
    assert.equal(service.requests.length, 1);
    assert.deepEqual(conventions(), {});
    pick.hide();
  });

  it('shows what is for support before it is copied', async () => {
    await connect({});
    messages.take('Copy');
    void diagnose();
    await choose(await diagnosed(0), /Copy for Support/);
    const text = await until('the text', async () => {
      const copied = await vscode.env.clipboard.readText();
      return copied.includes('Partner Logs') ? copied : undefined;
    });
    assert.ok(text);
    assert.ok(text.includes(vscode.version));
    assert.ok(text.includes(service.baseUrl));
    assert.match(text, /direct domains: 200/);
    assert.ok(!text.includes(service.key));
    assert.match(messages.last.text, /contains no API key/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
