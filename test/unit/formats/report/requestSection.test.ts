import assert from 'node:assert/strict';
import { requestSection } from '../../../../src/formats/report/requestSection.ts';
import { aLog } from '../logs.ts';

describe('requestSection', () => {
  it('stays in its room with all of its sentences', () => {
    const rawData = `\r\nno request\r\n${'x'.repeat(5000)}`;
    const { markdown } = requestSection(aLog({ rawData }), undefined, 800);
    for (const sentence of ['The raw data is truncated:', 'Blank lines precede', 'The first line is not a'])
      assert.ok(markdown.includes(sentence), markdown);
    assert.ok(markdown.length <= 800, String(markdown.length));
  });

  it('counts the headers that are left out and the lines that are cut', () => {
    const headers = [
      'X-Long: '.padEnd(300, 'x'),
      ...Array.from({ length: 60 }, (_, at) => `X-${at}: ${'y'.repeat(30)}`),
    ];
    const rawData = ['POST /a HTTP/1.1', ...headers, '', 'body'].join('\r\n');
    assert.equal(
      requestSection(aLog({ rawData }), undefined, 1800).markdown,
      `## Request

\`\`\`text
POST /a HTTP/1.1
${'X-Long: '.padEnd(160, 'x')}…
X-0: ${'y'.repeat(30)}
\`\`\`

59 further headers left out. 1 line cut to 160 characters, marked “…”.

\`\`\`text
body
\`\`\`

The raw data is truncated: 218 of 2,596 characters. To see all of it, use the link.`,
    );
  });

  it('says nothing between a head that is shown whole and the body', () => {
    const rawData = `POST /a HTTP/1.1\r\nHost: a\r\n\r\n${'x'.repeat(5000)}`;
    const { markdown } = requestSection(aLog({ rawData }), undefined, 2000);
    assert.match(
      markdown,
      /^## Request\n\n```\w*\nPOST \/a HTTP\/1\.1\nHost: a\n```\n\n```\w*\nx+\n```\n\n\d/,
    );
  });
});
