import assert from 'node:assert/strict';
import { keptIn, keptSentence } from '../../../src/formats/kept.ts';
import { english } from '../../../src/text/l10n.ts';
import { aLog, aRow } from './logs.ts';

describe('kept', () => {
  it('counts each email address once, and the addresses of clients only', () => {
    const headers = [
      ['X-Forwarded-For', '203.0.113.9, 198.51.100.7'],
      ['X-Server', '192.0.2.1'],
    ] as const;
    const log = aLog({ request: { firstLine: undefined, headers } });
    const rows = [aRow({ address: '203.0.113.9' }), aRow({ address: '203.0.113.10' }), undefined];
    const text = 'anna@shop.example ANNA@shop.example bob%40shop.example 203.0.113.9 198.51.100.7 192.0.2.1';
    assert.deepEqual(keptIn(text, [log], rows), { emails: 2, addresses: 2 });
    assert.deepEqual(keptIn('', [log], rows), { emails: 0, addresses: 0 });
  });

  it('says what is kept, if anything is', () => {
    const sentence = (emails: number, addresses: number) => {
      const said = keptSentence({ emails, addresses });
      return said && english(said);
    };
    assert.equal(sentence(0, 0), undefined);
    assert.equal(sentence(1, 0), 'Not redacted: 1 email address.');
    assert.equal(sentence(0, 1), 'Not redacted: 1 client address.');
    assert.equal(sentence(2, 3), 'Not redacted: 2 email addresses, 3 client addresses.');
  });
});
