import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ReportOptions } from '../../../src/formats/bugReport.ts';
import type { DetectionLog, LogRow } from '../../../src/service/model.ts';
import { amount, some } from '../../proofs.ts';
import { aLog, aRow, hostileLog, hostileRow, hostileText, LINK, reportOf } from './logs.ts';
import { drawn } from './markdownPage.ts';

const exact: Partial<ReportOptions> = { detail: 'exact' };

/** Returns the report of a request whose query parameter contains the text that a rule matched. */
function search(query: string, detectedValue: string, lines = '', log: Partial<DetectionLog> = {}) {
  const rawData = `GET /search?q=${query} HTTP/1.1\r\nHost: shop.example\r\n${lines}\r\n`;
  return reportOf(aLog({ rawData, ...log }), aRow({ detectedValue }));
}

/** Number of UTF-16 units that no report exceeds. */
const MOST = 10_000;

/** Text of a report outside code. A tracker cannot interpret any of it as more than plain text. */
const OURS = /^(?!.*(?:http|www\.))[\w\s.,:;()‹›«»=…“”·/-]*$/;

describe('bugReport', function () {
  this.timeout(120_000);

  it('tells what is known in the order of its sections, with values hidden', () => {
    const firstLine = 'GET /login?token=hunter22&q=%27%20OR%201=1-- HTTP/1.1';
    const log = aLog({
      request: { firstLine, headers: [['Host', 'shop.example'] as const, ['X-Unique-Id', 'u1'] as const] },
      response: { firstLine: 'HTTP/1.1 403 Forbidden', headers: [['Server', 'waf']] },
      rawData: `${firstLine}\r\nHost: shop.example\r\n\r\n`,
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
    const report = reportOf(log, row);
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

Link \`${LINK}\` opens the log in an editor with Partner Logs and a connection to the same service. Paste it into **Open Detection Log…**.

1 value is hidden and shown as ‹kind and length›. Only names, ordinary values, and the match are shown. Made by Partner Logs 1.2.3.
`,
    );
  });

  it('leaves out what a log does not have', () => {
    const { markdown, notes } = reportOf(aLog(), undefined);
    assert.deepEqual(notes, []);
    assert.doesNotMatch(markdown, /cURL|Response|added by|client|time|Description|Kept|Equal secrets/);
    assert.match(markdown, /The log does not specify the match\./);
    assert.match(markdown, /The log has neither raw data nor headers\./);
    assert.match(markdown, /\nNothing is hidden\. Made by Partner Logs 1\.2\.3\.\n$/);
  });

  const date = { firstLine: undefined, headers: [['Date', 'Tue, 03 Feb 2026 04:05:06 GMT']] as const };
  const time = '2026-02-03 04:05:06';
  const [zone, address] = ['Asia/Seoul', '192.0.2.9'];
  for (const [log, row, line] of [
    [{ virtualHost: 'a.example' }, {}, 'Status `403` · host `a.example`'],
    [{ responseCode: 0 }, { action: 'Detected' }, 'Action `Detected`'],
    [{}, { time }, 'Status `403` · time `2026-02-03 04:05:06 UTC`'],
    [{ timeZone: '' }, { time }, 'Status `403` · time `2026-02-03 04:05:06`'],
    [{ timeZone: zone }, { time }, `Status \`403\` · time \`${time} ${zone}\` = \`2026-02-02T19:05:06Z\``],
    [{ response: date }, {}, 'Status `403` · time `2026-02-03T04:05:06Z` (the Date of the response)'],
    [{}, { time: 'now' }, 'Status `403` · time `now UTC`'],
    [{}, { country: 'France' }, 'Status `403` · client `France`'],
    [{}, { address, country: 'France', countryCode: 'FR' }, 'Status `403` · client `192.0.2.9` `FR`'],
  ] as const)
    it(`states in one line: ${line}`, () => {
      const { markdown } = reportOf(aLog({ virtualHost: '', ...log }), aRow(row), exact);
      assert.equal(markdown.split('\n')[3], line);
    });

  const domain = 'Domain `7` · log `12` · type `WAF`';
  for (const [row, line] of [
    [{ rule: 'SQL', ruleRaw: 'SQL' }, domain],
    [{ rule: 'SQL', ruleRaw: 'sql', baseType: 'b' }, `${domain} · rule as sent \`sql\` · base type \`b\``],
  ] as const)
    it(`identifies the log by ${line}, and by its link if that is short`, () => {
      const lines = (to: string) => reportOf(aLog(), aRow(row), { ...exact, link: to }).markdown.split('\n');
      assert.equal(lines('x'.repeat(501)).at(-4), line);
      assert.equal(lines('x'.repeat(500)).at(-6), line);
      assert.match(lines('x'.repeat(500)).at(-4) ?? '', /^Link `x{500}` opens the log in an editor/);
    });

  const request = { firstLine: 'GET /a HTTP/1.1', headers: [['X-A', 'b\r\nc'] as const] };
  const headersAlone = /no raw data\. These are its headers:\n\n.*\nX-A: b c\n/s;
  const both = /```text\n␀␁b\n```.*added by the service<.*\nX-A: b c\n/s;
  for (const [what, rawData, shown, hidden] of [
    ['headers where there is no raw data', '', headersAlone, /added by/],
    ['both where that is no request', '\0\x01b', both, /no raw/],
  ] as const)
    it(`has ${what}`, () => {
      const { markdown } = reportOf(aLog({ request, rawData }), undefined, exact);
      assert.match(markdown, shown);
      assert.doesNotMatch(markdown, hidden);
    });

  describe('title', () => {
    const get = (target: string) => `GET ${target} HTTP/1.1\r\n\r\n`;
    const post = (rest: string, body = '') => `POST /${rest}\r\n\r\n${body}`;
    const part = '--b\r\nContent-Disposition: form-data; name="q"\r\n\r\n<s>\r\n--b--\r\n';
    const personal = ['anna@example.com', '4111111111111111', '9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d'];
    const addresses = ['203.0.113.9', '2001:db8::19', '2001:db8:0:0:0:0:0:19'];
    const [found, two] = [{ detectedValue: '<s>' }, { detectedValue: 'a=1&q=<script>' }];
    type Case = readonly [rawData: string, row: Partial<LogRow>, title: string, log?: Partial<DetectionLog>];
    const cases: readonly Case[] = [
      ...personal.map((text): Case => [get(`/a/${text}`), { rule: text }, '‹redacted›: GET /a/‹redacted›']),
      ...addresses.map((text): Case => [get(`/${text}/`), { rule: text }, '‹redacted›: GET /‹redacted›/']),
      [get('/reset/Zk9vXq27LmPw83Rt/x?token=abc'), {}, 'Detection: GET /reset/‹redacted›/x'],
      [get('/a;password=kit ten'), {}, 'Detection: GET /a%3Bpassword=‹redacted›'],
      [get('/203%2E0.113.9'), { rule: '203%2E0.113.9' }, '‹redacted›: GET /‹redacted›'],
      ['\0', {}, 'Detection on %5B‹redacted›%5D:443', { virtualHost: '[2001:db8::19]:443' }],
      ['\0binary', {}, 'Detection on shop.example:443'],
      ['', { uri: '/a?b' }, 'Detection: /a'],
      ['', { uri: '?b' }, 'Detection on shop.example:443'],
      ['\0', {}, 'Detection: PUT /c', { request: { firstLine: 'PUT /c HTTP/1.1', headers: [] } }],
      [get('/a:443/shop%2Fb'), {}, 'Detection: GET /a%3A443/shop%2Fb'],
      [get('/$1&2$a&b'), {}, 'Detection: GET /%241%262$a&b'],
      [get(`/${'shop/'.repeat(20)}`), {}, `Detection: GET /${'shop/'.repeat(10)}shop…`],
      [post('a;q=<s> HTTP/1.1'), found, 'Detection: POST /a%3Bq=%3Cs%3E (path)'],
      [get('/?a=1&b=2'), { detectedValue: 'GET /' }, 'Detection: GET / (request line)'],
      [post('?a=1&q=<script> HTTP/1.1'), two, 'Detection: POST / (query parameter q)'],
      [post('a HTTP/1.1\r\nX-A: <s>'), found, 'Detection: POST /a (header X-A)'],
      [post('a HTTP/1.1\r\nCookie: q=<s>'), found, 'Detection: POST /a (cookie q)'],
      [post('a HTTP/1.1', 'q=<s>'), found, 'Detection: POST /a (form field q)'],
      [post('a HTTP/1.1', part), found, 'Detection: POST /a (form field q)'],
      [post('a HTTP/1.1', '{"2q":[{"q1":{"12":"<s>"}}]}'), found, 'Detection: POST /a (JSON field 2q.q1)'],
      [post('a HTTP/1.1', '<q><r a="b">&lt;s></r></q>'), found, 'Detection: POST /a (XML element q.r)'],
      [post('a HTTP/1.1', 'text <s>'), found, 'Detection: POST /a (body)'],
    ];
    for (const [rawData, row, title, log] of cases)
      it(`is ${title}, also in an exact report`, () => {
        for (const options of [{}, exact])
          assert.equal(reportOf(aLog({ rawData, ...log }), aRow(row), options).title, title);
      });

    it('contains no value that the user chose to show', () => {
      const log = aLog({ rawData: get('/account/password/reset/by/email/Zk9vXq27LmPw83Rt') });
      const { title, markdown } = reportOf(log, aRow(), {
        redaction: { keys: [], shown: ['Zk9vXq27LmPw83Rt'] },
      });
      assert.equal(title, 'Detection: GET /account/password/reset/by/email/‹redacted›');
      assert.match(
        markdown,
        /^# Detection: `GET \/account[a-z/]+\/‹redacted›`$.*^GET .*\/email\/Zk9vXq27LmPw83Rt H/ms,
      );
    });

    it('contains no key of a connection, also in an exact report', () => {
      const [key, log] = ['canary-key-0123', aLog({ rawData: get('/canary-key-0123') })];
      const { title, markdown } = reportOf(log, aRow({ rule: key }), {
        ...exact,
        redaction: { keys: [key] },
      });
      assert.deepEqual([title.includes(key), markdown.includes(key)], [false, true]);
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

  describe('match', () => {
    it('is marked by more of the marks than stand around it, and never ends its block', () => {
      const value = '«»»» ``` ~~~~ </details>';
      const { markdown } = search(value, value);
      assert.match(markdown, /^As sent, between «««« and »»»»:$/m);
      assert.equal(drawn(markdown).blocks[0], `GET /search?q=««««${value}»»»» HTTP/1.1\n`);
    });

    const token = `ghp_${'Zk9vXq27LmPw83RtYb56'.repeat(2).slice(0, 36)}`;
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const bearer = ' HTTP/1.1\r\nAuthorization: Bearer correct-horse-9xKq27';
    const alone = '«‹44 characters›» HTTP/1.1\n```\n\n## Request\n';
    for (const [what, rest, detectedValue, secret, shown] of [
      ['text', bearer, 'correct-horse-9', 'correct-horse', '\nAuthorization: «‹27 characters›»\n'],
      ['layers', `?d=${base64('{"password":"winter","q":"<x>"}')} HTTP/1.1`, '<x>', 'winter', alone],
      [
        'value',
        `?d=${base64("password=winter9'<x>")} HTTP/1.1`,
        "password=winter9'<x>",
        'winter9',
        "«password=‹7 characters›'<x>»",
      ],
      ['place', `?${token}=<x> HTTP/1.1`, '<x>', token, '- Where: `Query parameter ▸ ‹40 characters›`,'],
    ] as const)
      it(`shows no secret in its ${what}`, () => {
        const log = aLog({ rawData: `POST /${rest}\r\n\r\n` });
        const { markdown } = reportOf(log, aRow({ detectedValue }));
        assert.ok(!markdown.includes(secret));
        assert.ok(markdown.includes(shown), markdown);
      });

    for (const [count, others] of [
      [0, ''],
      [1, ' and 1 other place'],
      [9, ' and 9 other places'],
      [1_500, ' and 999 or more other places'],
    ] as const)
      it(`is located,${others} named`, () => {
        const where = `- Where: \`Query parameter ▸ q\`${others}, offset 14 of the raw data, 3 characters\n`;
        assert.ok(search('<x>', '<x>', 'X: <x>\r\n'.repeat(count)).markdown.includes(where));
      });

    const found = 'Where: `Query parameter ▸ q`, offset 14 of the raw data, 8 characters';
    const named =
      'Where: `Query parameter ▸ q`, as named by the description. The matched text was not found in the request.';
    const missing = 'Where: not found in the request.';
    for (const [query, value, description, ...lines] of [
      ['<script>', '<script>', '<script>', found],
      ['<script>', '<script>', 'Found <script>', 'Description: `Found <script>`', found],
      ['x', '', 'Found', 'Description: `Found`', missing],
      ['x', '<y>', '', 'Detected value: `<y>`', missing],
      ['x', '<y>', 'In parameter q', 'Description: `In parameter q`', 'Detected value: `<y>`', named],
    ] as const)
      it(`is described by “${description}” for ${value} in ${query}`, () => {
        const { markdown } = search(query, value, '', { description });
        assert.deepEqual(
          markdown.match(/^- .*$/gm),
          lines.map((line) => `- ${line}`),
        );
      });

    it('is decoded only if that differs', () => {
      assert.match(search('%2B<x>', '<x>').markdown, /^As sent,[^#]*«<x>» HTTP\/1\.1\n```\n\n## Request/m);
    });
  });

  describe('command', () => {
    const post = (body: string) =>
      `POST /a HTTP/1.1\r\nContent-Length: ${body.length}\r\nX-Content-Length: 1\r\n\r\n${body}`;
    const commandIn = (rawData: string, options: Partial<ReportOptions>) =>
      /<summary>cURL<\/summary>\n\n(.*?)\n\n<\/details>/s.exec(
        reportOf(aLog({ rawData }), aRow({ detectedValue: "' OR 1=1--" }), options).markdown,
      )?.[1] ?? 'none';

    const login = post("password=a22&q=' OR 1=1--");
    const hidden = /with your own value\.\n.*'X-Content-Length: 1' .*password=HIDDEN-VALUE&/s;
    const inFull = /server\.\n.*'Content-Length: 25' .*password=a22&/s;
    const tooLong = /^The command is too long for this report\./;
    for (const [what, rawData, options, shown, missing] of [
      ['placeholders', login, {}, hidden, /'Content-Length|a22/],
      ['the length', login, exact, inFull, /HIDDEN/],
      ['no binary data', '\0binary', {}, /^none$/, /curl/],
      ['no long quotes', post("'".repeat(1_000)), exact, tooLong, /curl/],
      ['no long data', post('ab '.repeat(1_000)), exact, tooLong, /curl/],
    ] as const)
      it(`has ${what}`, () => {
        const command = commandIn(rawData, options);
        assert.match(command, shown);
        assert.doesNotMatch(command, missing);
      });
  });

  /** Returns a log and its row with a text everywhere. */
  const filled = (
    text: string,
    headers: DetectionLog['request']['headers'],
    some = aLog(),
    someRow = aRow(),
  ) => ({
    log: {
      ...some,
      rawData: `${some.rawData}${text}`,
      request: { firstLine: text, headers },
      response: { firstLine: text, headers },
      ...{ description: text, virtualHost: text, timeZone: text },
    },
    row: {
      ...someRow,
      ...{ rule: text, ruleRaw: `${text}.`, action: text, time: text, address: text, country: text },
      ...{ baseType: text, baseMessage: `.${text}`, description: `,${text}`, detectedValue: text },
    },
  });

  const attacks = [
    '```\n# Heading',
    '~~~~\n~~~~~~~~\n',
    '`'.repeat(2000),
    '\\|`\\|``'.repeat(60),
    '</details></summary><script>alert(1)</script><img src=x onerror=y><!--<![CDATA[<?php',
    '@everyone #1 GH-1 !2 owner/repo#3 0123456789abcdef0123456789abcdef01234567 :tada:',
    '![x](https://evil.example/a.png) [y](javascript:x) <https://evil.example> $(bug) $x^2$ $$y$$',
    'www.evil.example https://evil.example me@evil.example &lt;b&gt; &#96;&#96;&#96;',
    '| a | b |\n| --- | --- |\n| `c` | d |',
    '    indented\n\tcode',
    '[x]: https://evil.example "t"\n[x]',
    '‹12 characters› « »',
    '\u2028```\u2028\r```\r\0\ud800\u202e```',
  ] as const;

  it('draws every text of a log as text in code, whatever it is', () => {
    const parts = fc.oneof(fc.constantFrom(...attacks), hostileText);
    fc.assert(
      fc.property(hostileLog, hostileRow, parts, fc.boolean(), (some, someRow, attack, isHidden) => {
        const { log, row } = filled(attack, [[`X-${attack}`, attack]], some, someRow);
        const { markdown } = reportOf(log, row, isHidden ? {} : exact);
        assertOurs(markdown);
        assert.doesNotMatch(markdown, /(?![\t\n])\p{C}/u);
      }),
      { numRuns: amount(1000) },
    );
  });

  for (const part of some(['`', 'v', '\u202e', '~', '\\|', '«', '👍', '\n', '한'], 2))
    it(`stays within its length, however often a log contains ${JSON.stringify(part)}`, () => {
      const long = part.repeat(100_000);
      const headers = Array.from({ length: 200 }, (_, at) => [`X-${at}`, part.repeat(500)] as const);
      const base = aLog({ rawData: `GET /${long} HTTP/1.1\r\n\r\n` });
      const { log, row } = filled(long, headers, base);
      for (const options of [{}, exact]) assertOurs(reportOf(log, row, options).markdown);
    });

  it('shows the head and the body around the match of a long log, and how much is left out', () => {
    const body = `a${'👍'.repeat(74_999)}a<script>${'b'.repeat(150_000)}`;
    const log = aLog({ rawData: `POST /a HTTP/1.1\r\nHost: a\r\n\r\n${body}` });
    const { markdown, notes } = reportOf(log, aRow({ detectedValue: '<script>' }), exact);
    const [, head, around = ''] = drawn(markdown).blocks;
    assert.equal(head?.trimEnd(), 'POST /a HTTP/1.1\nHost: a');
    assert.match(around, /^…(?:👍){100}a<script>b{900,1000}…\n$/);
    const cut = 'The raw data (300,037 characters) is truncated. To see all of it, use the link.';
    assert.deepEqual(notes.slice(1), [cut]);
    assert.ok(markdown.includes(`\n\n${cut}`));
  });

  it('shortens a match that is the whole of a long body, and states its length', () => {
    const body = 'attack '.repeat(20_000);
    const log = aLog({ rawData: `POST / HTTP/1.1\r\n\r\n${body}` });
    const { markdown } = reportOf(log, aRow({ detectedValue: body }), exact);
    assert.match(markdown, /offset 19 of the raw data, 140,000 characters\n.*«attack attack[^»]*…»/s);
  });

  const members = Array.from({ length: 5000 }, (_, at) =>
    at === 4321 ? ['name', '<x>'] : [`name_${at}`, 'v'],
  );
  const cookies = Array.from({ length: 2000 }, (_, at) => `c${at}=v`).join('; ');
  for (const [rawData, title, shown] of [
    [
      `POST / HTTP/1.1\r\n\r\n${JSON.stringify(Object.fromEntries(members))}`,
      ': POST / (JSON field name)',
      '"name":"«<x>»"',
    ],
    [
      `GET / HTTP/1.1\r\nCookie: ${cookies}; q=<x>; z=v\r\nA: b\r\n\r\n`,
      ': GET / (cookie q)',
      '; q=«<x>»; z=v\n',
    ],
    [
      `GET / HTTP/1.1\r\nX-<x>-y: 1\r\n${'a: b\r\n'.repeat(500)}\r\n`,
      ': GET / (header X-%3Cx%3E-y)',
      'X-«<x>»-y',
    ],
    [`\0${'a'.repeat(3_000)}<x>`, ' on shop.example:443 (body)', `\`\`\`text\n…${'a'.repeat(200)}<x>\n`],
  ] as const)
    it(`shows the match in a long log as in Detection${title}`, () => {
      const report = reportOf(aLog({ rawData }), aRow({ detectedValue: '<x>' }), exact);
      assert.equal(report.title, `Detection${title}`);
      assert.ok(report.markdown.includes(shown), report.markdown);
    });
});

/** Asserts that a report is short, and that all text outside code is a sentence, a name, or a number of ours. */
function assertOurs(markdown: string): void {
  assert.ok(markdown.length <= MOST, String(markdown.length));
  const { texts, html, unsafe } = drawn(markdown);
  assert.deepEqual(unsafe, []);
  for (const tag of html)
    assert.match(
      tag,
      /^(?:<details>\n<summary>(?:cURL|Response|Headers added by the service)<\/summary>\n*|<\/details>\n*)$/,
    );
  for (const text of texts) assert.match(text, OURS);
}
