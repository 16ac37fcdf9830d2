import { type SecretCase, secrets } from './case.ts';
import { get, post, postJson, request } from './requests.ts';
import { base64 } from './spellings.ts';
import { Values } from './values.ts';

const v = new Values(113);
const CLASS = 'headers';
const COOKIES = 'cookies';

const basic = (s: string) => base64(`ann:${s}`);

/** Returns a request with one header of the given name. */
const one = (name: string) => (s: string) => get('/api/v1/items', { [name]: s });

const named = (name: string, secret: string) => [name, secret, one(name)] as const;

const headerForms: readonly SecretCase[] = [
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc7617', [
    [
      'Basic',
      'Aladdin-73',
      (s) => get('/admin', { Authorization: `Basic ${basic(s)}` }),
      (s) => ({ also: [basic(s)] }),
    ],
    [
      'basic in lower case',
      'openSesame!',
      (s) => get('/admin', { authorization: `basic ${basic(s)}` }),
      (s) => ({ also: [basic(s)] }),
    ],
    [
      'Basic of a token',
      v.hex(40),
      (s) => get('/api', { Authorization: `Basic ${base64(`${s}:`)}` }),
      (s) => ({ also: [base64(`${s}:`)] }),
    ],
    [
      'Proxy Basic',
      'Jasmine+4',
      (s) => get('http://x.example/', { 'Proxy-Authorization': `Basic ${basic(s)}` }),
      (s) => ({ also: [basic(s)] }),
    ],
    [
      'Basic with a colon in it',
      'ab:cd:Efg9',
      (s) => get('/admin', { Authorization: `Basic ${basic(s)}` }),
      (s) => ({ also: [basic(s)] }),
    ],
    [
      'Basic without a space',
      v.text(12),
      (s) => get('/admin', { Authorization: `Basic:${basic(s)}` }),
      (s) => ({ also: [basic(s)] }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc7616', [
    [
      'Digest response',
      v.hex(32),
      (s) =>
        get('/dir/', {
          Authorization: `Digest username="ann", realm="shop", nonce="5f2", uri="/dir/", qop=auth, nc=00000001, response="${s}"`,
        }),
    ],
    [
      'Digest without quotes',
      v.hex(64),
      (s) =>
        get('/dir/', { Authorization: `Digest username=ann, algorithm=SHA-256, uri=/dir/, response=${s}` }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc6750', [
    ['Bearer', v.url(43), (s) => get('/api/me', { Authorization: `Bearer ${s}` })],
    ['Bearer in capitals', v.text(32), (s) => get('/api/me', { AUTHORIZATION: `BEARER ${s}` })],
    ['Bearer with two spaces', v.url(40), (s) => get('/api/me', { Authorization: `Bearer  ${s}` })],
    ['Bearer twice', v.url(36), (s) => get('/api/me', { Authorization: `Bearer Bearer ${s}` })],
    [
      'two Bearer joined',
      v.url(36),
      (s) => get('/api/me', { Authorization: `Bearer undefined, Bearer ${s}` }),
    ],
    ['Bearer in quotes', v.text(28), (s) => get('/api/me', { Authorization: `Bearer "${s}"` })],
    ['bare token', v.hex(48), (s) => get('/api/me', { Authorization: s })],
    ['Bearer in X-Authorization', v.url(44), (s) => get('/api/me', { 'X-Authorization': `Bearer ${s}` })],
    [
      'Bearer in X-Forwarded-Authorization',
      v.url(44),
      (s) => get('/api/me', { 'X-Forwarded-Authorization': `Bearer ${s}` }),
    ],
    ['Bearer in Authentication', v.url(34), (s) => get('/api/me', { Authentication: `Bearer ${s}` })],
    [
      'Bearer in X-Original-Headers',
      v.url(34),
      (s) => get('/api/me', { 'X-Original-Headers': JSON.stringify({ authorization: `Bearer ${s}` }) }),
    ],
  ]),
  ...secrets(
    CLASS,
    'https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-auth-using-authorization-header.html',
    [
      [
        'SigV4 signature',
        v.hex(64),
        (s) =>
          get('/bucket', {
            Authorization: `AWS4-HMAC-SHA256 Credential=AKEXAMPLE/20260501/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=${s}`,
          }),
      ],
      [
        'SigV4 without spaces',
        v.hex(64),
        (s) =>
          get('/bucket', {
            Authorization: `AWS4-HMAC-SHA256 Credential=AKEXAMPLE/20260501/us-east-1/s3/aws4_request,SignedHeaders=host,Signature=${s}`,
          }),
      ],
      ['AWS version 2', v.base64(20), (s) => get('/bucket', { Authorization: `AWS AKEXAMPLE:${s}` })],
      named('X-Amz-Security-Token', v.base64(150)),
    ],
  ),
  ...secrets(CLASS, 'https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key', [
    ['SharedKey', v.base64(32), (s) => get('/container', { Authorization: `SharedKey account:${s}` })],
    [
      'SharedAccessSignature',
      v.base64(32),
      (s) =>
        get('/queue', {
          Authorization: `SharedAccessSignature sr=shop.example&sig=${encodeURIComponent(s)}&se=1790000000&skn=Root`,
        }),
    ],
  ]),
  ...secrets(CLASS, 'https://api.rubyonrails.org/classes/ActionController/HttpAuthentication/Token.html', [
    [
      'Token token',
      v.hex(32),
      (s) => get('/api', { Authorization: `Token token="${s}", email="a@shop.example"` }),
    ],
    ['Token of Django REST', v.hex(40), (s) => get('/api', { Authorization: `Token ${s}` })],
    [
      'Token recurring in the query',
      v.hex(32),
      (s) => get(`/api?next=${s}`, { Authorization: `Token token="${s}"` }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc5849#section-3.5.1', [
    [
      'OAuth 1 signature',
      v.base64(20),
      (s) =>
        get('/1.1/me', {
          Authorization: `OAuth oauth_consumer_key="ck", oauth_nonce="n", oauth_signature="${encodeURIComponent(s)}", oauth_version="1.0"`,
        }),
    ],
    [
      'OAuth 1 token',
      v.text(50),
      (s) => get('/1.1/me', { Authorization: `OAuth realm="shop", oauth_token="${s}", oauth_version="1.0"` }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.iana.org/assignments/http-authschemes/http-authschemes.xhtml', [
    ['Negotiate', v.base64(120), (s) => get('/', { Authorization: `Negotiate ${s}` })],
    ['NTLM', `TlRMTVNTUAAD${v.base64(90)}`, (s) => get('/', { Authorization: `NTLM ${s}` })],
    [
      'Hawk',
      v.base64(32),
      (s) => get('/', { Authorization: `Hawk id="dh37", ts="1790000000", nonce="j4h3", mac="${s}"` }),
    ],
    ['DPoP', v.url(60), (s) => get('/', { Authorization: `DPoP ${s}` })],
    ['ApiKey of Elastic', v.base64(42), (s) => get('/_search', { Authorization: `ApiKey ${s}` })],
    ['GenieKey', v.uuid(), (s) => get('/v2/alerts', { Authorization: `GenieKey ${s}` })],
    [
      'PVEAPIToken',
      v.uuid(),
      (s) => get('/api2/json/nodes', { Authorization: `PVEAPIToken=root@pam!ci=${s}` }),
    ],
    ['KakaoAK', v.hex(32), (s) => get('/v2/local/search', { Authorization: `KakaoAK ${s}` })],
    [
      'HMAC with a client',
      v.base64(32),
      (s) =>
        get('/', {
          Authorization: `hmac username="shop", algorithm="hmac-sha256", headers="date", signature="${s}"`,
        }),
    ],
    [
      'Splunk',
      v.uuid(),
      (s) =>
        post('/services/collector', 'application/json', '{"event":"x"}', { Authorization: `Splunk ${s}` }),
    ],
    [
      'key= of FCM',
      `AAAA${v.text(7)}:${v.url(134)}`,
      (s) => postJson('/fcm/send', { to: '/topics/a' }, { Authorization: `key=${s}` }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.iana.org/assignments/http-fields/http-fields.xhtml', [
    named('X-Api-Key', v.text(32)),
    named('x-apikey', v.lower(36)),
    named('Api-Key', v.hex(32)),
    named('X-AppKey', v.text(24)),
    named('X-App-Secret', v.hex(32)),
    named('X-Access-Token', v.url(64)),
    named('X-Auth-Token', v.hex(32)),
    named('X-Auth-Key', v.hex(37)),
    named('X-CSRF-Token', v.base64(32)),
    named('X-XSRF-TOKEN', v.uuid()),
    named('X-Session-Token', v.text(40)),
    named('X-Session-Id', v.lower(32)),
    named('X-Vault-Token', v.url(26)),
    named('X-JFrog-Art-Api', v.text(73)),
    named('X-Shopify-Access-Token', v.hex(32)),
    named('Ocp-Apim-Subscription-Key', v.hex(32)),
    named('X-Functions-Key', v.base64(40)),
    named('X-Naver-Client-Secret', v.text(10)),
    named('X-NCP-APIGW-API-KEY', v.text(40)),
    named('Private-Token', v.url(20)),
    named('JOB-TOKEN', v.url(24)),
    named('X-Gitlab-Token', 'merry-otter-hook'),
    named('X-Hub-Signature-256', `sha256=${v.hex(64)}`),
    named('Stripe-Signature', `t=1790000000,v1=${v.hex(64)}`),
    named('X-Parse-REST-API-Key', v.text(40)),
    named('X-Figma-Token', v.url(41)),
    named('DD-API-KEY', v.hex(32)),
    named('X-Goog-Api-Key', v.url(39)),
    named('X-Amz-Sso_bearer_token', v.url(80)),
    named('CF-Access-Client-Secret', v.hex(64)),
    named('Cf-Access-Jwt-Assertion', v.jwt({ email: 'ann@shop.example' })),
    named('X-Amzn-Oidc-Data', v.jwt({ sub: 'ann', iss: 'https://idp.example' })),
    named('X-Forwarded-Access-Token', v.url(60)),
    named('X-Password', 'Tarantella7'),
    named('X-User-Pass', v.text(10)),
    named('X-OTP', '740918'),
    named('X-GitHub-OTP', '285136'),
    named('X-Plex-Token', v.url(20)),
    named('X-Emby-Token', v.hex(32)),
    named('X-Redmine-API-Key', v.hex(40)),
    named('Sec-WebSocket-Protocol', `access_token, ${v.url(48)}`),
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc9110#section-5', [
    ['indented first line', v.url(40), (s) => ` ${get('/api/me', { Authorization: `Bearer ${s}` })}`],
    ['value after a tab', v.url(40), (s) => get('/api/me', { Authorization: `\tBearer ${s}` })],
    [
      'bearer as WebSocket protocol',
      v.url(50),
      (s) =>
        get('/ws', {
          Upgrade: 'websocket',
          'Sec-WebSocket-Protocol': `chat, base64url.bearer.authorization.${s}`,
        }),
    ],
    ['token in User-Agent', v.text(32), (s) => get('/', { 'User-Agent': `shop-agent/1.2 (token=${s})` })],
    ['token in From', v.hex(32), (s) => get('/', { 'X-Original-URL': `/admin?access_token=${s}` })],
    [
      'CONNECT',
      'Bolero-1928',
      (s) => request('CONNECT', 'shop.example:443', { 'Proxy-Authorization': `Basic ${basic(s)}` }),
      (s) => ({ also: [basic(s)] }),
    ],
    [
      'token in X-Rewrite-URL',
      v.text(40),
      (s) => get('/', { 'X-Rewrite-Url': `/reset-password?token=${s}` }),
    ],
    ['token in Link', v.text(30), (s) => get('/', { Link: `</next?api_key=${s}>; rel="next"` })],
    [
      'Forwarded user information',
      'Rumba&Salsa',
      (s) => get('/', { Origin: `https://ann:${encodeURIComponent(s)}@shop.example` }),
    ],
  ]),
];

const cookie = (name: string, secret: string) =>
  [
    `cookie ${name}`,
    secret,
    (s: string) => get('/mypage', { Cookie: `lang=ko; ${name}=${s}; theme=dark` }),
  ] as const;

const cookies: readonly SecretCase[] = [
  ...secrets(COOKIES, 'https://www.rfc-editor.org/rfc/rfc6265', [
    cookie('PHPSESSID', v.lower(26)),
    cookie('JSESSIONID', `${v.upper(32)}.node1`),
    cookie('ASP.NET_SessionId', v.lower(24)),
    cookie('.AspNetCore.Identity.Application', `CfDJ8${v.url(300)}`),
    cookie('.ASPXAUTH', v.upper(160)),
    cookie('sessionid', v.lower(32)),
    cookie('csrftoken', v.text(32)),
    cookie('XSRF-TOKEN', v.uuid()),
    cookie('_shop_session', `${v.base64(90).replaceAll('=', '')}--${v.hex(40)}`),
    cookie('laravel_session', `eyJpdiI6${v.text(200)}`),
    cookie('connect.sid', `s%3A${v.url(32)}.${v.text(43)}`),
    cookie(`wordpress_logged_in_${v.hex(32)}`, `ann%7C1790000000%7C${v.text(43)}%7C${v.hex(64)}`),
    cookie('remember_me', v.base64(45)),
    cookie('remember_user_token', v.url(70)),
    cookie('access_token', v.jwt({ sub: 'ann', aud: 'shop' })),
    cookie('auth', v.hex(64)),
    cookie('SSOToken', v.url(90)),
    cookie('CASTGC', `TGT-12-${v.text(40)}-cas01`),
    cookie('user_pw', 'Habanera55'),
    cookie('KEYCLOAK_IDENTITY', v.jwt({ typ: 'Serialized-ID', sub: 'ann' })),
    cookie('__Secure-next-auth.session-token', v.uuid()),
    cookie('grafana_session', v.hex(32)),
    cookie('SESSION', base64(v.uuid())),
    cookie('ci_session', v.hex(40)),
    cookie('MoodleSession', v.lower(26)),
  ]),
  ...secrets(COOKIES, 'https://github.com/tj/node-cookie-signature', [
    [
      'signed value again in the query',
      v.url(32),
      (s) => get(`/debug?x=${s}`, { Cookie: `connect.sid=s%3A${s}.${v.text(43)}` }),
    ],
    [
      'token of a JSON cookie again in the body',
      v.hex(40),
      (s) =>
        postJson(
          '/log',
          { seen: s },
          { Cookie: `user=${encodeURIComponent(JSON.stringify({ id: 4, token: s }))}` },
        ),
    ],
    [
      'Set-Cookie in a body',
      v.lower(32),
      (s) => postJson('/log', { headers: { 'set-cookie': [`session=${s}; Path=/; HttpOnly`] } }),
    ],
    ['Cookie2', v.hex(32), (s) => get('/', { Cookie: `$Version="1"; PHPSESSID="${s}"; $Path="/"` })],
    [
      'session cookie after an attack',
      v.lower(26),
      (s) => get("/item?id=1'%20OR%201=1--", { Cookie: `PHPSESSID=${s}; cart=3` }),
    ],
  ]),
];

export const headers: readonly SecretCase[] = [...headerForms, ...cookies];
