import assert from 'node:assert/strict';
import fc from 'fast-check';
import { curlConfig, curlRequest, toCurl, toCurlPowerShell } from '../../../src/formats/curl.ts';
import type { DetectionLog } from '../../../src/service/model.ts';
import { english } from '../../../src/text/l10n.ts';
import { aLog, hostileLog, hostileText } from './logs.ts';

const told = (log: DetectionLog) => curlRequest(log).remarks.map(english);
const INEXACT =
  'curl cannot send all of the request exactly as logged. For the exact request, copy the raw data.';
const remarks = (rawData: string) => told(aLog({ rawData })).slice(1);

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

  for (const [what, body, format] of [
    ['has a NUL', 'a\0b', 'a\\000b'],
    ['has lines', "it's 100%\r\nall\n", 'it\\047s 100%%\\r\\nall\\n'],
    ['is longer than 8 Ki characters', 'a'.repeat(8193), 'a'.repeat(8193)],
  ] as const) {
    it(`has curl read a body that ${what} from printf`, () => {
      const [, printed] =
        /^printf '(.*)' \| curl .*?--data-binary '@-' \\\n {2}http:\/\/REPLACE-ME\n$/s.exec(
          toCurl(aLog({ rawData: `POST / HTTP/1.1\r\n\r\n${body}` })),
        ) ?? [];
      assert.equal(printed?.replaceAll("'\\\n'", ''), format);
    });
  }

  it('passes a body of 8 Ki characters as an argument', () => {
    const command = toCurl(aLog({ rawData: `POST / HTTP/1.1\r\n\r\n${'a'.repeat(8192)}` }));
    assert.match(command, /^curl .* --data-raw /s);
  });

  it('asks for a head only if there is no body', () => {
    const command = (body: string) => toCurl(aLog({ rawData: `HEAD /a HTTP/1.1\r\n\r\n${body}` }));
    assert.match(command(''), /^curl --http1\.1 \\\n {2}--head \\\n {2}--request-target/);
    assert.match(command('b'), /^curl --http1\.1 \\\n {2}--request 'HEAD' \\\n/);
  });

  it('uses the headers of the log when the raw data is no request', () => {
    const request = {
      firstLine: 'DELETE /x HTTP/1.1',
      headers: [
        ['Host', 'a'],
        ['X-Forwarded-For', 'b\r\nc'],
      ] as const,
    };
    const log = aLog({ rawData: 'nonsense', request });
    const command = toCurl(log);
    assert.match(told(log).join(), /The raw data cannot be read as an HTTP request\./);
    assert.match(command, /--request 'DELETE' \\\n {2}--request-target '\/x'/);
    assert.match(command, /--header 'Host: a' \\\n {2}--header 'X-Forwarded-For: b c'/);
    assert.match(remarks('').join(), /The log has no request line\. GET and the path \/ are used instead\.$/);
  });

  it('holds no comment, which an interactive zsh would run as a command', () => {
    const rawData = 'GET /\0#a HTTP/2\nA: # b\nHost: a\nHost: b\n@c: d\n\n# e\n#f';
    const log = aLog({ rawData });
    assert.ok(told(log).length >= 3, told(log).join());
    const unquoted = toCurl(log).replace(/'[^']*'/g, "''");
    assert.doesNotMatch(unquoted, /#/);
    for (const remark of told(log)) assert.ok(!toCurl(log).includes(remark), remark);
  });

  it('sends the headers that curl can send, once, in their order', () => {
    const rawData = 'GET /a HTTP/1.1\nA: b\nHost: a\nHost: b\nC;d:\nE :\nF g:\nH: i\n\n';
    assert.equal(
      toCurl(aLog({ rawData })),
      `curl --http1.1 \\
  --request 'GET' \\
  --request-target '/a' \\
  --header 'User-Agent:' \\
  --header 'Accept:' \\
  --header 'A: b' \\
  --header 'Host: a' \\
  --header 'F g;' \\
  --header 'H: i' \\
  http://REPLACE-ME
`,
    );
    assert.deepEqual(remarks(rawData), ['A header name ends with whitespace.', INEXACT]);
  });

  for (const [rest, ...sentences] of [
    ['/ HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['/ HTTP/1.1\r\nHost : a\r\n\r\n', 'A header name ends with whitespace.'],
    ['/ HTTP/2\r\n\r\n', 'The request used HTTP/2, but curl sends HTTP/1.1.'],
    ['/ HTTP/1.1\r\n@/etc/passwd: x\r\n\r\n', INEXACT],
    ['/ HTTP/1.1\r\nX: \f\r\n\r\n', INEXACT],
    ['/\0 HTTP/1.1\r\n\r\n', INEXACT],
    ['/\ud800 HTTP/1.1\r\n\r\n', INEXACT],
    ['/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', INEXACT],
    ['/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ] as const)
    it(`remarks on what curl cannot send of ${JSON.stringify(rest)}`, () =>
      assert.deepEqual(remarks(`GET ${rest}`), sentences));

  it('never reads a file, and quotes nothing of the log in a remark', () => {
    fc.assert(
      fc.property(hostileLog, (log) => {
        const { options } = curlRequest(log);
        for (const remark of told(log)) assert.match(remark, /^[\w .,:/-]+$/);
        for (const [name, value = ''] of options) {
          assert.doesNotMatch(value, /[\r\n\0]/);
          if (name === 'header') assert.doesNotMatch(value, /^@/);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps every line below 400 bytes and in printable ASCII, and lets none stand for itself', () => {
    const long = fc.nat(5_000).map((length) => 'a'.repeat(length));
    const rawData = fc
      .tuple(long, hostileText, long, hostileText, long, hostileText)
      .map(
        ([...parts]) => `POST /${parts.join('')} HTTP/1.1\r\nX: ${parts.join('')}\r\n\r\n${parts.join('')}`,
      );
    fc.assert(
      fc.property(
        fc.oneof(
          hostileLog,
          rawData.map((text) => aLog({ rawData: text })),
        ),
        (log) => {
          const lines = toCurl(log).trimEnd().split('\n');
          for (const line of lines) assert.match(line, /^[ -~]{1,399}$/);
          for (const line of lines.slice(0, -1)) assert.match(line, /\\$/);
          for (const line of lines) assert.match(line, /^(?:curl | {2}|printf '|'|")/);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('toCurlPowerShell', function () {
  this.timeout(60_000);

  it('writes the files and runs curl on them', () => {
    const script = toCurlPowerShell(
      aLog({ rawData: 'POST /"\\ HTTP/1.1\r\nHost: a\r\nX: \'$(id)\r\n\r\nb\0c' }),
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
[void]$base64.Append(<b\0c>)
$body = (New-TemporaryFile).FullName
[IO.File]::WriteAllBytes($body, [Convert]::FromBase64String($base64.ToString()))
curl.exe --config $config --data-binary "@$body" http://REPLACE-ME
Remove-Item -LiteralPath $config, $body
`,
    );
  });

  it('needs no second file without a body', () => {
    assert.match(
      toCurlPowerShell(aLog()),
      /\ncurl\.exe --config \$config http:\/\/REPLACE-ME\nRemove-Item -LiteralPath \$config\n$/,
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
    const command = new RegExp(`^(?:${commands.join('|')})$`);
    const large = fc
      .nat(5_000)
      .map((size) => aLog({ rawData: `POST / HTTP/1.1\r\n\r\n${'é'.repeat(size)}` }));
    fc.assert(
      fc.property(fc.oneof(hostileLog, large), (log) => {
        for (const line of toCurlPowerShell(log).trimEnd().split('\n')) {
          assert.match(line, command);
          assert.ok(line.length < 400);
        }
      }),
    );
  });

  it('leaves out where Windows would end the configuration, and says so', () => {
    const log = aLog({ rawData: 'POST /a\x1ab HTTP/1.1\r\nHost: a\r\nX: \x1a\r\n\r\n\x1a' });
    assert.deepEqual(told(log).slice(1), [INEXACT]);
    const script = toCurlPowerShell(log);
    const [config = '', body = ''] = [...script.matchAll(/'([\w+/=]+)'/g)].map(([, text = '']) => atob(text));
    assert.match(config, /^request-target = "\/ab"$/m);
    assert.match(config, /^header = "X;"$/m);
    assert.ok(!config.includes('\x1a'));
    assert.equal(body, '\x1a');
    assert.match(toCurl(log), /--request-target '\/ab'/);
  });

  it('escapes what curl reads as the end of a value', () => {
    assert.equal(
      curlConfig([['head'], ['header', 'X: a"b\\c\td\ve\rf\ng']]),
      'head\nheader = "X: a\\"b\\\\c\\td\\ve\\rf\\ng"\n',
    );
  });

  it('puts every option on one line of the configuration', () => {
    fc.assert(
      fc.property(hostileText, (value) => {
        assert.equal(curlConfig([['header', value]]).match(/[\r\n]/g)?.length, 1);
      }),
    );
  });
});
