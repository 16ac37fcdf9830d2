import { type SecretCase, secrets } from '../case.ts';
import { get, postForm, postJson, postMultipart, postText, send } from '../requests.ts';
import { base64, base64Part, percentAll } from '../spellings.ts';
import { Values } from '../values.ts';

const v = new Values(304);
const encoded = encodeURIComponent;

const DOUBLE = 'double encodings';
const PAYMENTS = 'payments and messages';
const WEBHOOKS = 'webhooks and invitations of products';
const APPS = 'mobile and desktop programs';

export const encodingsAndPayments: readonly SecretCase[] = [
  ...secrets(DOUBLE, 'https://owasp.org/www-community/Double_Encoding', [
    [
      'JSON in JSON in a form',
      `Dq!${v.text(12)}`,
      (s) => postForm('/api', { payload: JSON.stringify({ inner: JSON.stringify({ password: s }) }) }),
    ],
    [
      'address in an address in an address',
      `De ${v.text(12)}`,
      (s) =>
        get(
          `/go?u=${encoded(`https://a.example/go?u=${encoded(`https://b.example/?token=${encoded(s)}`)}`)}`,
        ),
      (s) => ({ also: [encoded(encoded(encoded(s)))] }),
    ],
    [
      'Base64 of a form, once more',
      `Df${v.text(12)}`,
      (s) => postForm('/api', { data: base64(`user=ann&password=${s}&x=1`) }),
      (s) => ({ also: [base64Part(`user=ann&password=${s}`, s)] }),
    ],
    [
      'Base64 of JSON in a header',
      `Dg${v.text(12)}`,
      (s) => get('/api', { 'X-Context': base64(JSON.stringify({ user: 'ann', apiKey: s })) }),
      (s) => ({ also: [base64Part(JSON.stringify({ user: 'ann', apiKey: s }), s)] }),
    ],
    [
      'Base64url of JSON in a query, once more',
      `Dh${v.text(14)}`,
      (s) => get(`/api?ctx=${Buffer.from(JSON.stringify({ access_token: s })).toString('base64url')}`),
      (s) => ({ also: [base64Part(JSON.stringify({ access_token: s }), s)] }),
    ],
    [
      'Base64 twice, once more',
      `Di${v.text(14)}`,
      (s) => postForm('/api', { d: base64(base64(`{"password":"${s}","user":"ann"}`)) }),
      (s) => {
        const once = `{"password":"${s}","user":"ann"}`;
        return { also: [base64Part(base64(once), base64Part(once, s))] };
      },
    ],
    [
      'hex of JSON, once more',
      `Dj${v.text(14)}`,
      (s) => postForm('/api', { d: Buffer.from(`{"password":"${s}","a":1}`).toString('hex') }),
      (s) => ({ also: [Buffer.from(s).toString('hex')] }),
    ],
    [
      'entities of a form',
      `Dk${v.text(14)}`,
      (s) => postText('/preview', `&lt;input name=&quot;password&quot; value=&quot;${s}&quot;&gt;`),
    ],
    ['unicode escapes of a name', `Dl${v.text(14)}`, (s) => postText('/api', `{"\\u0070assword":"${s}"}`)],
    [
      'unicode escapes of a value',
      `Dm${v.text(14)}`,
      (s) => postText('/api', `{"password":"\\u0044${s.slice(1)}"}`),
      (s) => ({ also: [s.slice(1)] }),
    ],
    [
      'percent-encoded every byte',
      `Dn${v.text(14)}`,
      (s) =>
        get(
          `/?${[...Buffer.from(`password=${s}`)].map((byte) => (byte === 0x3d ? '=' : `%${byte.toString(16)}`)).join('')}`,
        ),
      (s) => ({ also: [percentAll(s).toLowerCase()] }),
    ],
  ]),
  ...secrets(PAYMENTS, 'https://docs.adyen.com/development-resources/api-credentials/', [
    ['Adyen key', `AQE${v.text(60)}`, (s) => postJson('/v71/payments', {}, { 'X-API-Key': s })],
    ['PayPal refresh', `A21AA${v.url(90)}`, (s) => get('/v1/me', { Authorization: `Bearer ${s}` })],
    ['Braintree authorisation', v.text(60), (s) => postJson('/payments', { clientToken: s })],
    [
      'Razorpay signature',
      v.hex(64),
      (s) => postForm('/callback', { razorpay_payment_id: 'pay_abc', razorpay_signature: s }),
    ],
    ['Toss secret', `test_sk_${v.text(28)}`, (s) => postJson('/paste', { tossSecretKey: s })],
    [
      'card verification in JSON',
      v.digits(3).replace(/^/, '9'),
      (s) => postJson('/pay', { cardVerificationCode: s }),
    ],
    [
      'Iamport imp_secret',
      v.text(80),
      (s) => postJson('/users/getToken', { imp_key: '1234567890', imp_secret: s }),
    ],
    ['Mollie key', `live_${v.text(30)}`, (s) => get('/v2/payments', { Authorization: `Bearer ${s}` })],
    ['MessageBird key', v.text(25), (s) => get('/balance', { Authorization: `AccessKey ${s}` })],
    ['Vonage secret', v.text(16), (s) => get(`/sms/json?api_key=abcd1234&api_secret=${s}&to=15550100`)],
    [
      'Pusher auth signature',
      v.hex(64),
      (s) => get(`/apps/3/events?auth_key=278d&auth_timestamp=1777709671&auth_signature=${s}`),
    ],
  ]),
  ...secrets(WEBHOOKS, 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks/', [
    ['Mattermost hook', v.lower(26), (s) => postJson(`/hooks/${s}`, { text: 'hi' })],
    ['Rocket.Chat hook', `${v.text(17)}/${v.text(43)}`, (s) => postJson(`/hooks/${s}`, { text: 'hi' })],
    [
      'Google Chat hook, once more',
      v.url(43),
      (s) => postJson(`/v1/spaces/AAAA/messages?key=k&token=${s}`, { text: 'hi' }),
    ],
    ['IFTTT hook, once more', v.url(22), (s) => postJson(`/trigger/alarm/with/key/${s}`, {})],
    [
      'PagerDuty routing key',
      v.hex(32),
      (s) => postJson('/v2/enqueue', { routing_key: s, event_action: 'trigger' }),
    ],
    ['Opsgenie GenieKey in text', v.uuid(), (s) => postText('/paste', `Authorization: GenieKey ${s}`)],
    [
      'Zulip bot',
      v.text(32),
      (s) => get('/api/v1/messages', { Authorization: `Basic ${base64(`bot@z.example:${s}`)}` }),
      (s) => ({ also: [base64Part(`bot@z.example:${s}`, s)] }),
    ],
    [
      'Discord invitation of a bot',
      `MT${v.text(24)}.G${v.text(5)}.${v.url(38)}`,
      (s) => get('/api/v10/users/@me', { Authorization: `Bot ${s}` }),
    ],
    ['Zoom meeting password', v.text(32), (s) => get(`/j/123456789?pwd=${s}`)],
    ['Dropbox shared link key', v.lower(25), (s) => get(`/scl/fi/abc/a.pdf?rlkey=${s}&dl=0`)],
    [
      'calendar feed of Google',
      `private-${v.hex(32)}`,
      (s) => get(`/calendar/ical/ann%40shop.example/${s}/basic.ics`),
    ],
    [
      'GitLab incoming mail token in an address',
      `glimt-${v.text(25)}`,
      (s) => get(`/dashboard/issues.atom?feed_token=${s}`),
    ],
  ]),
  ...secrets(APPS, 'https://developer.apple.com/documentation/storekit', [
    [
      'App Store shared secret',
      v.hex(32),
      (s) => postJson('/verifyReceipt', { 'receipt-data': 'abc', password: s }),
    ],
    ['Plex token', v.url(20), (s) => get(`/library/sections?X-Plex-Token=${s}`)],
    ['Jellyfin token', v.hex(32), (s) => get('/Items', { 'X-Emby-Token': s })],
    [
      'Home Assistant token',
      v.jwt({ iss: 'ha', exp: 2090000000 }),
      (s) => get('/api/states', { Authorization: `Bearer ${s}` }),
    ],
    ['Synology sid', v.url(40), (s) => get(`/webapi/entry.cgi?api=SYNO.FileStation.List&_sid=${s}`)],
    [
      'Synology passwd',
      `Sy${v.text(8)}`,
      (s) => get(`/webapi/auth.cgi?api=SYNO.API.Auth&account=ann&passwd=${s}`),
    ],
    ['router form', `Rt${v.text(8)}`, (s) => postForm('/goform/login', { username: 'admin', PassWord: s })],
    ['camera address', `Ca${v.text(8)}`, (s) => get(`/cgi-bin/snapshot.cgi?loginuse=admin&loginpas=${s}`)],
    ['Grafana sign-in', `Gr${v.text(9)}`, (s) => postJson('/login', { user: 'admin', password: s })],
    [
      'phpMyAdmin form',
      `Pm${v.text(9)}`,
      (s) => postForm('/index.php', { pma_username: 'root', pma_password: s, server: '1' }),
    ],
    [
      'WebDAV with a user',
      `Wd${v.text(9)}`,
      (s) => send('PROPFIND', '/dav/', 'text/xml', '', { Authorization: `Basic ${base64(`ann:${s}`)}` }),
      (s) => ({ also: [base64Part(`ann:${s}`, s)] }),
    ],
    [
      'multipart of a sign-up',
      `Mu${v.text(9)}`,
      (s) =>
        postMultipart('/signup', [
          ['email', 'a@shop.example'],
          ['plainPassword', s],
        ]),
    ],
    [
      'iOS keychain dump',
      `Kc${v.text(9)}`,
      (s) => postJson('/crash', { keychain: [{ acct: 'ann', svce: 'shop', v_Data: s }] }),
    ],
    ['push token registration', v.hex(64), (s) => postJson('/devices', { pushToken: s })],
  ]),
];
