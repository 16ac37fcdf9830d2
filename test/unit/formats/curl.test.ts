import assert from 'node:assert/strict';
import fc from 'fast-check';
import { curlConfig, curlRequest, toCurl, toCurlPowerShell } from '../../../src/formats/curl.ts';
import type { DetectionLog } from '../../../src/service/model.ts';
import { english } from '../../../src/text/l10n.ts';
import { aLog, hostileLog, hostileText } from './logs.ts';

const INEXACT =
  'curl cannot send all of the request exactly as logged. For the exact request, copy the raw data.';
const HEAD = 'POST / HTTP/1.1\r\n\r\n';
const remarksOf = (log: DetectionLog) => curlRequest(log).remarks.slice(1).map(english);
const optionsOf = (log: DetectionLog) => curlRequest(log).options.map((option) => option.join(' '));

describe('curlRequest', function () {
  this.timeout(60_000);

  for (const [rest, ...sentences] of [
    ['/ HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['/ HTTP/1.0\r\nHost: a\r\n\r\n'],
    ['/ HTTP/1.1\r\nHost : a\r\n\r\n', 'A header name ends with whitespace.'],
    ['/ HTTP/2\r\n\r\n', 'The request used HTTP/2, but curl sends HTTP/1.1.'],
    ['/ HTTP/1.1\r\n@/etc/passwd: x\r\n\r\n', INEXACT],
    ['/ HTTP/1.1\r\nA: b\r\nHost: c\r\n\r\n', INEXACT],
    ['/ HTTP/1.1\r\nX: \f\r\n\r\n', INEXACT],
    ['/\0 HTTP/1.1\r\n\r\n', INEXACT],
    ['/ HTTP/1.1\r\nX: \x1a\r\n\r\n', INEXACT],
    ['/\ud800 HTTP/1.1\r\n\r\n', INEXACT],
    ['/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', INEXACT],
    ['/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ] as const)
    it(`remarks on the parts that curl cannot send of ${JSON.stringify(rest)}`, () =>
      assert.deepEqual(remarksOf(aLog({ rawData: `GET ${rest}` })), sentences));

  it('is built from the headers of the log if the raw data is not a request', () => {
    const headers = [['Host', 'a'] as const, ['X-Forwarded-For', 'b\r\nc'] as const];
    const log = aLog({ rawData: 'nonsense', request: { firstLine: 'DELETE /x HTTP/1.1', headers } });
    assert.match(remarksOf(log).join(), /^The raw data cannot be read as an HTTP request\./);
    const [, ...options] = optionsOf(log);
    const removed = ['header User-Agent:', 'header Accept:'];
    const sent = ['header Host: a', 'header X-Forwarded-For: b c'];
    assert.deepEqual(options, ['request DELETE', 'request-target /x', ...removed, ...sent]);
    assert.match(
      remarksOf(aLog()).join(),
      /The log has no request line\. GET and the path \/ are used instead\.$/,
    );
  });

  it('has the headers that curl can send, once, in their order, without characters that end arguments', () => {
    const log = aLog({
      rawData:
        'GET /a\x1ab HTTP/1.1\nA: b\0c\nHost: a\nHost: b\nC;d:\nE :\nF g:\nH: i\nJ: \x1a\nK: l\n m\n\n',
    });
    assert.deepEqual(optionsOf(log).slice(2), [
      'request-target /ab',
      ...['header User-Agent:', 'header Accept:', 'header A: bc', 'header Host: a'],
      ...['header F g;', 'header H: i', 'header J;', 'header K: l m'],
    ]);
  });

  it('never reads a file, and quotes nothing of the log in a remark', () => {
    fc.assert(
      fc.property(hostileLog, (log) => {
        const { options, remarks } = curlRequest(log);
        for (const remark of remarks) assert.match(english(remark), /^[\w .,:/-]+$/);
        for (const [name, value = ''] of options)
          assert.doesNotMatch(value, name === 'header' ? /^@|[\r\n\0]/ : /[\r\n\0]/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('toCurl', function () {
  this.timeout(60_000);

  it('writes the request as it was logged, to no real server', () => {
    const rawData = "POST /a?b='c' HTTP/1.0\r\nUser-Agent: x\r\nEmpty:\r\n\r\nit's all";
    assert.equal(
      toCurl(aLog({ rawData })),
      `curl --http1.0 \\
  --request 'POST' \\
  --request-target '/a?b='\\''c'\\''' \\
  --header 'Host:' \\
  --header 'Accept:' \\
  --header 'Content-Type:' \\
  --header 'Content-Length:' \\
  --header 'Expect:' \\
  --header 'User-Agent: x' \\
  --header 'Empty;' \\
  --data-raw 'it'\\''s all' \\
  http://REPLACE-ME
`,
    );
  });

  for (const [body, format] of [
    ['a\0b', 'a\\000b'],
    ["it's 100%\r\nall\n", 'it\\047s 100%%\\r\\nall\\n'],
    ['a'.repeat(8193), 'a'.repeat(8193)],
    ['a'.repeat(8192), undefined],
  ] as const)
    it(`passes a body of ${body.length} characters ${format ? 'by printf' : 'as an argument'}`, () => {
      const command = toCurl(aLog({ rawData: HEAD + body })).replaceAll("'\\\n'", '');
      const piped = /^printf '(.*)' \| curl .*?--data-binary '@-' \\\n {2}http:\/\/REPLACE-ME\n$/s;
      assert.equal(piped.exec(command)?.[1], format);
      assert.equal(command.includes(' --data-raw '), !format);
    });

  it('asks for a head only if there is no body', () => {
    const command = (body: string) => toCurl(aLog({ rawData: `HEAD /a HTTP/1.1\r\n\r\n${body}` }));
    assert.match(command(''), /^curl --http1\.1 \\\n {2}--head \\\n {2}--request-target/);
    assert.match(command('b'), /^curl --http1\.1 \\\n {2}--request 'HEAD' \\\n/);
  });

  it('keeps every line below 400 bytes and in printable ASCII, and lets none be a command or a comment', () => {
    const long = fc.nat(5_000).map((length) => 'a'.repeat(length));
    const large = fc
      .tuple(long, hostileText, long, hostileText)
      .map((parts) => parts.join(''))
      .map((text) => aLog({ rawData: `POST /${text} HTTP/1.1\r\nX: ${text}\r\n\r\n${text}` }));
    fc.assert(
      fc.property(fc.oneof(hostileLog, large), (log) => {
        const lines = toCurl(log).trimEnd().split('\n');
        for (const line of lines) assert.match(line, /^(?=[ -~]{1,399}$)(?:curl | {2}|printf '|'|")/);
        for (const line of lines.slice(0, -1)) assert.match(line, /\\$/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('toCurlPowerShell', function () {
  this.timeout(60_000);

  it('writes the files and runs curl on them', () => {
    const script = toCurlPowerShell(
      aLog({ rawData: 'POST /"\\ HTTP/1.1\r\nHost: a\r\nX: \'$(id)\r\n\r\nb\0c\x1a' }),
    );
    assert.equal(
      script.replace(/'[\w+/=]+'/g, (quoted) => `<${Buffer.from(quoted.slice(1, -1), 'base64')}>`),
      `$base64 = New-Object Text.StringBuilder
[void]$base64.Append(<http1.1
request = "POST"
request-target = "/\\"\\\\"
header = "User-Agent:"
header = "Accept:"
header = "Content-Type:"
header = "Content-Length:"
header = "Expect:"
header = "Host: a"
header = "X: '$(id)"
>)
$config = (New-TemporaryFile).FullName
[IO.File]::WriteAllBytes($config, [Convert]::FromBase64String($base64.ToString()))
$base64 = New-Object Text.StringBuilder
[void]$base64.Append(<b\0c\x1a>)
$body = (New-TemporaryFile).FullName
[IO.File]::WriteAllBytes($body, [Convert]::FromBase64String($base64.ToString()))
curl.exe --config $config --data-binary "@$body" http://REPLACE-ME
Remove-Item -LiteralPath $config, $body
`,
    );
  });

  it('holds nothing of the log but Base64, in whole commands of less than 400 characters', () => {
    const commands = [
      String.raw`\$base64 = New-Object Text\.StringBuilder`,
      String.raw`\[void\]\$base64\.Append\('[\w+/=]+'\)`,
      String.raw`\$(?:config|body) = \(New-TemporaryFile\)\.FullName`,
      String.raw`\[IO\.File\]::WriteAllBytes\(\$(?:config|body), \[Convert\]::FromBase64String\(\$base64\.ToString\(\)\)\)`,
      String.raw`curl\.exe --config \$config(?: --data-binary "@\$body")? http://REPLACE-ME`,
      String.raw`Remove-Item -LiteralPath \$config(?:, \$body)?`,
    ];
    const command = new RegExp(`^(?=.{1,399}$)(?:${commands.join('|')})$`);
    const large = fc.nat(5_000).map((size) => aLog({ rawData: HEAD + 'é'.repeat(size) }));
    fc.assert(
      fc.property(fc.oneof(hostileLog, large), (log) => {
        for (const line of toCurlPowerShell(log).trimEnd().split('\n')) assert.match(line, command);
      }),
    );
  });

  it('needs no second file without a body', () => {
    assert.match(
      toCurlPowerShell(aLog()),
      /\ncurl\.exe --config \$config http:\/\/REPLACE-ME\nRemove-Item -LiteralPath \$config\n$/,
    );
  });

  it('escapes what curl reads as the end of a value', () => {
    assert.equal(
      curlConfig([['head'], ['header', 'X: a"b\\c\td\ve\rf\ng']]),
      'head\nheader = "X: a\\"b\\\\c\\td\\ve\\rf\\ng"\n',
    );
  });
});
