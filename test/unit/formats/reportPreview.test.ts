import assert from 'node:assert/strict';
import fc from 'fast-check';
import { copyLogs } from '../../../src/formats/logCopy.ts';
import { type PreviewRequest, reportPreview } from '../../../src/formats/reportPreview.ts';
import type { Choices } from '../../../src/redaction/choices.ts';
import { allPayloads } from '../../hostilePayloads.ts';
import { amount } from '../../proofs.ts';
import { aLog, aRow, essential } from './logs.ts';

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
  `Content-Length: ${BODY.length}`,
  '',
  BODY,
].join('\r\n');

/** A request whose match is the session. */
const withSecret = [RAW_DATA.replace(SESSION, `${SESSION}${MATCH}`), `${SESSION}${MATCH}`] as const;
const NONE: Choices = { shown: [], hidden: [] };

function previewOf(choices: Choices = NONE, rawData = RAW_DATA, detectedValue = MATCH) {
  const log = { log: aLog({ rawData }), row: aRow({ detectedValue }), link: 'vscode://x/log' };
  const redaction = { keys: [KEY], choices };
  return reportPreview({ log, redaction, version: '1' });
}

const textsOf = ({ text, values }: ReturnType<typeof previewOf>) =>
  values.map(({ start, end, state }) => `${state} ${text.slice(start, end)}`);
const idOf = (report: ReturnType<typeof previewOf>, mark: string) =>
  report.values.find(({ start, end }) => report.text.slice(start, end) === mark)?.id ?? assert.fail(mark);

describe('reportPreview', () => {
  it('has no link that contains a text to hide, as it is or percent-encoded', () => {
    const log = { log: aLog(), row: undefined, link: 'vscode://x/log?name=my%20shop' };
    for (const [hidden, hasLink] of [
      ['my shop', false],
      ['my%20shop', false],
      ['other', true],
    ] as const) {
      const redaction = { ...essential, choices: { shown: [], hidden: [hidden] } };
      assert.equal(reportPreview({ log, redaction, version: '1' }).text.includes('\nLink '), hasLink, hidden);
    }
    const { text, values } = reportPreview({ log, redaction: undefined, version: '1' });
    assert.deepEqual([text.includes('\nLink '), values], [true, []]);
  });

  it('has the text that is copied, whatever is in the log', () => {
    const text = fc.oneof(fc.constantFrom(...allPayloads), fc.string({ unit: 'binary', maxLength: 60 }));
    fc.assert(
      fc.property(text, text, text, (one, other, value) => {
        const rawData = `POST /a?q=${one} HTTP/1.1\r\nX-One: ${other}\r\n\r\nfield=${value}&password=${one}`;
        const log = { log: aLog({ rawData }), row: aRow({ detectedValue: value }), link: '' };
        const request: Omit<PreviewRequest, 'log'> = {
          redaction: essential,
          version: '1',
        };
        const preview = reportPreview({ log, ...request });
        assert.equal(preview.text, copyLogs({ format: 'bugReport', logs: [log], ...request }).text);
        for (const { start, end, state } of preview.values) {
          assert.ok(state !== 'shown');
          assert.match(preview.text.slice(start, end), /^‹/);
        }
      }),
      { numRuns: amount(100) },
    );
  });

  it('finds each placeholder, and none in the log’s own text', () => {
    const preview = previewOf(
      NONE,
      RAW_DATA.replace(MATCH, `${MATCH} ‹24 characters› ‹\ua000\ua000 characters›`),
    );
    const placeholders = [...preview.text.matchAll(/‹(?!in the log|kind|redacted›)[^›]*›/g)];
    assert.deepEqual(
      preview.values.map(({ start }) => start),
      placeholders.map(({ index }) => index),
    );
    assert.ok(placeholders.length >= 3);
  });

  it('states why each value is hidden', () => {
    const texts = textsOf(previewOf(NONE, ...withSecret));
    assert.ok(texts.includes('hidden ‹17 characters›'), texts.join('\n'));
    assert.ok(texts.includes('hidden ‹JSON string, 15›'), texts.join('\n'));
  });

  it('finds a value directly after another', () => {
    const rawData = RAW_DATA.replace('"1', '"abc');
    const { text, values } = previewOf({ shown: [], hidden: ["' OR"] }, rawData);
    const adjacent = values.filter(({ end }) => values.some(({ start }) => start === end));
    assert.deepEqual(
      adjacent.map(({ start, end }) => text.slice(start, end)),
      ['‹3 characters›'],
    );
  });

  it('shows a value wherever the level hides it, and marks it', () => {
    const before = previewOf();
    const after = previewOf({ shown: [idOf(before, '‹JSON string, 15›')], hidden: [] });
    assert.match(after.text, /"note":"call me at noon"/);
    assert.ok(textsOf(after).includes('shown call me at noon'));
    assert.equal(after.hidden, before.hidden - 1);
    assert.deepEqual(
      textsOf(after).filter((each) => !each.startsWith('shown')).length,
      textsOf(before).length - textsOf(after).filter((each) => each.startsWith('shown')).length,
    );
  });

  it('marks a value without the spaces around it, and not within other words', () => {
    const rawData = RAW_DATA.replace(
      '"note":"call me at noon"',
      '"note":" at noon ","at noons":1,"flat noon":2',
    );
    const before = previewOf(NONE, rawData);
    const { text, values } = previewOf({ shown: [idOf(before, '‹JSON string, 9›')], hidden: [] }, rawData);
    const [shown, ...others] = values.filter(({ state }) => state === 'shown');
    assert.deepEqual([shown && text.slice(shown.start - 2, shown.end + 2), others], ['" at noon "', []]);
  });

  it('marks the longest of the values that start at the same place, and lines as they are shown', () => {
    const body = `<a>${MATCH}</a><b>at noon</b><c>at noon today</c><d>anna lives\r\nin Seoul</d>`;
    const rawData = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\n\r\n<x>${body}</x>`;
    const before = previewOf(NONE, rawData);
    const shown = textsOf(previewOf({ shown: before.values.map(({ id }) => id), hidden: [] }, rawData));
    assert.deepEqual(
      new Set(shown),
      new Set(['shown at noon', 'shown at noon today', 'shown anna lives\nin Seoul']),
    );
  });

  it('shows a hidden value of a cookie, and no longer counts it', () => {
    const before = previewOf(NONE, ...withSecret);
    const after = previewOf({ shown: [idOf(before, '‹17 characters›')], hidden: [] }, ...withSecret);
    assert.match(after.text, new RegExp(`session=${SESSION}`));
    assert.equal(after.hidden, before.hidden - 1);
  });

  it('never shows the key of a connection', () => {
    let report = previewOf();
    assert.ok(report.values.some(({ state }) => state === 'key'));
    for (let round = 0; round < 3; round++) {
      report = previewOf({ shown: [KEY, ...report.values.map(({ id }) => id)], hidden: [] });
      assert.ok(!report.text.includes(KEY), report.text);
    }
    assert.ok(report.values.some(({ state }) => state === 'key'));
  });

  it('hides a text everywhere, in any encoding, in the command and the link, too', () => {
    const rawData = RAW_DATA.replace('ref=8f2c9d1e77aa', 'page=shop%2eexample&name=O%27Neil');
    const report = previewOf({ shown: [], hidden: ["O'Neil", 'shop.example', 'vscode'] }, rawData);
    assert.doesNotMatch(report.text, /O'Neil|O%27Neil|shop\.example|shop%2eexample|vscode:/);
  });

  it('keeps the content length of the command consistent once a value is shown', () => {
    const body = `q=1${MATCH} hunter22&z=1`;
    const rawData = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    for (const hidden of [[], ['hunter22'], ['OR']]) {
      const { text } = previewOf({ shown: [], hidden }, rawData);
      const [, length = ''] = /--header 'Content-Length: (\d+)'/.exec(text) ?? assert.fail(text);
      const [, data = ''] = /--data-raw '(.*)' \\$/m.exec(text) ?? assert.fail(text);
      assert.equal(Number(length), Buffer.byteLength(data.replaceAll("'\\''", "'")), text);
    }
  });

  it('hides a part of the match that the reader chose, and a value again', () => {
    const { text } = previewOf({ shown: [], hidden: ['OR 1=1'] });
    assert.doesNotMatch(text, /OR 1=1/);
    const shown = previewOf({ shown: ["O'Neil"], hidden: ["O'Neil"] });
    assert.doesNotMatch(shown.text, /O'Neil/);
  });

  it('recognizes a long value that the report truncates', () => {
    const long = 'lorem ipsum '.repeat(1_000);
    const rawData = `POST / HTTP/1.1\r\nHost: a\r\n\r\nnote=${long}`;
    const before = previewOf(NONE, rawData);
    const after = previewOf({ shown: before.values.map(({ id }) => id), hidden: [] }, rawData);
    const [shown] = after.values.filter(({ state }) => state === 'shown');
    assert.ok(shown && shown.end - shown.start > 400);
    const { values, ...report } = after;
    const log = { log: aLog({ rawData }), row: aRow({ detectedValue: MATCH }), link: 'vscode://x/log' };
    const choices = { shown: before.values.map(({ id }) => id), hidden: [] };
    const redaction = { ...essential, detail: 'essential', keys: [KEY], choices } as const;
    assert.deepEqual(report, copyLogs({ format: 'bugReport', logs: [log], redaction, version: '1' }));
    assert.ok(report.notes.length > 0);
    assert.ok(JSON.stringify(after.values).length < 50_000);
  });

  it('has no values in an exact report', () => {
    const log = { log: aLog({ rawData: RAW_DATA }), row: undefined, link: '' };
    const { text, values } = reportPreview({ log, redaction: undefined, version: '1' });
    assert.match(text, new RegExp(SESSION));
    assert.deepEqual(values, []);
  });
});
