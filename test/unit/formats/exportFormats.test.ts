import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ExportedLog } from '../../../src/formats/exportedLog.ts';
import { type ExportKind, exportFormats, exportRecord } from '../../../src/formats/exportFormats.ts';
import { parseCsv, parseNdjson } from '../share/exporting.ts';
import { aLog, essential, hostileLog, hostileRow } from './logs.ts';

const inFull: fc.Arbitrary<ExportedLog> = fc
  .tuple(hostileLog, hostileRow)
  .map(([detail, row]) => ({ key: detail.key, row, detail }));

function written(kind: ExportKind, logs: readonly ExportedLog[], isInFull: boolean): string {
  const { start, record } = exportFormats[kind];
  return start(isInFull) + logs.map((log) => record(log, isInFull)).join('');
}

describe('exportFormats', () => {
  it('return every cell of CSV, and none begins a formula', () => {
    fc.assert(
      fc.property(fc.array(inFull, { maxLength: 4 }), (logs) => {
        const [header = [], ...records] = parseCsv(written('csv', logs, true).slice(1));
        assert.equal(records.length, logs.length);
        for (const [index, log] of logs.entries()) {
          const cells = records[index] ?? [];
          assert.equal(cells.length, header.length);
          const { rule, uri, detectedValue, rawData } = log.row;
          const sent = {
            ...{ attack: rule, uri, detected_value: detectedValue, rawdata: rawData },
            'detailed_info.virtual_host_name': log.detail?.virtualHost,
            ...{
              'detailed_info.raw_data': log.detail?.rawData,
              'detailed_info.basestr': log.detail?.description,
            },
          };
          for (const [column, value = ''] of Object.entries(sent)) {
            const cell = cells[header.indexOf(column)] ?? 'no cell';
            assert.ok(
              cell.replaceAll("'", '') === value.replaceAll("'", ''),
              `${column}: ${JSON.stringify({ cell, value })}`,
            );
            // Spreadsheet programs might skip invisible characters before they look for a formula.
            assert.doesNotMatch(cell, /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('write a full log, or the reason why it is missing, to the columns of CSV', () => {
    const response = { firstLine: 'A', headers: [['B', 'c'] as const] };
    const log = { key: aLog().key, row: { idx: 1, other: { e: 2 } } };
    const full = { ...log, detail: aLog({ response, rawData: 'f', description: 'g', other: { d: 1 } }) };
    const failed = { ...log, failure: { code: 'http', message: 'Status 500' } };
    const records = parseCsv(written('csv', [full, failed], true).slice(1));
    assert.deepEqual(
      records.map((cells) => cells.slice(-10).join('|').replaceAll('detailed_info.', '.')),
      [
        'other|.virtual_host_name|.response_code|.req_line_headers|.res_line_headers|.raw_data|.basestr|.other|timezone|error',
        '{"e":2}|shop.example:443|403|{}|{"Request-Line":"A","B":"c"}|f|g|{"d":1}|UTC|',
        '{"e":2}|||||||||http: Status 500',
      ],
    );
  });

  const uri = '/reset/Zk9vXq27LmPw83Rt';
  const filter = { keyword: uri, uri, action: 'Blocked' };
  const unusual = {
    get keys(): string[] {
      throw new RangeError('Maximum call stack size exceeded');
    },
  };
  const message = 'The log is too large or too unusual to be processed. Open it, and save its raw data.';
  const failed = { code: 'not-processed', message };
  const path = '/reset/‹16 characters›';
  const hidden = { level: 'essential', filter: { ...filter, keyword: path, uri: path } };
  for (const [what, redaction, shown, error] of [
    ['as it is in an exact export', undefined, { level: 'exact', filter }],
    ['with its values hidden', essential, hidden],
    ['not at all if nothing can be hidden', unusual, { level: 'essential' }, failed],
  ] as const)
    it(`show the filter ${what}`, () => {
      const row = { idx: 1, other: {} };
      const log: ExportedLog = { key: aLog().key, row, head: { level: 'exact', filter } };
      const { text, isFailed } = exportRecord({ kind: 'ndjson', isFull: false, log, redaction });
      assert.equal(isFailed, error !== undefined);
      assert.deepEqual(parseNdjson(text), [
        { _export: shown, user_domain_idx: 7, idx: 1, ...(error && { error }) },
      ]);
    });

  it('keep fields that are no text, and unknown ones with the names of ours', () => {
    const other = {
      ...{ log_time: true, action: 2 },
      ip: { v4: '192.0.2.1' },
      detail: 'theirs',
      error: 'theirs',
      _export: 'x',
    };
    const log = { key: aLog().key, row: { idx: 1, rule: 'SQL', detectedType: 'B', other } };
    assert.deepEqual(parseNdjson(written('ndjson', [log], false)), [
      { user_domain_idx: 7, idx: 1, attack: 'SQL', detected_type: 'B', other },
    ]);
  });
});
