/** Logs that illustrate the redaction rules and their limits. */
import type { RedactionOptions } from '../../../src/redaction/redact.ts';
import type { DetectionLog } from '../../../src/service/model.ts';
import { aLog } from '../formats/logs.ts';

export interface RedactionExample {
  readonly name: string;
  readonly log: DetectionLog;
  readonly options?: Partial<RedactionOptions>;
  /** The log's secrets, each with its placeholder. */
  readonly redacted: Readonly<Record<string, string>>;
  /** Texts that remain in the copy. */
  readonly left: readonly string[];
  readonly why: string;
  /** The start of a note in the copy. */
  readonly note?: string;
}

const get = (target: string, ...headers: string[]) =>
  [`GET ${target} HTTP/1.1`, 'Host: shop.example', ...headers, '', ''].join('\r\n');
const post = (type: string, body: string, ...headers: string[]) =>
  ['POST /account HTTP/1.1', 'Host: shop.example', `Content-Type: ${type}`, ...headers, '', body].join(
    '\r\n',
  );
const form = 'application/x-www-form-urlencoded';
const raw = (rawData: string, description = '') => aLog({ rawData, description });
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJlLW9m';

export const redactionExamples: readonly RedactionExample[] = [
  {
    name: 'Cookies',
    log: raw(get('/cart', 'Cookie: session=6c355bc065b8; theme=dark-mode')),
    redacted: { '6c355bc065b8': 'cookie 1', 'dark-mode': 'cookie 2' },
    left: ['session', 'theme'],
    why: 'Anyone who has a session cookie can act as that user, and there is no way to know which cookies are harmless. The names show which cookies were sent.',
  },
  {
    name: 'A cookie that the response sets',
    log: aLog({
      response: {
        firstLine: 'HTTP/1.1 200 OK',
        headers: [['Set-Cookie', 'sid=9f8e7d6c5b4a; Path=/account; HttpOnly']],
      },
    }),
    redacted: { '9f8e7d6c5b4a': 'cookie 1' },
    left: ['Path=/account', 'HttpOnly'],
    why: 'Attributes are not secrets.',
  },
  {
    name: 'Basic authorization, and its password again in the form',
    log: raw(post(form, 'again=c0rr3ctH0rs377x12', 'Authorization: Basic YW5uYTpjMHJyM2N0SDByczM3N3gxMg==')),
    redacted: {
      'YW5uYTpjMHJyM2N0SDByczM3N3gxMg==': 'authorization 1',
      c0rr3ctH0rs377x12: 'authorization 1',
    },
    left: ['Authorization: Basic'],
    why: 'A random-looking value is a secret wherever it occurs again, even decoded, and gets the same number. An ordinary word does not.',
  },
  {
    name: 'A bearer token',
    log: raw(get('/api/orders', `Authorization: Bearer ${token}`)),
    redacted: { [token]: 'authorization 1' },
    left: ['Bearer', '/api/orders'],
    why: 'The scheme shows how the client signs in.',
  },
  {
    name: 'A key in a header',
    log: raw(get('/', 'X-Api-Key: k-5f1d0c2b9a77', 'X-Request-Id: 7d3c9a11')),
    redacted: { 'k-5f1d0c2b9a77': 'key 1' },
    left: ['7d3c9a11'],
    why: 'Request identifiers are needed to trace a report.',
  },
  {
    name: 'A password in a form',
    log: raw(post(form, 'user=anna&password=correct%20horse&remember=1')),
    redacted: { 'correct%20horse': 'secret 1' },
    left: ['user=anna', 'remember=1'],
    why: 'By the name of the field. The user name is part of the evidence.',
  },
  {
    name: 'JSON members',
    log: raw(
      post('application/json', '{"user":"anna","client_secret":"s-11aa22bb","token_type":"bearer-type"}'),
    ),
    redacted: { 's-11aa22bb': 'secret 1' },
    left: ['"anna"', 'bearer-type'],
    why: 'Names that only describe a secret are kept.',
  },
  {
    name: 'XML elements',
    log: raw(
      post(
        'text/xml',
        '<Account><User>anna</User><s:Password Type="x">winter-2031</s:Password><TokenType>bearer-type</TokenType></Account>',
      ),
    ),
    redacted: { 'winter-2031': 'secret 1' },
    left: ['<User>anna</User>', 'bearer-type'],
    why: 'By the name of the element, regardless of its prefix.',
  },
  {
    name: 'A part of a multipart form',
    log: raw(
      post(
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="pin"\r\n\r\n480155\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="shell.php"\r\n\r\n<?php system(1);\r\n--b--\r\n',
      ),
    ),
    redacted: { '480155': 'secret 1' },
    left: ['shell.php', '<?php system(1);'],
    why: 'The uploaded file is the attack.',
  },
  {
    name: 'A token in the query, and encoded in Referer',
    log: raw(
      get('/reset?token=t%2F0k3n-77', 'Referer: https://shop.example/?next=%2Freset%3Ftoken%3Dt%252F0k3n-77'),
    ),
    redacted: { 't%2F0k3n-77': 'secret 1', 't%252F0k3n-77': 'secret 1' },
    left: ['/reset?token=', 'https://shop.example/'],
    why: 'Secrets are found in every encoding: percent-encoding, escapes, Base64.',
  },
  {
    name: 'Credentials in a URL',
    log: raw(get('/fetch?url=http://admin:hunter22@intranet.example/')),
    redacted: { 'admin:hunter22': 'credentials 1' },
    left: ['@intranet.example/'],
    why: 'The destination of the request shows the attack.',
  },
  {
    name: 'A JSON Web Token under a harmless name',
    log: raw(get(`/search?q=${token}`)),
    redacted: { [token]: 'token 1' },
    left: ['/search?q='],
    why: 'By its shape.',
  },
  {
    name: 'Your own name for a secret',
    log: raw(get('/?tenantCode=acme-991', 'X-Tenant-Code: acme-991')),
    options: { names: ['tenant_code'] },
    redacted: { 'acme-991': 'secret 1' },
    left: ['tenantCode=', 'X-Tenant-Code'],
    why: 'By `partnerLogs.redaction.names`, ignoring case and separators.',
  },
  {
    name: 'SQL injection',
    log: raw(
      get("/item?id=1'%20OR%20'1'='1", 'User-Agent: sqlmap/1.7'),
      'Detected pattern "OR" in parameter id',
    ),
    redacted: {},
    left: ["1'%20OR%20'1'='1", 'sqlmap/1.7'],
    why: 'The report is about the attack.',
  },
  {
    name: 'An attack inside a password',
    log: raw(
      post(form, "user=anna&password='%20OR%201=1--"),
      'Detected pattern "\' OR 1=1--" in parameter password',
    ),
    redacted: {},
    left: ["'%20OR%201=1--", 'in parameter password'],
    why: 'No password looks like this, and the report is about the attack.',
  },
  {
    name: 'An attack after a session identifier',
    log: raw(get('/', "Cookie: sid=6c355bc065b8'%20UNION%20SELECT%201--"), 'Detected SQL in cookie sid'),
    redacted: { '6c355bc065b8': 'cookie 1' },
    left: ["'%20UNION%20SELECT%201--", 'in cookie sid'],
    why: 'The text before the attack might be a user’s session.',
    note: 'Part of the detected text is redacted (‹redacted: cookie 1›)',
  },
  {
    name: 'A cookie with an ordinary value',
    log: raw(get('/products/list', 'Cookie: landing=%2Fproducts%2Flist')),
    redacted: { '%2Fproducts%2Flist': 'cookie 1' },
    left: ['/products/list'],
    why: 'An ordinary value is replaced only in the cookie. Elsewhere, it is not a secret.',
  },
  {
    name: 'Addresses and identifiers',
    log: aLog({
      request: {
        firstLine: 'GET / HTTP/1.1',
        headers: [
          ['X-Forwarded-For', '198.51.100.130'],
          ['X-Unique-ID', '4fff878626f37503710ae3c3'],
          ['Idempotency-Key', '0b41-4758'],
        ],
      },
    }),
    redacted: {},
    left: ['198.51.100.130', '4fff878626f37503710ae3c3', '0b41-4758'],
    why: 'The attacker and the request are the subject of the report.',
  },
  {
    name: 'An email address',
    log: raw(post(form, 'email=anna@example.com&note=hi')),
    redacted: {},
    left: ['anna@example.com'],
    why: 'Off by default, because many attacks contain addresses.',
  },
  {
    name: 'An email address, on request',
    log: raw(post(form, 'email=anna@example.com&note=hi')),
    options: { emails: true },
    redacted: { 'anna@example.com': 'e-mail 1' },
    left: ['note=hi'],
    why: 'By `partnerLogs.redaction.emails`.',
  },
  {
    name: 'A card number, on request',
    log: raw(post(form, 'card=4111 1111 1111 1111&order=4111111111111112')),
    options: { cardNumbers: true },
    redacted: { '4111 1111 1111 1111': 'card number 1' },
    left: ['4111111111111112'],
    why: 'By `partnerLogs.redaction.cardNumbers`: numbers of known networks with a valid check digit.',
  },
  {
    name: 'A long token, on request',
    log: raw(get('/f/9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d/list', 'Accept: text/html')),
    options: { longTokens: true },
    redacted: { '9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d': 'token 1' },
    left: ['/list', 'text/html'],
    why: 'By `partnerLogs.redaction.longTokens`: 32 or more random-looking letters, digits, `-`, and `_`, except UUIDs and words.',
  },
  {
    name: 'A client address, on request',
    log: raw(get('/', 'X-Forwarded-For: 198.51.100.130, 203.0.113.9')),
    options: { addresses: true },
    redacted: { '198.51.100.130': 'address 1', '203.0.113.9': 'address 2' },
    left: ['X-Forwarded-For'],
    why: 'By `partnerLogs.redaction.addresses`, in every header that contains one. Equal addresses get the same number.',
  },
];
