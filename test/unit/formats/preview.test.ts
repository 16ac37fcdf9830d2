import assert from 'node:assert/strict';
import { writeReport } from '../../../src/formats/bugReport.ts';
import type { Choices } from '../../../src/redaction/redact.ts';
import {
  hiddenCount,
  joined,
  KEY as KEY_KIND,
  shownSegment,
  type Value,
} from '../../../src/redaction/segments.ts';
import { aLog, aRow, LINK } from './logs.ts';

const KEY = 'partner-key-0123456789';
const SESSION = 'kJ8sd9fKJsdf98sdf';
const MATCH = "' OR 1=1--";
const BODY = `{"note":"call me at noon","name":"O'Neil","coupon":"1${MATCH}"}`;
const RAW_DATA = [
  'POST /cart?ref=8f2c9d1e77aa HTTP/1.1',
  'Host: shop.example',
  `Cookie: session=${SESSION}; theme=dark`,
  `X-Api-Key: ${KEY}`,
  `X-Forwarded-Auth: Bearer ${KEY}`,
  'Content-Type: application/json',
  '',
  BODY,
].join('\r\n');

function previewOf(choices: Partial<Choices> = {}, rawData = RAW_DATA, link = LINK) {
  const copied = { log: aLog({ rawData }), row: aRow({ detectedValue: MATCH }), link };
  const redaction = { keys: [KEY], choices: { shown: [], hidden: [], ...choices } };
  const { segments, title } = writeReport({ ...copied, detail: 'essential', redaction, version: '1' });
  const [text, hidden] = [joined(segments), hiddenCount(segments)];
  return { text, title, hidden, values: segments.filter((each): each is Value => typeof each !== 'string') };
}

const idOf = ({ values }: ReturnType<typeof previewOf>, mark: string) =>
  values.find((value) => shownSegment(value) === mark)?.value ?? assert.fail(mark);

describe('writeReport with choices', () => {
  it('has a segment for each hidden value, and none for text of the log that looks like one', () => {
    const { text, values } = previewOf({}, RAW_DATA.replace(MATCH, `${MATCH} ‹24 characters›`));
    const marks = [...text.matchAll(/‹(?!in the log|kind|redacted›)[^›]*›/g)].map(([mark]) => mark);
    assert.deepEqual(values.map(shownSegment), marks);
    assert.ok(marks.length >= 5, text);
  });

  it('shows the chosen values everywhere but in the title, and states how many are hidden', () => {
    const before = previewOf();
    assert.equal(before.hidden, 7);
    const after = previewOf({ shown: [idOf(before, '‹17 characters›'), idOf(before, '‹12 characters›')] });
    assert.equal(after.hidden, 5);
    assert.match(after.text, /\/cart\?ref=8f2c9d1e77aa .*session=kJ8sd9fKJsdf98sdf; theme=/s);
    assert.match(after.text, /\n5 values are hidden and shown as ‹kind and length›\. Made by/);
    const shown = after.values.flatMap((each) => each.shown ?? []);
    assert.deepEqual(new Set(shown), new Set(['8f2c9d1e77aa', SESSION]));
  });

  it('never shows a key, or a value that contains one', () => {
    const rawData = RAW_DATA.replace('call me', `call ${KEY} me`);
    let { text, values } = previewOf({}, rawData);
    for (let round = 0; round < 3; round++) {
      ({ text, values } = previewOf({ shown: [KEY, ...values.map(({ value }) => value)] }, rawData));
      assert.ok(!text.includes(KEY), text);
    }
    assert.ok(values.some(({ kind }) => kind === KEY_KIND));
  });

  it('shows a key that a service put into a log only in the exact form, and never in a title', () => {
    const log = aLog({
      key: { domain: 7, idx: 12, detectedType: KEY },
      rawData: `GET /?again=${encodeURIComponent(KEY)} HTTP/1.1\r\nX-Service-Key: ${KEY}\r\n\r\n`,
    });
    const row = aRow({ action: KEY, rule: KEY, time: KEY, country: KEY, address: KEY });
    const copied = { log, row, link: `vscode://x/?type=${KEY}`, redaction: { keys: [KEY] }, version: '1' };
    for (const detail of ['essential', 'exact'] as const) {
      const { segments, title } = writeReport({ ...copied, detail });
      assert.deepEqual([joined(segments).includes(KEY), title.includes(KEY)], [detail === 'exact', false]);
    }
  });

  it('hides a text everywhere, in any encoding, in the command and the title, too, and the link with it', () => {
    const rawData = RAW_DATA.replace('ref=8f2c9d1e77aa', 'page=shop%2eexample&name=O%27Neil');
    const { text, title } = previewOf({ hidden: ["O'Neil", 'shop.example', 'vscode', 'cart'] }, rawData);
    assert.doesNotMatch(text + title, /O'Neil|O%27Neil|shop\.example|shop%2eexample|vscode:|cart/);
    const link = 'vscode://x/log?name=my%20shop';
    for (const [hidden, hasLink] of [
      ['my shop', false],
      ['my%20shop', false],
      ['other', true],
    ] as const)
      assert.equal(previewOf({ hidden: [hidden] }, RAW_DATA, link).text.includes('\nLink '), hasLink, hidden);
  });

  for (const value of ['+82 10 1234', 'C++ developer', 'a+b', '50% off', 'x%2Fy'])
    it(`hides ${value} after it was shown`, () => {
      const rawData = `GET / HTTP/1.1\r\nHost: a\r\nX-Note: ${value}\r\n\r\n`;
      const before = previewOf({}, rawData);
      const shown = previewOf({ shown: [before.values[0]?.value ?? ''] }, rawData);
      assert.ok(shown.text.includes(`X-Note: ${value}\n`), shown.text);
      const hidden = previewOf({ shown: [before.values[0]?.value ?? ''], hidden: [value] }, rawData);
      assert.ok(!hidden.text.includes(value), hidden.text);
    });

  it('hides a part of the match that the user chose', () => {
    assert.doesNotMatch(previewOf({ hidden: ['OR 1=1'] }).text, /OR 1=1/);
  });

  it('shortens a long value that the user chose to show', () => {
    const rawData = `POST / HTTP/1.1\r\nHost: a\r\n\r\nnote=${'lorem ipsum '.repeat(1_000)}`;
    const { text, values } = previewOf(
      { shown: previewOf({}, rawData).values.map(({ value }) => value) },
      rawData,
    );
    assert.ok(text.length < 10_000 && /lorem ipsum lorem/.test(text), text);
    assert.ok(values.length > 0);
  });
});
