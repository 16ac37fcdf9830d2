/** Requests and messages from public reports of false positives, shortened and with other hosts and values. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { minimalRequest } from '../../../src/formats/report/minimalRequest.ts';
import { readFields } from '../../../src/http/fields/readFields.ts';
import { findMatch } from '../../../src/http/findMatch.ts';
import { describeMatching, isFound, mainMatch } from '../../../src/http/match.ts';
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

const reports: readonly Report[] = JSON.parse(
  readFileSync(new URL('publicReports.json', import.meta.url), 'utf8'),
);

describe('the match of a public report', () => {
  for (const { source, place, sent, ...log } of reports)
    it(`${source}: ${place}`, () => {
      const { matching } = findMatch(log, readFields(log.rawData));
      const main = isFound(matching) ? mainMatch(matching) : undefined;
      const described = main ? main.place : describeMatching(matching);
      assert.equal(described && english(described), place);
      assert.equal(main && log.rawData.slice(main.start, main.end), sent);
    });
});

describe('minimalRequest of a public report', () => {
  const bodyOf = (source: string) => {
    const log = reports.find((report) => report.source === source) ?? assert.fail(source);
    const { matching } = findMatch(log, readFields(log.rawData));
    const main = isFound(matching) ? mainMatch(matching) : undefined;
    return main && minimalRequest(log.rawData, main)?.split('\r\n\r\n')[1];
  };

  it('sends only the form field that contains matched JSON', () => {
    assert.equal(
      bodyOf('SpiderLabs/owasp-modsecurity-crs#246'),
      'menuTab_ClientState=%7B%22selectedIndexes%22%3A%5B%220%22%5D%7D',
    );
  });

  it('sends only the member that contains matched JSON in a string', () => {
    assert.equal(
      bodyOf('coreruleset/coreruleset#1907'),
      '{"children":[{"coordinates":"{\\"desktop\\":{\\"sizex\\":4,\\"sizey\\":6,\\"row\\":1,\\"col\\":1}}"}]}',
    );
  });
});
