import assert from 'node:assert/strict';
import { HiddenTexts } from '../../../src/redaction/hiddenTexts.ts';
import { redactLog } from '../../../src/redaction/redact.ts';
import { valueId } from '../../../src/redaction/segments.ts';
import { aLog, aRow, essential } from '../formats/logs.ts';
import { marked } from './marks.ts';

/** A value of 4,096 characters. */
const long = `${'7'.repeat(2000)} ${'8'.repeat(2095)}`;

function find(values: readonly string[], text: string): string {
  const hidden = new HiddenTexts('web7.shop.example');
  for (const value of values) hidden.add(value);
  return marked(text, hidden.find(text));
}

describe('HiddenTexts', () => {
  const rows: readonly (readonly [what: string, values: readonly string[], text: string])[] = [
    ['a value of one word', ['kestrel7', 'hill.7'], 'a «kestrel7», (kestrel77) «hill.7»'],
    ['a value of several words', ['old oak'], 'the «old oak» is old'],
    ['values that overlap', ['tern7 owl', 'owl hill7'], '«tern7 owl hill7»'],
    ['the longest value', ['hill-7', 'hill-7 top'], '«hill-7 top» «hill-7»'],
    ['a value without the punctuation at its ends', ['"hunter2!"'], 'say «hunter2»?'],
    ['a percent-encoded value', ['old%20oak7'], 'see «old oak7»'],
    ['a value in percent-encoded text', ['old oak7'], 'see «old%20oak7»'],
    ['a form-encoded value', ['old+oak7'], 'see «old oak7» «old+oak7»'],
    ['a value in other scripts', ['김철수7'], '이름 «김철수7»'],
    [
      'no plain word or name, which can occur by chance',
      ['search', 'Kestrel', 'X-Name'],
      'search Kestrel in X-Name',
    ],
    ['no harmless value', ['admin', '127.0.0.1', '2026'], 'admin 127.0.0.1 2026'],
    ['no short value', ['a1', '7', '"a1"'], 'a1 7 "a1"'],
    ['a value of 4,096 characters, but no longer one', [long, `${long}9`], `«${long}», ${long}9`],
    ['no part of the protected host with a dot', ['web7', 'shop.example'], '«web7» at shop.example'],
  ];
  for (const [what, values, text] of rows)
    it(`finds ${what}`, () => assert.equal(find(values, text.replace(/[«»]/g, '')), text));
});

describe('a value that is hidden once', () => {
  const rawData = 'POST /login HTTP/1.1\r\nHost: a\r\n\r\nname=Kestrel_77&q=<script>';

  it('is hidden in every other text of a log', () => {
    const headers = [['Server', 'for Kestrel_77']] as const;
    const { log, row } = redactLog(
      aLog({ rawData, response: { firstLine: 'HTTP/1.1 200 Kestrel_77', headers } }),
      aRow({ rule: 'Kestrel_77', baseMessage: 'by Kestrel%5F77', detectedType: 'Kestrel_77' }),
      essential,
    );
    assert.ok(!JSON.stringify([log, row]).includes('Kestrel'), JSON.stringify([log, row]));
  });

  it('is hidden if it is the name of another value', () => {
    const { log } = redactLog(aLog({ rawData: `${rawData}&Kestrel77=x&id=Kestrel77` }), undefined, essential);
    assert.ok(!log.rawData.includes('Kestrel77'), log.rawData);
  });

  it('is shown by its ID, however often it is encoded', () => {
    const sent = Array.from({ length: 4 }).reduce<string>(encodeURIComponent, 'Kestrel 77');
    const raw = `GET /?name=${sent} HTTP/1.1\r\nHost: a.example\r\n\r\n`;
    const { log } = redactLog(aLog({ rawData: raw }), undefined, { keys: [], shown: [valueId(sent)] });
    assert.equal(log.rawData, raw);
  });

  it('is hidden in a header that repeats a Host header which is no host, and where it is a part of the host', () => {
    const host = 'Anna 8134-2231';
    const raw = `GET /?id=web0815x HTTP/1.1\r\nHost: ${host}\r\nX-Other: ${host}\r\n\r\n`;
    const write = (rawData: string) =>
      redactLog(aLog({ rawData, description: 'web0815x' }), undefined, essential).log;
    assert.match(write(raw).rawData, /X-Other: ‹/);
    assert.match(write(raw.replace(host, 'web0815x.example')).description, /‹8 characters›/);
  });

  it('is shown everywhere if the user chose to show it', () => {
    const redaction = { keys: [], shown: ['Kestrel_77'] };
    const { log } = redactLog(aLog({ rawData, description: 'seen Kestrel_77' }), undefined, redaction);
    assert.equal(log.description, 'seen Kestrel_77');
    assert.match(log.rawData, /name=Kestrel_77&q=‹8 characters›/);
  });
});
