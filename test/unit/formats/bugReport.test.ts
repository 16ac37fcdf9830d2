import assert from 'node:assert/strict';
import { brotliCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { type BugReportOptions, bugReport, LONGEST_REPORT } from '../../../src/formats/bugReport.ts';
import { defaultRedaction } from '../../../src/redaction/redact.ts';
import { english } from '../../../src/text/l10n.ts';
import { amount } from '../../proofs.ts';
import { aLog, aRow, hostileLog, hostileRow, hostileText } from './logs.ts';
import { type Drawn, drawn } from './markdownPage.ts';

const link = 'vscode://partner-logs.partner-logs/log?base=sample%3A&domain=7&idx=12&type=WAF';
const exact: BugReportOptions = { link, redaction: undefined, version: '1.2.3' };
const redacted: BugReportOptions = { link, redaction: defaultRedaction, version: '1.2.3' };
const everything = {
  ...defaultRedaction,
  emails: true,
  longTokens: true,
  cardNumbers: true,
  addresses: true,
};

/** A request whose query parameter holds what a rule matched. */
function search(query: string, detectedValue: string, more: readonly string[] = []) {
  const rawData = [`GET /search?q=${query} HTTP/1.1`, 'Host: shop.example', ...more, '', ''].join('\r\n');
  return { log: aLog({ rawData }), row: aRow({ rule: 'SQL Injection', detectedValue }) };
}

/** What a report says outside of code: nothing that a tracker makes more of than text. */
const OURS = /^(?!.*(?:http|www\.))[\w\s.,:;()‹›«»=…/-]*$/;

function blocksOf(log: ReturnType<typeof aLog>, row = aRow(), options = redacted): readonly string[] {
  return drawn(bugReport(log, row, options).markdown).blocks;
}

describe('bugReport', function () {
  this.timeout(120_000);

  it('tells what is known in the order of its sections, with secrets redacted', () => {
    const log = aLog({
      request: {
        firstLine: 'GET /login?token=hunter22&q=%27%20OR%201=1-- HTTP/1.1',
        headers: [
          ['Host', 'shop.example'],
          ['X-Unique-Id', 'u1'],
        ],
      },
      response: { firstLine: 'HTTP/1.1 403 Forbidden', headers: [['Server', 'waf']] },
      rawData: 'GET /login?token=hunter22&q=%27%20OR%201=1-- HTTP/1.1\r\nHost: shop.example\r\n\r\n',
      description: 'SQL | `x`',
      timeZone: 'Asia/Seoul',
    });
    const row = aRow({
      rule: 'SQL Injection',
      action: 'Blocked',
      time: '2026-02-03 04:05:06',
      address: '203.0.113.9',
      country: 'France',
      countryCode: 'FR',
      detectedValue: "' OR 1=1--",
      ruleRaw: 'SQLI',
    });
    const report = bugReport(log, row, redacted);
    assert.equal(report.title, 'SQL Injection: GET /login on shop.example:443');
    assert.equal(report.redactions, 1);
    assert.deepEqual(report.notes, []);
    assert.equal(
      report.markdown,
      `# SQL Injection: \`GET /login\` on \`shop.example:443\`

| Fact | Value |
| --- | --- |
| Rule | \`SQL Injection\` |
| Action | \`Blocked\` |
| Time | \`2026-02-03 04:05:06 Asia/Seoul\` = \`2026-02-02T19:05:06Z\` |
| Host | \`shop.example:443\` |
| Response status | \`403\` |
| Client address | \`203.0.113.9\` |
| Country | \`France (FR)\` |

## What matched

- Description: \`\` SQL | \`x\` \`\`
- Where: \`Query parameter q\`, offset 28 of the raw data as sent, 16 characters, found after decoding (percent-encoding)

As sent, the match between « and », with at most 200 characters on either side:

\`\`\`text
GET /login?token=‹redacted: secret 1›&q=«%27%20OR%201=1--» HTTP/1.1
Host: shop.example

\`\`\`

Decoded (percent-encoding), the match between « and », with at most 200 characters on either side:

\`\`\`text
«' OR 1=1--»
\`\`\`

## Request

\`\`\`text
GET /login?token=‹redacted: secret 1›&q=%27%20OR%201=1-- HTTP/1.1
Host: shop.example

\`\`\`

Added by the service, not in the raw data:

\`\`\`text
X-Unique-Id: u1
\`\`\`

<details>
<summary>Reproduce</summary>

For dash, bash, zsh or another POSIX shell. Replace REPLACE-ME with the address of your server. Put values of your own in place of \`REDACTED-…\`.

\`\`\`text
curl --http1.1 \\
  --request 'GET' \\
  --request-target '/login?token=REDACTED-secret-1&q=%27%20OR%201=1--' \\
  --header 'User-Agent:' \\
  --header 'Accept:' \\
  --header 'Host: shop.example' \\
  http://REPLACE-ME
\`\`\`

</details>

<details>
<summary>Response headers</summary>

\`\`\`text
HTTP/1.1 403 Forbidden
Server: waf
\`\`\`

</details>

<details>
<summary>Identifiers and link</summary>

| Fact | Value |
| --- | --- |
| Domain number | \`7\` |
| Log number | \`12\` |
| Detection type | \`WAF\` |
| Rule as sent | \`SQLI\` |
| Link | \`${link}\` |

The link opens the log in an editor with Partner Logs and a connection to the same service. Trackers do not make it clickable: paste it into **Open Detection Log…**.

</details>

Redacted: 1 secret. Not looked for: e-mail addresses, long tokens, card numbers, client addresses. No list of secrets is complete: read this before you share it. Equal numbers stand for equal secrets. Made by Partner Logs 1.2.3.
`,
    );
  });

  const inCookies: readonly string[] = [
    '%25c0%25ae%25c0%25ae%2F%25c0%25ae%25c0%25ae%2Fetc%2Fpasswd',
    "%7B%7Bconstructor.constructor('alert(6848)')()%7D%7D",
    'data%3A%2F%2Ftext%2Fplain%3Bbase64%2CPD9waHAgZWNobyA2MTU7',
  ];
  for (const attack of inCookies) {
    it(`shows the decoded form of ${attack} in a cookie`, () => {
      const rawData = `GET / HTTP/1.1\r\nHost: shop.example\r\nCookie: sid=a81Kd02mQz77; q=${attack}\r\n\r\n`;
      const { markdown } = bugReport(aLog({ rawData }), aRow({ detectedValue: attack }), redacted);
      assert.match(markdown, /^Decoded \(/m);
      assert.ok(markdown.includes(`q=«${attack}»`), markdown);
    });
  }

  it('shows an escape in a path where tokens stand, decoded', () => {
    const attack = '%u0041%u0042';
    const rawData = `GET /account/login/${attack} HTTP/1.1\r\nHost: shop.example\r\n\r\n`;
    const { markdown } = bugReport(aLog({ rawData }), aRow({ detectedValue: attack }), redacted);
    assert.ok(markdown.includes(`/login/«${attack}»`), markdown);
  });

  it('says how often an encoding was undone', () => {
    const rawData = 'GET /a/..%252f..%252fetc%252fpasswd HTTP/1.1\r\nHost: shop.example\r\n\r\n';
    const { markdown } = bugReport(aLog({ rawData }), aRow({ detectedValue: '../../etc/passwd' }), redacted);
    assert.match(markdown, /found after decoding \(percent-encoding twice\)/);
  });

  it('leaves out what a log does not have', () => {
    const { markdown, notes } = bugReport(aLog(), undefined, redacted);
    assert.deepEqual(notes, []);
    assert.doesNotMatch(markdown, /Reproduce|Response headers|Added by|Client address|Time|Description/);
    assert.match(markdown, /The log does not say\./);
    assert.match(markdown, /The log has neither raw data nor headers\./);
    assert.match(markdown, /\nRedacted: nothing\. .* Made by Partner Logs 1\.2\.3\.\n$/);
  });

  it('says so when nothing is redacted', () => {
    const { markdown, notes } = bugReport(aLog(), undefined, exact);
    assert.deepEqual(notes.map(english), ['Nothing is redacted: this may contain secrets.']);
    assert.match(
      markdown,
      /\nNothing is redacted: this may contain secrets\. Made by Partner Logs 1\.2\.3\.\n$/,
    );
  });

  it('has headers where there is no raw data, and both where that is no request', () => {
    const request = { firstLine: 'GET /a HTTP/1.1', headers: [['X-A', 'b'] as const] };
    assert.match(
      bugReport(aLog({ request }), undefined, redacted).markdown,
      /no raw data: these are its headers\.\n\n```text\nGET \/a HTTP\/1\.1\nX-A: b\n/,
    );
    const { markdown } = bugReport(aLog({ request, rawData: '\0\x01binary' }), undefined, redacted);
    assert.match(markdown, /```text\n␀␁binary\n```/);
    assert.match(markdown, /The headers as the service read them:\n\n```text\nGET \/a HTTP\/1\.1\nX-A: b\n/);
  });

  describe('title', () => {
    const title = (target: string, parts: Parameters<typeof aLog>[0] = {}, row = {}, options = redacted) =>
      bugReport(aLog({ rawData: `GET ${target} HTTP/1.1\r\n\r\n`, ...parts }), aRow(row), options).title;

    it('holds no secret, of the optional classes either, also in an exact report', () => {
      const secrets = ['anna@example.com', '4111111111111111', '9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d'];
      for (const options of [redacted, exact]) {
        for (const secret of secrets) {
          const told = title(`/a/${secret}/b`, {}, { rule: `Rule ${secret}` }, options);
          assert.equal(told, 'Rule ‹redacted›: GET /a/‹redacted›/b on shop.example:443');
        }
        const path = title('/reset-password/Zk9vXq27LmPw83Rt/x?token=abc', {}, {}, options);
        assert.equal(path, 'Detection: GET /reset-password/‹redacted›/x on shop.example:443');
      }
    });

    it('holds no address', () => {
      for (const address of ['203.0.113.9', '2001:db8::19', '2001:db8:0:0:0:0:0:19']) {
        const parts = { virtualHost: `[${address}]:443` };
        const told = title(`/${address}/`, parts, { rule: address, address });
        assert.equal(told, '‹address›: GET /‹address›/ on %5B‹address›%5D:443');
      }
      assert.equal(title('/203%2E0.113.9'), 'Detection: ‹address› on shop.example:443');
    });

    it('makes up no request', () => {
      assert.equal(title('/', { rawData: '\0binary' }), 'Detection on shop.example:443');
      assert.equal(title('/', { rawData: '' }, { uri: '/a?b' }), 'Detection: /a on shop.example:443');
      const request = { firstLine: 'PUT /c HTTP/1.1', headers: [] };
      assert.equal(title('/', { rawData: '\0', request }), 'Detection: PUT /c on shop.example:443');
    });

    it('has letters of other scripts as such', () => {
      assert.equal(title('/%ED%9A%8C%EC%9B%90/%8b'), 'Detection: GET /회원/%8b on shop.example:443');
    });

    it('does not take a text of the log for a placeholder', () => {
      for (const options of [redacted, exact]) {
        assert.match(
          title('/‹redacted:cookie1›', {}, {}, options),
          /‹in the log, not ours%3A redacted%3A cookie1›/,
        );
      }
    });

    it('has nothing that a tracker makes a mention, a reference or a link of', () => {
      fc.assert(
        fc.property(hostileLog, hostileRow, (log, row) => {
          const { title } = bugReport(log, row, exact);
          assert.doesNotMatch(title, /[@#!~*`<>[\]{}|\\^]|[&$]\d|:\/\/|\p{C}/u);
        }),
      );
    });
  });

  describe('what matched', () => {
    it('is marked by more of the marks than stand around it, and never ends its block', () => {
      const value = '«»»» ``` ~~~~ </details>';
      const { log, row } = search(value, value);
      const report = bugReport(log, row, redacted);
      assert.match(report.markdown, /the match between «««« and »»»», with/);
      assert.ok(drawn(report.markdown).blocks[0]?.startsWith(`GET /search?q=««««${value}»»»» HTTP/1.1\n`));
    });

    it('is shown where it stands in what is redacted', () => {
      const { log, row } = search('x', 'correct-horse-9', ['Authorization: Bearer correct-horse-9xKq27']);
      const { markdown } = bugReport(log, row, redacted);
      assert.match(markdown, /Authorization: Bearer «‹redacted: authorization 1›»/);
      assert.match(markdown, /- Something of what matched is redacted/);
      assert.doesNotMatch(markdown, /correct-horse/);
    });

    it('is shown decoded beside what is redacted', () => {
      const { log, row } = search('x', "6c355bc065b8' UNION SELECT 1--", [
        "Cookie: sid=6c355bc065b8'%20UNION%20SELECT%201--",
      ]);
      const [sent, decoded] = blocksOf(log, row);
      assert.match(sent ?? '', /sid=«‹redacted: cookie 1›'%20UNION%20SELECT%201--»/);
      assert.equal(decoded, "sid=«‹redacted: cookie 1›' UNION SELECT 1--»\n");
    });

    it('is not shown decoded where its layers hide a secret that the raw data does not show', () => {
      const packed = Buffer.from(JSON.stringify({ password: 'winter', q: '<script>' })).toString('base64');
      const log = aLog({ rawData: `POST /?d=${packed} HTTP/1.1\r\nHost: a\r\n\r\n` });
      const { markdown } = bugReport(log, aRow({ detectedValue: '<script>' }), redacted);
      assert.doesNotMatch(markdown, /winter/);
    });

    it('names every further place, up to a few', () => {
      const { log, row } = search(
        '<x>',
        '<x>',
        Array.from({ length: 9 }, (_, index) => `X-${index}: <x>`),
      );
      const { markdown } = bugReport(log, row, redacted);
      assert.match(
        markdown,
        /- Where: `Query parameter q`, offset 14 of the raw data as sent, 3 characters\n- Also: `Header X-0`/,
      );
      assert.match(markdown, /\n- And at 4 further places\n/);
    });

    it('hides a secret in the name of its place', () => {
      const name = `ghp_${'Zk9vXq27LmPw83RtYb56'.repeat(2).slice(0, 36)}`;
      const log = aLog({ rawData: `GET /?${name}=<x> HTTP/1.1\r\n\r\n` });
      assert.ok(!bugReport(log, aRow({ detectedValue: '<x>' }), redacted).markdown.includes(name));
    });

    it('is in the report when it is the whole of a long body, and what is cut is said', () => {
      const body = 'attack '.repeat(20_000);
      const log = aLog({ rawData: `POST / HTTP/1.1\r\n\r\n${body}` });
      const { markdown, notes } = bugReport(log, aRow({ detectedValue: body }), redacted);
      assert.ok(markdown.length <= LONGEST_REPORT);
      assert.match(markdown, /Of the match, the first 5,\d\d\d of 140,000 characters are shown\./);
      assert.match(markdown, /«attack attack/);
      assert.match(
        notes.map(english).join(),
        /^The raw data is cut: its first [\d,]+ of 140,019 characters\./,
      );
      assert.ok(markdown.includes(notes.map(english)[0] ?? '-'));
    });

    it('is in the report when it stands beyond what is shown of the raw data', () => {
      const log = aLog({ rawData: `POST / HTTP/1.1\r\n\r\n${'x'.repeat(100_000)}<script>` });
      const { markdown } = bugReport(log, aRow({ detectedValue: '<script>' }), redacted);
      assert.match(markdown, /x{200}«<script>»\n```/);
    });

    it('is said not to be found', () => {
      const { log, row } = search('x', 'elsewhere');
      assert.match(
        bugReport(log, row, redacted).markdown,
        /- Detected value: `elsewhere`\n- Where: not found in the request\./,
      );
    });
  });

  describe('as a Markdown page', () => {
    const attacks = [
      '```\n# Heading',
      '~~~~\n~~~~~~~~\n',
      '`'.repeat(2000),
      '~'.repeat(2000),
      '\\|`\\|``'.repeat(60),
      '</details></summary><script>alert(1)</script><img src=x onerror=y>',
      '@everyone #1 GH-1 !2 owner/repo#3 0123456789abcdef0123456789abcdef01234567',
      '![x](https://evil.example/a.png) [y](javascript:x) <https://evil.example>',
      'www.evil.example https://evil.example me@evil.example',
      '| a | b |\n| --- | --- |\n| `c` | d |',
      '    indented\n\tcode',
      '&lt;b&gt; &#96;&#96;&#96;',
      '[x]: https://evil.example "t"\n[x]',
      '‹redacted: cookie 1› « »',
      '\u2028```\u2028',
      '\r```\r',
      '<!--',
      '<![CDATA[',
      '<?php',
      '$(bug) $x^2$ $$y$$',
      ':tada:',
      '\0\ud800',
      '\u202e```',
    ] as const;

    it('draws every text of a log as text in code, whatever it is', () => {
      const parts = fc.oneof(fc.constantFrom(...attacks), hostileText);
      fc.assert(
        fc.property(hostileLog, hostileRow, parts, fc.boolean(), (some, someRow, attack, isRedacted) => {
          const log = {
            ...some,
            rawData: `${some.rawData}${attack}`,
            description: attack,
            virtualHost: attack,
          };
          const row = { ...someRow, detectedValue: attack, rule: attack, address: attack };
          const { markdown } = bugReport(log, row, isRedacted ? redacted : exact);
          assertOurs(drawn(markdown));
          assert.ok(markdown.length <= LONGEST_REPORT, String(markdown.length));
          assert.doesNotMatch(markdown, /(?![\t\n])\p{C}/u);
        }),
        { numRuns: amount(1000) },
      );
    });

    for (const attack of attacks) {
      it(`draws ${JSON.stringify(attack.slice(0, 30))} as text wherever it stands`, () => {
        const headers = [[`X-${attack}`, attack] as const];
        const log = aLog({
          rawData: `POST /${attack}?a=${attack} HTTP/1.1\r\nX: ${attack}\r\nCookie: ${attack}=${attack}\r\n\r\n${attack}`,
          request: { firstLine: attack, headers },
          response: { firstLine: attack, headers },
          virtualHost: attack,
          description: attack,
          timeZone: attack,
          key: { domain: 7, idx: 12, detectedType: attack },
        });
        const texts = { rule: attack, ruleRaw: `${attack}.`, action: attack, time: attack, address: attack };
        const row = aRow({
          ...texts,
          country: attack,
          countryCode: 'x',
          baseType: attack,
          baseMessage: `.${attack}`,
          detectedValue: attack,
        });
        for (const options of [redacted, exact]) {
          const { markdown } = bugReport(log, row, options);
          assertOurs(drawn(markdown));
          assert.ok(markdown.length <= LONGEST_REPORT, String(markdown.length));
        }
      });
    }
  });

  it('stays within what issue trackers take, whatever is long', () => {
    for (const part of ['v', '`', '~', '\u202e', '«', '\\|', '\n', '한', '👍']) {
      const long = part.repeat(100_000);
      const headers = Array.from({ length: 200 }, (_, index) => [`X-${index}`, part.repeat(500)] as const);
      const log = aLog({
        rawData: `GET /${long} HTTP/1.1\r\n\r\n${long}`,
        request: { firstLine: undefined, headers },
        response: { firstLine: long, headers },
        description: long,
        virtualHost: long,
        timeZone: long,
      });
      const texts = {
        rule: long,
        ruleRaw: `x${long}`,
        action: long,
        time: long,
        address: long,
        country: long,
      };
      const row = aRow({
        ...texts,
        baseType: long,
        baseMessage: `x${long}`,
        description: `y${long}`,
        detectedValue: long,
      });
      for (const options of [redacted, exact]) {
        const { markdown } = bugReport(log, row, options);
        assert.ok(markdown.length <= LONGEST_REPORT, `${part}: ${markdown.length}`);
        assertOurs(drawn(markdown));
      }
    }
  });

  it('looks for every class that is asked for, and says which are left', () => {
    const { log, row } = search('<x>', '<x>', ['X-Forwarded-For: 203.0.113.9', 'X-Mail: anna@example.com']);
    const client = { ...row, address: '203.0.113.9' };
    const { markdown } = bugReport(log, client, { ...redacted, redaction: everything });
    assert.doesNotMatch(markdown, /203\.0\.113\.9|anna@/);
    assert.match(markdown, /\nRedacted: 1 e-mail, 1 address\. No list of secrets/);
  });

  it('asks for a thread where decoding grows too much for this one', () => {
    const body = brotliCompressSync(Buffer.alloc(1_000_000, 'a')).toString('latin1');
    const log = aLog({ rawData: `POST / HTTP/1.1\r\nContent-Encoding: br\r\n\r\n${body}` });
    const row = aRow({ detectedValue: 'b' });
    assert.throws(() => bugReport(log, row, { ...redacted, decompressedLimit: 1000 }), {
      code: 'TOO_LARGE_HERE',
    });
  });
});

/** All that a page draws outside of code is a sentence, a name or a number of ours. */
function assertOurs({ texts, html, unsafe }: Drawn): void {
  assert.deepEqual(unsafe, []);
  for (const tag of html)
    assert.match(
      tag,
      /^(?:<details>\n<summary>(?:Reproduce|Response headers|Identifiers and link)<\/summary>\n*|<\/details>\n*)$/,
    );
  for (const text of texts) assert.match(text, OURS);
}
