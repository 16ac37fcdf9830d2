import { type LookAlikeCase, lookAlikes } from '../case.ts';
import { FORM, get, post, postForm, postJson, postMultipart, postText, send } from '../requests.ts';
import { Values } from '../values.ts';

const v = new Values(201);
const CLASS = 'identifiers and hashes';

const uuid = v.uuid();
const requestId = v.uuid();
const commit = v.hex(40);
const digest = v.hex(64);
const etag = v.hex(32);
const objectId = v.hex(24);
const ulid = v.upper(26);
const integrity = v.base64(48);
const image = `iVBORw0KGgo${v.text(120)}`;
const font = `d09GMgABAAAAA${v.text(90)}`;
const trace = `00-${v.hex(32)}-${v.hex(16)}-01`;
const container = v.hex(64);
const video = v.url(11);

export const identifiers: readonly LookAlikeCase[] = [
  ...lookAlikes(CLASS, 'https://www.rfc-editor.org/rfc/rfc9562', [
    ['UUID of an order', [`/orders/${uuid}`, `"id":"${uuid}"`], postJson(`/orders/${uuid}`, { id: uuid })],
    ['UUID of a request', [requestId], get('/', { 'X-Request-Id': requestId })],
    ['ULID', [`/events/${ulid}`], get(`/events/${ulid}`)],
    ['object id', [`"_id":"${objectId}"`], postJson('/items', { _id: objectId })],
  ]),
  ...lookAlikes(CLASS, 'https://www.rfc-editor.org/rfc/rfc9110', [
    ['ETag', [`"${etag}"`], get('/a.js', { 'If-None-Match': `"${etag}"` })],
    [
      'file with a hash',
      ['/assets/index-DiwrgTda.js', '/assets/main.4f2a91c7.css'],
      get('/assets/index-DiwrgTda.js', { Referer: 'https://shop.example/assets/main.4f2a91c7.css' }),
    ],
    [
      'date of a header',
      ['Sat, 02 May 2026 08:14:31 GMT'],
      get('/', { 'If-Modified-Since': 'Sat, 02 May 2026 08:14:31 GMT' }),
    ],
    [
      'host and referrer',
      ['Host: member.shop.example', 'https://www.shop.example/list?page=4'],
      get('/', { Host: 'member.shop.example', Referer: 'https://www.shop.example/list?page=4' }),
    ],
    [
      'user agent',
      ['Mozilla/5.0 (Linux; Android 14; SM-S918N) AppleWebKit/537.36'],
      get('/', { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14; SM-S918N) AppleWebKit/537.36' }),
    ],
    [
      'user agent of a scanner',
      ['sqlmap/1.8.4#stable (https://sqlmap.org)'],
      get('/', { 'User-Agent': 'sqlmap/1.8.4#stable (https://sqlmap.org)' }),
    ],
    [
      'client addresses',
      ['203.0.113.24, 198.51.100.9', '2001:db8:85a3::8a2e:370:7334'],
      get('/', {
        'X-Forwarded-For': '203.0.113.24, 198.51.100.9',
        'X-Real-IP': '2001:db8:85a3::8a2e:370:7334',
      }),
      { address: '203.0.113.24' },
    ],
    [
      'Accept-Encoding',
      ['gzip, deflate, br, zstd'],
      get('/', { 'Accept-Encoding': 'gzip, deflate, br, zstd' }),
    ],
    [
      'WebSocket version',
      ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Protocol: graphql-ws'],
      get('/ws', { 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Protocol': 'graphql-ws' }),
    ],
    [
      'content type with a boundary',
      ['multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW', 'filename="cat.png"'],
      postMultipart('/upload', [['photo', 'PNG', 'cat.png']]),
    ],
    [
      'preflight',
      ['authorization,x-api-key,content-type'],
      get('/api', { 'Access-Control-Request-Headers': 'authorization,x-api-key,content-type' }),
    ],
    ['Vary', ['Authorization, Cookie'], postJson('/log', { vary: 'Authorization, Cookie' })],
    ['range', ['bytes=0-1023'], get('/v.mp4', { Range: 'bytes=0-1023' })],
    ['trace', [trace], get('/', { traceparent: trace })],
  ]),
  ...lookAlikes(CLASS, 'https://git-scm.com/book/en/v2/Git-Internals-Git-Objects', [
    ['commit', [`/commit/${commit}`], get(`/shop/app/commit/${commit}`)],
    ['commit of a build', [`"sha":"${commit}"`], postJson('/builds', { sha: commit, branch: 'main' })],
    ['digest of an image', [`sha256:${digest}`], get(`/v2/shop/blobs/sha256:${digest}`)],
    ['container', [container], postJson('/log', { container })],
    [
      'integrity',
      [`sha384-${integrity}`],
      postText('/preview', `<script src="/a.js" integrity="sha384-${integrity}"></script>`),
    ],
    ['cache breaker', ['?v=20260502081431'], get('/app.css?v=20260502081431')],
  ]),
  ...lookAlikes(CLASS, 'https://www.rfc-editor.org/rfc/rfc2397', [
    ['image in a data address', [image], postJson('/avatar', { src: `data:image/png;base64,${image}` })],
    [
      'font in a data address',
      [font],
      postText('/css', `@font-face{src:url(data:font/woff2;base64,${font})}`),
    ],
    [
      'image in a form',
      [`avatar=data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP`],
      post('/avatar', FORM, 'avatar=data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP'),
    ],
  ]),
  ...lookAlikes(CLASS, 'https://www.iso.org/iso-8601-date-and-time-format.html', [
    [
      'timestamp in milliseconds',
      ['ts=1777709671123', '"time":1777709671456'],
      postJson('/beacon?ts=1777709671123', { time: 1777709671456 }),
    ],
    ['timestamp of sixteen digits', ['1777709671123456'], postJson('/beacon', { us: 1777709671123456 })],
    [
      'ISO time',
      ['2026-05-02T08:14:31.123+09:00'],
      postJson('/beacon', { at: '2026-05-02T08:14:31.123+09:00' }),
    ],
    ['order number', ['ORD-20260502-0008134'], get('/orders?no=ORD-20260502-0008134')],
    ['order number of sixteen digits', ['2026050200081345'], get('/orders/2026050200081345')],
    ['tracking number', ['tracking=1Z999AA10123456784'], get('/ship?tracking=1Z999AA10123456784')],
    ['bar code', ['ean=8801234567893'], get('/item?ean=8801234567893')],
    ['book number', ['isbn=9788966260959'], get('/book?isbn=9788966260959')],
    ['telephone of a shop', ['tel=02-1234-5678'], get('/stores?tel=02-1234-5678')],
    ['coordinates', ['lat=37.566535&lng=126.977969'], get('/map?lat=37.566535&lng=126.977969')],
    ['version', ['version=24.11.0-rc.1+build.5114'], get('/update?version=24.11.0-rc.1+build.5114')],
    ['colour', ['color=%23ff8800'], get('/theme?color=%23ff8800')],
  ]),
  ...lookAlikes(CLASS, 'https://developers.google.com/search/docs/crawling-indexing/url-structure', [
    [
      'slug',
      ['GET /blog/2026/05/how-we-moved-ten-thousand-customers-to-a-new-checkout HTTP/1.1'],
      get('/blog/2026/05/how-we-moved-ten-thousand-customers-to-a-new-checkout'),
    ],
    [
      'slug with numbers',
      ['/products/nike-air-zoom-pegasus-41-premium-black-270'],
      get('/products/nike-air-zoom-pegasus-41-premium-black-270'),
    ],
    ['video', [`/watch?v=${video}`], get(`/watch?v=${video}`)],
    [
      'campaign',
      ['utm_source=newsletter&utm_campaign=spring_sale_2026'],
      get('/?utm_source=newsletter&utm_campaign=spring_sale_2026'),
    ],
    ['Korean slug', ['/게시판/봄-세일-안내'], get('/게시판/봄-세일-안내')],
    [
      'class path',
      ['org.springframework.security.authentication.BadCredentialsException'],
      postJson('/errors', { type: 'org.springframework.security.authentication.BadCredentialsException' }),
    ],
    [
      'name of a bundle',
      ['com.shop.android.authentication.LoginActivity'],
      postForm('/crash', { activity: 'com.shop.android.authentication.LoginActivity' }),
    ],
    [
      'file path',
      ['/var/www/html/vendor/laravel/framework/src/Illuminate/Auth/TokenGuard.php'],
      send(
        'PUT',
        '/errors',
        'text/plain',
        'in /var/www/html/vendor/laravel/framework/src/Illuminate/Auth/TokenGuard.php line 62',
      ),
    ],
  ]),
];
