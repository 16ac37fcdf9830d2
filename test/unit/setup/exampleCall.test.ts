import assert from 'node:assert/strict';
import { readExample } from '../../../src/setup/exampleCall.ts';

const KEY = 'pk_live_5f1d0c2b9a77e3';
const origin = 'https://api.example.com';
const url = `${origin}/gw/partner/logs/detailed_log/1042?idx=77&detected_type=WAF&note=a%26b`;
const found = { baseUrl: `${origin}/gw`, keyHeader: 'X-Api-Key', key: KEY };
const careted = url.replaceAll('&', '^&').replace(/%(?=\d)/g, '^%^');

/** The same call as each program copies it. */
const commands: Readonly<Record<string, string>> = {
  'Chrome, bash': `curl '${url}' \\\n  -H 'accept: */*' \\\n  -b 'session=1' \\\n  -H 'sec-ch-ua: "Chromium";v="140"' \\\n  -H 'X-Api-Key: ${KEY}' \\\n  --compressed`,
  'Chrome, bash, ANSI quotes': `curl $'${url}' -H $'x-note: a\\u0021\\'b' -H $'X-Api-Key: pk\\x5flive\\1375f1d0c2b9a77\\u00653'`,
  'Chrome, cmd': `curl ^"${careted}^" ^\r\n  -H ^"sec-ch-ua: ^\\^"Chromium^\\^";v=^\\^"140^\\^"^" ^\r\n  -H ^"X-Api-Key: ${KEY}^"`,
  'earlier Chrome, cmd': `curl "${url.replaceAll('&', '^&').replaceAll('%', '"%"')}" ^\r\n  -H "sec-ch-ua: ""Chromium"";v=""104"", "" Not A""" ^\r\n  -H "X-Api-Key: ${KEY}" ^\r\n  --compressed`,
  'Firefox, bash': `curl '${url}' --compressed -H 'User-Agent: Mozilla/5.0 (X11)' -H 'X-Api-Key: ${KEY}' -H 'Connection: keep-alive'`,
  'Firefox, cmd': `curl ^"${careted}^" --compressed -H ^"Referer: https://console.example.org/^" -H ^"X-Api-Key: ${KEY}^"`,
  Postman: `curl --location '${url}' \\\n--header 'X-Api-Key: ${KEY}' \\\n--data ''`,
  'Postman, cmd': `curl --location --globoff --request GET "${url}" ^\r\n--header "X-Api-Key: ${KEY}"`,
  Insomnia: `curl --request GET \\\n  --url '${url}' \\\n  --header 'User-Agent: insomnia/11.0.0' \\\n  --header 'X-Api-Key: ${KEY}' \\\n  --cookie 'a=b'`,
  'documents with options that have no value': `curl --progress-bar --basic --raw --anyauth -H 'X-Api-Key: ${KEY}' --digest --remote-name --trace-time --http3-only --http2-prior-knowledge '${url}'`,
  'other tools': `$ curl -sSL -XGET -o /tmp/x -HX-Api-Key:${KEY} "${url}" | jq '.data' # list`,
};

describe('readExample', () => {
  for (const [name, command] of Object.entries(commands)) {
    it(`reads base URL, header, and key as copied by ${name}, also in one line`, () => {
      assert.deepEqual(readExample(command), found);
      assert.deepEqual(readExample(command.replace(/\r?\n/g, ' ')), found);
      assert.deepEqual(readExample(command.replace(/\r?\n/g, '  ')), found);
    });
  }

  it('reads a URL, and nothing of a base URL or of any other text', () => {
    assert.deepEqual(readExample(` ${url}\n`), { baseUrl: found.baseUrl });
    for (const text of [
      ...['', origin, `${origin}/gw`, `${origin}/x?a=${KEY}#b`, 'no call', `See ${url}`, `fetch("${url}")`],
      ...[`http GET ${url}`, `GET ${url} HTTP/1.1`, `wget ${url}`, `javascript:alert(1)//${origin}/partner/`],
      ...['curl', 'curl --url', 'curl -H', "curl '", 'curl /partner/website/all', `curl $HOST/partner/logs`],
      'curl file:///etc/passwd ftp://evil.example/partner/website/all',
    ])
      assert.equal(readExample(text), undefined, text);
  });

  it('reads the last of several commands, and no comment', () => {
    const other = `curl 'https://old.example/partner/website/all' -H 'X-Old-Key: ${KEY}'`;
    for (const separator of ['\n', ' ; ', ' && ', ' | ', ' & ', ' ;\n'])
      assert.deepEqual(readExample(other + separator + commands['Postman']), found, separator);
    assert.deepEqual(readExample(`${commands['Postman']}\n# ${other}`), found);
    assert.deepEqual(readExample(`# ${other}\n${commands['Postman']} # ${other}`), found);
    assert.deepEqual(readExample(`${commands['Postman']} ; curl --version`), found);
  });

  it('never takes a second host for the service', () => {
    const evil = 'https://evil.example/partner/website/all';
    for (const option of [
      ...[`-x ${evil}`, `--proxy ${evil}`, `-e ${evil}`, `--referer ${evil}`, `--doh-url ${evil}`],
      ...[`-sx ${evil}`, `--connect-to ${evil}`, `-d ${evil}`, `-A ${evil}`, `-H 'Host: evil.example'`],
      ...[`-H 'referrer: ${evil}'`, `-H 'authority: evil.example'`, `--next-unknown ${evil}`],
    ])
      assert.deepEqual(
        readExample(`curl ${option} -H 'X-Api-Key: ${KEY}' '${url}' --proxy ${evil} ${evil}`),
        found,
        option,
      );
  });

  it('takes the key from requests that name their host in a header', () => {
    const cmd = `curl "${origin}/partner/logs/attack_logs/1042?page=1^&per_page=20" ^\r\n  -H "authority: api.example.com" ^\r\n  -H "x-service-key: ${KEY}"`;
    const bash = `curl '${origin}/partner/logs/attack_logs/1042?page=1' -H 'x-service-key: ${KEY}' -H 'x-csrf-token: zzzz1111'`;
    const expected = { baseUrl: origin, keyHeader: 'x-service-key', key: KEY };
    for (const command of [cmd, bash]) assert.deepEqual(readExample(command), expected);
  });

  it('never takes a header of a browser or a proxy for the key', () => {
    for (const header of [
      ...['authority: api.example.com', 'referrer: https://console.example.org', 'x-csrf-token: zzzz1111'],
      ...['X-CSRFToken: zzzz1111', 'x-xsrf-token: zzzz1111', 'Cookie: k=zzzz1', 'X-Author: zzzz1111'],
      ...['Sec-WebSocket-Key: zzzz1111', 'Idempotency-Key: zzzz1111', 'Proxy-Authorization: Bearer zzzz1'],
      ...['Authorization: Basic eno6eno=', 'Authorization: Digest username="z", uri="/"', 'key: '],
      '__proto__: {"a":1}',
    ])
      assert.equal(readExample(`curl '${url}' -H '${header}'`)?.key, undefined, header);
  });

  it('takes a scheme from the header, and a header named for a key before others', () => {
    const bearer = `-H 'authorization: Bearer other-1'`;
    const headerOf = (headers: string) => {
      const { keyHeader, key } = readExample(`curl '${url}' ${headers}`) ?? {};
      return { keyHeader, key };
    };
    assert.deepEqual(headerOf(bearer), { keyHeader: 'authorization: Bearer', key: 'other-1' });
    for (const keyHeader of ['x-service-key', 'X-Api-Key'])
      assert.deepEqual(headerOf(`${bearer} -H '${keyHeader}: ${KEY}'`), { keyHeader, key: KEY });
    assert.equal(headerOf(`-H 'X-Api-Key: k123' -H 'x-service-key: ${KEY}'`).key, KEY);
  });

  it('takes no placeholder, no expression, and no line break for a key, but its header', () => {
    for (const key of [
      ...['<API_KEY>', '$KEY', '$' + '{KEY}', '{{key}}', '{key}', '$(id)', '%KEY%', 'YOUR_API_KEY'],
      ...['xxxx', 'your-key', 'api-key', '***', 'abc...', 'k\n', 'k1'],
    ])
      assert.deepEqual(readExample(`curl '${url}' -H 'X-Api-Key: ${key}'`), { ...found, key: undefined });
    for (const value of [`${KEY}\\r\\nX-Injected: 1`, `${KEY} ${KEY}`, `secret-${KEY} key`, '$(cat key)'])
      assert.equal(readExample(`curl -H $'X-Api-Key: ${value}' '${url}'`)?.keyHeader, undefined, value);
  });

  it('keeps a user name, so that the base URL is refused', () => {
    const call = readExample(`curl 'https://api.example.com@evil.example/partner/website/all'`);
    assert.equal(call?.baseUrl, 'https://api.example.com@evil.example');
  });

  it('reads nothing of the query and of the paths of the service', () => {
    const secret = 'Zq9xWp4Lm2Tn';
    const secretUrl = `${origin}/gw/partner/k/${secret}/all?pass=${secret}&code=${secret}#${secret}`;
    assert.deepEqual(readExample(`curl '${secretUrl}'`), { baseUrl: `${origin}/gw` });
  });

  it('reads no text of more than 100,000 units', () => {
    const command = `curl '${url}' -H 'X-Api-Key: ${KEY}' -b '`;
    const cookie = (length: number) => `${command}${'c'.repeat(length - command.length - 1)}'`;
    assert.deepEqual(readExample(cookie(100_000)), found);
    assert.equal(readExample(cookie(100_001)), undefined);
  });
});
