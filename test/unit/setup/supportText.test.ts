import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/service/errors.ts';
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
      paging: 'page',
      outcome: { kind: 'works', what: message('{0} in all', 3) },
    },
    { read: 'logs', route: 'direct', paging: 'page', outcome: { kind: 'fault', fault: refused } },
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
  lines: ['GET /first 200 1 ms direct', ...Array(20).fill(`GET /${KEY} 200 12 ms direct`)],
  key: KEY,
};

describe('supportText', () => {
  const text = supportText(facts);

  it('tells versions, routes, tries, settings and the last lines of the output', () => {
    for (const expected of [
      'version: 1.2.3',
      'editor: Editor 1.139.1, desktop',
      'platform: linux 6.1 x64, Node 24.0.0',
      'direct domains page: works',
      'direct logs page: bad-request: The service did not accept the request (400 RES000002).',
      'logs, the paging “offset”: an error of the extension',
      'partnerLogs.pageSize: 20',
      'GET /(the key) 200 12 ms direct',
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
});
