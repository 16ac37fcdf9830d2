import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { defaultConventions } from '../../../src/service/conventions.ts';
import { providerQuestion } from '../../../src/setup/providerQuestion.ts';
import { sharedName } from '../../../src/setup/sharedText.ts';
import { type SupportFacts, supportText } from '../../../src/setup/supportText.ts';
import { message } from '../../../src/text/l10n.ts';

const KEY = 'key-5f1d0c2b9a';
const refused = new ServiceError('bad-request', 'no', {
  status: 400,
  messageKey: 'RES000002',
  messageValue: 'SELECT secret FROM logs',
  host: 'api.example.com',
});
const facts: SupportFacts = {
  version: '1.2.3',
  editor: 'Editor 1.139.1, desktop',
  platform: 'linux 6.1 x64, Node 24.0.0',
  baseUrl: 'https://someone:hunter2@api.example.com/v1?token=hidden',
  proxied: true,
  findings: [
    {
      read: 'domains',
      route: 'direct',
      outcome: { kind: 'works', what: message('{0} in all', 3) },
    },
    { read: 'logs', route: 'direct', outcome: { kind: 'fault', fault: refused } },
  ],
  tries: [
    {
      read: 'logs',
      what: message('the paging “{0}”', 'offset'),
      fault: new Error(`read /home/someone/${KEY}`),
    },
  ],
  settings: {
    'partnerLogs.pageSize': 20,
    'partnerLogs.conventions': {
      'https://someone:hunter2@api.example.com': { logs: { path: '/logs?token=hidden' } },
      '*': { counts: { path: 'https://me:hunter2@other.example/x' } },
    },
  },
  lines: [
    'GET /first 200 1 ms direct',
    ...Array(18).fill('2026-11-23T05:00:00.000Z [info] GET /tenant-7/partner/website/all 200 12 ms direct'),
    `GET /${KEY} 200 12 ms direct`,
    'an error with the words of /home/someone',
  ],
  key: KEY,
};

describe('supportText', () => {
  const text = supportText(facts);

  it('tells versions, routes, tries, settings and the last lines of the output', () => {
    for (const expected of [
      'version: 1.2.3',
      'editor: Editor 1.139.1, desktop',
      'platform: linux 6.1 x64, Node 24.0.0',
      'direct domains: works',
      'direct logs: bad-request: The service did not accept the request (400 RES000002).',
      'logs, the paging “offset”: an error of the extension',
      'partnerLogs.pageSize: 20',
      'base URL: https://api.example.com/…',
      '2026-11-23T05:00:00.000Z [info] GET /…/partner/website/all 200 12 ms direct',
      'GET /… 200 12 ms direct',
      '"https://api.example.com/…":{"logs":{"path":"/logs?…"}}',
    ]) {
      assert.ok(text.includes(expected), expected);
    }
    assert.ok(!text.includes('/first'));
  });

  it('tells no key, no credentials, no query and nothing in the words of the service', () => {
    for (const hidden of [KEY, 'hunter2', 'hidden', 'SELECT', '/home/someone']) {
      assert.ok(!text.includes(hidden), hidden);
    }
  });

  it('gives no text of the service as it was sent, wherever a fault or a try contains it', () => {
    const secret = 'user=eve&password=hunter2';
    const odd = 'x'.repeat(10_000);
    const faults = [
      { messageKey: `400 GET /login?${secret}` },
      { contentType: `text/${secret}` },
      { field: `data.detailed_info.req_line_headers["${secret}"]`, expected: 'string', found: 'integer' },
      { messageKey: odd, contentType: odd, field: odd },
    ].map((sent) => new ServiceError('bad-request', secret, { status: 400, ...sent, messageValue: secret }));
    const tried = [message('the paging “{0}”', secret), message('the paging “{0}”', odd)];
    const questions = faults.map((fault) => ({ read: 'logs', fault }) as const);
    const tries = tried.map((what) => ({ read: 'logs', what, fault: faults[0] }) as const);
    const texts = [
      supportText({
        ...facts,
        baseUrl: 'https:someone:hunter2@api.example.com/eve-tenant',
        findings: faults.map((fault) => ({
          read: 'logs',
          route: 'direct',
          outcome: { kind: 'fault', fault },
        })),
        tries,
        settings: { 'partnerLogs.conventions': { 'me:hunter2@host': { keyHeader: secret } } },
        lines: [secret, `GET /${secret} 200 1 ms direct`],
      }),
      providerQuestion(
        {
          place: { baseUrl: 'https://a.example', conventions: defaultConventions },
          findings: [],
          questions,
        },
        tries,
      ),
    ];
    for (const text of texts) {
      assert.doesNotMatch(text, /eve|hunter2|login|xxxx/);
      assert.match(text, /data\.detailed_info\.req_line_headers\[…\]/);
      assert.ok(text.length < 5_000);
    }
  });

  it('contains the key in no encoding', () => {
    const key = 'k/9+ä"5f1d0c2b9a';
    const forms = [
      key,
      encodeURIComponent(key),
      JSON.stringify(key).slice(1, -1),
      Buffer.from(`user:${key}`).toString('base64'),
      Buffer.from(key).toString('base64url'),
    ];
    const text = supportText({ ...facts, editor: forms.join(' '), key });
    for (const form of forms) assert.ok(!text.includes(form), form);
  });
});

describe('sharedName', () => {
  it('returns the origin of an address, and nothing of an invalid one', () => {
    assert.equal(sharedName('https://me:hunter2@api.example.com/x?y'), 'https://api.example.com/…');
    assert.equal(sharedName('https://[hunter2/x'), '/…');
  });
});
