import assert from 'node:assert/strict';
import {
  defaultRedaction,
  type RedactionOptions,
  redactLog,
  redactRow,
} from '../../../src/redaction/redact.ts';
import { redactedKinds } from '../../../src/redaction/redactionSummary.ts';
import { aLog, aRow } from '../formats/logs.ts';

const LAST = 'No detection of secrets is complete. Review this text before you share it.';

const redacted = (rawData: string, options: Partial<RedactionOptions> = {}) =>
  redactLog(aLog({ rawData }), undefined, { ...defaultRedaction, ...options });

describe('the summary of a redaction', () => {
  it('contains the number of secrets of each kind, and the classes that were not searched for', () => {
    const rawData =
      'GET /?a=http://anna:kestrel1@a.example/&b=http://ben:kestrel2@b.example/ HTTP/1.1\r\n' +
      'X-Forwarded-For: 2001:db8::1a\r\nCookie: sid=kestrel3\r\n\r\n';
    assert.equal(
      redacted(rawData, { addresses: true }).summary,
      `Redacted: 2 pairs of credentials, 1 address, 1 cookie. Not searched for: email addresses, long tokens, card numbers. ${LAST}`,
    );
  });

  it('uses the singular and the plural of each kind', () => {
    assert.equal(
      redactedKinds(
        new Map([
          ['credentials', 1],
          ['address', 2],
          ['card number', 1234],
        ]),
      ),
      'Redacted: 1 pair of credentials, 2 addresses, 1,234 card numbers.',
    );
  });

  it('says that nothing was redacted', () => {
    const { summary, count } = redacted('GET / HTTP/1.1\r\n\r\n');
    assert.equal(
      summary,
      `Redacted: nothing. Not searched for: email addresses, long tokens, card numbers, client addresses. ${LAST}`,
    );
    assert.equal(count, 0);
  });

  it('lists no classes if all were searched for', () => {
    const all = { emails: true, longTokens: true, cardNumbers: true, addresses: true };
    assert.equal(redacted('GET / HTTP/1.1\r\n\r\n', all).summary, `Redacted: nothing. ${LAST}`);
  });

  it('does not count a secret that the user chose to show', () => {
    const rawData = 'GET /?password=kestrel&token=hill HTTP/1.1\r\n\r\n';
    const {
      log,
      count,
      redacted: first,
    } = redacted(rawData, { choices: { shown: ['kestrel'], hidden: [] } });
    assert.equal(log.rawData, rawData.replace('hill', '‹redacted: secret 2›'));
    assert.equal(count, 1);
    assert.equal(first, 'Redacted: 1 secret.');
  });
});

describe('the number of hidden values', () => {
  const essential = { ...defaultRedaction, detail: 'essential' } as const;

  it('is that of the raw data', () => {
    assert.equal(redacted('GET /?a=Kestrel_hill&b=Hill_town HTTP/1.1\r\n\r\n', essential).hidden, 2);
    assert.equal(redacted('GET /?a=Kestrel_hill&b=Hill_town HTTP/1.1\r\n\r\n').hidden, 0);
  });

  it('is that of the target of a row without a log', () => {
    assert.equal(redactRow(aRow({ uri: '/?a=Kestrel_hill&b=Hill_town' }), essential).hidden, 2);
  });

  it('is that of the headers of a log without raw data', () => {
    const log = aLog({ request: { firstLine: undefined, headers: [['X-Note', 'Kestrel_hill 7']] } });
    assert.equal(redactLog(log, undefined, essential).hidden, 1);
  });
});
