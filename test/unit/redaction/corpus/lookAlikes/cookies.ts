import { type LookAlikeCase, lookAlikes } from '../case.ts';
import { get, postForm, postJson } from '../requests.ts';

const CLASS = 'everyday cookies';

export const cookies: readonly LookAlikeCase[] = lookAlikes(CLASS, 'https://www.rfc-editor.org/rfc/rfc6265', [
  [
    'theme',
    ['theme=dark', '/css/dark.css', 'mode=dark'],
    get('/css/dark.css?mode=dark', { Cookie: 'theme=dark' }),
  ],
  [
    'lang',
    ['lang=ko', '/ko/notice', 'ko-KR,ko;q=0.9'],
    get('/ko/notice', { Cookie: 'lang=ko', 'Accept-Language': 'ko-KR,ko;q=0.9' }),
  ],
  [
    'tenant as the host',
    ['tenant=shop.example', 'Host: shop.example', 'https://shop.example/cart'],
    get('/cart', { Cookie: 'tenant=shop.example', Referer: 'https://shop.example/cart' }),
  ],
  [
    'landing page',
    ['GET /products/list HTTP/1.1', 'landing=/products/list'],
    get('/products/list', { Cookie: 'landing=/products/list' }),
  ],
  [
    'landing page, encoded',
    ['GET /products/list HTTP/1.1', 'landing=%2Fproducts%2Flist'],
    get('/products/list', { Cookie: 'landing=%2Fproducts%2Flist' }),
  ],
  [
    'client address',
    ['X-Forwarded-For: 203.0.113.24', 'client_ip=203.0.113.24'],
    get('/', { Cookie: 'client_ip=203.0.113.24', 'X-Forwarded-For': '203.0.113.24' }),
    { address: '203.0.113.24' },
  ],
  [
    'browser',
    ['Chrome/126.0', 'browser=Chrome'],
    get('/', { Cookie: 'browser=Chrome', 'User-Agent': 'Mozilla/5.0 Chrome/126.0 Safari/537.36' }),
  ],
  [
    'mode of an attack word',
    ['<script>alert(1)</script>'],
    get('/search?q=<script>alert(1)</script>', { Cookie: 'mode=script' }),
    { detectedValue: '<script>alert(1)</script>' },
  ],
  [
    'word of the attack',
    ["1' UNION SELECT 1,2,3--", 'b=SELECT'],
    get("/item?id=1' UNION SELECT 1,2,3--", { Cookie: 'b=SELECT' }),
    { detectedValue: 'UNION SELECT' },
  ],
  [
    'consent',
    ['cookieconsent_status=dismiss', 'dismiss=1'],
    get('/popup?dismiss=1', { Cookie: 'cookieconsent_status=dismiss' }),
  ],
  ['view counter', ['visits=2026', '/archive/2026/05'], get('/archive/2026/05', { Cookie: 'visits=2026' })],
  [
    'currency',
    ['currency=KRW', '"currency":"KRW"'],
    postJson('/cart', { currency: 'KRW', amount: 12000 }, { Cookie: 'currency=KRW' }),
  ],
  [
    'region',
    ['region=seoul', 'city=seoul'],
    postForm('/find', { city: 'seoul' }, { Cookie: 'region=seoul' }),
  ],
  [
    'last search',
    ['last_q=running+shoes', '/search?q=running+shoes'],
    get('/search?q=running+shoes', { Cookie: 'last_q=running+shoes' }),
  ],
  [
    'sort order',
    ['sort=price', 'ORDER BY price'],
    get('/list?sort=price;%20ORDER BY price', { Cookie: 'sort=price' }),
  ],
  [
    'time zone',
    ['tz=Asia/Seoul', '"timeZone":"Asia/Seoul"'],
    postJson('/prefs', { timeZone: 'Asia/Seoul' }, { Cookie: 'tz=Asia/Seoul' }),
  ],
  [
    'user name',
    ['username=admin', '/admin/index.php'],
    get('/admin/index.php', { Cookie: 'username=admin' }),
  ],
  [
    'analytics of Google',
    ['_ga=GA1.2.1033501218.1368477899'],
    get('/', { Cookie: '_ga=GA1.2.1033501218.1368477899' }),
  ],
  ['method', ['POST /cart HTTP/1.1', 'm=POST'], postForm('/cart', { item: '3' }, { Cookie: 'm=POST' })],
  ['empty session', ['PHPSESSID=;', 'theme=light'], get('/', { Cookie: 'PHPSESSID=; theme=light' })],
  [
    'logged-in flag',
    ['logged_in=true', '"active":true'],
    postJson('/state', { active: true }, { Cookie: 'logged_in=true' }),
  ],
  [
    'default',
    ['theme=default', 'default-src'],
    get('/', { Cookie: 'theme=default', 'X-Policy': "default-src 'self'" }),
  ],
]);
