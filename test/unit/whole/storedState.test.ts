/** Tests the state that the editor stores after a log was listed, opened, copied, and used as a filter. */
import assert from 'node:assert/strict';
import { rowTextEntries } from '../../../src/service/model.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';
import { until } from '../../until.ts';
import { childrenOf } from './readingPlaces.ts';

describe('the stored state', function () {
  this.timeout(60_000);

  it('has the rule and the time of a log, and nothing else of it', async () => {
    const texts = Object.fromEntries(
      rowTextEntries.map(([, { wireName }]) => [wireName, `secret ${wireName}`]),
    );
    const row = { ...texts, idx: 1, detected_type: 'WAF', unknown: 'secret unknown' };
    const rawData = 'GET /secret-raw HTTP/1.1\r\nX: secret-header\r\n\r\nsecret-body';
    const service = await FakeService.start({ logs: [row], details: new Map([[1, { raw_data: rawData }]]) });
    const profile = plainProfile();
    const window = await FakeWindow.open(profile);
    await window.connect(service.baseUrl, service.key);
    const [domain] = (await childrenOf(window)).filter(({ kind }) => kind === 'domain');
    const [log] = (await childrenOf(window, domain)).filter((node) => node.kind === 'log');
    assert.ok(log);
    await window.run('partnerLogs.openDetectionLog', log);
    window.fake.takes = 'JSON';
    await window.run('partnerLogs.copyAs', log, [log]);
    assert.match(window.fake.clipboard, /secret-body/);
    await window.run('partnerLogs.filterByValue', log, { field: 'uri', value: log.row.uri });
    const state = profile.open();
    const stored = () => JSON.stringify(state.keys().map((key) => state.get(key)));
    await until('the log to be stored', () => stored().includes('"idx":1'));
    window.close();
    await service.close();
    assert.deepEqual(
      new Set(stored().match(/secret[\w -]+/g)),
      new Set(['secret attack', 'secret log_time']),
    );
  });
});
