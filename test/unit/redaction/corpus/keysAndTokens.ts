import { type SecretCase, secrets } from './case.ts';
import { get, postForm, postJson, postMultipart } from './requests.ts';
import { Values } from './values.ts';

const v = new Values(102);
const CLASS = 'names of keys and tokens';

export const keysAndTokens: readonly SecretCase[] = [
  ...secrets(CLASS, 'https://cloud.google.com/docs/authentication/api-keys-use', [
    ['key of a map in a query', v.url(39), (s) => get(`/maps/api/geocode/json?address=Seoul&key=${s}`)],
    ['key without a known prefix', v.hex(32), (s) => get(`/api/v2/forecast?q=Busan&units=metric&key=${s}`)],
  ]),
  ...secrets(CLASS, 'https://openweathermap.org/appid', [
    ['appid', v.hex(32), (s) => get(`/data/2.5/weather?q=Busan&appid=${s}`)],
  ]),
  ...secrets(CLASS, 'https://swagger.io/docs/specification/v3_0/authentication/api-keys/', [
    ['api_key in a query', v.lower(28), (s) => get(`/v1/orders?limit=10&api_key=${s}`)],
    ['apikey in a query', v.text(40), (s) => get(`/search?q=shoes&apikey=${s}`)],
    ['apiKey as JSON', v.text(32), (s) => postJson('/v1/init', { apiKey: s, version: 3 })],
    ['api-key in a form', v.uuid(), (s) => postForm('/v1/init', { 'api-key': s, lang: 'ko' })],
    ['app_key', v.hex(24), (s) => get(`/openapi/notice?app_key=${s}&page=1`)],
    ['appKey as JSON', v.text(20), (s) => postJson('/push/send', { appKey: s, title: 'Sale' })],
    ['app_secret', v.hex(32), (s) => postForm('/oauth/app', { app_id: '214', app_secret: s })],
    [
      'serviceKey of a public data portal',
      v.base64(48),
      (s) => get(`/B551011/list?numOfRows=10&serviceKey=${encodeURIComponent(s)}`),
    ],
    ['subscription-key', v.hex(32), (s) => get(`/vision/v3.2/analyze?subscription-key=${s}&language=en`)],
    ['master_key', v.text(64), (s) => postJson('/parse/login', { master_key: s })],
    ['reset_key', v.text(20), (s) => get(`/account/new?reset_key=${s}&login=ann`)],
    ['activation_key', v.hex(32), (s) => get(`/wp-activate.php?activation_key=${s}`)],
    [
      'license_key',
      'QX7P-92LD-KF03-ZM1T',
      (s) => postForm('/edd-sl', { edd_action: 'check_license', license_key: s }),
    ],
    ['private_key as text', v.hex(64), (s) => postJson('/rpc/import', { address: 'main', private_key: s })],
    ['encryptionKey', v.base64(32), (s) => postJson('/api/vault/config', { encryptionKey: s })],
    [
      'signing_key',
      v.base64(24),
      (s) => postJson('/api/webhooks', { url: 'https://hooks.shop.example/', signing_key: s }),
    ],
    ['accessKey', v.upper(20), (s) => get(`/export.csv?accessKey=${s}&from=2026-01-01`)],
    ['secret_key', v.base64(30), (s) => postJson('/storage/test', { bucket: 'img', secret_key: s })],
    ['shared_key', 'cosmic-otter-19', (s) => postForm('/vpn/ipsec', { peer: '203.0.113.9', shared_key: s })],
    [
      'authkey of Tailscale style',
      v.text(32),
      (s) => postJson('/machine/register', { authkey: s, hostname: 'web01' }),
    ],
    ['authKey of SMS', v.lower(24), (s) => get(`/api/sendhttp.php?mobiles=8210000&authKey=${s}&sender=SHOP`)],
    ['client_key', v.text(30), (s) => postJson('/livechat/init', { client_key: s })],
    [
      'consumer_secret',
      v.hex(40),
      (s) => postForm('/rest/V1/integration', { name: 'erp', consumer_secret: s }),
    ],
    ['hmacKey', v.hex(64), (s) => postJson('/notifications/config', { hmacKey: s, active: true })],
    ['sessionKey', v.hex(26), (s) => postJson('/service/orders', { sessionKey: s, action: 'list' })],
    ['ssh deploy key field', v.base64(40), (s) => postJson('/api/deploy', { deployKey: s, readOnly: true })],
    ['webhookSecret', v.text(32), (s) => postJson('/api/hooks', { webhookSecret: s, events: ['push'] })],
    ['secret alone', v.text(26), (s) => postJson('/api/apps', { name: 'erp', secret: s })],
    [
      'secret of a captcha',
      v.url(40),
      (s) => postForm('/recaptcha/api/siteverify', { remoteip: '203.0.113.7', secret: s }),
    ],
    [
      'sharedSecret in a multipart',
      v.text(18),
      (s) =>
        postMultipart('/import', [
          ['sharedSecret', s],
          ['mode', 'merge'],
        ]),
    ],
    [
      'salt of an installation',
      v.of('abcdef!@#^*()-_=+', 32),
      (s) => postForm('/install', { step: '4', secret_salt: s }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc6749', [
    [
      'access_token of JSON',
      v.url(43),
      (s) => postJson('/oauth/callback', { access_token: s, token_type: 'Bearer', expires_in: 3600 }),
    ],
    [
      'refresh_token grant',
      v.url(50),
      (s) => postForm('/oauth/token', { grant_type: 'refresh_token', client_id: 'web', refresh_token: s }),
    ],
    [
      'client_secret grant',
      v.text(40),
      (s) =>
        postForm('/oauth/token', { grant_type: 'client_credentials', client_id: 'erp', client_secret: s }),
    ],
    [
      'resource owner password grant',
      'Marmalade8',
      (s) =>
        postForm('/oauth/token', { grant_type: 'password', client_id: 'app', username: 'ann', password: s }),
    ],
    [
      'clientSecret as JSON',
      v.uuid(),
      (s) => postJson('/auth/clients', { clientId: 'erp', clientSecret: s }),
    ],
    [
      'token to revoke',
      v.url(46),
      (s) => postForm('/oauth/revoke', { token: s, token_type_hint: 'refresh_token' }),
    ],
    ['token to introspect', v.url(45), (s) => postForm('/oauth/introspect', { token: s })],
  ]),
  ...secrets(CLASS, 'https://openid.net/specs/openid-connect-core-1_0.html', [
    [
      'id_token form post',
      v.jwt({ iss: 'https://id.shop.example', sub: '5120' }),
      (s) => postForm('/signin-oidc', { state: 'x1', id_token: s }),
    ],
    [
      'id_token_hint at logout',
      v.jwt({ iss: 'https://id.shop.example', sub: '5121' }),
      (s) => get(`/connect/endsession?id_token_hint=${s}`),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc8628', [
    [
      'device_code',
      v.url(40),
      (s) =>
        postForm('/oauth/token', {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: s,
          client_id: 'tv',
        }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc8693', [
    [
      'subject_token of an exchange',
      v.url(48),
      (s) =>
        postForm('/oauth/token', {
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          subject_token: s,
        }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc5849', [
    [
      'oauth_token_secret',
      v.text(42),
      (s) => postForm('/oauth/store', { oauth_token: 'pub', oauth_token_secret: s }),
    ],
  ]),
  ...secrets(CLASS, 'https://firebase.google.com/docs/cloud-messaging/manage-tokens', [
    [
      'push registration token',
      `${v.url(22)}:${v.url(100)}`,
      (s) => postJson('/api/devices', { platform: 'android', fcmToken: s }),
    ],
    ['deviceToken of APNs', v.hex(64), (s) => postJson('/api/devices', { platform: 'ios', deviceToken: s })],
  ]),
  ...secrets(CLASS, 'https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html', [
    ['authToken as JSON', v.hex(40), (s) => postJson('/graphql-ws/init', { payload: { authToken: s } })],
    ['userToken', v.lower(32), (s) => postForm('/app/sync', { userToken: s, rev: '7' })],
    ['login_token', v.text(32), (s) => get(`/autologin.php?uid=7&login_token=${s}`)],
    ['remember_token', v.text(60), (s) => postJson('/api/user', { id: 3, remember_token: s })],
    ['session_id in a form', v.lower(26), (s) => postForm('/cart/add', { session_id: s, item: '31' })],
    ['sessionToken', v.text(25), (s) => postJson('/parse/functions/hello', { _SessionToken: s })],
    ['jwt field', v.jwt({ uid: 77, role: 'editor' }), (s) => postJson('/api/refresh', { jwt: s })],
    [
      'xoxd beside token',
      v.url(44),
      (s) =>
        postMultipart('/api/client.boot', [
          ['token', s],
          ['_x_reason', 'initial-data'],
        ]),
    ],
    ['bearer field', v.url(36), (s) => postJson('/api/proxy', { url: '/me', bearer: s })],
    ['ticket of a proxy', v.hex(48), (s) => postJson('/api2/json/access/vnc', { vncticket: s, port: 5900 })],
  ]),
];
