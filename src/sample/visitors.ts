/** The senders of the sample requests: addresses from the documentation ranges, countries, and client software. */
import type { Header } from '../service/model.ts';
import type { Random } from './random.ts';
import type { SampleDomain } from './sampleDomains.ts';

export interface Visitor {
  readonly address: string;
  readonly countryCode: string;
  readonly country: string;
}

const countries = [
  ['KR', 'South Korea'],
  ['NL', 'Netherlands'],
  ['DE', 'Germany'],
  ['JP', 'Japan'],
  ['VN', 'Vietnam'],
  ['US', 'United States'],
  ['SA', 'Saudi Arabia'],
  ['CI', "Côte d'Ivoire"],
] as const;

/** The documentation ranges of RFC 5737 and RFC 3849. */
const networks = ['192.0.2.', '198.51.100.', '203.0.113.', '2001:db8::'] as const;

/** Returns a visitor; the same address is always in the same country. */
function visitorAt(network: number, host: number): Visitor {
  const [countryCode, country] = countries[(network * 5 + host * 7) % countries.length] ?? countries[0];
  const address = `${networks[network]}${network === 3 ? host.toString(16) : host}`;
  return { address, countryCode, country };
}

/** The sender of the nightly uploads, 203.0.113.9. */
export const nightlyUploader = visitorAt(2, 9);

/** Picks a visitor. Some visitors are picked much more often than others. */
export function pickVisitor(random: Random): Visitor {
  return visitorAt(random.between(0, 3), 1 + Math.floor(random.next() ** 3 * 250));
}

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
];

const tools = [
  'curl/8.15.0',
  'sqlmap/1.9.9#stable (https://sqlmap.org)',
  'python-requests/2.32.5',
  'Go-http-client/1.1',
];

/**
 * Returns the headers that a visitor's client sends by default, starting with `Host`. The credentials are fictitious.
 */
export function clientHeaders(random: Random, { host, language }: SampleDomain): readonly Header[] {
  if (random.chance(0.4))
    return [
      ['Host', host],
      ['User-Agent', random.pick(tools)],
      ['Accept', '*/*'],
    ];
  const headers: Header[] = [
    ['Host', host],
    ['User-Agent', random.pick(browsers)],
    ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['Accept-Language', language.tag],
    ['Accept-Encoding', 'gzip, deflate, br'],
  ];
  if (random.chance(0.5))
    headers.push(['Referer', `https://${host}${encodeURI(random.pick(language.pages))}`]);
  if (random.chance(0.7)) headers.push(['Cookie', cookies(random)]);
  if (random.chance(0.15)) headers.push(['Authorization', `Bearer ${webToken(random)}`]);
  return headers;
}

/** Returns a `Cookie` value with a session, an analytics, and a token cookie. */
function cookies(random: Random): string {
  return [
    `session=sample${random.hex(26)}`,
    `_ga=GA1.2.${random.between(1e8, 1e9)}.${random.between(17e8, 18e8)}`,
    `csrf_token=not-secret-${random.hex(8)}`,
  ].join('; ');
}

/** Returns a JSON Web Token whose signature states that it is not a real signature. */
function webToken(random: Random): string {
  const claims = JSON.stringify({ sub: `sample-user-${random.between(1, 99)}`, iss: 'sample' });
  return ['{"alg":"HS256","typ":"JWT"}', claims, `not a real signature ${random.hex(8)}`]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
}
