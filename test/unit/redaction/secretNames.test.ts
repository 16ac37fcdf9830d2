import assert from 'node:assert/strict';
import { type NameJudgement, type SecretKind, SecretNames } from '../../../src/redaction/secretNames.ts';

const secretNames = () => new SecretNames();

describe('SecretNames', () => {
  const judged: Readonly<Record<NameJudgement, readonly string[]>> = {
    secret: [
      // Words at any position, in any form.
      ...[
        'password',
        'new_password',
        'passwordNew',
        'USERPassword',
        'PINKestrel',
        'pin2',
        'p%61ss',
        'x.pwd[0]',
      ],
      ...['password_field', 'new-password-value-2', 'token_shop', 'Mot-De-Passe', 'x_onay_kodu_9', 'jumin'],
      ...[
        'new_codigo_de_verificacion_y',
        '주민번호',
        'รหัสผ่าน',
        'पासवर्ड',
        '새비밀번호확인',
        'contrasen\u0303a',
      ],
      ...[
        'neue_clave_x',
        'contraseña',
        'aspxauth',
        '2fa',
        'loginTwoFa',
        '2fa-code',
        'user2FaToken',
        'two_fa_value',
      ],
      // Joined words.
      ...[
        'kestrelpassword',
        'kestrelpasswd',
        'kestrelpasswort',
        'kestrelkennwort',
        'kestrelpwd',
        'kestreltoken',
      ],
      ...[
        'kestrelsecret',
        'kestrelapikey',
        'kestrelpass',
        'loginpwd',
        'wppassword',
        'lgpassword',
        'pwdconfirm',
      ],
      ...[
        'kestreltoken_shop',
        'hostkey',
        'hostkeys',
        'stepcode',
        'checkcode',
        'checkcodes',
        'userauthtoken',
        '2facodes',
        'seedkey',
        'loginpinsite_z',
      ],
      // Pairs of last words.
      ...[
        'session_id',
        'x-session-key',
        'login_hash',
        'api_keys',
        'seed_key',
        'sms_code',
        'mfaCodes',
        'remember_me',
      ],
      ...['phpsess_id', 'session_id_value', 'my_session_ticket'],
      // The longest names.
      `${'x'.repeat(192)}password`,
      `password${'site'.repeat(8)}`,
    ],
    container: [
      ...[
        'token',
        'access_token',
        'credentials',
        'db-cred',
        'auth',
        'user_session',
        'cookie',
        'otpcode',
        'tan',
      ],
      ...['authToken', 'password_token', 'token_value', 'secret_signature', 'smscode'],
    ],
    ambiguous: [
      ...[
        'code',
        'app_id',
        'NONCE',
        'hash2',
        'kestrelticket',
        'kestrelsignature',
        'request_sign',
        'kestrel_mac',
      ],
      ...['shop_key', 'my_shop_key', 'kestrelkey', 'checksum_seed', 'theTicket', 'keysalt', 'ak', 'sign_9'],
    ],
    harmless: [
      ...[
        '',
        '123',
        '_',
        'note',
        'test',
        'show',
        'kestrel-no-8',
        'password_type',
        'tokenLifetime',
        'user_session_id_count',
      ],
      ...[
        'show_password',
        '_show_password',
        'hasToken',
        'shows_token_value',
        'PINKe',
        'pinkestrel',
        'Public-Key',
      ],
      ...['publicKey', 'pass%70ort', 'compass', 'kestrelbypass', 'kestreltokenx', 'signatures', 'ticketshop'],
      ...[
        'monkey',
        'row_key',
        'my_row_key',
        'sort_key_value',
        'kestrelkeys',
        'kestrel_keys',
        'hostcode',
        'kestrel_code',
      ],
      ...[
        'hostkeyx',
        'keysx_host',
        'kestrel_design',
        'kestrel_signs',
        'mac_test',
        'nonce_x',
        'key_x',
        'code_test',
      ],
      ...['shop_seed', 'seed_shop', 'my_checksum_seed', 'login_current', 'me', 'user_me', 'id', '2fax'],
      ...[
        'kestrel_2fb',
        'onay_x_kodu',
        'großenclaves',
        'enclaves',
        'pincode',
        'secret_santa',
        '새로그인',
        'kestrelcomment',
        'passwordless',
      ],
      `${'x'.repeat(193)}password`,
      `password${'site'.repeat(7)}redis`,
    ],
  };
  for (const [judgement, all] of Object.entries(judged))
    it(`judges ${all.length} names as ${judgement}`, () => {
      const names = secretNames();
      assert.deepEqual(
        Object.fromEntries(all.map((name) => [name, names.judge(name)])),
        Object.fromEntries(all.map((name) => [name, judgement])),
      );
      const isSecret = judgement === 'secret' || judgement === 'container';
      for (const name of all) assert.equal(names.isSecret(name), isSecret, name);
    });

  const headers: readonly (readonly [kind: SecretKind | undefined, names: readonly string[]])[] = [
    [
      'authorization',
      [
        ...[
          'Authorization',
          'authorisation',
          'Proxy-Authorization',
          'X-Authorization',
          'X-Original-Authorization',
        ],
        ...['X-Forwarded-Authorization', ' authentication '],
      ],
    ],
    ['cookie', ['Cookie', 'cookie2', 'Set-Cookie', ' set-cookie2', 'X-Cookie']],
    ['token', ['Sec-WebSocket-Protocol']],
    [
      'key',
      [
        ...['DPoP', 'Stripe-Signature', 'X-Access', 'X-Token', 'Key', 'X-Shop-Key'],
        ...[
          'shop_key',
          'Shop-ApiKey',
          'ApiKey',
          'Y-Authorization',
          'Authorization-2',
          'Authentication-X',
          'Y-Cookie',
        ],
        ...['X-Authentication', 'Set-Cookie3', 'X-Session', 'XAuthorization', 'X-KestrelApiKey'],
      ],
    ],
    [
      undefined,
      [
        ...[
          'Accept',
          'X-Cache-Key',
          'Access-Control-Request-Token',
          'Access-Control-Allow-Key',
          'Monkey',
          'Keys',
          'Key-X',
        ],
        ...[
          'X-Request-Id',
          'Ticket',
          'Nonce',
          'X-Sec-WebSocket-Protocol',
          'Sec-WebSocket-Protocols',
          'Y-X-Kestrel-No-7',
        ],
        ...['Kestrel-No-8', 'Sec-WebSocket-Key', 'KeyX', 'Kestrelx-No-7', ''],
      ],
    ],
  ];
  for (const [kind, all] of headers)
    it(`returns ${kind ?? 'no kind'} for ${all.length} headers`, () => {
      const names = secretNames();
      assert.deepEqual(
        all.map((name) => [name, names.ofHeader(name)]),
        all.map((name) => [name, kind]),
      );
    });
});
