import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ReportOptions } from '../../../src/formats/bugReport.ts';
import { amount } from '../../proofs.ts';
import { aLog, aRow, hostileLog, hostileRow, hostileText, LINK, reportOf } from './logs.ts';
import { type Drawn, drawn } from './markdownPage.ts';

const link = LINK;
const exact: Partial<ReportOptions> = { detail: 'exact' };
const hiding: Partial<ReportOptions> = {};
/** Returns a request whose query parameter contains the text that a rule matched. */
function search(query: string, detectedValue: string, more: readonly string[] = []) {
  const rawData = [`GET /search?q=${query} HTTP/1.1`, 'Host: shop.example', ...more, '', ''].join('\r\n');
  return { log: aLog({ rawData }), row: aRow({ rule: 'SQL Injection', detectedValue }) };
}

/** Number of UTF-16 units that no report exceeds. */
const MOST = 10_000;

/** Text of a report outside code. A tracker cannot interpret any of it as more than plain text. */
const OURS = /^(?!.*(?:http|www\.))[\w\s.,:;()‹›«»=…“”·/-]*$/;

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
    const report = reportOf(log, row, hiding);
    assert.equal(report.title, 'SQL Injection blocked GET /login (query parameter q)');
    assert.equal(report.hidden, 1);
    assert.deepEqual(report.notes, []);
    assert.equal(
      report.markdown,
      `# SQL Injection blocked \`GET /login\` (query parameter \`q\`)


Action \`Blocked\` · status \`403\` · time \`2026-02-03 04:05:06 Asia/Seoul\` = \`2026-02-02T19:05:06Z\` · client \`203.0.113.9\` \`FR\` · host \`shop.example:443\`

## Match

- Description: \`\` SQL | \`x\` \`\`
- Where: \`Query parameter ▸ q\`, offset 28 of the raw data, 16 characters, decoded (percent-encoding)

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
<summary>cURL</summary>

For dash, bash, zsh, or another POSIX shell. Replace REPLACE-ME with the address of your server. Replace each \`HIDDEN-VALUE\` with your own value.

\`\`\`text
curl --http1.1 \\
  --request 'GET' \\
  --request-target '/login?token=HIDDEN-VALUE&q=%27%20OR%201=1--' \\
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

  it('leaves out what a log does not have', () => {
    const { markdown, notes } = reportOf(aLog(), undefined, hiding);
    assert.deepEqual(notes, []);
    assert.doesNotMatch(markdown, /cURL|Response|added by|client|time|Description|Kept|Equal secrets/);
    assert.match(markdown, /The log does not specify the match\./);
    assert.match(markdown, /The log has neither raw data nor headers\./);
    assert.match(markdown, /\nNothing is hidden\. Made by Partner Logs 1\.2\.3\.\n$/);
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
      assert.equal(reportOf(aLog(log), aRow(row), exact).markdown.split('\n')[3], line);
  });

  it('ends with what identifies the log, and its link if that is short', () => {
    const lines = (row: Parameters<typeof aRow>[0], to = '') =>
      reportOf(aLog(), aRow(row), { ...exact, link: to })
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

  it('has headers where there is no raw data, and both where that is no request', () => {
    const request = { firstLine: 'GET /a HTTP/1.1', headers: [['X-A', 'b'] as const] };
    assert.doesNotMatch(reportOf(aLog({ request }), undefined, exact).markdown, /Headers added by/);
    assert.match(
      reportOf(aLog({ request }), undefined, exact).markdown,
      /no raw data\. These are its headers:\n\n```text\nGET \/a HTTP\/1\.1\nX-A: b\n/,
    );
    const { markdown } = reportOf(aLog({ request, rawData: '\0\x01binary' }), undefined, exact);
    assert.match(markdown, /```text\n␀␁binary\n```/);
    assert.match(
      markdown,
      /<summary>Headers added by the service<\/summary>\n\n```text\nGET \/a HTTP\/1\.1\nX-A: b\n/,
    );
  });

  describe('title', () => {
    const title = (target: string, parts: Parameters<typeof aLog>[0] = {}, row = {}, options = hiding) =>
      reportOf(aLog({ rawData: `GET ${target} HTTP/1.1\r\n\r\n`, ...parts }), aRow(row), options).title;

    it('holds no secret, of the optional classes either, also in an exact report', () => {
      const secrets = ['anna@example.com', '4111111111111111', '9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d'];
      for (const secret of secrets) {
        for (const options of [hiding, exact]) {
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
      for (const address of ['203.0.113.9', '2001:db8::19', '2001:db8:0:0:0:0:0:19'])
        assert.equal(title(`/${address}/`, {}, { rule: address, address }), '‹redacted›: GET /‹redacted›/');
      assert.equal(title('/203%2E0.113.9'), 'Detection: ‹redacted›');
      const parts = { rawData: '\0', virtualHost: '[2001:db8::19]:443' };
      assert.equal(title('/', parts), 'Detection on %5B‹redacted›%5D:443');
    });

    it('makes up no request', () => {
      assert.equal(title('/', { rawData: '\0binary' }), 'Detection on shop.example:443');
      assert.equal(title('/', { rawData: '' }, { uri: '/a?b' }), 'Detection: /a');
      const request = { firstLine: 'PUT /c HTTP/1.1', headers: [] };
      assert.equal(title('/', { rawData: '\0', request }), 'Detection: PUT /c');
    });

    it('names the field of the match as each part of a request calls it', () => {
      const part = (head: string, body = '') =>
        reportOf(
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

    it('escapes what a tracker could take for a reference', () => {
      assert.equal(title('/a:443/b'), 'Detection: GET /a%3A443/b');
      assert.equal(title('/$1&2$a&b'), 'Detection: GET /%241%262$a&b');
    });

    it('shows no value of a path parameter, also in an exact report', () => {
      for (const options of [hiding, exact])
        assert.equal(
          title('/a;password=kit ten', {}, {}, options),
          'Detection: GET /a%3Bpassword=‹redacted›',
        );
    });

    it('contains no value that the user chose to show', () => {
      const choices = { shown: ['Zk9vXq27LmPw83Rt'], hidden: [] };
      const log = aLog({ rawData: 'GET /reset/Zk9vXq27LmPw83Rt HTTP/1.1\r\n\r\n' });
      const report = reportOf(log, aRow(), { redaction: { keys: [], choices } });
      assert.equal(report.title, 'Detection: GET /reset/‹redacted›');
      assert.match(report.markdown, /^# Detection: `GET \/reset\/‹redacted›`$/m);
      assert.match(report.markdown, /^GET \/reset\/Zk9vXq27LmPw83Rt HTTP/m);
    });

    it('has nothing that a tracker makes a mention, a reference or a link of', () => {
      fc.assert(
        fc.property(hostileLog, hostileRow, (log, row) => {
          const { title } = reportOf(log, row, exact);
          assert.doesNotMatch(title, /[@#!~*`<>[\]{}|\\^]|[&$]\d|:\/\/|\p{C}/u);
        }),
      );
    });
  });

  describe('what matched', () => {
    it('is marked by more of the marks than stand around it, and never ends its block', () => {
      const value = '«»»» ``` ~~~~ </details>';
      const { log, row } = search(value, value);
      const report = reportOf(log, row, hiding);
      assert.match(report.markdown, /^As sent, between «««« and »»»»:$/m);
      assert.equal(drawn(report.markdown).blocks[0], `GET /search?q=««««${value}»»»» HTTP/1.1\n`);
    });

    it('is hidden where it is a secret', () => {
      const { log, row } = search('x', 'correct-horse-9', ['Authorization: Bearer correct-horse-9xKq27']);
      const { markdown } = reportOf(log, row, hiding);
      assert.match(markdown, /Authorization: Bearer «‹20 characters›»/);
      assert.doesNotMatch(markdown, /correct-horse/);
    });

    it('is not shown decoded where its layers hide a secret that the raw data does not show', () => {
      const packed = Buffer.from(JSON.stringify({ password: 'winter', q: '<script>' })).toString('base64');
      const log = aLog({ rawData: `POST /?d=${packed} HTTP/1.1\r\nHost: a\r\n\r\n` });
      const { markdown } = reportOf(log, aRow({ detectedValue: '<script>' }), hiding);
      assert.doesNotMatch(markdown, /winter/);
    });

    it('is located, with the number of other places', () => {
      for (const [count, others] of [
        [0, ''],
        [1, ' and 1 other place'],
        [9, ' and 9 other places'],
        [1_500, ' and 999 or more other places'],
      ] as const) {
        const { log, row } = search(
          '<x>',
          '<x>',
          Array.from({ length: count }, () => 'X: <x>'),
        );
        const where = `- Where: \`Query parameter ▸ q\`${others}, offset 14 of the raw data, 3 characters\n`;
        assert.ok(reportOf(log, row, hiding).markdown.includes(where), where);
      }
    });

    it('hides a secret in the name of its place', () => {
      const name = `ghp_${'Zk9vXq27LmPw83RtYb56'.repeat(2).slice(0, 36)}`;
      const log = aLog({ rawData: `GET /?${name}=<x> HTTP/1.1\r\n\r\n` });
      assert.ok(!reportOf(log, aRow({ detectedValue: '<x>' }), hiding).markdown.includes(name));
    });

    it('is shortened, with its length, when it is the whole of a long body', () => {
      const body = 'attack '.repeat(20_000);
      const log = aLog({ rawData: `POST / HTTP/1.1\r\n\r\n${body}` });
      const { markdown, notes } = reportOf(log, aRow({ detectedValue: body }), exact);
      assert.ok(markdown.length <= MOST);
      assert.match(markdown, /offset 19 of the raw data, 140,000 characters\n/);
      assert.match(markdown, /«attack attack.*…»/);
      const cut = 'The raw data (140,019 characters) is truncated. To see all of it, use the link.';
      assert.deepEqual(notes.slice(1), [cut]);
      assert.ok(markdown.includes(cut));
    });

    it('is not described by a text that is only the match', () => {
      const rawData = 'GET /?q=<script> HTTP/1.1\r\n\r\n';
      const descriptions = (description: string) =>
        reportOf(aLog({ rawData, description }), aRow({ detectedValue: '<script>' }), hiding).markdown.match(
          /^- Description: .*$/gm,
        );
      assert.equal(descriptions('<script>'), null);
      assert.deepEqual(descriptions('Found <script>'), ['- Description: `Found <script>`']);
    });
  });

  describe('command', () => {
    const commandIn = (rawData: string, options: Partial<ReportOptions>) =>
      /<summary>cURL<\/summary>\n\n(.*?)\n\n<\/details>/s.exec(
        reportOf(aLog({ rawData }), aRow({ detectedValue: "' OR 1=1--" }), options).markdown,
      )?.[1];
    const post = (body: string) =>
      `POST /a HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

    it('has placeholders for hidden values, and leaves their length to curl', () => {
      const rawData = post(`{"password":"hunter22","q":"' OR 1=1--"}`);
      const essential = commandIn(rawData, hiding) ?? '';
      assert.match(essential, /Replace each `HIDDEN-VALUE` with your own value\.\n/);
      assert.match(essential, /--data-raw '\{"password":"HIDDEN-VALUE","q":"'\\'' OR 1=1--"\}' \\\n/);
      assert.doesNotMatch(essential, /Content-Length/);
      const whole = commandIn(rawData, exact) ?? '';
      assert.match(whole, /--header 'Content-Length: 40' \\\n.*--data-raw '\{"password":"hunter22"/s);
      assert.doesNotMatch(whole, /HIDDEN-VALUE/);
    });

    it('is left out if the raw data is not a request, and if it would be too long', () => {
      for (const options of [hiding, exact]) assert.equal(commandIn('\0binary', options), undefined);
      for (const body of ["'".repeat(1_000), 'ab '.repeat(1_000)])
        assert.match(commandIn(post(body), exact) ?? '', /^The command is too long for this report\./);
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
          const headers = [[`X-${attack}`, attack] as const];
          const log = {
            ...some,
            rawData: `${some.rawData}${attack}`,
            request: { firstLine: attack, headers },
            response: { firstLine: attack, headers },
            description: attack,
            virtualHost: attack,
            timeZone: attack,
          };
          const texts = {
            rule: attack,
            ruleRaw: `${attack}.`,
            action: attack,
            time: attack,
            address: attack,
          };
          const row = { ...someRow, ...texts, detectedValue: attack, baseMessage: `.${attack}` };
          const { markdown } = reportOf(log, row, isHidden ? hiding : exact);
          assertOurs(drawn(markdown));
          assert.ok(markdown.length <= MOST, String(markdown.length));
          assert.doesNotMatch(markdown, /(?![\t\n])\p{C}/u);
        }),
        { numRuns: amount(1000) },
      );
    });
  });

  describe('of a log that is too long for it', () => {
    const written = (rawData: string, detectedValue: string) => {
      const report = reportOf(aLog({ rawData }), aRow({ detectedValue }), exact);
      assert.ok(report.markdown.length <= MOST, String(report.markdown.length));
      const { blocks } = drawn(report.markdown);
      return { ...report, request: blocks.filter((block) => !block.startsWith('curl')).slice(1) };
    };
    const post = (body: string) => `POST /a HTTP/1.1\r\nHost: a\r\n\r\n${body}`;

    it('shows the head and the body around the match, and how much is left out', () => {
      const body = `${'a'.repeat(150_000)}<script>${'b'.repeat(150_000)}`;
      const { request, markdown } = written(post(body), '<script>');
      assert.equal(request[0]?.trimEnd(), 'POST /a HTTP/1.1\nHost: a');
      assert.match(request[1] ?? '', /^…a{200}<script>b{900,1000}…\n$/);
      assert.ok(markdown.includes('\n\nThe raw data (300,037 characters) is truncated. '));
      assert.match(markdown, /The command is too long for this report\./);
    });

    it('names and shows the match among thousands of names', () => {
      const members = Array.from({ length: 5000 }, (_, index) => [
        `name_${index}`,
        index === 4321 ? '<x>' : 'v',
      ]);
      const { title, markdown } = written(post(JSON.stringify(Object.fromEntries(members))), '<x>');
      assert.equal(title, 'Detection: POST /a (JSON field name_4321)');
      assert.match(markdown, /- Where: `JSON body ▸ name_4321`/);
      assert.match(markdown, /"name_4321":"«<x>»"/);
      const cookies = Array.from({ length: 2000 }, (_, index) => `c${index}=v`).join('; ');
      const cookie = written(`GET / HTTP/1.1\r\nCookie: ${cookies}; q=<x>; z=v\r\nA: b\r\n\r\n`, '<x>');
      assert.match(cookie.markdown, /; q=«<x>»; z=v\n/);
      assert.equal(cookie.title, 'Detection: GET / (cookie q)');
      const name = written(`GET / HTTP/1.1\r\nX-<x>-y: 1\r\n${'a: b\r\n'.repeat(500)}\r\n`, '<x>');
      assert.equal(name.title, 'Detection: GET / (header X-%3Cx%3E-y)');
    });
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
        const { markdown } = reportOf(log, row, options);
        assert.ok(markdown.length <= MOST, `${part}: ${markdown.length}`);
        assertOurs(drawn(markdown));
      }
    }
  });
});

/** Asserts that all text rendered outside code is one of the extension's own sentences, names, or numbers. */
function assertOurs({ texts, html, unsafe }: Drawn): void {
  assert.deepEqual(unsafe, []);
  for (const tag of html)
    assert.match(
      tag,
      /^(?:<details>\n<summary>(?:cURL|Response|Headers added by the service)<\/summary>\n*|<\/details>\n*)$/,
    );
  for (const text of texts) assert.match(text, OURS);
}
