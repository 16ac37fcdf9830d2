import { type LookAlikeCase, lookAlikes } from '../case.ts';
import { get, postForm, postJson } from '../requests.ts';
import { base64 } from '../spellings.ts';
import { Values } from '../values.ts';

const v = new Values(202);
const CLASS = 'texts beside a secret';

/** Texts next to a secret that identify people or places. The secret itself is not listed and can be redacted. */
export const besideSecrets: readonly LookAlikeCase[] = [
  ...lookAlikes(CLASS, 'https://www.rfc-editor.org/rfc/rfc7616', [
    [
      'Digest user',
      ['username="mina"', 'realm="shop"', 'uri="/dir/index.html"', 'algorithm=MD5'],
      get('/dir/index.html', {
        Authorization: `Digest username="mina", realm="shop", algorithm=MD5, uri="/dir/index.html", response="${v.hex(32)}"`,
      }),
    ],
    [
      'scheme of Basic',
      ['Authorization: Basic', 'GET /admin/users HTTP/1.1'],
      get('/admin/users', { Authorization: `Basic ${base64(`mina:${v.text(12)}`)}` }),
    ],
    [
      'scheme of Bearer',
      ['Authorization: Bearer', 'GET /bearer/of/news HTTP/1.1'],
      get('/bearer/of/news', { Authorization: `Bearer ${v.url(40)}` }),
    ],
  ]),
  ...lookAlikes(
    CLASS,
    'https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-auth-using-authorization-header.html',
    [
      [
        'SigV4 scope',
        [
          'AWS4-HMAC-SHA256',
          '20260501/ap-northeast-2/s3/aws4_request',
          'SignedHeaders=host;range;x-amz-date',
        ],
        get('/bucket', {
          Authorization: `AWS4-HMAC-SHA256 Credential=AKEXAMPLE/20260501/ap-northeast-2/s3/aws4_request, SignedHeaders=host;range;x-amz-date, Signature=${v.hex(64)}`,
        }),
      ],
      [
        'presigned address',
        [
          'X-Amz-Algorithm=AWS4-HMAC-SHA256',
          'X-Amz-Date=20260501T000000Z',
          'X-Amz-Expires=86400',
          'X-Amz-SignedHeaders=host',
        ],
        get(
          `/bucket/report.pdf?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20260501T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=${v.hex(64)}`,
        ),
      ],
      [
        'SAS',
        ['sv=2024-11-04', 'sp=r', '/container/blob.txt'],
        get(`/container/blob.txt?sv=2024-11-04&sp=r&sig=${encodeURIComponent(v.base64(32))}`),
      ],
    ],
  ),
  ...lookAlikes(CLASS, 'https://developer.wordpress.org/reference/functions/wp_signon/', [
    [
      'user of a login',
      ['log=editor', 'wp-submit=Log+In', 'redirect_to=%2Fwp-admin%2F'],
      postForm('/wp-login.php', {
        log: 'editor',
        pwd: v.text(12),
        'wp-submit': 'Log In',
        redirect_to: '/wp-admin/',
      }),
    ],
    [
      'injection in the user',
      ["admin'--"],
      postJson('/login', { user: "admin'--", password: v.text(10) }),
      { detectedValue: "admin'--", baseMessage: 'JSON field user' },
    ],
    [
      'password that is the user',
      ['"user":"admin"', 'GET /admin/', 'admin.shop.example'],
      postJson(
        '/login',
        { user: 'admin', password: 'admin' },
        { Host: 'admin.shop.example', 'X-Previous': 'GET /admin/' },
      ),
    ],
    ['password of one letter', ['Mozilla/5.0', '/catalogue/a/b'], get('/catalogue/a/b?password=a')],
    [
      'password that is a number',
      ['"page":1', 'HTTP/1.1', 'Mozilla/5.0'],
      postJson('/login', { page: 1, password: 1 }),
    ],
    [
      'password that is the method',
      ['POST /login HTTP/1.1', 'PASSWORD_POLICY'],
      postForm('/login', { password: 'POST', p: 'PASSWORD_POLICY' }),
    ],
    [
      'password that is the host',
      ['Host: shop.example', 'Referer: https://shop.example/'],
      postForm('/login', { password: 'shop.example' }, { Referer: 'https://shop.example/' }),
    ],
    [
      'token that is an attack word',
      ['UNION SELECT 7,8'],
      get('/i?token=SELECT&id=1 UNION SELECT 7,8'),
      { detectedValue: 'UNION SELECT 7,8' },
    ],
    [
      'host of user information',
      ['git.shop.example/a.git'],
      postForm('/import', { depth: '1' }, { 'X-Repo': `https://ann:${v.text(12)}@git.shop.example/a.git` }),
    ],
    [
      'address with an at sign',
      ['https://medium.example/@ann/how-to-cook', 'npm/@scope/package@1.2.3'],
      get('/go?u=https://medium.example/@ann/how-to-cook&p=npm/@scope/package@1.2.3'),
    ],
    ['mail address', ['ann@shop.example'], get('/contact?to=ann@shop.example')],
    ['time beside an at sign', ['10:30@room-4'], get('/meet?at=10:30@room-4')],
    [
      'claims beside a token',
      ['"scope":"orders:read"', '"expires_in":3600'],
      postJson('/cb', { access_token: v.url(40), scope: 'orders:read', expires_in: 3600 }),
    ],
    [
      'members beside a name',
      ['"name":"email","value":"ann@shop.example"'],
      postJson('/f', [
        { name: 'email', value: 'ann@shop.example' },
        { name: 'password', value: v.text(12) },
      ]),
    ],
  ]),
];
