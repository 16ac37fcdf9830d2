/** Tests the commands in the menus of rows while the editor renders the rows again and passes undefined instead of a row. */
import assert from 'node:assert/strict';
import manifest from '../../../package.json' with { type: 'json' };
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { childrenOf } from './readingPlaces.ts';

describe('a command in the menu of a row', function () {
  this.timeout(60_000);
  let service: FakeService;
  let window: FakeWindow;

  before(async () => {
    service = await FakeService.start({ logs: [1] });
    window = await FakeWindow.open(plainProfile());
    await window.connect(service.baseUrl, service.key);
    const [domain] = (await childrenOf(window)).filter(({ kind }) => kind === 'domain');
    const [log] = (await childrenOf(window, domain)).filter(({ kind }) => kind === 'log');
    await window.run('partnerLogs.openDetectionLog', log);
    const panel = window.fake.panels.at(-1) ?? assert.fail();
    panel.say({ type: 'ready' });
    await until('the log', () => panel.posted.length > 0);
  });

  after(async () => {
    window?.close();
    await service?.close();
  });

  const titled = new Set(manifest.contributes.menus['view/title'].map(({ command }) => command));
  const rows = new Set(
    [
      ...manifest.contributes.menus['view/item/context'],
      ...manifest.contributes.menus['partnerLogs.open'],
      ...manifest.contributes.menus['partnerLogs.copy'],
    ]
      .flatMap((entry) => ('command' in entry ? entry.command : []))
      .filter((command) => !titled.has(command) && !/Recent$/.test(command)),
  );

  it('does not apply to the log that is open, and prompts for nothing, if the row is missing', async () => {
    const { fake } = window;
    const { picks, inputs, panels, messages } = fake;
    const shown = () => [picks.length, inputs.length, panels.length, messages.length, fake.clipboard];
    const before = shown();
    for (const command of rows) {
      fake.statuses.splice(0);
      await window.run(command, undefined, undefined);
      assert.deepEqual(shown(), before, command);
      assert.deepEqual(fake.statuses, ['$(info) The row was being updated. Run the command again'], command);
    }
    assert.ok(rows.size > 25, `${rows.size} commands`);
  });

  it('applies to the log that is open if it is run without a row', async () => {
    await window.run('partnerLogs.copyLink');
    assert.match(window.fake.clipboard, /idx=1/);
  });
});
