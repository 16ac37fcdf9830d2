import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/base/errors.ts';
import type { ExportSummary } from '../../../../src/share/export/exportLogs.ts';
import { describeFileFault } from '../../../../src/share/export/fileFault.ts';
import { summaryText, timeLeft } from '../../../../src/share/export/summaryText.ts';

const summary: ExportSummary = {
  logs: 12_345,
  bytes: 8_234_567,
  failed: 0,
  longCells: 0,
  leftOut: 0,
  notApplied: [],
  mayMissRows: false,
  hasUnreadable: false,
  ignoresPaging: false,
};

const exact = { kind: 'csv', level: 'exact' } as const;

describe('summaryText and describeFileFault', () => {
  it('report rows, bytes and the level of detail', () => {
    assert.equal(
      summaryText(summary, { kind: 'csv', level: 'essential' }),
      '12,345 logs exported (8.2 MB). The file shows names, ordinary values, and the matches. Other values are hidden.',
    );
    assert.equal(
      summaryText({ ...summary, logs: 1, bytes: 1 }, { kind: 'ndjson', level: 'exact' }),
      '1 log exported (1 byte). Nothing is redacted. The file might contain secrets.',
    );
  });

  it('state that cells of an exact CSV file got apostrophes', () => {
    assert.equal(
      summaryText({ ...summary, logs: 1, bytes: 1 }, exact),
      "1 log exported (1 byte). Nothing is redacted. The file might contain secrets. Cells that begin with =, +, -, or @ got an apostrophe, so that spreadsheet programs don't run them.",
    );
  });

  it('report every note', () => {
    const said = summaryText(
      {
        ...summary,
        failed: 3,
        longCells: 5,
        leftOut: 4,
        notApplied: ['from', 'to', 'address'],
        mayMissRows: true,
        hasUnreadable: true,
        ignoresPaging: true,
      },
      exact,
    );
    for (const sentence of [
      '3 logs could not be exported in full',
      'Spreadsheet programs will truncate 5 cells',
      'Rows might be missing',
      'Some rows could not be read',
      'The service ignored paging',
      "part of the filter (days and address). The extension hid 4 rows that don't match.",
    ]) {
      assert.ok(said.includes(sentence), said);
    }
  });

  it('counts bytes as file managers do', () => {
    const sizeOf = (bytes: number) => /\(([^)]+)\)/.exec(summaryText({ ...summary, bytes }, exact))?.[1];
    assert.deepEqual([0, 999, 1000, 999_499, 999_500, 12_345_678, 2_000_000_000].map(sizeOf), [
      '0 bytes',
      '999 bytes',
      '1.0 kB',
      '999 kB',
      '1.0 MB',
      '12 MB',
      '2.0 GB',
    ]);
  });

  it('tells the time left once it can', () => {
    assert.equal(timeLeft(10, 100, 999), undefined);
    assert.equal(timeLeft(0, 100, 5_000), undefined);
    assert.equal(timeLeft(100, 100, 5_000), undefined);
    assert.equal(timeLeft(90, 100, 9_000), 'a few seconds left');
    assert.equal(timeLeft(50, 100, 12_000), 'about 15 s left');
    assert.equal(timeLeft(10, 100, 20_000), 'about 3 min left');
    assert.equal(timeLeft(1, 1_000, 20_000), 'about 6 h left');
  });

  it('say what to do about a file fault, and nothing about other faults', () => {
    const fault = (code: string, more = {}) => Object.assign(new Error('x'), { code, ...more });
    assert.match(describeFileFault(fault('ENOSPC')) ?? '', /disk is full. Free some space/);
    assert.match(describeFileFault(fault('NoPermissions')) ?? '', /read-only/);
    assert.match(
      describeFileFault(fault('EMFILE', { syscall: 'open' })) ?? '',
      /could not be written \(EMFILE\)/,
    );
    assert.equal(describeFileFault(new ServiceError('timeout', 'late')), undefined);
    assert.equal(describeFileFault(new TypeError('mistake')), undefined);
  });
});
