/** Looks up texts with the sample service's data. */
import assert from 'node:assert/strict';
import { domainToASCII } from 'node:url';
import type { LogNode } from '../../../../src/connections/nodes.ts';
import { FakeWindow, plainProfile } from '../../../fakeEditor/window.ts';
import { FakeService } from '../../../fakeService.ts';
import { until } from '../../../until.ts';
import { childrenOf } from '../../whole/readingPlaces.ts';

describe('LookUp', function () {
  this.timeout(60_000);
  let service: FakeService;
  let window: FakeWindow;
  let logs: LogNode[];

  before(async () => {
    service = await FakeService.startSample();
    window = await FakeWindow.open(plainProfile(), 1);
    await window.connect(service.baseUrl, service.key);
    const [shop, korean] = (await childrenOf(window)).filter((node) => node.kind === 'domain');
    const listed = [...(await childrenOf(window, shop)).slice(0, 8), ...(await childrenOf(window, korean))];
    logs = listed.filter((node) => node.kind === 'log');
  });

  after(async () => {
    window?.close();
    await service?.close();
  });

  beforeEach(() => {
    service.requests.splice(0);
    window.fake.picks.splice(0);
  });

  /** Returns the log that opens at once, or the prompt that is shown instead, once it is filled. */
  async function find(text: string) {
    let opened: number | undefined;
    const done = window.parts.lookUp.find(text).then((log) => {
      opened = log?.key.idx;
    });
    const settled = () => opened ?? window.fake.picks.findLast(({ isOpen, busy }) => isOpen && !busy);
    const found = await until(`the end of “${text}”`, settled);
    for (const pick of window.fake.picks) pick.hide();
    await done;
    return typeof found === 'object'
      ? { value: found.value, labels: found.items.map(({ label }) => label) }
      : found;
  }

  const details = () => service.paths(/detailed_log/).length;

  it('opens the logs of ten block pages with a host, path, address, time, and number at once', async () => {
    for (const [at, { key, row, parent }] of logs.slice(1, 11).entries()) {
      const host = domainToASCII(parent.name ?? '');
      const where = `https://${host}${row.uri}`;
      const text = [
        `Blocked\n${where}\nYour IP: ${row.address}\nEvent ID: ${key.idx}\n${row.time} UTC`,
        `403 Forbidden (code 403). Client ${row.address}, URL ${where}, reference #${key.idx}.`,
        `${row.time} [error] 8906#8906: *15626 blocked, log ${key.idx}, host: ${host}`,
        JSON.stringify({ page: `${host}${decodeURI(row.uri ?? '')}\nIP ${row.address}, ${key.idx}-FRA` }),
      ][at % 4];
      assert.equal(await find(text ?? ''), key.idx, text);
    }
  });

  it('reads at most five candidates, and offers those that exist', async () => {
    const numbers = logs.slice(0, 8).map(({ key }) => key.idx);
    const found = await find(`numbers ${numbers.join(', ')} in shop.example`);
    assert.equal(typeof found === 'object' && found.labels.length, 6);
    assert.ok(details() <= 5);
  });

  it('offers the log of a number beside words, and opens it for a domain and a number, a link, or a row', async () => {
    const { key, row, connectionId } = logs[3] ?? assert.fail();
    const unnamed = `${row.time} web nginx[${key.idx}]: 403 on shop.example`;
    for (const text of [`Event ID: ${key.idx} in shop.example`, unnamed]) {
      const found = await find(text);
      assert.match(typeof found === 'object' ? (found.labels[0] ?? '') : '', new RegExp(`/${key.idx}$`));
    }
    const link = window.parts.links.toLink(logs[3] ?? assert.fail());
    const json = JSON.stringify({ user_domain_idx: key.domain, idx: key.idx, attack: row.rule });
    for (const text of [`shop.example/${key.idx}`, `${key.domain}/${key.idx}`, link, json])
      assert.equal(await find(text), key.idx, text);
    const inDomain = window.parts.lookUp.find(String(key.idx), { connectionId, index: key.domain });
    assert.equal((await inDomain)?.key.idx, key.idx);
  });

  const texts: readonly string[] = [
    'AxiosError: Request failed with status code 403',
    'Request failed with status code 1300',
    'ConnectionError: HTTPSConnectionPool(host="api.example.com", port=443): Max retries exceeded with url: /v1/items',
    'Error 1020 Access denied. Ray ID: 7d2f0a8c9b1e2f34 • 2023-06-26 14:05:09 UTC',
    'Error code: 1006 Your IP: 198.51.100.77',
    'Ref A: 3C5B2E0A3D8E4C9F8C6A1B2D3E4F5A6B Ref B: FRAEDGE1310 Ref C: 2024-02-20T09:12:33Z',
    'Your support ID is: 11243555349794389926',
    'Incident ID: 1234000230123456789-98765432101234567',
    '2024/05/02 11:22:33 [error] 1310#1310: *1311 open() "/usr/share/nginx/html/favicon.ico" failed (2: No such file or directory), client: 192.0.2.44, server: localhost, request: "GET /favicon.ico HTTP/1.1"',
    '192.0.2.10 - - [10/Oct/2023:13:55:36 +0000] "GET /index.html HTTP/1.1" 200 1310 "-" "curl/7.68.0"',
    'ModSecurity: Warning. Matched "Operator `Rx\' with parameter" [file "/etc/modsecurity/rules.conf"] [line "1301"] [id "942100"] [severity "2"]',
    'Traceback (most recent call last):\n  File "/app/views.py", line 1302, in get\n    raise PermissionDenied\ndjango.core.exceptions.PermissionDenied',
    'java.lang.IllegalStateException: Failed to load at Foo.bar(Foo.java:1303) ~[app.jar:1.3.0]',
    'Hi team, since Monday 3 May our 1304 users in building 12 cannot log in. Phone +1 555 010 1305.',
    'WARNING: Packages installed 1306 in 2.5s, 1307 packages audited',
    'HTTP/1.1 403 Forbidden\nDate: Tue, 05 Mar 2024 10:00:00 GMT\nContent-Length: 1308\nServer: nginx',
    'GET /orders/1309 HTTP/1.1\nHost: www.example.net\nUser-Agent: Mozilla/5.0',
    'kernel: [1310.123456] Out of memory: Killed process 1311 (node) total-vm:1312kB',
    'Order 1313 was shipped on 2024-05-06 at 10:00',
  ];
  for (const text of texts)
    it(`opens no log unasked for “${text.slice(0, 50)}”`, async () => {
      assert.equal(typeof (await find(text)), 'object');
      assert.ok(details() <= 5);
    });

  for (const [text, value, label] of [
    ['Event ID: 987654321, client 203.0.113.9, shop.example', '203.0.113.9', 'There is no log 987654321'],
    ['nowhere.example/5', 'nowhere.example/5', 'No connection has the domain nowhere.example'],
  ] as const)
    it(`says “${label}”, and searches for ${value}`, async () => {
      const found = await find(text);
      assert.deepEqual(typeof found === 'object' && [found.value, found.labels[0]], [
        value,
        `$(info) ${label}`,
      ]);
    });

  it('prompts for a text, and for the domain of a number alone', async () => {
    const { key } = logs[1] ?? assert.fail();
    const typed = async (text: string) => {
      const done = window.parts.lookUp.ask();
      const input = window.fake.inputs.at(-1) ?? assert.fail();
      input.value = text;
      input.accept();
      const pick = () => window.fake.picks.findLast(({ isOpen }) => isOpen);
      if (!text.includes('/'))
        (await until('the domains', pick))?.take(({ label }) => label === 'shop.example');
      return (await done)?.key;
    };
    assert.deepEqual(await typed(`shop.example/${key.idx}`), key);
    assert.deepEqual(await typed(String(key.idx)), key);
  });
});

describe('LookUp in many domains', () => {
  it('shows progress while it searches many domains for a reference, and ends silently when canceled', async () => {
    const own = await FakeService.start({ logs: [1380] });
    const other = await FakeWindow.open(plainProfile(), 1);
    own.respond = () => new Promise(() => {});
    try {
      await other.connect(own.baseUrl, own.key);
      other.fake.messages.splice(0);
      const done = other.parts.lookUp.find('unknown.example/1380');
      const shown = await until('the progress', () => other.fake.progress.at(-1));
      shown?.cancel();
      assert.equal(await done, undefined);
      assert.deepEqual([other.fake.messages, other.fake.picks.filter(({ isOpen }) => isOpen)], [[], []]);
    } finally {
      other.close();
      await own.close();
    }
  });
});
