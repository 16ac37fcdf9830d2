import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { ExportedLog } from '../../../src/formats/exportedLog.ts';
import { exportRecord } from '../../../src/formats/exportFormats.ts';
import { Field, headersOf } from '../../../src/service/answers/decode.ts';
import { parseJson } from '../../../src/service/answers/json.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { essential } from '../formats/logs.ts';
import { exportAgain, FilesFolder } from './openedFile.ts';

const NAMES = ['user_domain_idx', '__proto__', 'detail', 'error', 'other', '_export', '1', 'idx', 'attack'];
const failure = { code: 'timeout', message: 'Late.' };
const head = {
  service: 'api.example.com',
  timeZone: 'Asia/Seoul',
  filter: { from: '2026-01-01', keyword: "' or 1=1 --" },
};

describe('A file of exported logs', function () {
  this.timeout(120_000);
  const files = new FilesFolder();
  after(() => files.remove());

  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...'"\\/{}[]:,\t\r\n\0 \u2028\ufeffa1é'), maxLength: 12 }),
    fc.constantFrom(...NAMES),
  );
  // Once V8 has parsed an object with the name `\\`, its JSON.parse also accepts a quote, a tab, or a line end as that
  // name.
  const name = text.filter((each) => each !== '\\');
  const value = fc.oneof(text, fc.nat(), fc.constant(1_700_000_000), fc.jsonValue({ maxDepth: 2 }));
  // As in the client, numbers that JavaScript would round are strings.
  const other = fc
    .array(fc.tuple(name, value), { maxLength: 4 })
    .map((each) => parseJson(JSON.stringify(Object.fromEntries(each))) as Record<string, unknown>);
  const row: fc.Arbitrary<Omit<LogRow, 'idx'>> = fc.record(
    { time: text, rule: text, uri: text, detectedValue: text, rawData: text, detectedType: text, other },
    { requiredKeys: ['other'] },
  );
  const side = fc.record({
    firstLine: fc.option(text, { nil: undefined }),
    headers: fc
      .array(
        fc.tuple(
          name.filter((each) => each !== 'Request-Line'),
          fc.oneof(text, fc.array(text, { maxLength: 3 })),
        ),
        { maxLength: 4 },
      )
      .map((each) => headersOf(new Field(Object.fromEntries(each)))),
  });
  const info: fc.Arbitrary<Omit<DetectionLog, 'key'>> = fc.record({
    virtualHost: text,
    responseCode: fc.nat(999),
    request: side,
    response: side,
    rawData: text,
    description: text,
    timeZone: text,
    other,
  });
  const known = new Set(['virtual_host_name', 'response_code', 'raw_data', 'basestr']);
  const logs = fc.array(fc.record({ row, info, fails: fc.boolean() }), { minLength: 1, maxLength: 4 });

  for (const detail of [true, false])
    it(`is the same when exported again, whatever its texts: ${detail ? 'full' : 'rows'}`, async () => {
      await fc.assert(
        fc.asyncProperty(logs, fc.boolean(), async (given, isEssential) => {
          const level = isEssential ? ('essential' as const) : ('exact' as const);
          const redaction = isEssential ? essential : undefined;
          const content = detail ? ('full' as const) : ('rows' as const);
          let written = '';
          for (const [idx, each] of given.entries()) {
            const key = { domain: 7, idx, detectedType: each.row.detectedType ?? 'WAF' };
            const info = { ...each.info, key, other: without(each.info.other, known) };
            const log: ExportedLog = {
              ...{
                key,
                row: { idx, ...each.row },
                head: idx === 0 ? { ...head, level, content } : undefined,
              },
              ...(detail && (each.fails ? { failure } : { detail: info })),
            };
            written += exportRecord({ kind: 'ndjson', isFull: detail, log, redaction }).text;
          }
          const first = Buffer.from(written).toString();
          const opened = await files.open(first);
          assert.deepEqual([opened.facts.count, opened.facts.hidden], [given.length, 0]);
          const target = path.join(files.folder, 'again');
          await exportAgain(opened, { detail, target });
          assert.equal(readFileSync(target, 'utf8'), first);
        }),
        { numRuns: 150 },
      );
    });
});

function without(fields: Readonly<Record<string, unknown>>, names: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
}
