import assert from 'node:assert/strict';
import { redactLog } from '../../../src/redaction/redact.ts';
import { aLog, aRow, essential } from '../formats/logs.ts';

const HEAD = 'POST / HTTP/1.1\r\n\r\n';

describe('redactLog of rare forms', () => {
  const descriptions: readonly (readonly [what: string, description: string])[] = [
    ['hides a value in backticks', 'The parameter `password` has the value `«Kestrel»`'],
    ['hides a value after the place of a match', 'Matched, found within ARGS:password: «kestrel»'],
    ['hides the word after a name on a line of its own', 'The rule\npassword: «kestrel» hill\nmatched'],
  ];
  for (const [what, description] of descriptions)
    it(`${what} in a description`, () => {
      const { log } = redactLog(
        aLog({ description: description.replace(/[«»]/g, '') }),
        undefined,
        essential,
      );
      const shown = log.description.replace(/‹\d+ characters›/g, '‹1›');
      assert.equal(shown, description.replace(/«[^»]*»/g, '‹1›'));
    });

  it('hides a value in a detected value that is decoded', () => {
    const rawData = 'GET /?q=%3Cscript%3Ealert(1)%3C/script%3E&name=Kestrel_hill HTTP/1.1\r\n\r\n';
    const detectedValue = 'q=<script>alert(1)</script>&name=Kestrel_hill';
    const { row } = redactLog(aLog({ rawData }), aRow({ detectedValue }), essential);
    assert.equal(row.detectedValue, 'q=<script>alert(1)</script>&name=‹12 characters›');
  });

  it('keeps a detected URL that misleads about its host', () => {
    const detectedValue = 'http://shop.example:x1@127.0.0.1/';
    const rawData = `GET /fetch?url=${detectedValue} HTTP/1.1\r\n\r\n`;
    const { log, row } = redactLog(aLog({ rawData }), aRow({ detectedValue }), essential);
    assert.deepEqual([log.rawData, row.detectedValue], [rawData, detectedValue]);
  });

  const matches: readonly (readonly [what: string, match: string])[] = [
    ['the value after the name at its start', 'note: «kestrel hill»; cat /etc/passwd'],
    ['the complete text before it', '«my pass phrase: kestrel»; cat /etc/passwd'],
    ['a value of an attribute with letters and digits', '<img data-order=«kestrel-7731»>'],
  ];
  for (const [what, match] of matches)
    it(`hides in a match at the essential level ${what}`, () => {
      const detectedValue = match.replace(/[«»]/g, '');
      const { log } = redactLog(aLog({ rawData: HEAD + detectedValue }), aRow({ detectedValue }), essential);
      assert.equal(log.rawData.replace(/‹[^›]*›/g, '‹1›'), HEAD + match.replace(/«[^»]*»/g, '‹1›'));
    });

  it('hides a token after a prefix in a description', () => {
    const token = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxIn0', 'kestrelhillkestrel'].join('.');
    const { log } = redactLog(aLog({ description: `found ses_${token} in` }), undefined, essential);
    assert.equal(log.description, 'found ‹59 characters› in');
  });
});
