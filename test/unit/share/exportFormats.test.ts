import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ExportedLog } from '../../../src/formats/exportedLog.ts';
import { type ExportKind, exportFormats, exportRecord } from '../../../src/formats/exportFormats.ts';
import { hostileLog, hostileRow } from '../formats/logs.ts';
import { parseCsv, parseNdjson } from './exporting.ts';

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
          const sent: Record<string, string | undefined> = {
            attack: log.row.rule,
            uri: log.row.uri,
            detected_value: log.row.detectedValue,
            rawdata: log.row.rawData,
            'detailed_info.virtual_host_name': log.detail?.virtualHost,
            'detailed_info.raw_data': log.detail?.rawData,
            'detailed_info.basestr': log.detail?.description,
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

  it('show nothing of the filter if nothing can be hidden', () => {
    const redaction = {
      get keys(): string[] {
        throw new RangeError('Maximum call stack size exceeded');
      },
    };
    const log: ExportedLog = {
      key: { domain: 7, idx: 1, detectedType: 'WAF' },
      row: { idx: 1, other: {} },
      head: { level: 'exact', filter: { keyword: 's3cr3tPassw0rd', uri: '/reset/tok_8f7a6b5c4d' } },
    };
    const { text, isFailed } = exportRecord({ kind: 'ndjson', isFull: false, log, redaction });
    assert.ok(isFailed);
    const [{ _export: head }] = parseNdjson(text) as [{ _export: object }];
    assert.deepEqual(head, { level: 'essential' });
  });

  it('keep fields that are no text, and unknown ones with the names of ours', () => {
    const other = {
      log_time: true,
      action: 2,
      ip: { v4: '192.0.2.1' },
      extra: 'kept',
      detail: 'theirs',
      error: 'theirs',
      _export: 'theirs',
    };
    const log: ExportedLog = {
      key: { domain: 7, idx: 1, detectedType: 'WAF' },
      row: { idx: 1, rule: 'SQL Injection', other },
      detail: undefined,
    };
    assert.deepEqual(parseNdjson(written('ndjson', [log], false)), [
      { user_domain_idx: 7, idx: 1, attack: 'SQL Injection', other },
    ]);
  });
});
