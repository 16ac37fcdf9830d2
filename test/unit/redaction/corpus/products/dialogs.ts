import { type SecretCase, secrets } from '../case.ts';
import { get, postForm, postJson, postText } from '../requests.ts';
import { base64 } from '../spellings.ts';
import { Values } from '../values.ts';

const v = new Values(303);
const encoded = encodeURIComponent;

const MAIL = 'dialogs of mail and files';
const ONE_TIME = 'one-time seeds and codes';
const TOOLS = 'tools of developers';
const EAST = 'forms of Korea, Japan and China';

export const dialogs: readonly SecretCase[] = [
  ...secrets(MAIL, 'https://www.rfc-editor.org/rfc/rfc4954', [
    [
      'SMTP AUTH PLAIN',
      base64(`\0ann\0${v.text(14)}`),
      (s) => postText('/proxy', `EHLO a\r\nAUTH PLAIN ${s}\r\nMAIL FROM:<a@shop.example>\r\n`),
    ],
    [
      'SMTP AUTH LOGIN',
      base64(`Sm${v.text(13)}`),
      (s) => postText('/proxy', `EHLO a\r\nAUTH LOGIN\r\n${base64('ann@shop.example')}\r\n${s}\r\n`),
    ],
    [
      'gopher to SMTP',
      base64(`\0bob\0${v.text(14)}`),
      (s) => get(`/fetch?url=${encoded(`gopher://127.0.0.1:25/_EHLO a%0d%0aAUTH PLAIN ${s}%0d%0a`)}`),
    ],
    ['IMAP LOGIN', `Im${v.text(11)}`, (s) => postText('/proxy', `a1 LOGIN ann ${s}\r\na2 SELECT INBOX\r\n`)],
    ['POP3 PASS', `Po${v.text(11)}`, (s) => postText('/proxy', `USER ann\r\nPASS ${s}\r\nSTAT\r\n`)],
    [
      'FTP PASS',
      `Ft${v.text(11)}`,
      (s) => postText('/proxy', `220 ready\r\nUSER ann\r\n331 password\r\nPASS ${s}\r\n`),
    ],
    ['redis AUTH', `Re${v.text(20)}`, (s) => postText('/proxy', `AUTH ${s}\r\nGET a\r\n`)],
    [
      'redis AUTH of a user',
      `Ru${v.text(20)}`,
      (s) => postText('/proxy', `*3\r\n$4\r\nAUTH\r\n$7\r\ndefault\r\n$22\r\n${s}\r\n`),
    ],
    [
      'netrc of one line',
      `Ne${v.text(12)}`,
      (s) => postText('/paste', `machine git.shop.example login ci password ${s}\n`),
    ],
    [
      'netrc of several lines',
      `Nf${v.text(12)}`,
      (s) => postText('/paste', `machine git.shop.example\n  login ci\n  password ${s}\n`),
    ],
    [
      'msmtprc',
      `Ms${v.text(12)}`,
      (s) => postText('/paste', `account a\nhost smtp.shop.example\nuser ann\npassword ${s}\n`),
    ],
    [
      'SIP digest answer',
      v.hex(32),
      (s) =>
        postText(
          '/sip',
          `REGISTER sip:shop.example SIP/2.0\r\nAuthorization: Digest username="ann", realm="shop", nonce="n1", uri="sip:shop.example", response="${s}"\r\n`,
        ),
    ],
  ]),
  ...secrets(ONE_TIME, 'https://github.com/google/google-authenticator/wiki/Key-Uri-Format', [
    [
      'otpauth address, once more',
      v.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32),
      (s) => postJson('/2fa', { uri: `otpauth://totp/Shop:ann?secret=${s}&issuer=Shop` }),
    ],
    [
      'otpauth encoded',
      v.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16),
      (s) => get(`/qr?data=${encoded(`otpauth://totp/Shop:ann?secret=${s}&issuer=Shop`)}`),
    ],
    [
      'seed of a form',
      v.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 26),
      (s) => postForm('/2fa/enable', { totp_secret: s, code: '' }),
    ],
    [
      'backup codes list',
      `${v.lower(5)}-${v.lower(5)}`,
      (s) => postJson('/2fa', { backup_codes: [s, 'aaaaa-bbbbb'] }),
    ],
    [
      'recovery code of a form',
      `${v.lower(5)}-${v.lower(5)}`,
      (s) => postForm('/sessions/recovery', { recovery_code: s }),
    ],
    ['backupCode camel', v.digits(8), (s) => postJson('/2fa', { backupCode: s })],
    [
      'seed phrase',
      'ripple scissors kick mammal hire column oak again sun offer wealth tomorrow',
      (s) => postJson('/wallet', { seedPhrase: s }),
    ],
    [
      'mnemonic',
      'legal winner thank year wave sausage worth useful legal winner thank yellow',
      (s) => postJson('/wallet/restore', { mnemonic: s }),
    ],
    ['one-time password of SMS', v.digits(6), (s) => postForm('/verify', { phone: '+15550100', sms_otp: s })],
    ['magic code of a link', v.digits(6), (s) => get(`/auth/verify?email=a%40shop.example&otp_code=${s}`)],
    ['WebAuthn answer', v.url(96), (s) => postJson('/webauthn', { id: 'cred', response: { signature: s } })],
    [
      'device code',
      v.url(40),
      (s) =>
        postForm('/oauth/token', {
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: s,
        }),
    ],
  ]),
  ...secrets(TOOLS, 'https://git-scm.com/docs/gitcredentials', [
    [
      'git remote with a token',
      v.hex(40),
      (s) =>
        postText('/paste', `git remote set-url origin https://x-access-token:${s}@git.shop.example/a.git`),
    ],
    [
      'git remote of a user',
      v.text(20),
      (s) => postJson('/repo', { clone_url: `https://ann:${s}@git.shop.example/a.git` }),
    ],
    [
      'git credential store',
      v.text(18),
      (s) => postText('/.git-credentials', `https://ann:${s}@git.shop.example\n`),
    ],
    [
      'extra header of git',
      base64(`x:${v.text(24)}`),
      (s) => postText('/paste', `git -c http.extraheader="AUTHORIZATION: basic ${s}" fetch`),
    ],
    [
      'pip index',
      v.text(20),
      (s) => postText('/paste', `pip install --index-url https://ci:${s}@pypi.shop.example/simple a`),
    ],
    ['twine', `Tw${v.text(14)}`, (s) => postText('/paste', `twine upload -u ci -p ${s} dist/*`)],
    [
      'psql address',
      v.text(16),
      (s) => postText('/paste', `psql postgresql://app:${s}@db:5432/shop -c 'select 1'`),
    ],
    [
      'mongodb address',
      v.text(16),
      (s) => postJson('/paste', { MONGO_URI: `mongodb+srv://app:${s}@c.shop.example/db?retryWrites=true` }),
    ],
    ['amqp address', v.text(16), (s) => postText('/paste', `BROKER_URL=amqp://app:${s}@mq:5672//\n`)],
    [
      'redis address without a user',
      v.text(20),
      (s) => postText('/paste', `REDIS_URL=redis://:${s}@cache:6379/0\n`),
    ],
    ['smbclient', `Sm${v.text(10)}`, (s) => postText('/paste', `smbclient //srv/share -U ann%${s}`)],
    [
      'ldapsearch',
      `Ld${v.text(10)}`,
      (s) => postText('/paste', `ldapsearch -x -D cn=admin,dc=shop -w ${s} -b dc=shop`),
    ],
    [
      'openssl passin',
      `Os${v.text(10)}`,
      (s) => postText('/paste', `openssl rsa -in a.pem -passin pass:${s}`),
    ],
    ['zip password', `Zi${v.text(10)}`, (s) => postText('/paste', `7z x a.7z --password=${s}`)],
    ['xfreerdp', `Rd${v.text(10)}`, (s) => postText('/paste', `xfreerdp /v:10.0.0.5 /u:ann /p:${s}`)],
    ['vault login', `hvs.${v.url(24)}`, (s) => postText('/paste', `vault login ${s}`)],
  ]),
  ...secrets(EAST, 'https://developers.naver.com/docs/login/api/api.md', [
    [
      'userPw of a Korean form',
      `kor${v.text(8)}`,
      (s) => postForm('/member/login.do', { userId: 'hong', userPw: s }),
    ],
    [
      'mb_pass of gnuboard',
      `kor${v.text(8)}`,
      (s) => postForm('/bbs/login_check.php', { mb_id: 'hong', mb_pass: s }),
    ],
    ['pwdConfirm', `kor${v.text(8)}`, (s) => postForm('/join', { memPwd: s, memPwdConfirm: s })],
    [
      'resident number field jumin',
      `900101-1${v.digits(6)}`,
      (s) => postForm('/join', { 주민번호: s, name: 'hong' }),
    ],
    [
      'account password of a bank',
      v.digits(4),
      (s) => postForm('/transfer', { 계좌비밀번호: s, amount: '1000' }),
    ],
    [
      'authNumber of SMS',
      v.digits(6),
      (s) => postForm('/sms/check', { phone: '01000000000', authNumber: s }),
    ],
    [
      'Naver client secret',
      v.text(10),
      (s) => get('/v1/search', { 'X-Naver-Client-Id': 'abc', 'X-Naver-Client-Secret': s }),
    ],
    ['Kakao admin key', v.hex(32), (s) => get('/v1/user/unlink', { Authorization: `KakaoAK ${s}` })],
    [
      'passwd in Japanese JSON',
      `jp${v.text(9)}`,
      (s) => postJson('/login', { ログインID: 'taro', ログインパスワード: s }),
    ],
    ['ansho bango', v.digits(4), (s) => postForm('/atm', { 口座番号: '1234567', 暗証番号入力: s })],
    ['Chinese form', `cn${v.text(9)}`, (s) => postForm('/login', { 用户名: 'li', 登录密码: s })],
    [
      'WeChat app secret',
      v.hex(32),
      (s) =>
        get(`/sns/oauth2/access_token?appid=wx0123456789abcdef&secret=${s}&grant_type=authorization_code`),
    ],
    ['Alipay private key', v.base64(200), (s) => postJson('/config', { alipayPrivateKey: s })],
    ['EUC-KR percent name', `kor${v.text(8)}`, (s) => postText('/paste', `아이디: hong / 비번: ${s}`)],
  ]),
];
