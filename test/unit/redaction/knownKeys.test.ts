import assert from 'node:assert/strict';
import { KnownKeys } from '../../../src/redaction/knownKeys.ts';
import { redactLog } from '../../../src/redaction/redact.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { rowTextEntries } from '../../../src/service/model.ts';
import { aLog, aRow } from '../formats/logs.ts';
import { forms } from './corpus/corpus.ts';

/** A key that neither looks random nor has a known token shape. */
const KEY = 'partner "shop" key/1+2';
const redaction = { keys: [KEY] };

const percent = encodeURIComponent(KEY);
const ENCODINGS: Readonly<Record<string, string>> = {
  plain: KEY,
  'inside a word': `abc${KEY}xyz`,
  percent,
  'percent, twice': encodeURIComponent(percent),
  'percent, as a form': new URLSearchParams([['', KEY]]).toString().slice(1),
  'percent, every character': Array.from(KEY, (each) => `%${each.charCodeAt(0).toString(16)}`).join(''),
  JSON: JSON.stringify(KEY).slice(1, -1),
  'JSON in JSON': JSON.stringify(JSON.stringify(KEY)).slice(3, -3),
  'Unicode escapes': Array.from(KEY, (each) => `\\u00${each.charCodeAt(0).toString(16)}`).join(''),
  'hex escapes': KEY.replaceAll('"', '\\x22'),
  'character references': KEY.replaceAll('"', '&quot;').replace('p', '&#112'),
  'character references, percent': encodeURIComponent(KEY.replaceAll('"', '&#x22;')),
  Base64: Buffer.from(KEY).toString('base64'),
  'Base64 for URLs': Buffer.from(KEY).toString('base64url'),
  'Base64 amid other bytes': Buffer.from(`user:${KEY} and more`).toString('base64'),
  'Base64, percent': encodeURIComponent(Buffer.from(`a${KEY}`).toString('base64')),
};

/** Returns a log and its row with a text in every possible place. */
function everywhere(text: string): { readonly log: DetectionLog; readonly row: LogRow } {
  const headers = [
    ['X-Echo', `a ${text} b`],
    [`X-${text}`, 'c'],
  ] as const;
  const other = { unknown: text, [text]: 1, nested: { list: [text, { [text]: text }] } };
  const raw = `GET /${text}?a=${text} HTTP/1.1\r\nX-Echo: ${text}\r\nCookie: a=${text}\r\n\r\n{"a":"${text}"}`;
  const texts = Object.fromEntries(rowTextEntries.map(([name]) => [name, text]));
  return {
    log: aLog({
      virtualHost: text,
      request: { firstLine: `GET /${text} HTTP/1.1`, headers },
      response: { firstLine: `HTTP/1.1 200 ${text}`, headers },
      rawData: raw,
      description: `Found "${text}" in ${text}`,
      timeZone: text,
      other,
    }),
    row: aRow({ ...texts, other }),
  };
}

describe('the key of a connection that its service sends back', () => {
  for (const [form, write] of Object.entries(forms)) {
    it(`is not in the form: ${form}`, () => {
      for (const [encoding, text] of Object.entries(ENCODINGS)) {
        const sent = encoding === 'inside a word' ? KEY : text.replace(/={1,2}$/, '');
        const { log, row } = everywhere(text);
        const seen = write(log, row, redaction);
        for (const spelling of [sent, JSON.stringify(sent).slice(1, -1), sent.replaceAll('"', '""')])
          assert.ok(!seen.includes(spelling), `${encoding}: ${seen}`);
      }
    });
  }

  it('is left where it is too short to be told from other text', () => {
    const { log } = redactLog(aLog({ description: 'a key' }), undefined, { keys: ['', 'key'] });
    assert.equal(log.description, 'a key');
  });
});

describe('KnownKeys', () => {
  it('finds every occurrence of a key of at least four characters, also if they overlap', () => {
    const keys = new KnownKeys(['abab', 'xyz', 'a key', 'b+key']);
    assert.deepEqual(keys.find('ababab xyz a+key b key'), [
      { start: 0, end: 4 },
      { start: 2, end: 6 },
      { start: 11, end: 16 },
      { start: 17, end: 22 },
    ]);
  });

  it('finds nothing without a key', () => {
    assert.deepEqual(new KnownKeys([]).find('ababab'), []);
  });
});
