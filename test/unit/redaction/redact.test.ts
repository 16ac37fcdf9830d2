import assert from 'node:assert/strict';
import {
  defaultRedaction,
  type RedactionOptions,
  redactLog,
  redactRow,
} from '../../../src/redaction/redact.ts';
import { english, message } from '../../../src/text/l10n.ts';
import { aLog, aRow } from '../formats/logs.ts';

const jwt =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI0MiJ9.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

function rawRedacted(rawData: string, options: Partial<RedactionOptions> = {}): string {
  return redactLog(aLog({ rawData }), undefined, { ...defaultRedaction, ...options }).log.rawData;
}

function bodyRedacted(body: string, options: Partial<RedactionOptions> = {}): string {
  return rawRedacted(`POST / HTTP/1.1\r\n\r\n${body}`, options).split('\r\n\r\n').slice(1).join('\r\n\r\n');
}

describe('redactLog', () => {
  it('numbers secrets of a kind, and gives equal ones one number in the whole log', () => {
    const log = aLog({
      request: {
        firstLine: 'GET /?token=first-token HTTP/1.1',
        headers: [['Cookie', 'a=first-cookie; b=second-cookie']],
      },
      response: {
        firstLine: undefined,
        headers: [
          ['Set-Cookie', 'b=second-cookie; Path=/; Expires=Wed, 09 Jun 2027 10:18:14 GMT, c=third-cookie'],
        ],
      },
      rawData: 'GET /?token=first%2Dtoken HTTP/1.1\r\nCookie: a=first-cookie;\r\n b=second-cookie\r\n\r\n',
    });
    const redacted = redactLog(log, undefined, defaultRedaction);
    assert.deepEqual(redacted.log.request, {
      firstLine: 'GET /?token=‹redacted: secret 1› HTTP/1.1',
      headers: [['Cookie', 'a=‹redacted: cookie 1›; b=‹redacted: cookie 2›']],
    });
    assert.deepEqual(redacted.log.response.headers, [
      [
        'Set-Cookie',
        'b=‹redacted: cookie 2›; Path=/; Expires=Wed, 09 Jun 2027 10:18:14 GMT, c=‹redacted: cookie 3›',
      ],
    ]);
    assert.equal(
      redacted.log.rawData,
      'GET /?token=‹redacted: secret 1› HTTP/1.1\r\nCookie: a=‹redacted: cookie 1›;\r\n b=‹redacted: cookie 2›\r\n\r\n',
    );
    assert.equal(redacted.count, 4);
  });

  it('keeps schemes, names, attributes and what only looks like a secret', () => {
    const kept = [
      'GET /?keyword=select&token_type=bearer&page=1 HTTP/1.1',
      'Host: user@shop.example',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      'Idempotency-Key: 8e03978e-40d5-43e8-bc93-6894a57f9324',
      'Access-Control-Allow-Credentials: true',
      'X-Forwarded-For: 203.0.113.9',
      '',
      '{"password": null, "hasToken": true, "tokens": 12, "author": "http://evil@169.254.169.254/"}',
    ].join('\r\n');
    const redacted = redactLog(aLog({ rawData: kept }), undefined, defaultRedaction);
    assert.equal(redacted.log.rawData, kept);
    assert.deepEqual([redacted.count, redacted.notes], [0, []]);
  });

  it('redacts JSON Web Tokens anywhere', () => {
    assert.equal(bodyRedacted(`x ${jwt}, y`), 'x ‹redacted: token 1›, y');
    assert.equal(bodyRedacted(`x%22${jwt.replaceAll('.', '%2e')}%22`), 'x%22‹redacted: token 1›%22');
    assert.equal(bodyRedacted('eyJhbGciOi.only-two'), 'eyJhbGciOi.only-two');
  });

  it('redacts credentials in URLs', () => {
    assert.equal(
      bodyRedacted('https://me:hu4nT3r22@shop.example/ hu4nT3r22 https://t0k3N9x8@shop.example/'),
      'https://‹redacted: credentials 1›@shop.example/ ‹redacted: credentials 1› https://‹redacted: credentials 2›@shop.example/',
    );
  });

  it('redacts what the user names', () => {
    const options = { names: ['X-Tenant', 'patient_id'] };
    assert.equal(
      rawRedacted('GET /?patient-id=4711&patient=1 HTTP/1.1\r\nX-Tenant: acme\r\n\r\n', options),
      'GET /?patient-id=‹redacted: secret 1›&patient=1 HTTP/1.1\r\nX-Tenant: ‹redacted: key 1›\r\n\r\n',
    );
    assert.equal(
      bodyRedacted('{"name":"X-Patient-Id","value":"anna"}', options),
      '{"name":"X-Patient-Id","value":"‹redacted: secret 1›"}',
    );
  });

  it('redacts numbers, lists and cut-off strings in JSON', () => {
    assert.equal(
      bodyRedacted(
        '{"pin": 1234, "tokens": 9, "secret": ["one two", {"a": "b"}], "note": "n", "password": "cut o',
      ),
      '{"pin": ‹redacted: secret 1›, "tokens": 9, "secret": ["‹redacted: secret 2›", {"a": "‹redacted: secret 3›"}], "note": "n", "password": "‹redacted: secret 4›',
    );
  });

  it('hides every value of a sign-in except the match and ordinary values', () => {
    const raw = (user: string, tenant: string) =>
      `POST /api/sign-in HTTP/1.1\r\nHost: shop.example\r\n\r\n{"user":"${user}","tenant":"${tenant}","remember":true,"page":"2"}`;
    const row = aRow({ detectedValue: "x' OR 1=1--" });
    const { log } = redactLog(aLog({ rawData: raw("x' OR 1=1--", 'north wind') }), row, defaultRedaction);
    assert.equal(log.rawData, raw("x' OR 1=1--", '‹redacted: secret 1›'));
  });

  it('keeps calls, indices, and words of statements after a name for a secret', () => {
    for (const body of ['{"code":"const token = getToken(); apiKey = KEYS[0]"}', 'SET PASSWORD FOR root'])
      assert.equal(bodyRedacted(body), body);
  });

  it('hides the values of an operation that a method, a call, or an element names', () => {
    for (const [body, hidden] of [
      ['{"method":"auth.login","params":{"name":"blue door","n":1}}', 'blue door'],
      ['<Envelope><VerifyRequest><answer>blue door</answer></VerifyRequest></Envelope>', 'blue door'],
      ['{"resetPassword":{"answer":"blue door"}}', 'blue door'],
    ] as const)
      assert.equal(bodyRedacted(body), body.replace(hidden, '‹redacted: secret 1›'));
    const other = '{"method":"cart.add","params":{"name":"blue door","n":1}}';
    assert.equal(bodyRedacted(other), other);
  });

  it('redacts the value of a name in a list of YAML, and no neighbour', () => {
    const list = (one: string, other: string) =>
      `env:\n  - name: REDIS_PASSWORD\n    value: ${one}\n  - name: DB_PASSWORD\n    value: ${other}\n  - name: MODE\n    value: production\n`;
    assert.equal(
      bodyRedacted(list('murmeltier-12', '"sunny day"')),
      list('‹redacted: secret 1›', '"‹redacted: secret 2›"'),
    );
  });

  it('redacts the text of elements of XML', () => {
    assert.equal(
      bodyRedacted(
        '<a><user>anna</user><s:Password Type="PasswordText">correct &amp; horse</s:Password><pin x="1" /><token_type>t</token_type></a>',
      ),
      '<a><user>anna</user><s:Password Type="PasswordText">‹redacted: secret 1›</s:Password><pin x="1" /><token_type>t</token_type></a>',
    );
    assert.equal(
      bodyRedacted(
        '<password>\r\n  one\r\n two\r\n</password>\r\n<secret><![CDATA[a<b>c]]></secret><pin></pin>',
      ),
      '<password>\r\n  ‹redacted: secret 1›\r\n</password>\r\n<secret><![CDATA[‹redacted: secret 2›]]></secret><pin></pin>',
    );
    assert.equal(
      bodyRedacted('{"xml":"<pwd>in a string<\\/pwd>","b":1}'),
      '{"xml":"<pwd>‹redacted: secret 1›<\\/pwd>","b":1}',
    );
  });

  it('leaves what a program has in place of a value', () => {
    for (const text of [
      '{"query":"mutation($user: String!, $password: String!) { login(user: $user, password: $password) { id } }"}',
      'password = getpass()\nuser = input("name")',
      '$password = $_POST["password"];',
    ])
      assert.equal(bodyRedacted(text), text);
    assert.equal(
      bodyRedacted('DB_PASSWORD=$winter-2031 docker compose up'),
      'DB_PASSWORD=‹redacted: secret 1›',
    );
  });

  it('leaves what follows a name in angle brackets that stands for a value', () => {
    for (const text of [
      "curl -H 'Authorization: Bearer <token>' https://api.example/v1/me returns 401",
      '{"header":"Authorization: Bearer <token>","status":"has expired at noon"}',
      '{"value":"<password>","note":"ask the team"}',
      '{"body":"{\\"value\\":\\"<password>\\",\\"note\\":\\"ask the team\\"}"}',
      'log in with <password> and see the page of orders',
    ])
      assert.equal(bodyRedacted(text), text);
    for (const [text, redacted] of [
      [
        '{"xml":"<a>\\n <pwd>correct horse<\\/pwd>\\n<\\/a>"}',
        '{"xml":"<a>\\n <pwd>‹redacted: secret 1›<\\/pwd>\\n<\\/a>"}',
      ],
      ['{"xml":"for x <pwd>correct horse<\\/pwd>"}', '{"xml":"for x <pwd>‹redacted: secret 1›<\\/pwd>"}'],
      ['{"xml":"<a>\\n <pwd>correct horse', '{"xml":"<a>\\n <pwd>‹redacted: secret 1›'],
    ] as const)
      assert.equal(bodyRedacted(text), redacted);
    assert.equal(
      bodyRedacted('the header was: <token>winter-2031-x and then'),
      'the header was: <token>‹redacted: secret 1› and then',
    );
  });

  it('leaves what a program takes from elsewhere, and redacts what it falls back on', () => {
    for (const text of [
      'password = request.form["password"]\nuser = request.form["user"]',
      'SELECT 1 FROM users WHERE password = ?',
      'let token: string;\nfunction sign(password: string) {}',
      '  password = var.db_password\n  user = "x"\n',
      `password = "\${var.db_password}"\n`,
      'password: !vault |\n',
      '{"properties":{"password":{"type":"string"}},"required":["password","token"]}',
    ])
      assert.equal(bodyRedacted(text), text);
    for (const [before, after] of [
      ["const apiKey = process.env.API_KEY ?? '", "';"],
      ["$token = $_ENV['TOKEN'] ?? '", "';"],
    ] as const)
      assert.ok(!bodyRedacted(`${before}Vz9Kq27LmX${after}`).includes('Vz9K'), before);
  });

  it('redacts strings of code that are compared, typed, prefixed or passed on', () => {
    for (const [before, after] of [
      ["if ($_POST['password'] == '", "') { login(); }"],
      ['if (password.equals("', '")) login();'],
      ['function login(password: string = "', '") {}'],
      ['mutation L($password: String! = "', '") { login(password: $password) { id } }'],
      ['mutation { login(password: """', '""") { id } }'],
      ['password = """', '"""\n'],
      ['password = new String("', '");'],
      ['password => "', '", user => "anna"'],
      ['[password: "', '", user: "anna"]'],
      ['setx DB_PASSWORD "', '"\n'],
      ['helm upgrade shop --set db.password=', ' --set replicas=2'],
      ['{"text":"user: anna, password: ', '"}'],
    ] as const)
      assert.equal(bodyRedacted(`${before}murmeltier${after}`), `${before}‹redacted: secret 1›${after}`);
    assert.equal(
      bodyRedacted("get(u, headers={'Authorization': f'Bearer Vz9Kq27LmX'})"),
      "get(u, headers={'Authorization': f'‹redacted: secret 1›'})",
    );
  });

  it('leaves what follows an option of a command in a body', () => {
    assert.equal(
      bodyRedacted('wget --password=murmeltier-12 http://198.51.100.7/a.sh -O /tmp/a'),
      'wget --password=‹redacted: secret 1› http://198.51.100.7/a.sh -O /tmp/a',
    );
  });

  it('redacts what stands in a further element or after a comment, and in fields of HTML without a name', () => {
    for (const [before, after] of [
      ['<password><string>', '</string></password>'],
      ['<password><!-- of the shop -->', '</password>'],
      ['<dl><dt>Password:</dt><dd>', '</dd></dl>'],
      ['<input value="', '" type="password">'],
      ['<input type=password value=', '>'],
      ['{"html":"<input type=\\"password\\" value=\\"', '\\">"}'],
    ] as const)
      assert.equal(bodyRedacted(`${before}murmeltier${after}`), `${before}‹redacted: secret 1›${after}`);
    assert.equal(
      bodyRedacted('<input name="pw" type="password" value="one\\two\\\\three">'),
      '<input name="pw" type="password" value="‹redacted: secret 1›">',
    );
  });

  it('leaves names in angle brackets that touch other text, and what follows them', () => {
    for (const text of [
      'mysql -u root -p<password> shop',
      'postgres://user:<password>@db.example/shop',
      'export API_TOKEN=<token>\nexport PORT=80\n',
      '{"text":"Run login <user> <password> and wait"}',
      'Usage: app --token <token> --out <file>\n',
      'List<Password> list = new ArrayList<Password>();',
    ])
      assert.equal(bodyRedacted(text), text);
    for (const target of ['/?token=<token>&page=2', '/?token=%3Ctoken%3E&page=2'])
      assert.equal(rawRedacted(`GET ${target} HTTP/1.1\r\n\r\n`), `GET ${target} HTTP/1.1\r\n\r\n`);
    assert.equal(bodyRedacted('xml=<password>murmeltier'), 'xml=<password>‹redacted: secret 1›');
  });

  const bodies: Readonly<Record<string, (value: string) => string>> = {
    form: (value) => `note=${value}&page=1`,
    JSON: (value) => `[{"note":"${value}"},{"page":1}]`,
    XML: (value) => `<rows><row><note>${value}</note></row><row><page>1</page></row></rows>`,
    multipart: (value) => `--XX\r\nContent-Disposition: form-data; name="note"\r\n\r\n${value}\r\n--XX--\r\n`,
  };
  for (const [kind, body] of Object.entries(bodies))
    it(`redacts tokens and encoded secrets that are the complete value of a harmless field of ${kind}`, () => {
      for (const token of [`ghp_${'a1B2c3D4e5'.repeat(4)}`, 'LTAI5tQnKxGn7hq2', 'AKIAIOSFODNN7EXAMPLE'])
        assert.equal(bodyRedacted(body(token)), body('‹redacted: token 1›'));
      for (const encoding of ['base64', 'hex'] as const) {
        const [name, secret] = ['password=', 'murmeltier77'].map((text) =>
          Buffer.from(text).toString(encoding),
        );
        assert.equal(bodyRedacted(body(`${name}${secret}`)), body(`${name}‹redacted: secret 1›`));
      }
    });

  it('redacts the value after an element of XML that contains its name', () => {
    for (const name of ['salasana', 'mdp', 'mdp, 2', 'Password1Confirm2']) {
      const body = (value: string) => `<p><id>${name}</id><value>${value}</value></p>`;
      assert.equal(bodyRedacted(body('kissa77')), body('‹redacted: secret 1›'), name);
    }
    const body = (value: string) => `<p><name>password</name><id>7</id><value>${value}</value></p>`;
    assert.equal(bodyRedacted(body('kissa77')), body('‹redacted: secret 1›'));
  });

  it('redacts no more than the line where an element of XML does not end', () => {
    for (const start of ['<password>', '<password><![CDATA[', '<b:password x="a>b">'])
      assert.match(
        rawRedacted(`GET /?q=${start}one two\r\nA: b\r\nC: <d>\r\n\r\n`),
        /^GET \/\?q=<[^\r\n]*‹redacted: secret 1›\r\nA: b\r\nC: <d>\r\n\r\n$/,
      );
    assert.equal(
      bodyRedacted('<password not a tag <pin>1234</pin><password'),
      '<password not a tag <pin>‹redacted: secret 1›</pin><password',
    );
  });

  it('redacts a request that does not parse', () => {
    assert.equal(
      rawRedacted('Cookie: sid=abcdef12\nno colon\nname=x&password=y z&b=1'),
      'Cookie: sid=‹redacted: cookie 1›\nno colon\nname=x&password=‹redacted: secret 1›&b=1',
    );
    assert.equal(rawRedacted("password=it's&b=1"), 'password=‹redacted: secret 1›&b=1');
  });

  it('replaces a short secret only where it stands', () => {
    assert.equal(
      rawRedacted('GET /en?pwd=en HTTP/1.1\r\n\r\nen'),
      'GET /en?pwd=‹redacted: secret 1› HTTP/1.1\r\n\r\nen',
    );
  });

  it('replaces a secret that occurs again amid other bytes in Base64', () => {
    const secret = 'a-s3cr3tOfS0meL3ngth';
    for (const [before, after] of [
      ['', '!'],
      ['x', 'yz'],
      ['xy', ''],
    ] as const) {
      const encoded = Buffer.from(before + secret + after).toString('base64');
      const redacted = bodyRedacted(`password=${encodeURIComponent(secret)}&state=${encoded}`);
      assert.ok(!redacted.includes(encoded.slice(4, -4)), redacted);
      assert.match(redacted, /&state=\w{0,3}‹redacted: secret 1›/);
    }
  });

  it('replaces a secret that occurs again with a plus in another encoding', () => {
    const basic = Buffer.from('me:s0m3+w0rds8h3r3').toString('base64');
    assert.equal(
      rawRedacted(`POST / HTTP/1.1\r\nAuthorization: Basic ${basic}\r\n\r\na=s0m3%2Bw0rds8h3r3`).split(
        '\r\n\r\n',
      )[1],
      'a=‹redacted: authorization 1›',
    );
  });

  it('leaves ordinary values where they occur again: words, paths, hosts, addresses, numbers, dates', () => {
    for (const value of [
      'undefined',
      'SELECT',
      '/products/list',
      'shop.example',
      '198.51.100.7',
      '2001:db8::1',
      '1000000000000',
      '2026-02-03T04:05:06Z',
      'en-US',
      'Chrome120',
      'dark-mode',
      'short1',
    ]) {
      const redacted = bodyRedacted(`a ${value} b token=${encodeURIComponent(value)}`);
      assert.ok(redacted.startsWith(`a ${value} b token=`), redacted);
    }
  });

  it('takes what looks random for a secret again only as a word of its own', () => {
    assert.equal(
      bodyRedacted('token=k-5f1d0c2b9a77&a=k-5f1d0c2b9a77&b=xk-5f1d0c2b9a77&c=k-5f1d0c2b9a778'),
      'token=‹redacted: secret 1›&a=‹redacted: secret 1›&b=xk-5f1d0c2b9a77&c=k-5f1d0c2b9a778',
    );
  });

  it('is not switched off by any text in a log', () => {
    const token = ['ghp', 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1b2C'].join('_');
    for (const text of [
      'secretlint-disable',
      '/* secretlint-disable */',
      '# secretlint-disable-line',
      '// gitleaks:allow',
      '<!-- secretlint-disable-next-line -->',
    ]) {
      assert.ok(!bodyRedacted(`${text}\n${token} ${text}\n`).includes(token), text);
    }
  });

  it('marks texts of a log that look like placeholders', () => {
    const { log, notes } = redactLog(
      aLog({ rawData: 'GET /‹redacted: cookie 1› HTTP/1.1\r\n\r\n' }),
      undefined,
      defaultRedaction,
    );
    assert.doesNotMatch(log.rawData, /‹redacted: /);
    assert.deepEqual(notes.map(english), [
      'The log contains text that looks like redaction placeholders. It is marked as part of the log.',
    ]);
  });

  it('says in one line what was redacted and what was not looked for', () => {
    assert.equal(
      redactLog(
        aLog({ rawData: 'GET /?token=a1 HTTP/1.1\r\nCookie: a=b; c=d\r\n\r\n' }),
        undefined,
        defaultRedaction,
      ).summary,
      'Redacted: 1 secret, 2 cookies. Not searched for: email addresses, long tokens, card numbers, client addresses. No detection of secrets is complete. Review this text before you share it.',
    );
    const all = { ...defaultRedaction, emails: true, longTokens: true, cardNumbers: true, addresses: true };
    assert.equal(
      redactLog(aLog(), undefined, all).summary,
      'Redacted: nothing. No detection of secrets is complete. Review this text before you share it.',
    );
  });

  it('redacts addresses of clients when asked to, equal ones by one number', () => {
    const rawData =
      'GET /198.51.100.7 HTTP/1.1\r\nX-Real-IP: 198.51.100.7\r\nForwarded: for="[2001:db8::17]:4711"\r\n\r\n';
    const { log, row } = redactLog(aLog({ rawData }), aRow({ address: '198.51.100.7' }), {
      ...defaultRedaction,
      addresses: true,
    });
    assert.equal(
      log.rawData,
      'GET /‹redacted: address 1› HTTP/1.1\r\nX-Real-IP: ‹redacted: address 1›\r\nForwarded: for="[‹redacted: address 2›]:4711"\r\n\r\n',
    );
    assert.equal(row?.address, '‹redacted: address 1›');
  });

  it('redacts a detected value that is the secret itself', () => {
    const row = aRow({ detectedValue: 'Winter2031!', baseMessage: 'Weak password in parameter "password"' });
    assert.equal(redactRow(row, defaultRedaction).row.detectedValue, '‹redacted: secret 1›');
  });

  it('finds secrets three encodings deep', () => {
    const nested = (text: string) => `{"next": ${JSON.stringify(`u=${encodeURIComponent(text)}`)}}`;
    const inner = JSON.stringify({ password: 'hunter22', note: 'kept' });
    assert.equal(
      bodyRedacted(`v=${encodeURIComponent(nested(inner))}`),
      `v=${encodeURIComponent(nested(inner)).replace('hunter22', '‹redacted: secret 1›')}`,
    );
  });

  it('is not misled by what stands in a secret', () => {
    assert.equal(
      bodyRedacted('{"password": "a\\"b&token=c", "note": "kept"}'),
      '{"password": "‹redacted: secret 1›", "note": "kept"}',
    );
    const data = (secret: string) =>
      `data=%7B%22password%22%3A%5B%22${secret}%22%2C1%5D%2C%22keyword%22%3A%22kept%22%7D`;
    assert.match(bodyRedacted(data('one%5C%22two')), /%22keyword%22%3A%22kept%22%7D$/);
  });

  for (const [option, found, kept] of [
    ['emails', 'jane.doe+x@mail.example.com', 'jane@localhost'],
    ['longTokens', '0123456789abcdef0123456789abcdef', 'abcdefghijklmnopqrstuvwxyzabcdefgh'],
    ['cardNumbers', '4111 1111 1111 1111', '4111 1111 1111 1112'],
    ['cardNumbers', '378282246310005', '1760000000002'],
    ['longTokens', '0123456789abcdef0123456789abcdef', '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d'],
    ['longTokens', '0123456789abcdef0123456789abcdef', 'ten-things-to-know-before-you-travel-in-2026'],
    ['emails', 'müller@bücher.example', '@media'],
  ] as const) {
    it(`redacts ${option} when asked to: ${found}, not ${kept}`, () => {
      const text = `a ${found} b ${kept} c ${encodeURIComponent(found)}`;
      assert.equal(bodyRedacted(text), text);
      const redacted = bodyRedacted(text, { [option]: true });
      assert.ok(!redacted.includes(found) && !redacted.includes(encodeURIComponent(found)), redacted);
      assert.ok(redacted.includes(kept), redacted);
    });
  }

  it('says so when the detection speaks of what is redacted', () => {
    const rawData = "GET /?password=' or 1=1 -- HTTP/1.1\r\n\r\n";
    const named = redactLog(
      aLog({ rawData, description: 'SQL in parameter password' }),
      undefined,
      defaultRedaction,
    );
    assert.equal(named.log.description, 'SQL in parameter password');
    assert.equal(named.log.rawData, rawData);
    assert.deepEqual(named.notes, []);

    const hidden = redactLog(
      aLog({
        rawData: 'GET /?password=Winter2031! HTTP/1.1\r\n\r\n',
        description: 'Weak parameter password',
      }),
      undefined,
      defaultRedaction,
    );
    assert.deepEqual(hidden.notes.map(english), [
      'Part of the detected text is redacted (‹redacted: secret 1›). The attack itself might be hidden.',
    ]);

    const shown = redactLog(aLog({ rawData }), aRow({ detectedValue: "' or 1=1 --" }), defaultRedaction);
    assert.equal(shown.row?.detectedValue, "' or 1=1 --");
    assert.deepEqual(shown.notes, []);
  });

  it('keeps identifiers and leaves its input alone', () => {
    const log = aLog({
      rawData: 'GET /?token=7777777 HTTP/1.1\r\n\r\n',
      other: { note: { token: 'abcdef' } },
    });
    const copy = structuredClone(log);
    const redacted = redactLog(log, undefined, defaultRedaction);
    assert.deepEqual(log, copy);
    assert.deepEqual(redacted.log.key, log.key);
    assert.deepEqual(redacted.log.other, { note: { token: '‹redacted: secret 2›' } });
    assert.deepEqual(structuredClone(redacted), redacted);
  });

  it('refuses a log that holds more secrets than it redacts, and redacts all of one that holds as many', function () {
    this.timeout(60_000);
    const redacted = (count: number) => bodyRedacted('token=abcabcabc&'.repeat(count));
    assert.equal(redacted(250_000).includes('abcabcabc'), false);
    assert.throws(() => redacted(250_001), {
      code: 'out-of-memory',
      facts: { expected: message('at most {0} secrets to redact', 250_000) },
    });
  });

  it('finds a secret again of which a part was found before the whole', () => {
    const secret = 'fMvjfoao3B8PPYiH3C😀&#5EYqhHhxzrWGLj';
    const inner = JSON.stringify({ password: secret });
    assert.equal(
      rawRedacted(`POST / HTTP/1.1\r\nX-Echo: ${secret}\r\n\r\n${JSON.stringify({ inner })}`).includes(
        secret,
      ),
      false,
    );
  });

  it('redacts a row alone', () => {
    const row = aRow({
      uri: '/?token=abcdef',
      rawData: 'GET /?token=abcdef HTTP/1.1',
      address: '203.0.113.9',
      other: { cookie_password: 'x', n: 1 },
    });
    assert.deepEqual(redactRow(row, defaultRedaction).row, {
      ...row,
      uri: '/?token=‹redacted: secret 1›',
      rawData: 'GET /?token=‹redacted: secret 1› HTTP/1.1',
      other: { cookie_password: '‹redacted: secret 2›', n: 1 },
    });
  });
});
