import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type BugReport, bugReport } from '../../../src/formats/bugReport.ts';
import { defaultRedaction } from '../../../src/redaction/redact.ts';
import { asVisible, asVisibleLines } from '../../../src/text/visible.ts';
import { aLog, aRow, hostileLog, hostileRow, hostileText } from './logs.ts';

const link = 'vscode://partner-logs.partner-logs/log?base=sample%3A&domain=7&idx=12&type=WAF';
const exact = { link, redaction: undefined };

/** The fenced blocks by CommonMark's rule, and the text without them. */
function fencedBlocks(markdown: string): { blocks: string[]; rest: string } {
  const blocks: string[] = [];
  const rest: string[] = [];
  let open: { fence: number; lines: string[] } | undefined;
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    const ticks = /^ {0,3}(`{3,})/.exec(line)?.[1]?.length ?? 0;
    if (open === undefined) {
      if (ticks > 0) open = { fence: ticks, lines: [] };
      else rest.push(line);
    } else if (ticks >= open.fence && line.trim() === '`'.repeat(ticks)) {
      blocks.push(open.lines.join('\n'));
      open = undefined;
    } else open.lines.push(line);
  }
  assert.equal(open, undefined, 'a fence stays open');
  return { blocks, rest: rest.join('\n') };
}

/** The cells of a table's row by GitHub's rule: a pipe divides unless the sign before it is an unpaired backslash. */
function cells(row: string): string[] {
  return (row.match(/(?:\\.|[^\\|])+/g) ?? [])
    .map((cell) => cell.replaceAll('\\|', '|').trim())
    .filter((cell) => cell !== '');
}

/** The text of a run of code spans by CommonMark's rule; anything but spaces between them fails. */
function codeText(markdown: string): string {
  let text = '';
  for (let rest = markdown.trim(); rest !== ''; rest = rest.trimStart()) {
    const fence = /^`+/.exec(rest)?.[0] ?? '';
    assert.notEqual(fence, '', `outside a code span: ${rest}`);
    const end = new RegExp(`(?<!\`)${fence}(?!\`)`).exec(rest.slice(fence.length));
    assert.ok(end !== null, `a code span stays open: ${rest}`);
    const inside = rest.slice(fence.length, fence.length + end.index);
    text += /^ .*[^ ].* $/.test(inside) ? inside.slice(1, -1) : inside;
    rest = rest.slice(2 * fence.length + end.index);
  }
  return text;
}

function facts({ markdown }: BugReport): Map<string, string> {
  const rows = markdown
    .split('\n')
    .slice(4)
    .filter((line) => line.startsWith('| '));
  return new Map(
    rows.slice(0, rows.findIndex((row) => row.startsWith('| Link |')) + 1).map((row) => {
      const [name = '', value = '', ...more] = cells(row);
      assert.deepEqual(more, [], row);
      return [name, codeText(value)];
    }),
  );
}

describe('bugReport', function () {
  this.timeout(60_000);

  it('tells what is known, with secrets redacted', () => {
    const log = aLog({
      request: {
        firstLine: 'GET /login?token=hunter22 HTTP/1.1',
        headers: [
          ['Host', 'shop.example'],
          ['X-Unique-Id', 'u1'],
        ],
      },
      response: { firstLine: 'HTTP/1.1 403 Forbidden', headers: [['Server', 'waf']] },
      rawData: 'GET /login?token=hunter22 HTTP/1.1\r\nHost: shop.example\r\n\r\n',
      description: 'SQL | `x`',
    });
    const report = bugReport(log, aRow({ rule: 'SQL Injection', time: '2026-02-03 04:05:06' }), {
      link,
      redaction: defaultRedaction,
    });
    assert.equal(report.title, 'SQL Injection: GET /login on shop.example:443');
    assert.equal(report.redactions, 1);
    assert.equal(
      report.markdown,
      `# SQL Injection: \`GET /login\` on \`shop.example:443\`

| Fact | Value |
| --- | --- |
| Rule | \`SQL Injection\` |
| Time | \`2026-02-03 04:05:06\` |
| Host | \`shop.example:443\` |
| Response status | \`403\` |
| Description | \`\` SQL \\| \`x\` \`\` |
| Domain number | \`7\` |
| Log number | \`12\` |
| Detection type | \`WAF\` |
| Time zone | \`UTC\` |
| Link | \`${link}\` |

- Redacted: 1 secret. Not looked for: e-mail addresses, long tokens, card numbers, client addresses. No list of secrets is complete: read this before you share it.

## Request headers

\`\`\`text
GET /login?token=‹redacted: secret 1› HTTP/1.1
Host: shop.example
X-Unique-Id: u1
\`\`\`

Added by the service: \`X-Unique-Id\`

## Raw data

\`\`\`text
GET /login?token=‹redacted: secret 1› HTTP/1.1
Host: shop.example

\`\`\`

<details>
<summary>Response headers</summary>

\`\`\`text
HTTP/1.1 403 Forbidden
Server: waf
\`\`\`

</details>
`,
    );
  });

  it('says so when nothing is redacted', () => {
    assert.deepEqual(bugReport(aLog(), undefined, exact).notes, [
      'Nothing is redacted: this may contain secrets.',
    ]);
  });

  it('leaves out what is not known', () => {
    assert.deepEqual(
      [...facts(bugReport(aLog({ description: '' }), undefined, exact)).keys()],
      ['Host', 'Response status', 'Domain number', 'Log number', 'Detection type', 'Time zone', 'Link'],
    );
  });

  it('cuts long raw data, says so, and stays within what issue trackers take', () => {
    const headers = Array.from({ length: 2000 }, (_, index) => [`X-${index}`, 'v'.repeat(100)] as const);
    const log = aLog({
      rawData: `GET / HTTP/1.1\r\n\r\n${'x'.repeat(100_000)}`,
      request: { firstLine: undefined, headers },
      response: { firstLine: undefined, headers },
      description: 'd'.repeat(9999),
    });
    const { markdown, notes } = bugReport(log, undefined, exact);
    assert.ok(markdown.length < 32_000, String(markdown.length));
    assert.ok(
      notes.includes(
        'The raw data is cut: its first 12000 of 100018 characters. The link leads to the whole.',
      ),
    );
  });

  it('holds every text in its fence, cell or span', () => {
    fc.assert(
      fc.property(hostileLog, fc.option(hostileRow, { nil: undefined }), (log, row) => {
        const report = bugReport(log, row, exact);
        const { blocks, rest } = fencedBlocks(report.markdown);
        assert.equal(blocks.length, 3);
        assert.equal(blocks[1], asVisibleLines(log.rawData).replaceAll('\r\n', '\n').replace(/\n$/, ''));
        assert.deepEqual(
          rest
            .split('\n')
            .filter((line) => /^[#<-]/.test(line))
            .slice(1),
          [
            '- Nothing is redacted: this may contain secrets.',
            '## Request headers',
            '## Raw data',
            '<details>',
            '<summary>Response headers</summary>',
            '</details>',
          ],
        );
        const told = facts(report);
        assert.equal(told.get('Link'), link);
        if (log.description !== '') assert.equal(told.get('Description'), asVisible(log.description));
        assert.doesNotMatch(report.markdown, /(?![\t\n])\p{C}/u);
        assert.doesNotMatch(report.title, /\p{C}|\$\(|\]\(/u);
      }),
      { numRuns: 1000 },
    );
  });

  it('shows a cell of any text as it is', () => {
    fc.assert(
      fc.property(
        hostileText.filter((text) => text !== ''),
        (description) => {
          assert.equal(
            facts(bugReport(aLog({ description }), undefined, exact)).get('Description'),
            asVisible(description),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });
});
