import { type SecretCase, secrets } from './case.ts';
import { FORM, get, JSON_TYPE, post, postForm, postJson, postText, request, send } from './requests.ts';
import {
  base64,
  base64url,
  decimalEntities,
  formEncoded,
  hex,
  hexEntities,
  percentAll,
  unicodeEscaped,
} from './spellings.ts';
import { Values } from './values.ts';

const v = new Values(112);
const CLASS = 'encodings';
const once = encodeURIComponent;

/** Returns a request whose body is divided into chunks at the given positions. */
function chunked(target: string, type: string, body: string, cuts: readonly number[]): string {
  const starts = [0, ...cuts];
  const chunks = starts.map((start, index) => body.slice(start, cuts[index]));
  const text = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join('');
  return request(
    'POST',
    target,
    { 'Content-Type': type, 'Transfer-Encoding': 'chunked' },
    `${text}0\r\n\r\n`,
  );
}

/** Returns a request with `body` in two chunks, divided in the middle of `secret`. */
function cutIn(target: string, type: string, body: string, secret: string): string {
  return chunked(target, type, body, [body.indexOf(secret) + Math.floor(secret.length / 2)]);
}

const halves = (s: string) => ({
  also: [s.slice(0, Math.floor(s.length / 2)), s.slice(Math.floor(s.length / 2))],
});
const account = (s: string) => JSON.stringify({ user: 'ann', password: s });

export const encodings: readonly SecretCase[] = [
  ...secrets(CLASS, 'https://url.spec.whatwg.org/#application/x-www-form-urlencoded', [
    ['percent once', 'Mürren & Söhne', (s) => post('/login', FORM, `user=ann&password=${once(s)}`)],
    [
      'percent of every character',
      'Capybara7',
      (s) => post('/login', FORM, `user=ann&password=${percentAll(s)}`),
      (s) => ({ also: [percentAll(s)] }),
    ],
    [
      'percent in lower case',
      'Quokka/42=',
      (s) => post('/login', FORM, `user=ann&pwd=${once(s).toLowerCase().replace('quokka', 'Quokka')}`),
      (s) => ({ also: [once(s).toLowerCase().replace('quokka', 'Quokka')] }),
    ],
    [
      'percent twice in a query',
      'Okapi&Emu 5',
      (s) => get(`/go?next=${once(`/login?password=${once(s)}&user=ann`)}`),
    ],
    [
      'percent twice in a form',
      'Tapir=Ibex8',
      (s) => postForm('/replay', { body: `user=ann&password=${once(s)}` }),
    ],
    [
      'percent three times',
      'Lemur+Puma',
      (s) => get(`/a?u=${once(`/b?u=${once(`/c?password=${once(s)}`)}`)}`),
      (s) => ({ also: [once(once(once(s)))] }),
    ],
    ['encoded name', 'Gibbon-33', (s) => post('/login', FORM, `user=ann&%70%61%73%73%77%6f%72%64=${s}`)],
    ['name encoded twice', v.text(14), (s) => get(`/go?x=${once(`${once('user[password]')}=${s}`)}`)],
    [
      'plus for a space',
      'green apple pie',
      (s) => post('/login', FORM, `user=ann&password=${formEncoded(s)}`),
    ],
    ['semicolon as separator', v.text(16), (s) => post('/login', FORM, `user=ann;password=${s};go=1`)],
    [
      'percent u of old scripts',
      '고양이7!',
      (s) =>
        post(
          '/login.asp',
          FORM,
          `id=ann&pw=${[...s].map((c) => `%u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}`,
        ),
      (s) => ({ also: [[...s].map((c) => `%u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')] }),
    ],
    [
      'form in a query value',
      'Mongoose_1',
      (s) => get(`/track?data=${once(`email=a@shop.example&password=${s}`)}`),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc4648', [
    [
      'Base64 of JSON',
      'Axolotl-5',
      (s) => postForm('/api', { d: base64(account(s)) }),
      (s) => ({
        also: [base64(account(s)), once(base64(account(s)))].filter((text) =>
          new URLSearchParams([['d', base64(account(s))]]).toString().includes(text),
        ),
      }),
    ],
    [
      'Base64 of JSON in JSON',
      v.text(20),
      (s) => postJson('/api', { payload: base64(account(s)) }),
      (s) => ({ also: [base64(account(s))] }),
    ],
    [
      'Base64url of JSON in a query',
      'Pangolin!8',
      (s) => get(`/api?r=${base64url(account(s))}`),
      (s) => ({ also: [base64url(account(s))] }),
    ],
    [
      'Base64 of a form',
      'Dugong+77',
      (s) => postText('/api', base64(`user=ann&password=${once(s)}`)),
      (s) => ({ also: [base64(`user=ann&password=${once(s)}`)] }),
    ],
    [
      'Base64 of the value',
      'Manatee.90',
      (s) => postJson('/api/login', { user: 'ann', password: base64(s) }),
      (s) => ({ also: [base64(s)] }),
    ],
    [
      'Base64 in a cookie',
      'Kinkajou#2',
      (s) => get('/', { Cookie: `u=${base64url(account(s))}` }),
      (s) => ({ also: [base64url(account(s))] }),
    ],
    [
      'Base64 twice',
      v.text(12),
      (s) => postJson('/api', { x: base64(base64(account(s))) }),
      (s) => ({ also: [base64(base64(account(s)))] }),
    ],
    [
      'Base64 of a header',
      v.url(30),
      (s) => postJson('/replay', { raw: base64(`GET / HTTP/1.1\r\nAuthorization: Bearer ${s}\r\n\r\n`) }),
      (s) => ({ also: [base64(`GET / HTTP/1.1\r\nAuthorization: Bearer ${s}\r\n\r\n`)] }),
    ],
    [
      'data address',
      v.text(18),
      (s) => postJson('/import', { src: `data:application/json;base64,${base64(account(s))}` }),
      (s) => ({ also: [base64(account(s))] }),
    ],
    [
      'hex of JSON',
      'Numbat-61',
      (s) => get(`/api?h=${hex(account(s))}`),
      (s) => ({ also: [hex(account(s))] }),
    ],
    [
      'hex of the value',
      'Wombat_88',
      (s) => postForm('/login', { user: 'ann', password: hex(s) }),
      (s) => ({ also: [hex(s)] }),
    ],
    [
      'hex escapes',
      'Bandicoot',
      (s) => postText('/x', `password="${[...s].map((c) => `\\x${hex(c)}`).join('')}"`),
      (s) => ({ also: [[...s].map((c) => `\\x${hex(c)}`).join('')] }),
    ],
    [
      'PowerShell EncodedCommand',
      'Echidna!44',
      (s) =>
        postForm('/cmd', {
          c: `powershell -enc ${Buffer.from(`net user a ${s} /add`, 'utf16le').toString('base64url')}`,
        }),
      (s) => ({ also: [Buffer.from(`net user a ${s} /add`, 'utf16le').toString('base64url')] }),
    ],
  ]),
  ...secrets(CLASS, 'https://html.spec.whatwg.org/multipage/named-characters.html', [
    [
      'decimal entities',
      'Serval99',
      (s) => postText('/x', `<input name="password" value="${decimalEntities(s)}">`),
      (s) => ({ also: [decimalEntities(s)] }),
    ],
    [
      'hexadecimal entities',
      'Caracal-3',
      (s) => postText('/x', `<input name="password" value="${hexEntities(s)}">`),
      (s) => ({ also: [hexEntities(s)] }),
    ],
    [
      'entities of JSON',
      'Margay"12',
      (s) => postText('/x', `<div data-config="${account(s).replaceAll('"', '&quot;')}"></div>`),
      (s) => ({ also: [JSON.stringify(s).slice(1, -1).replaceAll('"', '&quot;')] }),
    ],
    [
      'named entities in XML',
      'Fox&Hare<5',
      (s) => postText('/x', `<password>${s.replace('&', '&amp;').replace('<', '&lt;')}</password>`),
    ],
    [
      'entities of a link',
      v.url(32),
      (s) => postText('/x', `<a href="/verify?id=4&amp;token=${s}&amp;lang=ko">verify</a>`),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc8259#section-7', [
    [
      'u escapes of all characters',
      'Ocelot-20',
      (s) => post('/login', JSON_TYPE, `{"user":"ann","password":"${unicodeEscaped(s)}"}`),
      (s) => ({ also: [unicodeEscaped(s)] }),
    ],
    [
      'u escapes beyond ASCII',
      '달빛정원2',
      (s) => post('/login', JSON_TYPE, `{"user":"ann","password":"${unicodeEscaped(s)}"}`),
      (s) => ({ also: [unicodeEscaped(s)] }),
    ],
    [
      'surrogate pairs',
      'rocket🚀99',
      (s) => post('/login', JSON_TYPE, `{"user":"ann","password":"${unicodeEscaped(s)}"}`),
      (s) => ({ also: [unicodeEscaped(s)] }),
    ],
    [
      'name in u escapes',
      'Sable_404',
      (s) => post('/login', JSON_TYPE, `{"user":"ann","\\u0070assword":"${s}"}`),
    ],
    [
      'Korean name in u escapes',
      'Stoat!17',
      (s) => post('/login', JSON_TYPE, `{"user":"ann","${unicodeEscaped('비밀번호')}":"${s}"}`),
    ],
    [
      'escaped slashes',
      'a/b\\c/Mink',
      (s) =>
        post(
          '/login',
          JSON_TYPE,
          `{"user":"ann","password":"${JSON.stringify(s).slice(1, -1).replaceAll('/', '\\/')}"}`,
        ),
      (s) => ({ also: [JSON.stringify(s).slice(1, -1).replaceAll('/', '\\/')] }),
    ],
    [
      'JSON three deep',
      'Polecat-6',
      (s) => postJson('/q', { a: JSON.stringify({ b: JSON.stringify({ password: s }) }) }),
    ],
    ['JSON in a query', 'Vole(88)', (s) => get(`/api?filter=${once(account(s))}`)],
    ['JSON in a query, careless', v.text(16), (s) => get(`/api?filter={"password":"${s}"}`)],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc9112#section-7.1', [
    [
      'chunk boundary in a form',
      'Chinchilla9',
      (s) => cutIn('/login', FORM, `user=ann&password=${s}&go=1`, s),
      halves,
    ],
    ['chunk boundary in JSON', v.text(24), (s) => cutIn('/login', JSON_TYPE, account(s), s), halves],
    [
      'chunk boundary in the name',
      'Hedgehog-4',
      (s) => chunked('/login', FORM, `user=ann&password=${s}`, [13]),
    ],
    [
      'chunks of one field each',
      'Porcupine6',
      (s) => chunked('/login', FORM, `user=ann&password=${s}&go=1`, [9, 28]),
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc2045#section-6.7', [
    [
      'quoted-printable',
      'Marmot=55',
      (s) =>
        send(
          'POST',
          '/mail/in',
          'message/rfc822',
          `Content-Transfer-Encoding: quoted-printable\r\n\r\nYour password is: ${s.replace('=', '=3D')}\r\n`,
        ),
      (s) => ({ also: [s.replace('=', '=3D')] }),
    ],
    [
      'Base64 of a mail',
      'Gopher_31',
      (s) =>
        send(
          'POST',
          '/mail/in',
          'message/rfc822',
          `Content-Transfer-Encoding: base64\r\n\r\n${base64(`password: ${s}\n`)}\r\n`,
        ),
      (s) => ({ also: [base64(`password: ${s}\n`)] }),
    ],
    [
      'AUTH LOGIN of SMTP',
      'Weasel-2023',
      (s) => postText('/smuggle', `EHLO x\r\nAUTH LOGIN\r\n${base64('ann')}\r\n${base64(s)}\r\n`),
      (s) => ({ also: [base64(s)] }),
    ],
  ]),
];
