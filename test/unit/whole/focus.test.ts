/**
 * Tests that a panel takes the focus at most once. Taking it again would close a prompt that the user opened in the
 * meantime.
 */
import assert from 'node:assert/strict';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { until } from '../../until.ts';
import { FaultyService } from './faultyService.ts';
import { type Prepared, prepare } from './readingPlaces.ts';

const DETECTION = 'partnerLogs.detection';

describe('focus: the panel of a log', function () {
  this.timeout(60_000);
  let service: FaultyService;
  let window: FakeWindow;
  let prepared: Prepared;

  before(async () => {
    service = await FaultyService.start();
    window = await FakeWindow.open(plainProfile(), 1);
    await window.connect(`http://${service.host}`, service.key);
    prepared = await prepare(window);
  });

  after(async () => {
    window?.close();
    await service?.close();
  });

  /** Waits for the log in the open panel. */
  async function shownPanel() {
    const find = () =>
      window.fake.panels.findLast(({ isOpen, viewType }) => isOpen && viewType === DETECTION);
    const panel = (await until('the panel', find)) ?? assert.fail();
    panel.say({ type: 'ready' });
    await until(
      'the log',
      () => JSON.stringify(panel.posted.at(-1) ?? null),
      (text) => text.includes('"content":'),
    );
    return panel;
  }

  it('takes it when it is created, not again when its log is there', async () => {
    const opened = window.run('partnerLogs.openDetectionLog', prepared.log);
    const panel = await shownPanel();
    await opened;
    assert.equal(panel.focusTaken, 1);
    panel.dispose();
  });
});
