import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Edit, rangeAfter } from '../../../src/redaction/edits.ts';
import { redactLog } from '../../../src/redaction/redact.ts';
import { aLog, essential, hostileText } from '../formats/logs.ts';

/** `0123456789` with `23` replaced by `<long>` and `67` removed. */
const edits: readonly Edit[] = [
  { start: 2, end: 4, length: 6 },
  { start: 6, end: 8, length: 0 },
];
const after = '01<long>4589';

describe('rangeAfter', () => {
  for (const [start, end, text] of [
    [0, 1, '0'],
    [0, 2, '01'],
    [1, 3, '1<long>'],
    [2, 4, '<long>'],
    [3, 4, '<long>'],
    [3, 5, '<long>4'],
    [4, 6, '45'],
    [5, 9, '58'],
    [6, 8, ''],
    [8, 10, '89'],
    [0, 10, after],
  ] as const) {
    it(`maps ${start} to ${end}`, () => {
      const range = rangeAfter(edits, { start, end });
      assert.equal(after.slice(range.start, range.end), text);
    });
  }

  it('leads to the same text in redacted raw data, or to the marks in its place', () => {
    const words = fc.array(
      fc.oneof(hostileText, fc.constantFrom('‹12 characters›', '&token=Zk9vXq27Lm&', 'Zk9vXq27Lm')),
    );
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (parts, one, other) => {
        const rawData = `GET /?a=${parts.join(' ')} HTTP/1.1\r\nCookie: sid=Zk9vXq27Lm\r\n\r\n`;
        const { log, rawDataEdits } = redactLog(aLog({ rawData }), undefined, essential);
        const [start = 0, end = 0] = [one % rawData.length, other % rawData.length].sort((a, b) => a - b);
        let [rebuilt, at] = ['', 0];
        for (const edit of rawDataEdits) {
          const { start: now } = rangeAfter(rawDataEdits, edit);
          rebuilt += rawData.slice(at, edit.start) + log.rawData.slice(now, now + edit.length);
          at = edit.end;
        }
        assert.equal(rebuilt + rawData.slice(at), log.rawData);
        const range = rangeAfter(rawDataEdits, { start, end });
        const shown = log.rawData.slice(range.start, range.end);
        const touched = rawDataEdits.some((edit) => edit.start < end && edit.end > start);
        if (!touched) assert.equal(shown, rawData.slice(start, end));
      }),
      { numRuns: 500 },
    );
  });
});
