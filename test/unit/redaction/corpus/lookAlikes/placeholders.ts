import { type LookAlikeCase, lookAlikes } from '../case.ts';
import { get, postForm, postJson, postText } from '../requests.ts';

const CLASS = 'values that are no secret';

export const placeholders: readonly LookAlikeCase[] = lookAlikes(
  CLASS,
  'https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Authorization',
  [
    [
      'Bearer undefined',
      ['Bearer undefined', 'value is undefined'],
      get('/api?e=value is undefined', { Authorization: 'Bearer undefined' }),
    ],
    [
      'Bearer null',
      ['Bearer null', 'null pointer'],
      get('/api?e=null pointer', { Authorization: 'Bearer null' }),
    ],
    [
      'Bearer alone',
      ['Authorization: Bearer', 'Bearer market'],
      get('/news?q=Bearer market', { Authorization: 'Bearer' }),
    ],
    [
      'object as Bearer',
      ['Bearer [object Object]'],
      get('/api', { Authorization: 'Bearer [object Object]' }),
    ],
    [
      'password of stars',
      ['password=*******', 'rating=*******'],
      get('/login?password=*******&rating=*******'),
    ],
    [
      'password as hidden',
      ['"password":"[FILTERED]"', '"ssn":"[FILTERED]"'],
      postJson('/log', { password: '[FILTERED]', ssn: '[FILTERED]' }),
    ],
    [
      'password as redacted',
      ['password=REDACTED', 'mode=REDACTED'],
      get('/log?password=REDACTED&mode=REDACTED'),
    ],
    ['token null', ['token=null', 'user=null'], get('/api?token=null&user=null')],
    ['token false', ['"token":false', '"debug":false'], postJson('/api', { token: false, debug: false })],
    [
      'password null in JSON',
      ['"password":null', '"email":null'],
      postJson('/api', { password: null, email: null }),
    ],
    [
      'empty password',
      ['user=ann&password=&go=login'],
      postForm('/login', { user: 'ann', password: '', go: 'login' }),
    ],
    ['empty token', ['token=&page=3'], get('/list?token=&page=3')],
    [
      'template of documentation',
      ['<YOUR_API_KEY>', 'api_key=<YOUR_API_KEY>'],
      get('/docs?api_key=<YOUR_API_KEY>'),
    ],
    [
      'variable of a shell',
      ['Bearer $TOKEN', 'echo $TOKEN'],
      postText('/docs', 'curl -H "Authorization: Bearer $TOKEN" x\necho $TOKEN\n'),
    ],
    [
      'variable of a workflow',
      [`\${{ secrets.DEPLOY_TOKEN }}`],
      postText('/docs', `env:\n  TOKEN: \${{ secrets.DEPLOY_TOKEN }}\n`),
    ],
    [
      'reading of the environment',
      ['process.env.DB_PASSWORD'],
      postText('/docs', 'const password = process.env.DB_PASSWORD;\n'),
    ],
    [
      'type of a field',
      ['password: string;', 'token?: string;'],
      postText('/docs', 'interface Login { password: string; token?: string; }'),
    ],
    [
      'schema of a field',
      ['"password":{"type":"string","minLength":8}'],
      postJson('/schema', { properties: { password: { type: 'string', minLength: 8 } } }),
    ],
    ['placeholder of braces', ['{{password}}'], postText('/mail', 'Hello {{name}}, {{password}}')],
    [
      'message about a password',
      ['password is required', 'Password must have at least 8 characters'],
      postJson('/log', { errors: ['password is required', 'Password must have at least 8 characters'] }),
    ],
    [
      'sentence about a token',
      ['the token has expired, please sign in again'],
      postJson('/log', { message: 'the token has expired, please sign in again' }),
    ],
    [
      'GraphQL variable name',
      ['password: $password'],
      postJson('/graphql', { query: 'mutation { login(password: $password) { ok } }' }),
    ],
    ['sid of a number', ['sid=1000000', 'price=1000000'], get('/item?sid=1000000&price=1000000')],
    ['code of a coupon', ['code=SUMMER', '/sale/SUMMER'], get('/sale/SUMMER?code=SUMMER')],
    ['state alone', ['state=open', 'state=closed'], get('/issues?state=open&next=state=closed')],
    ['auth as a flag', ['auth=1', 'nonce=0'], get('/api?auth=1&nonce=0')],
  ],
);
