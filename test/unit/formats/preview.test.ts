import assert from 'node:assert/strict';
import { writeReport } from '../../../src/formats/bugReport.ts';
import { hiddenCount, joined, shownSegment, type Value, valueId } from '../../../src/redaction/segments.ts';
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

function previewOf(shown: readonly string[] = [], rawData = RAW_DATA) {
  const copied = { log: aLog({ rawData }), row: aRow({ detectedValue: MATCH }), link: LINK };
  const redaction = { keys: [KEY], shown: shown.map(valueId) };
  const { segments, title } = writeReport({ ...copied, detail: 'essential', redaction, version: '1' });
  const [text, hidden] = [joined(segments), hiddenCount(segments)];
  return { text, title, hidden, values: segments.filter((each): each is Value => typeof each !== 'string') };
}

const idOf = ({ values }: ReturnType<typeof previewOf>, mark: string) =>
  values.find((value) => shownSegment(value) === mark)?.value ?? assert.fail(mark);

describe('writeReport with shown values', () => {
  it('has a segment for each hidden value, and none for text of the log that looks like one', () => {
    const { text, values } = previewOf([], RAW_DATA.replace(MATCH, `${MATCH} ‹24 characters›`));
    const marks = [...text.matchAll(/‹(?!in the log|kind|redacted›)[^›]*›/g)].map(([mark]) => mark);
    assert.deepEqual(values.map(shownSegment), marks);
    assert.ok(marks.length >= 5, text);
  });

  it('shows the chosen values everywhere but in the title, and states how many are hidden', () => {
    const before = previewOf();
    assert.equal(before.hidden, 7);
    const after = previewOf([idOf(before, '‹17 characters›'), idOf(before, '‹12 characters›')]);
    assert.deepEqual([after.hidden, after.title], [5, 'Detection: POST /cart (JSON field coupon)']);
    assert.match(after.text, /\/cart\?ref=8f2c9d1e77aa .*session=kJ8sd9fKJsdf98sdf; theme=/s);
    assert.match(after.text, /\n5 values are hidden and shown as ‹kind and length›\. Made by/);
    const shown = after.values.flatMap((each) => each.shown ?? []);
    assert.deepEqual(new Set(shown), new Set(['8f2c9d1e77aa', SESSION]));
  });

  it('never shows a key, or a value that contains one', () => {
    const rawData = RAW_DATA.replace('call me', `call ${KEY} me`);
    let { text, values } = previewOf([], rawData);
    for (let round = 0; round < 3; round++) {
      ({ text, values } = previewOf([KEY, ...values.map(({ value }) => value)], rawData));
      assert.ok(!text.includes(KEY), text);
    }
    assert.ok(values.some(({ kind }) => kind === 'key'));
  });

  const allShown = (rawData: string) =>
    previewOf(
      previewOf([], rawData).values.map(({ value }) => value),
      rawData,
    );

  for (const value of ['+82 10 1234', 'C++ developer', 'a+b', '50% off', 'x%2Fy'])
    it(`shows ${value}`, () => {
      const { text } = allShown(`GET / HTTP/1.1\r\nHost: a\r\nX-Note: ${value}\r\n\r\n`);
      assert.ok(text.includes(`X-Note: ${value}\n`) && !text.includes('HIDDEN'), text);
    });

  it('shortens a long value that the user chose to show', () => {
    const { text } = allShown(`POST / HTTP/1.1\r\nHost: a\r\n\r\nnote=${'lorem ipsum '.repeat(1_000)}`);
    assert.ok(text.length < 10_000 && /lorem ipsum lorem/.test(text), text);
  });
});
