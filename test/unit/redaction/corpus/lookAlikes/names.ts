import { type LookAlikeCase, lookAlikes } from '../case.ts';
import { get, postForm, postJson, postText, postXml } from '../requests.ts';

const CLASS = 'names that only contain a secret word';

export const names: readonly LookAlikeCase[] = [
  ...lookAlikes(CLASS, 'https://www.rfc-editor.org/rfc/rfc6749', [
    ['auth_provider', ['auth_provider=google'], get('/login?auth_provider=google')],
    ['authType', ['"authType":"kerberos"'], postJson('/settings', { authType: 'kerberos' })],
    [
      'signature_method',
      ['oauth_signature_method="HMAC-SHA1"'],
      get('/1.1/me', { Authorization: 'OAuth oauth_signature_method="HMAC-SHA1", oauth_version="1.0"' }),
    ],
    [
      'signature_version',
      ['SignatureVersion=2', 'SignatureMethod=HmacSHA256'],
      get('/?Action=ListUsers&SignatureVersion=2&SignatureMethod=HmacSHA256'),
    ],
    [
      'token_type',
      ['"token_type":"Bearer"', '"expires_in":3600'],
      postJson('/cb', { token_type: 'Bearer', expires_in: 3600 }),
    ],
    [
      'token_type_hint',
      ['token_type_hint=refresh_token'],
      postForm('/oauth/revoke', { token_type_hint: 'refresh_token' }),
    ],
    [
      'grant type of passwords',
      ['grant_type=password', 'client_id=app'],
      postForm('/oauth/token', { grant_type: 'password', client_id: 'app' }),
    ],
    [
      'response_type',
      ['response_type=code', 'scope=openid+profile'],
      get('/authorize?response_type=code&scope=openid+profile&client_id=web'),
    ],
    [
      'code_challenge_method',
      ['code_challenge_method=S256'],
      get('/authorize?client_id=web&code_challenge_method=S256'),
    ],
    [
      'token_endpoint',
      ['"token_endpoint":"https://id.shop.example/oauth/token"'],
      postJson('/discovery', { token_endpoint: 'https://id.shop.example/oauth/token' }),
    ],
    [
      'grant type of a code',
      ['grant_type=authorization_code'],
      postForm('/oauth/token', { grant_type: 'authorization_code', client_id: 'web' }),
    ],
  ]),
  ...lookAlikes(CLASS, 'https://platform.openai.com/docs/api-reference/chat', [
    ['tokens_per_minute', ['"tokens_per_minute":90000'], postJson('/limits', { tokens_per_minute: 90000 })],
    [
      'max_tokens',
      ['"max_tokens":2048', '"model":"small"'],
      postJson('/v1/chat/completions', { model: 'small', max_tokens: 2048, messages: [] }),
    ],
    [
      'total_tokens',
      ['"total_tokens":1834', '"prompt_tokens":1200'],
      postJson('/usage', { total_tokens: 1834, prompt_tokens: 1200 }),
    ],
    [
      'tokenizer',
      ['"tokenizer":"standard"'],
      postJson('/idx/_analyze', { tokenizer: 'standard', text: 'quick fox' }),
    ],
  ]),
  ...lookAlikes(CLASS, 'https://developer.mozilla.org/docs/Web/HTML/Reference/Global_attributes/accesskey', [
    [
      'accesskey attribute',
      ['accesskey="s"', '<button accesskey="s">Save</button>'],
      postText('/preview', '<button accesskey="s">Save</button>'),
    ],
    [
      'accesskey of an attack',
      ['accesskey=x onclick=alert(1)'],
      postForm('/preview', { t: 'x' }, { 'X-Sample': '<input accesskey=x onclick=alert(1)>' }),
    ],
    [
      'type password',
      ['<input type="password" name="pw">'],
      postText('/preview', '<input type="password" name="pw">'),
    ],
    [
      'autocomplete',
      ['autocomplete="current-password"'],
      postText('/preview', '<input autocomplete="current-password">'),
    ],
    [
      'label of a password',
      ['<label for="password">Password</label>'],
      postText('/preview', '<label for="password">Password</label>'),
    ],
  ]),
  ...lookAlikes(CLASS, 'https://owasp.org/www-project-modsecurity-core-rule-set/', [
    [
      'session object',
      ['"session":{"count":3,"page":"/cart"}'],
      postJson('/beacon', { session: { count: 3, page: '/cart' } }),
    ],
    ['session length', ['"session_duration":1820'], postJson('/beacon', { session_duration: 1820 })],
    [
      'pinCode of a map marker',
      ['"pinCode":"restaurant"'],
      postJson('/markers', { pinCode: 'restaurant', lat: 37.5 }),
    ],
    [
      'postal code',
      ['pincode=560001', 'city=Bengaluru'],
      postForm('/address', { pincode: '560001', city: 'Bengaluru' }),
    ],
    ['country code', ['country_code=KR', 'zipcode=06236'], get('/address?country_code=KR&zipcode=06236')],
    ['error code', ['error_code=404', 'statusCode=500'], get('/report?error_code=404&statusCode=500')],
    [
      'product code',
      ['product_code=SHOE-2291', 'coupon_type=code'],
      get('/item?product_code=SHOE-2291&coupon_type=code'),
    ],
    ['credentials.username', ['"username":"ann"'], postJson('/login', { credentials: { username: 'ann' } })],
    [
      'credentials of fetch',
      ['"credentials":"same-origin"'],
      postJson('/rum', { fetch: { credentials: 'same-origin', mode: 'cors' } }),
    ],
    [
      'password_changed_at',
      ['"password_changed_at":"2026-03-04T09:00:00Z"'],
      postJson('/audit', { password_changed_at: '2026-03-04T09:00:00Z' }),
    ],
    ['has_password', ['"has_password":true'], postJson('/audit', { has_password: true })],
    [
      'password strength',
      ['"password_strength":"strong"', '"password_length":12'],
      postJson('/audit', { password_strength: 'strong', password_length: 12 }),
    ],
    [
      'password policy',
      ['password_min_length=10', 'password_expires_days=90'],
      postForm('/policy', { password_min_length: '10', password_expires_days: '90' }),
    ],
    ['show_password', ['show_password=false'], get('/login?show_password=false')],
    ['forgot_password flag', ['action=lostpassword'], get('/wp-login.php?action=lostpassword')],
    ['reset page', ['GET /reset-password HTTP/1.1'], get('/reset-password')],
    [
      'password-managers slug',
      ['GET /blog/password-managers-compared HTTP/1.1'],
      get('/blog/password-managers-compared'),
    ],
    ['tokens page', ['GET /settings/tokens HTTP/1.1'], get('/settings/tokens')],
    [
      'help about tokens',
      ['GET /help/token/expiration-explained HTTP/1.1'],
      get('/help/token/expiration-explained'),
    ],
    ['invite page', ['GET /invite/friends HTTP/1.1'], get('/invite/friends')],
    ['secret santa', ['GET /events/secret-santa-2026 HTTP/1.1'], get('/events/secret-santa-2026')],
    [
      'keyboard',
      ['keyboard=dubeolsik', 'keyboard_layout=ko'],
      get('/typing?keyboard=dubeolsik&keyboard_layout=ko'),
    ],
    ['monkey', ['monkey=capuchin'], get('/zoo?monkey=capuchin')],
    ['keyword', ['keyword=winter+coat'], get('/search?keyword=winter+coat')],
    ['author', ['author=kim', 'authors=kim,lee'], get('/books?author=kim&authors=kim,lee')],
    ['authority', ['"authority":"city-hall"'], postJson('/permits', { authority: 'city-hall' })],
    ['secretary', ['secretary=park'], postForm('/staff', { secretary: 'park', office: '4F' })],
    ['passenger', ['passengers=2', 'passport_country=KR'], get('/flights?passengers=2&passport_country=KR')],
    ['compass', ['compass=north', 'bypass=toll'], get('/route?compass=north&bypass=toll')],
    ['passage', ['<passage>Genesis 1</passage>'], postXml('/texts', '<passage>Genesis 1</passage>')],
    [
      'hotkey',
      ['"hotkey":"ctrl+shift+k"', '"keyCode":13'],
      postJson('/events', { hotkey: 'ctrl+shift+k', keyCode: 13 }),
    ],
    [
      'primary key',
      ['primary_key=order_id', 'foreign_key=user_id'],
      postForm('/schema', { primary_key: 'order_id', foreign_key: 'user_id' }),
    ],
    ['sort key', ['sort_key=created_at', 'key=price'], get('/list?sort_key=created_at&key=price')],
    ['S3 object key', ['key=images/2026/cat.png'], get('/storage/view?key=images/2026/cat.png')],
    ['cache key name', ['"cacheKey":"home-page-ko"'], postJson('/warm', { cacheKey: 'home-page-ko' })],
    [
      'translation key',
      ['"key":"checkout.button.label"'],
      postJson('/i18n', { key: 'checkout.button.label', value: 'Pay now' }),
    ],
    ['public key name', ['"publicKeyAlgorithm":"ES256"'], postJson('/jwks', { publicKeyAlgorithm: 'ES256' })],
    [
      'Hub mode',
      ['hub.mode=subscribe', 'hub.challenge=1158201444'],
      get('/webhook?hub.mode=subscribe&hub.challenge=1158201444'),
    ],
    [
      'spin and shipping',
      ['shipping=express', 'spin=fast', 'opinion=good'],
      get('/cart?shipping=express&spin=fast&opinion=good'),
    ],
    ['otp of words', ['option=potpourri', 'hotpot=spicy'], get('/menu?option=potpourri&hotpot=spicy')],
    [
      'token count',
      ['"tokenCount":17', '"token_index":4'],
      postJson('/lexer', { tokenCount: 17, token_index: 4 }),
    ],
    [
      'parser error about a token',
      ['Unexpected token < in JSON at position 0'],
      postJson('/errors', { message: 'Unexpected token < in JSON at position 0' }),
    ],
    ['Korean page about passwords', ['/도움말/비밀번호-찾기'], get('/도움말/비밀번호-찾기')],
    ['Spanish page about a key', ['/palabras-clave/ofertas'], get('/palabras-clave/ofertas')],
    ['clave of an invoice', ['clave_producto=50171550'], get('/factura?clave_producto=50171550')],
  ]),
];
