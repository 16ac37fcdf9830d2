import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { SAMPLE_BASE } from '../../../src/formats/link.ts';
import { failure } from '../../../src/sample/answers.ts';
import type * as showFault_ from '../../../src/ui/showFault.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';

describe('the next step', function () {
  this.timeout(60_000);
  let window: FakeWindow;

  beforeEach(async () => {
    window = await FakeWindow.open(plainProfile(), 1);
  });

  afterEach(() => window.close());

  it('of a fault is taken with the connection that failed', async () => {
    const service = await FakeService.start();
    service.respond = () => failure('not found');
    const { connections, keys } = window.parts;
    for (const id of ['first', 'second']) {
      const connection = { id, name: id, baseUrl: `${service.baseUrl}/${id}` };
      await keys.store(connection, 'any');
      await connections.save(connection);
    }
    window.fake.takes = 'Diagnose Connection';
    const key = { domain: 7, idx: 1, detectedType: 'WAF' };
    const done = window.run('partnerLogs.copyRawData', { connectionId: 'second', key });
    const pick = await until('the diagnosis', () => window.fake.picks.find(({ isOpen }) => isOpen));
    assert.match(pick?.title ?? '', /^Diagnose Connection.*second$/);
    pick?.hide();
    await done;
    await service.close();
  });

  it('is not offered, nor a message shown, if the action of a panel was canceled', async () => {
    const { showFault } = await window.load<typeof showFault_>('ui/showFault.ts');
    window.fake.messages.splice(0);
    await showFault(new ServiceError('cancelled', 'Another log is shown.'));
    assert.deepEqual(window.fake.messages, []);
  });

  it('of a fault repeats the work, and is not offered if nothing can be repeated', async () => {
    const { showFault } = await window.load<typeof showFault_>('ui/showFault.ts');
    const fault = new ServiceError('server-error', 'down');
    await showFault(fault, 'Nothing was copied.');
    assert.deepEqual(window.fake.messages.at(-1)?.actions, []);
    window.fake.takes = 'Try Again';
    assert.equal(await showFault(fault, 'Nothing was copied.', [], async () => 'done'), 'done');
  });

  for (const command of ['filterLogs', 'searchLogs', 'openDetectionLog', 'exportLogs', 'findSelection'])
    it(`without a connection is to add one or to explore sample data: ${command}`, async () => {
      window.fake.takes = 'Explore Sample Data';
      await window.run(`partnerLogs.${command}`);
      const [{ text, actions } = assert.fail()] = window.fake.messages;
      assert.deepEqual(
        [text, ...actions],
        ['There are no connections yet.', 'Add Connection…', 'Explore Sample Data'],
      );
      assert.deepEqual(
        window.parts.connections.list().map(({ baseUrl }) => baseUrl),
        [SAMPLE_BASE],
      );
    });
});
