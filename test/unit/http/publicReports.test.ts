/** Requests and messages from public reports of false positives, shortened and with other hosts and values. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFields } from '../../../src/http/fields/readFields.ts';
import { findMatch } from '../../../src/http/findMatch.ts';
import { describeNoMatch, isFound, mainMatch } from '../../../src/http/match.ts';
import { english } from '../../../src/text/l10n.ts';

interface Report {
  readonly source: string;
  readonly rawData: string;
  readonly description: string;
  readonly detectedValue: string;
  /** The location of the match or, if there is none, of the field that the description names. */
  readonly place: string;
  /** The match as sent. */
  readonly sent?: string;
}

const reports: readonly Report[] = readFileSync(new URL('publicReports.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

describe('the match of a public report', () => {
  for (const { source, place, sent, ...log } of reports)
    it(`${source}: ${place}`, () => {
      const { matching } = findMatch(log, readFields(log.rawData));
      const main = isFound(matching) ? mainMatch(matching) : undefined;
      const described = main ? main.place : describeNoMatch(matching);
      assert.equal(described && english(described), place);
      assert.equal(main && log.rawData.slice(main.start, main.end), sent);
    });
});
