import assert from 'node:assert/strict';
import { startSampleService } from '../../src/sample/server.ts';
import { createLogService } from '../../src/service/client.ts';
import { defaultConventions } from '../../src/service/differences.ts';
import type { LogRow } from '../../src/service/model.ts';
import { rowMatcher } from '../../src/service/queries/filter.ts';
import { withLogs } from '../hostileLogs.ts';
import { compare } from './compare.ts';

const ROWS = 100_000;
const PER_PAGE = 100;

/** Returns the newest rows of a domain with 1,000,000 logs. */
async function loadRows(): Promise<LogRow[]> {
  const sample = await startSampleService({ domains: withLogs(1_000_000) });
  const { baseUrl, key } = sample;
  const service = createLogService({ baseUrl, key: async () => key, conventions: defaultConventions });
  const rows: LogRow[] = [];
  for (let page = 1; rows.length < ROWS; page++) {
    const { items } = await service.logs(1001, { page, perPage: PER_PAGE }, {});
    rows.push(...items.map(({ row }) => row));
  }
  service.dispose();
  await sample.close();
  return rows;
}

describe(`Search over ${ROWS.toLocaleString('en')} loaded rows, at most 3 × Array.filter with includes`, () => {
  let rows: LogRow[];

  before(async () => {
    rows = await loadRows();
  });

  for (const keyword of ['UNION SELECT', '<script>', '203.0.113.9', 'not in any row']) {
    it(`for ${keyword}`, async () => {
      let plain = 0;
      let found = 0;
      await compare(`Search for ${keyword}`, {
        'Array.filter with includes over the texts of a row, as they are': () => {
          const holds = (value: unknown) => typeof value === 'string' && value.includes(keyword);
          plain = rows.filter((row) => Object.values(row).some(holds)).length;
        },
        'the search, of either case and percent-encoded too': () => {
          found = rows.filter(rowMatcher({ keyword })).length;
        },
      });
      assert.ok(found >= plain, `${found} found, ${plain} by includes`);
    });
  }
});
