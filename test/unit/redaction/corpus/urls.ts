import { type SecretCase, secrets } from './case.ts';
import { get, postForm, postJson, postText, send } from './requests.ts';
import { Values } from './values.ts';

const v = new Values(104);
const CLASS = 'parameters of addresses';
const encode = encodeURIComponent;

export const urls: readonly SecretCase[] = [
  ...secrets(CLASS, 'https://developer.wordpress.org/apis/security/nonces/', [
    ['_wpnonce', v.hex(10), (s) => get(`/wp-admin/plugins.php?action=activate&plugin=akismet&_wpnonce=${s}`)],
    [
      'nonce of admin-ajax',
      v.hex(10),
      (s) => postForm('/wp-admin/admin-ajax.php', { action: 'load_more', _ajax_nonce: s }),
    ],
    ['WordPress rp key', v.text(20), (s) => get(`/wp-login.php?action=rp&key=${s}&login=ann`)],
    [
      'WordPress confirm_key',
      v.text(20),
      (s) => get(`/wp-login.php?action=confirmaction&request_id=3&confirm_key=${s}`),
    ],
  ]),
  ...secrets(CLASS, 'https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html', [
    [
      'X-Amz-Signature',
      v.hex(64),
      (s) =>
        get(
          `/bucket/report.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20260501T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=${s}`,
        ),
    ],
    [
      'X-Amz-Security-Token in a query',
      v.base64(90),
      (s) => get(`/bucket/a.zip?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Security-Token=${encode(s)}`),
    ],
    [
      'presigned address in a JSON body',
      v.hex(64),
      (s) =>
        postJson('/api/import', { url: `https://b.s3.example/x.csv?X-Amz-Expires=600&X-Amz-Signature=${s}` }),
    ],
    [
      'presigned upload in PUT',
      v.hex(64),
      (s) =>
        send(
          'PUT',
          `/bucket/up.bin?X-Amz-SignedHeaders=host&X-Amz-Signature=${s}`,
          'application/octet-stream',
          'data',
        ),
    ],
    [
      'POST policy signature',
      v.hex(64),
      (s) =>
        postForm('/bucket', { key: 'up/a.png', 'x-amz-algorithm': 'AWS4-HMAC-SHA256', 'x-amz-signature': s }),
    ],
    [
      'Signature of version 2',
      v.base64(20),
      (s) => get(`/bucket/a.jpg?Expires=1790000000&Signature=${encode(s)}`),
    ],
  ]),
  ...secrets(
    CLASS,
    'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html',
    [
      [
        'CloudFront signature',
        v.url(172),
        (s) => get(`/video/1.m3u8?Expires=1790000000&Key-Pair-Id=K2EXAMPLE&Signature=${s}__`),
      ],
    ],
  ),
  ...secrets(CLASS, 'https://cloud.google.com/storage/docs/access-control/signed-urls', [
    [
      'X-Goog-Signature',
      v.hex(128),
      (s) =>
        get(`/bucket/cat.png?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Expires=900&X-Goog-Signature=${s}`),
    ],
    [
      'GoogleAccessId signature',
      v.base64(64),
      (s) => get(`/bucket/cat.png?GoogleAccessId=svc%40p.example&Expires=1790000000&Signature=${encode(s)}`),
    ],
  ]),
  ...secrets(CLASS, 'https://learn.microsoft.com/azure/storage/common/storage-sas-overview', [
    [
      'SAS sig',
      v.base64(32),
      (s) => get(`/container/blob.txt?sv=2024-11-04&se=2026-06-01T00%3A00%3A00Z&sr=b&sp=r&sig=${encode(s)}`),
    ],
    [
      'SAS sig in the Referer',
      v.base64(32),
      (s) =>
        get('/style.css', {
          Referer: `https://acc.blob.example/c/index.html?sv=2024-11-04&sp=r&sig=${encode(s)}`,
        }),
    ],
    [
      'SAS in a text body',
      v.base64(32),
      (s) =>
        postText(
          '/notes',
          `Please fetch https://acc.blob.example/c/dump.bak?sv=2023-01-03&sr=b&sig=${encode(s)} today`,
        ),
    ],
    [
      'Logic Apps sig',
      v.url(43),
      (s) =>
        postJson(
          `/workflows/7a/triggers/manual/paths/invoke?api-version=2016-10-01&sp=%2Ftriggers&sv=1.0&sig=${s}`,
          { order: 5 },
        ),
    ],
    ['Functions code', v.base64(40), (s) => get(`/api/HttpTrigger1?code=${encode(s)}&name=Ann`)],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc6750#section-2.3', [
    ['access_token in a query', v.url(64), (s) => get(`/me/feed?fields=id&access_token=${s}`)],
    ['accessToken in a query', v.text(40), (s) => get(`/api/v3/me?accessToken=${s}`)],
    ['access-token in a query', v.hex(40), (s) => get(`/api/v3/me?access-token=${s}&expand=1`)],
    ['AccessToken in capitals', v.text(36), (s) => get(`/rest?method=items.list&ACCESS_TOKEN=${s}`)],
    ['oauth_token', v.text(27), (s) => get(`/oauth/authorize?oauth_token=${s}`)],
    ['oauth_verifier', v.text(32), (s) => get(`/cb?oauth_verifier=${s}`)],
    ['token in a query', v.hex(32), (s) => get(`/feed/private.rss?token=${s}`)],
    ['auth_token in a query', v.lower(20), (s) => get(`/stream?room=5&auth_token=${s}`)],
    ['auth in a query of a database', v.text(40), (s) => get(`/users.json?auth=${s}&print=pretty`)],
    ['private_token', v.url(20), (s) => get(`/api/v4/projects?private_token=${s}`)],
    ['user_token', v.hex(24), (s) => get(`/calendar.ics?user_token=${s}`)],
    [
      'jwt in a query',
      v.jwt({ sub: 'u9', scope: 'ws' }),
      (s) => get(`/socket?EIO=4&transport=websocket&jwt=${s}`),
    ],
    [
      'wstoken of Moodle',
      v.hex(32),
      (s) => get(`/webservice/rest/server.php?wsfunction=core_user_get_users&wstoken=${s}`),
    ],
    ['magic token', v.url(32), (s) => get(`/magic?email=a%40shop.example&magic_token=${s}`)],
    ['unsubscribe token', v.url(30), (s) => get(`/unsubscribe?list=4&unsubscribe_token=${s}`)],
    ['invitation_token', v.url(20), (s) => get(`/users/invitation/accept?invitation_token=${s}`)],
    ['reset_password_token', v.url(20), (s) => get(`/users/password/edit?reset_password_token=${s}`)],
    ['confirmation_token', v.url(20), (s) => get(`/users/confirmation?confirmation_token=${s}`)],
    ['unlock_token', v.url(20), (s) => get(`/users/unlock?unlock_token=${s}`)],
    [
      'verify_token of a hook',
      'blue-lagoon-hook',
      (s) => get(`/webhook?hub.mode=subscribe&hub.challenge=115820&hub.verify_token=${s}`),
    ],
    [
      'signature of a Laravel address',
      v.hex(64),
      (s) => get(`/email/verify/5/99?expires=1790000000&signature=${s}`),
    ],
    ['hash of an admin link', v.hex(32), (s) => get(`/autologin?user=5&secret_hash=${s}`)],
    ['CSRF token in a query', v.text(40), (s) => get(`/logout?csrf_token=${s}`)],
    [
      'authenticity_token',
      v.base64(64),
      (s) => postForm('/posts', { authenticity_token: s, 'post[title]': 'Hi' }),
    ],
    ['csrfmiddlewaretoken', v.text(64), (s) => postForm('/contact', { csrfmiddlewaretoken: s, body: 'Hi' })],
    [
      '__RequestVerificationToken',
      `CfDJ8${v.url(120)}`,
      (s) => postForm('/Contact', { __RequestVerificationToken: s, Body: 'Hi' }),
    ],
    ['sesskey of Moodle', v.text(10), (s) => get(`/login/logout.php?sesskey=${s}`)],
    [
      'security_token of vBulletin',
      `1790000000-${v.hex(40)}`,
      (s) => postForm('/newreply.php?do=postreply', { securitytoken: s, message: 'Hi' }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.php.net/manual/en/session.idpassing.php', [
    ['PHPSESSID in a query', v.lower(26), (s) => get(`/forum/view.php?f=3&PHPSESSID=${s}`)],
    ['sid in a query', v.hex(32), (s) => get(`/viewtopic.php?t=91&sid=${s}`)],
    ['session_key in a query', v.text(28), (s) => get(`/export?session_key=${s}`)],
    ['s of a session by name', v.hex(40), (s) => get(`/api/poll?sessionid=${s}&since=18`)],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1', [
    [
      'password in user information',
      'Kestrel#41',
      (s) => postForm('/import', { repo: `https://ann:${encode(s)}@git.shop.example/a.git` }),
    ],
    [
      'token in user information without a colon',
      v.hex(40),
      (s) => postJson('/build', { clone_url: `https://${s}@git.shop.example/a/b.git` }),
    ],
    [
      'token as user with a fixed word',
      v.text(36),
      (s) => postJson('/build', { clone_url: `https://${s}:x-oauth-basic@git.shop.example/a/b.git` }),
    ],
    [
      'database address',
      'Pelican/9',
      (s) => postJson('/connect', { url: `postgres://app:${encode(s)}@db.internal:5432/shop` }),
    ],
    [
      'Redis address',
      v.text(32),
      (s) => postJson('/connect', { url: `redis://:${s}@cache.internal:6379/0` }),
    ],
    [
      'MongoDB address',
      v.text(16),
      (s) => postText('/connect', `mongodb+srv://root:${s}@cluster0.example/test?retryWrites=true`),
    ],
    [
      'AMQP address',
      'rabbit&carrot',
      (s) => postText('/connect', `amqps://worker:${encode(s)}@mq.internal/vhost`),
    ],
    [
      'Sentry DSN secret',
      v.hex(32),
      (s) => postText('/config', `dsn https://${v.hex(32)}:${s}@sentry.shop.example/4`),
    ],
    [
      'FTP in a query',
      'ftp-Pass99',
      (s) => get(`/fetch?url=ftp%3A%2F%2Fann%3A${s}%40files.shop.example%2Fa.zip`),
    ],
    [
      'user information in the target of a proxy',
      'Wallaby_3',
      (s) => get(`http://ann:${s}@intra.shop.example/report`),
    ],
    [
      'user information in the Referer',
      'Heron-2026',
      (s) => get('/app.css', { Referer: `https://ann:${s}@shop.example/app` }),
    ],
  ]),
];
