import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shellQuote, toCurl } from '../../../src/report/curl.ts';
import { curlConfig, toCurlPowerShell } from '../../../src/report/curlPowerShell.ts';
import { curlRequest } from '../../../src/report/curlRequest.ts';
import { aLog, hostileLog, hostileText } from './logs.ts';

const remarks = (rawData: string) => curlRequest(aLog({ rawData })).remarks.slice(1);

describe('toCurl', function () {
  this.timeout(60_000);

  it('writes the request as it was logged, to no real server', () => {
    const rawData = "POST /a?b='c' HTTP/1.0\r\nUser-Agent: x\r\nEmpty:\r\n\r\nit's\nall";
    assert.equal(
      toCurl(aLog({ rawData })),
      `# Put the address of your server in place of REPLACE-ME.
curl --http1.0 \\
  --request 'POST' \\
  --request-target '/a?b='\\''c'\\''' \\
  --header 'Host:' \\
  --header 'Accept:' \\
  --header 'Content-Type:' \\
  --header 'Content-Length:' \\
  --header 'Expect:' \\
  --header 'User-Agent: x' \\
  --header 'Empty;' \\
  --data-raw 'it'\\''s
all' \\
  http://REPLACE-ME
`,
    );
  });

  for (const [what, body] of [
    ['has a NUL', 'a\0b'],
    ['has other control characters', 'a\r\nb'],
    ['is longer than 8 KiB', 'é'.repeat(4097)],
  ] as const) {
    it(`sends a body that ${what} through Base64`, () => {
      const [, encoded] =
        /<<'BODY' \| curl .*?--data-binary '@-' \\\n {2}http:\/\/REPLACE-ME\n(.*)\nBODY\n$/s.exec(
          toCurl(aLog({ rawData: `POST / HTTP/1.1\r\n\r\n${body}` })),
        ) ?? [];
      assert.equal(Buffer.from(encoded ?? '', 'base64').toString(), body);
    });
  }

  it('uses the headers of the log when the raw data is no request', () => {
    const request = {
      firstLine: 'DELETE /x HTTP/1.1',
      headers: [
        ['Host', 'a'],
        ['X-Forwarded-For', 'b\r\nc'],
      ] as const,
    };
    const command = toCurl(aLog({ rawData: 'nonsense', request }));
    assert.match(command, /^# The raw data is not an HTTP request\./m);
    assert.match(command, /--request 'DELETE' \\\n {2}--request-target '\/x'/);
    assert.match(command, /--header 'Host: a' \\\n {2}--header 'X-Forwarded-For: b c'/);
    assert.match(toCurl(aLog()), /^# The log has no request line\. GET and the path \/ stand in for it\.$/m);
  });

  it('tells what curl cannot send', () => {
    assert.deepEqual(remarks('GET / HTTP/1.1\r\nHost: a\r\n\r\n'), []);
    assert.deepEqual(remarks('GET / HTTP/2\r\n\r\n'), ['The request was HTTP/2, curl sends HTTP/1.1.']);
    assert.deepEqual(remarks('GET / HTTP/1.1\nA: b\nHost: a\nHost: b\n\n'), [
      'Of several Host headers only the first is sent.',
      'The Host header is sent first.',
    ]);
    assert.deepEqual(remarks('GET / HTTP/1.1\r\nHost: a\r\n@/etc/passwd: x\r\n\r\n'), [
      'The header /etc/passwd is left out, curl cannot send it.',
    ]);
    assert.deepEqual(remarks('GET /\0 HTTP/1.1\r\n\r\n'), ['A NUL character outside the body is left out.']);
    assert.deepEqual(remarks('GET /\ud800 HTTP/1.1\r\n\r\n'), [
      'Lone surrogates are not characters, each is sent as U-FFFD.',
    ]);
    assert.match(
      remarks('POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n').join(),
      /in chunks that curl makes/,
    );
  });

  it('never reads a file or leaves a comment that a shell could run', () => {
    fc.assert(
      fc.property(hostileLog, (log) => {
        const { options, remarks: told } = curlRequest(log);
        for (const remark of told) assert.match(remark, /^[\w .,/-]+$/);
        for (const [name, value = ''] of options) {
          if (name === 'header') assert.doesNotMatch(value, /^@|[\r\n\0]/);
        }
        assert.doesNotMatch(toCurl(log), /(?!\n)\p{C}/u);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('shellQuote', () => {
  it('keeps a line feed after what is invisible, which a substitution would drop', () => {
    assert.equal(shellQuote('a\u200b\n'), `'a'"$(printf '\\342\\200\\213')"'\n'`);
  });

  it('writes what a terminal would obey as octal escapes', () => {
    assert.equal(
      shellQuote("a'b\x1b[2J\u202ec\nd"),
      `'a'\\''b'"$(printf '\\033')"'[2J'"$(printf '\\342\\200\\256')"'c\nd'`,
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
      `# Put the address of your server in place of REPLACE-ME.
$config = (New-TemporaryFile).FullName
[IO.File]::WriteAllBytes($config, [Convert]::FromBase64String(<http1.1
request = "POST"
request-target = "/\\"\\\\"
header = "User-Agent:"
header = "Accept:"
header = "Content-Type:"
header = "Content-Length:"
header = "Expect:"
header = "Host: a"
header = "X: '$(id)"
>))
$body = (New-TemporaryFile).FullName
[IO.File]::WriteAllBytes($body, [Convert]::FromBase64String(<b\0c>))
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

  it('holds nothing of the log but Base64', () => {
    fc.assert(
      fc.property(hostileLog, (log) => {
        for (const line of toCurlPowerShell(log).trimEnd().split('\n')) {
          assert.match(
            line,
            /^(?:# [\w .,/-]+|\$(?:config|body) = \(New-TemporaryFile\)\.FullName|\[IO\.File\]::WriteAllBytes\(\$(?:config|body), \[Convert\]::FromBase64String\('[\w+/=]+'\)\)|curl\.exe --config \$config(?: --data-binary "@\$body")? http:\/\/REPLACE-ME|Remove-Item -LiteralPath \$config(?:, \$body)?)$/,
          );
        }
      }),
    );
  });

  it('leaves out where Windows would end the configuration, and says so', () => {
    const log = aLog({ rawData: 'POST /a\x1ab HTTP/1.1\r\nHost: a\r\nX: \x1a\r\n\r\n\x1a' });
    const script = toCurlPowerShell(log);
    assert.match(
      script,
      /^# A SUB character outside the body is left out, Windows ends the options at it\.$/m,
    );
    const [config = '', body = ''] = [...script.matchAll(/'([\w+/=]+)'/g)].map(([, text = '']) => atob(text));
    assert.match(config, /^request-target = "\/ab"$/m);
    assert.match(config, /^header = "X;"$/m);
    assert.ok(!config.includes('\x1a'));
    assert.equal(body, '\x1a');
    assert.match(toCurl(log), /\/a'"\$\(printf '\\032'\)"'b/);
  });

  it('puts every option on one line of the configuration', () => {
    fc.assert(
      fc.property(hostileText, (value) => {
        assert.equal(curlConfig([['header', value]]).match(/[\r\n]/g)?.length, 1);
      }),
    );
  });
});
