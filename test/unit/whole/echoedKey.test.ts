/** Tests the whole extension with a service that echoes the key of its connection in a 200 response. */
import assert from 'node:assert/strict';
import type { DomainNode, LogNode } from '../../../src/targets/nodes.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';
import { FakeService } from '../../fakeService.ts';

const KEY = 'partner/shop-key+of=ours';
const parent: DomainNode = { kind: 'domain', connectionId: 'c', index: 1, name: 'shop.example', other: {} };

describe('a key that the service sends back', function () {
  this.timeout(60_000);
  let window: FakeWindow;
  let service: FakeService;

  before(async () => {
    window = await FakeWindow.open(plainProfile(), 1);
    const encoded = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')].join(' ');
    service = await FakeService.start({
      details: new Map([
        [
          1,
          {
            raw_data: `GET / HTTP/1.1\r\nX-Echo: ${encoded}\r\n\r\n`,
            req_line_headers: { 'Request-Line': 'GET / HTTP/1.1', 'X-Echo': encoded },
            basestr: encoded,
            unknown: encoded,
          },
        ],
      ]),
    });
    await window.parts.keys.store({ id: 'c', name: 'c', baseUrl: service.baseUrl }, KEY);
    await window.parts.connections.save({ id: 'c', name: 'c', baseUrl: service.baseUrl });
  });

  after(async () => {
    await service?.close();
    await window?.close();
  });

  it('is in nothing that partnerLogs.copyBugReport puts on the clipboard', async () => {
    const row = { idx: 1, country: KEY, uri: `/${KEY}`, other: { unknown: KEY } };
    const log: LogNode = {
      kind: 'log',
      connectionId: 'c',
      key: { domain: 1, idx: 1, detectedType: 'WAF' },
      row,
      parent,
    };
    window.fake.clipboard = 'before';
    await window.run('partnerLogs.copyBugReport', log);
    assert.match(window.fake.clipboard, /‹key, \d+›/);
    for (const form of [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')])
      assert.ok(!window.fake.clipboard.includes(form), window.fake.clipboard);
  });
});
