import { type SecretCase, secrets } from './case.ts';
import { get, postForm, postJson, postMultipart, postXml } from './requests.ts';
import { base64 } from './spellings.ts';
import { Values } from './values.ts';

const v = new Values(103);
const CLASS = 'codes';

const saml = (id: string) =>
  base64(
    `<samlp:Response ID="_${id}" Version="2.0"><saml:Assertion><saml:Subject>ann@shop.example</saml:Subject></saml:Assertion></samlp:Response>`,
  );

export const codes: readonly SecretCase[] = [
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc6238', [
    ['otp', '482913', (s) => postForm('/login/2fa', { user: 'ann', otp: s })],
    ['OTPCode', '730154', (s) => postJson('/api/auth/otp', { userId: 'ann', OTPCode: s })],
    [
      'otp_attempt of Devise',
      '915206',
      (s) => postForm('/users/sign_in', { 'user[otp_attempt]': s, commit: 'Verify' }),
    ],
    ['totp', '260417', (s) => postJson('/api/session/verify', { totp: s })],
    ['totpCode', '058316', (s) => postJson('/api/session/verify', { method: 'app', totpCode: s })],
    ['two_factor_code', '649027', (s) => postForm('/two-factor', { two_factor_code: s })],
    ['2fa', '371948', (s) => postForm('/account/verify', { '2fa': s, trust: '1' })],
    ['twoFactorToken', '803562', (s) => postJson('/account/verify', { twoFactorToken: s })],
    ['mfa_code', '194753', (s) => postJson('/api/mfa', { mfa_code: s })],
    [
      'MFA of STS',
      '527860',
      (s) =>
        postForm('/', {
          Action: 'GetSessionToken',
          SerialNumber: 'arn:aws:iam::000000000000:mfa/ann',
          TokenCode: s,
        }),
    ],
    ['google_authenticator', '416093', (s) => postForm('/verify.php', { google_authenticator: s })],
    [
      'TOTP seed',
      v.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 32),
      (s) => postForm('/2fa/enable', { otp_secret: s }),
    ],
    [
      'otpauth address',
      v.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16),
      (s) => postJson('/qr', { text: `otpauth://totp/Shop:ann?secret=${s}&issuer=Shop` }),
    ],
    ['backup code', 'k7vq-2m8d', (s) => postForm('/login/backup', { backup_code: s })],
    ['recoveryCodes list', 'w93hx-7pfzc', (s) => postJson('/2fa/store', { recoveryCodes: [s] })],
  ]),
  ...secrets(CLASS, 'https://pages.nist.gov/800-63-3/sp800-63b.html', [
    [
      'verification_code',
      '618340',
      (s) => postForm('/signup/verify', { phone: '+82 10', verification_code: s }),
    ],
    ['verificationCode of JSON', '275931', (s) => postJson('/signup/verify', { verificationCode: s })],
    ['verify_code', '903416', (s) => get(`/api/verify?mobile=13800000000&verify_code=${s}`)],
    ['smsCode', '846205', (s) => postJson('/api/login/sms', { mobile: '13800000000', smsCode: s })],
    ['sms_code', '531790', (s) => postForm('/api/login/sms', { mobile: '13800000000', sms_code: s })],
    [
      'auth_no of a Korean site',
      '694028',
      (s) => postForm('/member/hp_auth.do', { hp: '01000000000', auth_no: s }),
    ],
    ['certNum of a Korean site', '357182', (s) => postJson('/cert/confirm', { certNum: s, seq: 3 })],
    ['securityCode', '481526', (s) => postJson('/api/confirm', { email: 'a@shop.example', securityCode: s })],
    [
      'email confirmation code',
      'Q8ZK4T',
      (s) => postForm('/email/confirm', { email: 'a@shop.example', confirmation_code: s }),
    ],
    ['one_time_code', '720849', (s) => postJson('/idp/verify', { one_time_code: s })],
    ['activation code', 'HJ3-9WQ-7XD', (s) => postForm('/tv/activate', { activation_code: s })],
    ['pairing code', '8143-2097', (s) => postJson('/device/pair', { pairingCode: s })],
    ['invite code', 'v3rQ9bLx', (s) => postForm('/register', { nick: 'bo', invite_code: s })],
    [
      'reset code',
      '462905',
      (s) =>
        postMultipart('/password/code', [
          ['email', 'b@shop.example'],
          ['reset_code', s],
        ]),
    ],
    [
      'access_code of an exam',
      'maple-river-52',
      (s) => postForm('/courses/3/quizzes/9/take', { access_code: s }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.pcisecuritystandards.org/document_library/', [
    [
      'card number',
      '4242 4242 4242 4242'.replaceAll(' ', ''),
      (s) => postForm('/checkout', { card_number: s, exp: '12/29', name: 'Ann' }),
    ],
    [
      'card number in groups',
      '5555 5555 5555 4444',
      (s) => postJson('/checkout', { card: { number: s, exp_month: 12 } }),
    ],
    ['cvv', '7319', (s) => postForm('/checkout', { exp: '12/29', cvv: s })],
    ['cvc2', '5081', (s) => postJson('/pay', { brand: 'amex', cvc2: s })],
    [
      'card_pwd of a Korean gateway',
      '8305',
      (s) => postForm('/pg/pay.do', { card_quota: '00', card_pwd: s }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2', [
    [
      'authorization code beside state',
      v.url(32),
      (s) => get(`/oauth/callback?code=${s}&state=${'af0ifjsldkj'}`),
    ],
    [
      'authorization code of Google',
      `4/0A${v.url(60)}`,
      (s) => get(`/auth/google/callback?state=n1&code=${encodeURIComponent(s)}&scope=email`),
    ],
    [
      'authorization code in the token request',
      v.text(40),
      (s) =>
        postForm('/oauth/token', {
          grant_type: 'authorization_code',
          code: s,
          redirect_uri: 'https://shop.example/cb',
          client_id: 'web',
        }),
    ],
    [
      'authorization code as JSON',
      v.hex(20),
      (s) => postJson('/login/github', { code: s, redirect_uri: 'https://shop.example/cb' }),
    ],
    [
      'code in the Referer',
      v.url(28),
      (s) => get('/app.js', { Referer: `https://shop.example/cb?code=${s}&state=k2` }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc7636', [
    [
      'code_verifier',
      v.url(64),
      (s) =>
        postForm('/oauth/token', { grant_type: 'authorization_code', client_id: 'spa', code_verifier: s }),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc7523', [
    [
      'client_assertion',
      v.jwt({ iss: 'erp', aud: 'https://id.shop.example' }),
      (s) =>
        postForm('/oauth/token', {
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: s,
        }),
    ],
    [
      'assertion of a JWT grant',
      v.jwt({ iss: 'svc@shop.example' }),
      (s) => postForm('/token', { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: s }),
    ],
  ]),
  ...secrets(CLASS, 'https://apereo.github.io/cas/7.1.x/protocol/CAS-Protocol-Specification.html', [
    ['CAS service ticket', `ST-1856-${v.text(24)}-cas01`, (s) => get(`/app/?ticket=${s}`)],
    [
      'CAS validation',
      `ST-204-${v.text(20)}`,
      (s) =>
        get(`/cas/serviceValidate?service=${encodeURIComponent('https://shop.example/app')}&ticket=${s}`),
    ],
    ['CAS proxy-granting ticket', `PGT-31-${v.text(40)}`, (s) => get(`/cas/proxy?targetService=x&pgt=${s}`)],
    [
      'CAS single logout',
      `ST-77-${v.text(22)}`,
      (s) =>
        postForm('/app/', {
          logoutRequest: `<samlp:LogoutRequest><samlp:SessionIndex>${s}</samlp:SessionIndex></samlp:LogoutRequest>`,
        }),
    ],
  ]),
  ...secrets(CLASS, 'https://docs.oasis-open.org/security/saml/v2.0/saml-bindings-2.0-os.pdf', [
    ['SAMLResponse', saml(v.hex(40)), (s) => postForm('/saml/acs', { SAMLResponse: s, RelayState: '/home' })],
    ['SAMLart', v.base64(44), (s) => get(`/saml/artifact?SAMLart=${encodeURIComponent(s)}&RelayState=home`)],
    [
      'WS-Federation wresult',
      `<t:RequestedSecurityToken>${v.base64(60)}</t:RequestedSecurityToken>`,
      (s) => postForm('/_trust/', { wa: 'wsignin1.0', wresult: s }),
    ],
    ['SAML assertion in an Ajax body', saml(v.hex(32)), (s) => postJson('/sso/assert', { samlAssertion: s })],
    [
      'SAML signature and attribute',
      'Gondola-77',
      (s) =>
        postXml(
          '/saml/attr',
          `<saml:AttributeStatement><saml:Attribute Name="password"><saml:AttributeValue>${s}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`,
        ),
    ],
  ]),
];
