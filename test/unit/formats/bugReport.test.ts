import assert from 'node:assert/strict';
import { brotliCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { type BugReportOptions, bugReport } from '../../../src/formats/bugReport.ts';
import { english } from '../../../src/text/l10n.ts';
import { amount } from '../../proofs.ts';
import { aLog, aRow, essential, hostileLog, hostileRow, hostileText } from './logs.ts';
import { type Drawn, drawn } from './markdownPage.ts';

const link = 'vscode://partner-logs.partner-logs/log?base=sample%3A&domain=7&idx=12&type=WAF';
const exact: BugReportOptions = { link, redaction: undefined, version: '1.2.3' };
const hiding: BugReportOptions = { link, redaction: essential, version: '1.2.3' };
/** Returns a request whose query parameter contains the text that a rule matched. */
function search(query: string, detectedValue: string, more: readonly string[] = []) {
  const rawData = [`GET /search?q=${query} HTTP/1.1`, 'Host: shop.example', ...more, '', ''].join('\r\n');
  return { log: aLog({ rawData }), row: aRow({ rule: 'SQL Injection', detectedValue }) };
}

/** Text of a report outside code. A tracker cannot interpret any of it as more than plain text. */
const OURS = /^(?!.*(?:http|www\.))[\w\s.,:;()‹›«»=…“”·/-]*$/;

function blocksOf(log: ReturnType<typeof aLog>, row = aRow(), options = hiding): readonly string[] {
  return drawn(bugReport(log, row, options).markdown).blocks;
}

describe('bugReport', function () {
  this.timeout(120_000);

  it('tells what is known in the order of its sections, with values hidden', () => {
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
    const report = bugReport(log, row, hiding);
    assert.equal(report.title, 'SQL Injection blocked GET /login (query parameter q)');
    assert.equal(report.hidden, 1);
    assert.deepEqual(report.notes, []);
    assert.equal(
      report.markdown,
      `# SQL Injection blocked \`GET /login\` (query parameter \`q\`)


Action \`Blocked\` · status \`403\` · time \`2026-02-03 04:05:06 Asia/Seoul\` = \`2026-02-02T19:05:06Z\` · client \`203.0.113.9\` \`FR\` · host \`shop.example:443\`

## Match

- Description: \`\` SQL | \`x\` \`\`
- Where: \`Query parameter ▸ q\`, offset 28 of the raw data, 16 characters, found after decoding (percent-encoding)

As sent, between « and »:

\`\`\`text
GET /login?token=‹8 characters›&q=«%27%20OR%201=1--» HTTP/1.1
\`\`\`

Decoded (percent-encoding), between « and »:

\`\`\`text
«' OR 1=1--»
\`\`\`

## Request

\`\`\`text
GET /login?token=‹8 characters›&q=%27%20OR%201=1-- HTTP/1.1
Host: shop.example

\`\`\`

<details>
<summary>cURL with the matched field alone</summary>

For dash, bash, zsh, or another POSIX shell. Replace REPLACE-ME with the address of your server.

\`\`\`text
curl --http1.1 \\
  --request 'GET' \\
  --request-target '/login?q=%27%20OR%201=1--' \\
  --header 'User-Agent:' \\
  --header 'Accept:' \\
  --header 'Host: shop.example' \\
  http://REPLACE-ME
\`\`\`

</details>

<details>
<summary>Response</summary>

\`\`\`text
HTTP/1.1 403 Forbidden
Server: waf
\`\`\`

</details>

<details>
<summary>Headers added by the service</summary>

\`\`\`text
X-Unique-Id: u1
\`\`\`

</details>

Domain \`7\` · log \`12\` · type \`WAF\` · rule as sent \`SQLI\`

Link \`${link}\` opens the log in an editor with Partner Logs and a connection to the same service. Paste it into **Open Detection Log…**.

1 value is hidden and shown as ‹kind and length›. Only names, ordinary values, and the match are shown. Made by Partner Logs 1.2.3.
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
      const { markdown } = bugReport(aLog({ rawData }), aRow({ detectedValue: attack }), exact);
      assert.match(markdown, /^Decoded \(/m);
      assert.ok(markdown.includes(`q=«${attack}»`), markdown);
    });
  }

  it('shows an escape in a path where tokens stand, decoded', () => {
    const attack = '%u0041%u0042';
    const rawData = `GET /account/login/${attack} HTTP/1.1\r\nHost: shop.example\r\n\r\n`;
    const { markdown } = bugReport(aLog({ rawData }), aRow({ detectedValue: attack }), exact);
    assert.ok(markdown.includes(`/login/«${attack}»`), markdown);
  });

  it('says how often an encoding was undone', () => {
    const rawData = 'GET /a/..%252f..%252fetc%252fpasswd HTTP/1.1\r\nHost: shop.example\r\n\r\n';
    const { markdown } = bugReport(aLog({ rawData }), aRow({ detectedValue: '../../etc/passwd' }), hiding);
    assert.match(markdown, /found after decoding \(percent-encoding twice\)/);
  });

  it('leaves out what a log does not have', () => {
    const { markdown, notes } = bugReport(aLog(), undefined, hiding);
    assert.deepEqual(notes, []);
    assert.doesNotMatch(markdown, /cURL|Response|added by|client|time|Description|Kept|Equal secrets/);
    assert.match(markdown, /The log does not specify the match\./);
    assert.match(markdown, /The log has neither raw data nor headers\./);
    assert.match(markdown, /\nNo values are hidden\. Made by Partner Logs 1\.2\.3\.\n$/);
  });

  it('states in one line what is known of a log and its row', () => {
    const date = { firstLine: undefined, headers: [['Date', 'Tue, 03 Feb 2026 04:05:06 GMT']] as const };
    const time = '2026-02-03 04:05:06';
    const cases: readonly (readonly [Parameters<typeof aLog>[0], Parameters<typeof aRow>[0], string])[] = [
      [{}, {}, 'Status `403` · host `shop.example:443`'],
      [{ responseCode: 0 }, { action: 'Detected' }, 'Action `Detected` · host `shop.example:443`'],
      [{ virtualHost: '' }, { time }, 'Status `403` · time `2026-02-03 04:05:06 UTC`'],
      [{ virtualHost: '', timeZone: '' }, { time }, 'Status `403` · time `2026-02-03 04:05:06`'],
      [
        { virtualHost: '', timeZone: 'Asia/Seoul' },
        { time },
        'Status `403` · time `2026-02-03 04:05:06 Asia/Seoul` = `2026-02-02T19:05:06Z`',
      ],
      [
        { virtualHost: '', response: date },
        { time: '' },
        'Status `403` · time `2026-02-03T04:05:06Z` (the Date of the response)',
      ],
      [{ virtualHost: '' }, { time: 'now' }, 'Status `403` · time `now UTC`'],
      [{ virtualHost: '' }, { country: 'France' }, 'Status `403` · client `France`'],
      [
        { virtualHost: '' },
        { address: '203.0.113.9', country: 'France', countryCode: 'FR' },
        'Status `403` · client `203.0.113.9` `FR`',
      ],
    ];
    for (const [log, row, line] of cases)
      assert.equal(bugReport(aLog(log), aRow(row), exact).markdown.split('\n')[3], line);
  });

  it('ends with what identifies the log, and its link if that is short', () => {
    const lines = (row: Parameters<typeof aRow>[0], to = '') =>
      bugReport(aLog(), aRow(row), { ...exact, link: to })
        .markdown.split('\n')
        .slice(-6);
    const domain = 'Domain `7` · log `12` · type `WAF`';
    assert.equal(lines({ rule: 'SQL', ruleRaw: 'SQL' })[2], domain);
    assert.equal(
      lines({ rule: 'SQL', ruleRaw: 'sql', baseType: 'b' })[2],
      `${domain} · rule as sent \`sql\` · base type \`b\``,
    );
    const longest = 'x'.repeat(500);
    assert.ok(lines({}, longest).join('\n').includes(`\nLink \`${longest}\` opens the log in an editor`));
    assert.equal(lines({}, `${longest}x`)[2], domain);
  });

  it('says so when nothing is redacted', () => {
    const { markdown, notes } = bugReport(aLog(), undefined, exact);
    assert.deepEqual(notes.map(english), ['Nothing is redacted. This might contain secrets.']);
    assert.match(
      markdown,
      /\nNothing is redacted\. This might contain secrets\. Made by Partner Logs 1\.2\.3\.\n$/,
    );
  });

  it('has headers where there is no raw data, and both where that is no request', () => {
    const request = { firstLine: 'GET /a HTTP/1.1', headers: [['X-A', 'b'] as const] };
    assert.doesNotMatch(bugReport(aLog({ request }), undefined, exact).markdown, /Headers added by/);
    assert.match(
      bugReport(aLog({ request }), undefined, exact).markdown,
      /no raw data\. These are its headers:\n\n```text\nGET \/a HTTP\/1\.1\nX-A: b\n/,
    );
    const { markdown } = bugReport(aLog({ request, rawData: '\0\x01binary' }), undefined, exact);
    assert.match(markdown, /```text\n␀␁binary\n```/);
    assert.match(
      markdown,
      /<summary>Headers added by the service<\/summary>\n\n```text\nGET \/a HTTP\/1\.1\nX-A: b\n/,
    );
  });

  describe('title', () => {
    const title = (target: string, parts: Parameters<typeof aLog>[0] = {}, row = {}, options = hiding) =>
      bugReport(aLog({ rawData: `GET ${target} HTTP/1.1\r\n\r\n`, ...parts }), aRow(row), options).title;

    it('holds no secret, of the optional classes either, also in an exact report', () => {
      const secrets = ['anna@example.com', '4111111111111111', '9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d'];
      for (const secret of secrets) {
        for (const options of [{ ...hiding, redaction: essential }, exact]) {
          const told = title(`/a/${secret}/b`, {}, { rule: `Rule ${secret}` }, options);
          assert.equal(told, 'Rule ‹redacted›: GET /a/‹redacted›/b');
        }
      }
      for (const options of [hiding, exact]) {
        const path = title('/reset-password/Zk9vXq27LmPw83Rt/x?token=abc', {}, {}, options);
        assert.equal(path, 'Detection: GET /reset-password/‹redacted›/x');
      }
    });

    it('holds no address', () => {
      for (const address of ['203.0.113.9', '2001:db8::19', '2001:db8:0:0:0:0:0:19']) {
        const parts = { virtualHost: `[${address}]:443` };
        const told = title(`/${address}/`, parts, { rule: address, address });
        assert.equal(told, '‹address›: GET /‹address›/');
      }
      assert.equal(title('/203%2E0.113.9'), 'Detection: ‹address›');
      const address = '2001:db8::19';
      assert.equal(title(`/cafe${address}`, {}, { address }), 'Detection: GET /cafe‹address›');
      assert.equal(title('/cafe', {}, { address: 'cafe' }), 'Detection: GET /cafe');
      const parts = { rawData: '\0', virtualHost: '[2001:db8::19]:443' };
      assert.equal(title('/', parts), 'Detection on %5B‹address›%5D:443');
    });

    it('makes up no request', () => {
      assert.equal(title('/', { rawData: '\0binary' }), 'Detection on shop.example:443');
      assert.equal(title('/', { rawData: '' }, { uri: '/a?b' }), 'Detection: /a');
      const request = { firstLine: 'PUT /c HTTP/1.1', headers: [] };
      assert.equal(title('/', { rawData: '\0', request }), 'Detection: PUT /c');
    });

    it('reads the request line only in the first 64 Ki of the raw data', () => {
      const afterTarget = 'GET ?'.length + ' HTTP/1.1'.length;
      const query = (length: number) => `/a?${'b'.repeat(length - afterTarget - '/a'.length)}`;
      assert.equal(title(query(64 * 1024), {}, { uri: '/c' }, exact), 'Detection: GET /a');
      assert.equal(title(query(64 * 1024 + 1), {}, { uri: '/c' }, exact), 'Detection: /c');
    });

    it('names the place of the match in lowercase if that is no field', () => {
      assert.equal(title('/a', {}, { detectedValue: 'HTTP/1.1' }), 'Detection: GET /a (request line)');
      assert.equal(title('/a', {}, { detectedValue: 'GET' }), 'Detection: GET /a (request method)');
    });

    it('takes the name of a rule as prose', () => {
      assert.equal(title('/a', {}, { rule: 'Password: reset form' }), 'Password%3A reset form: GET /a');
    });

    it('names the field of the match as each part of a request calls it', () => {
      const part = (head: string, body = '') =>
        bugReport(
          aLog({ rawData: `POST /${head}\r\n\r\n${body}` }),
          aRow({ detectedValue: '<s>' }),
          hiding,
        ).title.slice('Detection: POST /'.length);
      const disposition = 'Content-Disposition: form-data; name="q"\r\n\r\n';
      for (const [head, body, named] of [
        ['a/<s> HTTP/1.1', '', 'a/%3Cs%3E (path)'],
        ['?q=<s> HTTP/1.1', '', ' (query parameter q)'],
        ['a HTTP/1.1\r\nX-A: <s>', '', 'a (header X-A)'],
        ['a HTTP/1.1\r\nCookie: q=<s>', '', 'a (cookie q)'],
        ['a HTTP/1.1', 'q=<s>', 'a (form field q)'],
        ['a HTTP/1.1', `--b\r\n${disposition}<s>\r\n--b--\r\n`, 'a (form field q)'],
        ['a HTTP/1.1', '{"q":[{"r":"<s>"}]}', 'a (JSON field q.r)'],
        ['a HTTP/1.1', '<q><r a="b">&lt;s></r></q>', 'a (XML element q.r)'],
        ['a HTTP/1.1', 'text <s>', 'a (body)'],
      ] as const)
        assert.equal(part(head, body), named);
    });

    it('has letters of other scripts as such', () => {
      assert.equal(title('/%ED%9A%8C%EC%9B%90/%8b'), 'Detection: GET /회원/%8b');
      for (const path of ['/%E2%80%AE', '/%ED%9A%8C%E2%80%AE', '/%E2%80%AE%ED%9A%8C'])
        assert.equal(title(path), `Detection: GET ${path}`);
      assert.equal(title('/a:443/b'), 'Detection: GET /a%3A443/b');
      assert.equal(title('/$1&2$a&b'), 'Detection: GET /%241%262$a&b');
    });

    it('does not take a text of the log for a mark', () => {
      const exactTitle = (target: string) => title(target, {}, {}, exact);
      assert.equal(exactTitle('/‹key, 20›'), 'Detection: GET /‹redacted›');
      for (const options of [hiding, exact])
        assert.equal(
          title('/a;password=kit ten', {}, {}, options),
          'Detection: GET /a%3Bpassword=‹redacted›',
        );
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
      const report = bugReport(log, row, hiding);
      assert.match(report.markdown, /^As sent, between «««« and »»»»:$/m);
      assert.equal(drawn(report.markdown).blocks[0], `GET /search?q=««««${value}»»»» HTTP/1.1\n`);
    });

    it('is shown where it stands in what is redacted', () => {
      const { log, row } = search('x', 'correct-horse-9', ['Authorization: Bearer correct-horse-9xKq27']);
      const { markdown } = bugReport(log, row, hiding);
      assert.match(markdown, /Authorization: Bearer «‹20 characters›»/);
      assert.match(markdown, /- Part of the match is hidden/);
      assert.doesNotMatch(markdown, /correct-horse/);
    });

    it('is shown decoded beside what is redacted', () => {
      const { log, row } = search('x', "6c355bc065b8' UNION SELECT 1--", [
        "Cookie: sid=6c355bc065b8'%20UNION%20SELECT%201--",
      ]);
      const [sent, decoded] = blocksOf(log, row);
      assert.match(sent ?? '', /sid=«‹12 characters›'%20UNION%20SELECT%201--»/);
      assert.equal(decoded, "sid=«‹12 characters›' UNION SELECT 1--»\n");
    });

    it('is not shown decoded where its layers hide a secret that the raw data does not show', () => {
      const packed = Buffer.from(JSON.stringify({ password: 'winter', q: '<script>' })).toString('base64');
      const log = aLog({ rawData: `POST /?d=${packed} HTTP/1.1\r\nHost: a\r\n\r\n` });
      const { markdown } = bugReport(log, aRow({ detectedValue: '<script>' }), hiding);
      assert.doesNotMatch(markdown, /winter/);
    });

    it('names every further place, up to a few', () => {
      const { log, row } = search(
        '<x>',
        '<x>',
        Array.from({ length: 9 }, (_, index) => `X-${index}: <x>`),
      );
      const { markdown } = bugReport(log, row, hiding);
      assert.match(
        markdown,
        /- Where: `Query parameter ▸ q`, offset 14 of the raw data, 3 characters\n- Also in: `Header ▸ X-0`, `Header ▸ X-1`, 7 other places\n/,
      );
    });

    it('hides a secret in the name of its place', () => {
      const name = `ghp_${'Zk9vXq27LmPw83RtYb56'.repeat(2).slice(0, 36)}`;
      const log = aLog({ rawData: `GET /?${name}=<x> HTTP/1.1\r\n\r\n` });
      assert.ok(!bugReport(log, aRow({ detectedValue: '<x>' }), hiding).markdown.includes(name));
    });

    it('is in the report when it is the whole of a long body, and what is cut is said', () => {
      const body = 'attack '.repeat(20_000);
      const log = aLog({ rawData: `POST / HTTP/1.1\r\n\r\n${body}` });
      const { markdown, notes } = bugReport(log, aRow({ detectedValue: body }), exact);
      assert.ok(markdown.length <= 5_990);
      assert.match(markdown, /The first 3\d\d of 140,000 characters of the match are shown\./);
      assert.match(markdown, /«attack attack/);
      assert.match(notes.map(english).join(), /,The raw data is truncated: [\d,]+ of 140,019 characters\./);
      assert.ok(markdown.includes(notes.map(english)[1] ?? '-'));
    });

    it('is in the report when it stands beyond what is shown of the raw data', () => {
      const log = aLog({ rawData: `POST / HTTP/1.1\r\n\r\n${'x'.repeat(100_000)}<script>` });
      const { markdown } = bugReport(log, aRow({ detectedValue: '<script>' }), exact);
      assert.match(markdown, /x{40}«<script>»\n```/);
    });

    it('is not described by a text that is only the match', () => {
      const rawData = 'GET /?q=<script> HTTP/1.1\r\n\r\n';
      const descriptions = (description: string) =>
        bugReport(aLog({ rawData, description }), aRow({ detectedValue: '<script>' }), hiding).markdown.match(
          /^- Description: .*$/gm,
        );
      assert.equal(descriptions('<script>'), null);
      assert.deepEqual(descriptions('Found <script>'), ['- Description: `Found …`']);
    });

    it('is said not to be found', () => {
      const described = aLog({ rawData: 'GET / HTTP/1.1\r\n\r\n', description: 'SQL' });
      assert.match(
        bugReport(described, undefined, hiding).markdown,
        /\n- Description: `SQL`\n- Where: not found in the request\.\n/,
      );
      const { log, row } = search('x', 'elsewhere');
      assert.match(
        bugReport(log, row, hiding).markdown,
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
      '‹12 characters› « »',
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
        fc.property(hostileLog, hostileRow, parts, fc.boolean(), (some, someRow, attack, isHidden) => {
          const log = {
            ...some,
            rawData: `${some.rawData}${attack}`,
            description: attack,
            virtualHost: attack,
          };
          const row = { ...someRow, detectedValue: attack, rule: attack, address: attack };
          const { markdown } = bugReport(log, row, isHidden ? hiding : exact);
          assertOurs(drawn(markdown));
          assert.ok(markdown.length <= 5_990, String(markdown.length));
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
        for (const options of [hiding, exact]) {
          const { markdown } = bugReport(log, row, options);
          assertOurs(drawn(markdown));
          assert.ok(markdown.length <= 5_990, String(markdown.length));
        }
      });
    }
  });

  describe('of a log that is too long for it', () => {
    const written = (rawData: string, detectedValue: string, parts: Parameters<typeof aLog>[0] = {}) => {
      const report = bugReport(aLog({ rawData, ...parts }), aRow({ detectedValue }), exact);
      const { length } = report.markdown;
      assert.ok(length < 6000, String(length));
      const { blocks } = drawn(report.markdown);
      return { ...report, blocks, request: blocks.filter((block) => !block.startsWith('curl')).slice(1) };
    };
    const post = (body: string) => `POST /a HTTP/1.1\r\nHost: a\r\n\r\n${body}`;

    it('shows the start of the head and the body around the match, and says what is left out', () => {
      const body = `${'a'.repeat(150_000)}<script>${'b'.repeat(150_000)}`;
      const { request, markdown, notes } = written(post(body), '<script>');
      assert.equal(request[0], 'POST /a HTTP/1.1\nHost: a\n');
      assert.match(request[1] ?? '', /^a{200}<script>b{1276}\n$/);
      assert.match(
        markdown,
        /^[\d,]+ of the 300,008 characters of the body are shown, starting 149,800 characters after its beginning\.$/m,
      );
      assert.match(notes.map(english).join(), /,The raw data is truncated: [\d,]+ of 300,037 characters\./);
      assert.match(markdown, /Save the body \(300,008 bytes\) as `request-body`\./);
    });

    it('says nothing of a body that is shown whole or that there is none of', () => {
      const head = `GET / HTTP/1.1\r\n${Array.from({ length: 500 }, (_, at) => `X-${at}: value\r\n`).join('')}\r\n`;
      const short = written(`${head}short`, '');
      assert.equal(short.request[0], 'short\n');
      const none = written(head, '');
      assert.deepEqual(none.request, []);
      for (const { markdown } of [short, none]) {
        assert.match(markdown, /\n\d+ further headers left out\.\n/);
        assert.doesNotMatch(markdown, /characters of the body are shown/);
      }
    });

    it('shows the end of 5 MiB with the match in it', () => {
      const { request } = written(post(`${'x'.repeat(5 * 1024 * 1024)}<script>`), '<script>');
      assert.match(request[1] ?? '', /^x{200}<script>\n$/);
    });

    it('counts the headers beyond those that fit, and shows the one with the match', () => {
      const many = Array.from({ length: 25_000 }, (_, index) => `X-${index}: some value ${index}\r\n`);
      const rawData = `GET / HTTP/1.1\r\n${many.join('')}X-Last: <script>\r\n\r\n`;
      const { request, markdown } = written(rawData, '<script>');
      const lines = request[0]?.trimEnd().split('\n') ?? [];
      assert.deepEqual([lines[0], lines.at(-1)], ['GET / HTTP/1.1', 'X-Last: <script>']);
      const left = new Intl.NumberFormat('en').format(25_002 - lines.length);
      assert.ok(markdown.includes(`\n${left} further headers left out.\n`), markdown);
    });

    it('counts the names beyond 200, however short they are', () => {
      const rawData = `GET / HTTP/1.1\r\n${'a:\r\n'.repeat(2000)}\r\n`;
      const headers = Array.from({ length: 2000 }, (_, index) => [`${index}`, ''] as const);
      const { blocks, markdown } = written(rawData, '', { response: { firstLine: undefined, headers } });
      assert.equal(blocks[0]?.trimEnd().split('\n').length, 200);
      assert.ok(markdown.includes('\n1,801 further headers left out.\n'));
      const response = markdown.slice(markdown.indexOf('<summary>Response'));
      const shown = drawn(response).blocks[0]?.trimEnd().split('\n').length ?? 0;
      assert.ok(
        response.includes(`\n${new Intl.NumberFormat('en').format(2000 - shown)} further headers left out.`),
      );
    });

    it('cuts a match of 60 KB, and says its length', () => {
      const { markdown } = written(post('attack '.repeat(8572)), 'attack '.repeat(8572));
      assert.match(markdown, /The first 340 of 60,004 characters of the match are shown\./);
      assert.match(markdown, /«attack attack/);
    });

    it('shows one of thousands of names', () => {
      const members = Array.from({ length: 5000 }, (_, index) => [
        `name_${index}`,
        index === 4321 ? '<x>' : 'v',
      ]);
      const { title, markdown } = written(post(JSON.stringify(Object.fromEntries(members))), '<x>');
      assert.equal(title, 'Detection: POST /a (JSON field name_4321)');
      assert.match(markdown, /- Where: `JSON body ▸ name_4321`/);
      assert.match(markdown, /"name_4321":"«<x>»"/);
    });

    it('shows the match in a long cookie, a long request line and a header name', () => {
      const cookies = Array.from({ length: 2000 }, (_, index) => `c${index}=v`).join('; ');
      const cookie = written(`GET / HTTP/1.1\r\nCookie: ${cookies}; q=<x>; z=v\r\nA: b\r\n\r\n`, '<x>');
      assert.match(cookie.request[0] ?? '', /^GET \/ HTTP\/1\.1\n….*<x>; z=/);
      assert.match(cookie.request[0] ?? '', /\nA: b\n/);
      assert.match(cookie.markdown, /^1 line cut to 160 characters, marked “…”\.$/m);
      assert.equal(cookie.title, 'Detection: GET / (cookie q)');
      const line = written(`GET /${'a/'.repeat(5000)}<x> HTTP/1.1\r\nHost: a\r\n\r\n`, '<x>');
      assert.match(line.request[0] ?? '', /^….*<x> HTTP\/1\.1\nHost: a\n$/);
      const name = written(`GET / HTTP/1.1\r\nX-<x>-y: 1\r\n\r\n`, '<x>');
      assert.equal(name.title, 'Detection: GET / (header X-%3Cx%3E-y)');
    });
  });

  it('shows raw data whole as long as the report has room', () => {
    const reportOf = (units: number) =>
      bugReport(aLog({ rawData: `GET / HTTP/1.1\r\n\r\n${'v'.repeat(units)}` }), aRow(), exact).markdown;
    let [most, tooMany] = [1, 10_000];
    while (tooMany - most > 1) {
      const middle = (most + tooMany) >> 1;
      if (reportOf(middle).includes('The raw data is truncated')) tooMany = middle;
      else most = middle;
    }
    const { length } = reportOf(most);
    assert.ok(length > 5_400 && length <= 5_990, String(length));
  });

  it('stays within its length, whatever is long', () => {
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
      for (const options of [hiding, exact]) {
        const { markdown } = bugReport(log, row, options);
        assert.ok(markdown.length <= 5_990, `${part}: ${markdown.length}`);
        assertOurs(drawn(markdown));
      }
    }
  });

  it('asks for a thread where decoding grows too much for this one', () => {
    const body = brotliCompressSync(Buffer.alloc(1_000_000, 'a')).toString('latin1');
    const log = aLog({ rawData: `POST / HTTP/1.1\r\nContent-Encoding: br\r\n\r\n${body}` });
    const row = aRow({ detectedValue: 'b' });
    assert.throws(() => bugReport(log, row, { ...hiding, decompressedLimit: 1000 }), {
      code: 'TOO_LARGE_HERE',
    });
  });
});

/** Asserts that all text rendered outside code is one of the extension's own sentences, names, or numbers. */
function assertOurs({ texts, html, unsafe }: Drawn): void {
  assert.deepEqual(unsafe, []);
  for (const tag of html)
    assert.match(
      tag,
      /^(?:<details>\n<summary>(?:cURL(?: with the matched field alone)?|Response|Headers added by the service)<\/summary>\n*|<\/details>\n*)$/,
    );
  for (const text of texts) assert.match(text, OURS);
}
