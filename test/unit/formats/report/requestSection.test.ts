import assert from 'node:assert/strict';
import { headBlock, requestSection } from '../../../../src/formats/report/requestSection.ts';
import { aLog } from '../logs.ts';

const truncated = (shown: string, all: string) =>
  `The raw data is truncated: ${shown} of ${all} characters. To see all of it, use the link.`;
const block = (...lines: readonly string[]) => ['```text', ...lines, '```'].join('\n');

describe('requestSection', () => {
  const sectionOf = (rawData: string, room: number, start?: number) =>
    requestSection(aLog({ rawData }), start === undefined ? start : { start, end: start + 1 }, room).markdown;

  it('has the headers if there is no raw data', () => {
    const withHead = (firstLine?: string, ...headers: readonly (readonly [string, string])[]) =>
      requestSection(aLog({ request: { firstLine, headers } }), undefined, 800);
    assert.deepEqual(withHead(), {
      markdown: '## Request\n\nThe log has neither raw data nor headers.',
      cut: undefined,
    });
    const start = '## Request\n\nThe log has no raw data. These are its headers:\n\n';
    assert.deepEqual(withHead('GET / HTTP/1.1', ['A', 'b\r\n c'], ['B', 'd']), {
      markdown: start + block('GET / HTTP/1.1', 'A: b  c', 'B: d'),
      cut: undefined,
    });
    assert.equal(
      withHead(undefined, ['A', 'b'.repeat(600)], ['B', 'c']).markdown,
      `${start}${block(`${'A: '.padEnd(160, 'b')}…`)}\n\n1 further header left out. 1 line cut to 160 characters, marked “…”.`,
    );
  });

  it('has at most two sentences about problems', () => {
    assert.equal(
      sectionOf('\n\nno request\r\nx', 800),
      `## Request\n\n${block('', '', 'no request', 'x')}\n\nBlank lines precede the request line.\n\nThe first line is not a request line with a method, a target, and an HTTP version.`,
    );
    assert.equal(
      sectionOf(`no request ${'x'.repeat(3000)}`, 1200),
      `## Request\n\n${block('no request '.padEnd(727, 'x'))}\n\n727 of the 3,011 characters of the body are shown, starting at its beginning.\n\n${truncated('727', '3,011')}\n\nThe first line is not a request line with a method, a target, and an HTTP version.\n\nThere is no blank line after the headers.`,
    );
  });

  it('shows the body around the match', () => {
    const head = 'POST /a HTTP/1.1\r\nHost: a\r\n\r\n';
    const rawData = `${head}${'x'.repeat(3000)}MATCH${'y'.repeat(3000)}`;
    const start = `## Request\n\n${block('POST /a HTTP/1.1', 'Host: a')}\n\n`;
    assert.equal(
      sectionOf(rawData, 3000),
      `${start}${block('x'.repeat(1484))}\n\n1,484 of the 6,005 characters of the body are shown, starting at its beginning.\n\n${truncated('1,508', '6,034')}`,
    );
    assert.equal(
      sectionOf(rawData, 3000, rawData.indexOf('MATCH')),
      `${start}${block(`${'x'.repeat(200)}MATCH${'y'.repeat(1279)}`)}\n\n1,484 of the 6,005 characters of the body are shown, starting 2,800 characters after its beginning.\n\n${truncated('1,508', '6,034')}`,
    );
  });

  it('shows the line with the match, from 40 characters before it', () => {
    const lines = ['GET /a HTTP/1.1', ...Array.from({ length: 60 }, (_, at) => `X-${at}: ${'y'.repeat(30)}`)];
    const rawData = [...lines, `Long: ${'z'.repeat(74)}M${'z'.repeat(300)}`, 'Last: b', '', ''].join('\r\n');
    const start = `## Request\n\n\`\`\`text\n${lines.slice(0, 19).join('\n')}\n`;
    const match = rawData.indexOf('M');
    assert.equal(
      sectionOf(rawData, 1500, match),
      `${start}${'Long: '.padEnd(80, 'z')}M${'z'.repeat(79)}…\n\`\`\`\n\n43 further headers left out. 1 line cut to 160 characters, marked “…”.\n\n${truncated('833', '2,681')}`,
    );
    assert.ok(sectionOf(rawData, 1500, match + 1).includes(`\n…${'z'.repeat(39)}M${'z'.repeat(119)}…\n`));
    for (const offset of [0, 6])
      assert.ok(
        sectionOf(rawData, 1500, rawData.indexOf('Last') + offset).startsWith(
          `${start}Last: b\n\`\`\`\n\n43 further headers left out.\n\n`,
        ),
      );
    assert.doesNotMatch(sectionOf(rawData, 1500, rawData.indexOf('\r\nLast')), /Last|z/);
  });

  it('leaves out what does not fit into its room', () => {
    const long = `X: ${'x'.repeat(2000)}`;
    const head = `GET /a HTTP/1.1\r\nHost: a\r\n${long}\r\n\r\n`;
    assert.ok(sectionOf(head, 839).includes('\nHost: a\n'));
    assert.ok(!sectionOf(head, 838).includes('\nHost: a\n'));
    assert.ok(sectionOf(`POST /a HTTP/1.1\r\n${long}\r\n\r\n${'y'.repeat(3000)}`, 1000).length <= 1000);
    const block = headBlock({ firstLine: 'x'.repeat(600), headers: [['A', 'b']] }, 210) ?? '';
    assert.ok(block.startsWith('```text\nxxx') && block.length <= 210, block);
  });

  it('shows 200 lines of a head', () => {
    const rawData = `GET /a HTTP/1.1\r\n${'a:b\r\n'.repeat(3000)}\r\n`;
    assert.equal(
      sectionOf(rawData, 5000),
      `## Request\n\n${block('GET /a HTTP/1.1', ...Array.from({ length: 199 }, () => 'a:b'))}\n\n2,801 further headers left out.\n\n${truncated('811', '15,019')}`,
    );
  });

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
