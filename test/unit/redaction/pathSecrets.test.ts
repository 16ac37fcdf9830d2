import assert from 'node:assert/strict';
import { findInPaths } from '../../../src/redaction/pathSecrets.ts';
import { SecretNames } from '../../../src/redaction/secretNames.ts';
import { marked, unmarked } from './marks.ts';

const names = new SecretNames();
const find = (text: string) => marked(unmarked(text), findInPaths(unmarked(text), names));

const TOKEN = 'a1b2c3d4e5';
const KEY = 'kR7vQ2mX9pLw3Zt8bNc5HyT1dFg6sVJa';
const inBase64 = (text: string) => Buffer.from(text).toString('base64url');

/** Segments before a token. */
const BEFORE = `
  reset RESET reset-all my_reset resetpassword reset-password reset_password autologin auto-login ping passwordreset password-resets
  passwords_resets passwordschange password-change passwordforgot password_recovery pwreset resets forgot forgotpassword
  forgot-password invites invitations invite invitation join accept acceptinvite acceptinvitation magic magiclink
  magiclinks magiclogin magicsignin magic-link onetime one-time one_time onetimelogin one-time-login verifyemail
  verifymail verificationemail verifyaccount verify verification verify-x confirms confirmmail confirmemail
  confirmationemail confirmationaccount confirm confirmation confirm_subscription validate activateaccount
  activationaccount activate activation optout opt-out opt_out register signup sign-up sign_in signin sso callback tokens
  sessions webhook web-hooks web_hook hook hooks incoming services key keys access share shared s download feed feeds rss
  calendar ical private trigger triggers k t one-click-login passwordless unsubscribe unlock recover recovery x_recover_y
`;
const NOT_BEFORE =
  'preset resetting xjoin joins sharedx xs st callbacks unlocked confirmed reactivate signing pings article v2 7';

describe('findInPaths', () => {
  for (const before of BEFORE.trim().split(/\s+/))
    it(`finds a token after /${before}/`, () => {
      assert.equal(find(`GET /${before}/${TOKEN} HTTP/1.1`), `GET /${before}/«${TOKEN}» HTTP/1.1`);
    });
  for (const before of NOT_BEFORE.split(' '))
    it(`finds no token after /${before}/`, () => {
      assert.equal(find(`GET /${before}/${TOKEN} HTTP/1.1`), `GET /${before}/${TOKEN} HTTP/1.1`);
    });

  const rows: readonly (readonly [what: string, text: string])[] = [
    ['finds a token up to three segments later', `/reset/a/b/c/«${TOKEN}»/x`],
    ['finds no token four segments later', `/reset/a/b/c/d/${TOKEN}`],
    ['finds each of two tokens', `/reset/«${TOKEN}»/x/«${TOKEN}6»`],
    ['finds a token after a semicolon', `/login;«${TOKEN}»/x`],
    ['finds a token in a URL', `"https://shop.example/reset/«${TOKEN}»"`],
    ['finds a query that is a token', `/unsubscribe?«kR7-Q2_X9pLw3Zt8» /x`],
    [
      'finds no query that has names or is short',
      '/unsubscribe?kR7vQ2mX9pLw3Zt8=1 /unsubscribe?kR7vQ2mX9pLw3Zt8-= /unsubscribe?a1b2c3d4e5',
    ],
    ['finds nothing after the path', `/reset&${TOKEN} /reset\\${TOKEN}`],
    ['finds no token with fewer than ten characters', '/reset/a1b2c3d4e /reset/%61%31b2c3d4e'],
    ['finds an encoded token', '/reset/«%61%31b2c3d4e5»'],
    ['finds no file', '/download/a1b2c3d4e5.js /download/x-a1b2c3d4e5.min.css'],
    ['finds no attack', '/reset/a1b2c3d4e5(1) /reset/a1b2c3d4e5%27 /reset/a1b2c3d4|e5f6'],
    ['finds no word', '/reset/kestrelhill'],
    [
      'finds no token after a long title with such a word',
      `/how-to-reset-the-clock-of-a-kestrel-that-flew-over-the-hills/${TOKEN}`,
    ],
    [
      'finds no value after a long title that ends with a name of a secret',
      `/${'a-'.repeat(46)}password/sum24x`,
    ],

    ['finds a value with a digit after a name of a secret', '/password/«sum24x» /password/«7api-keys2»'],
    ['finds no shorter value, and none without a digit', '/password/sum24 /password/summer /word/sum24x'],
    [
      'finds no words with a version',
      '/password/keys-v2 /password/reset-api_keys-2 /password/api-keys2B /password/api-keys-123',
    ],
    [
      'finds what only starts like words with a version',
      '/password/«api-keys-1234» /password/«api-keys-v2x7» /password/«apikeys2»',
    ],

    ['finds a key anywhere', `a /«${KEY}» b`],
    ['finds a key with hyphens', '/x/«kR7-Q2_X9pLw3Zt8bNc5HyT1dFg6sVJa»'],
    ['finds a key that starts like encoded text', '/x/«SR7vQ2mX9pLw3Zt8bNc5HyT1dFg6sVJa»'],
    ['finds a key that contains encoded text', `/x/«kR7v${inBase64('GET /login.html HTTP/1.1')}»`],
    ['finds no shorter or longer key', `/${KEY.slice(1)} /${KEY.repeat(4).slice(0, 101)}`],
    ['finds a key of a hundred characters', `/«${KEY.repeat(4).slice(0, 100)}»`],
    ['finds no key with other characters around it', `/.${KEY} /${KEY}.x`],
    ['finds no key without a capital letter', `/${KEY.toLowerCase()}`],
    ['finds no key without a lowercase letter', `/${KEY.toUpperCase()}`],
    ['finds no key with one digit', '/kRxvQamXbpLwcZtdbNceHyTfdFggsVJ7'],
    ['finds a key with two digits', '/«kRxvQamXbpLwcZtdbNceHyTfdFg6sVJ7»'],
    ['finds no part of Base64', `data Zm9v/${KEY} + x+/${KEY} =/${KEY}`],
    ['finds a key after a version or "api"', `x/v2/«${KEY}» x/V12/«${KEY}» x/api/«${KEY}»`],
    ['finds no key after another segment', `x/v123/${KEY} x/apis/${KEY} x/rapi/${KEY} x/api/b/${KEY}`],
    [
      'finds no encoded text',
      `/x/${inBase64('GET /login.html HTTP/1.1')} /${inBase64('a: 1\r\nB: 2\r\nC: <x y="12">')}`,
    ],
    ['finds encoded text after a version', `/v2/«${inBase64('GET /login.html HTTP/1.1')}»`],
  ];
  for (const [what, text] of rows)
    it(what, () => {
      assert.equal(find(text), text);
    });

  it('says what each finding is', () => {
    const findings = findInPaths(`/reset/${TOKEN}/password/sum24x`, names);
    assert.deepEqual(
      findings.map(({ kind }) => kind),
      ['token', 'secret'],
    );
  });
});
