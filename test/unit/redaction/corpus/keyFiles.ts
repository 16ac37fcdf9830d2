import { type SecretCase, secrets } from './case.ts';
import { postForm, postJson, postMultipart, postText, postXml, send } from './requests.ts';
import { base64, jsonText } from './spellings.ts';
import { Values } from './values.ts';

const v = new Values(111);
const CLASS = 'key files';

/** The Base64 lines of a key; each is a separate secret in a block. */
const lines = (count: number) => Array.from({ length: count }, () => v.base64(48)).join('\n');

/**
 * Returns a block of a key file. The words of its first line are joined here, so that no scanner mistakes it for a key.
 */
function block(label: string, content: string, newLine = '\n'): string {
  const edge = (word: string) => `${'-'.repeat(5)}${word} ${label}${'-'.repeat(5)}`;
  return [edge('BEGIN'), ...content.split('\n'), edge('END'), ''].join(newLine);
}

const PRIVATE = ['PRIVATE', 'KEY'].join(' ');
const firstLine = (s: string) => s.split('\n')[0] ?? s;
const lastLine = (s: string) => s.split('\n').at(-1) ?? s;
/** The parts of `s` that appear in a request with different line ends. */
const ends = (s: string) => ({ also: [firstLine(s), lastLine(s)] });

export const keyFiles: readonly SecretCase[] = [
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc7468', [
    ['PKCS 8 alone', lines(16), (s) => postText('/keys', block(PRIVATE, s)), ends],
    ['PKCS 1 alone', lines(13), (s) => postText('/keys', block(`RSA ${PRIVATE}`, s)), ends],
    ['elliptic curve', lines(3), (s) => postText('/keys', block(`EC ${PRIVATE}`, s)), ends],
    ['encrypted PKCS 8', lines(12), (s) => postText('/keys', block(`ENCRYPTED ${PRIVATE}`, s)), ends],
    ['DSA with CRLF', lines(6), (s) => postText('/keys', block(`DSA ${PRIVATE}`, s, '\r\n')), ends],
    [
      'PEM in JSON',
      lines(9),
      (s) => postJson('/api/certificates', { name: 'www', data: block(PRIVATE, s) }),
      ends,
    ],
    [
      'PEM in a form',
      lines(4),
      (s) => postForm('/tls', { cert: 'x', pem: block(PRIVATE, s) }),
      (s) => ({ also: [encodeURIComponent(firstLine(s)), encodeURIComponent(lastLine(s))] }),
    ],
    [
      'PEM in a multipart file',
      lines(10),
      (s) => postMultipart('/upload', [['file', block(PRIVATE, s), 'server.key']]),
      ends,
    ],
    [
      'PEM in YAML',
      lines(5).replaceAll('\n', '\n    '),
      (s) =>
        postText(
          '/upload',
          `tls:\n  key: |\n    ${block(PRIVATE, 'X').replace('\nX\n', `\n    ${s}\n    `)}`,
        ),
      (s) => ({ also: [firstLine(s)] }),
    ],
    [
      'PEM in XML',
      lines(7),
      (s) => postXml('/saml/metadata', `<config><x>${block(`RSA ${PRIVATE}`, s)}</x></config>`),
      ends,
    ],
    ['PEM on one line', v.base64(96), (s) => postText('/keys', block(PRIVATE, s, ' '))],
    [
      'PEM in .env',
      lines(4),
      (s) => postText('/upload', `A=1\nTLS="${jsonText(block(PRIVATE, s))}"\n`),
      ends,
    ],
    [
      'PEM in Base64',
      lines(3),
      (s) => postJson('/upload', { tls: base64(block(PRIVATE, s)) }),
      (s) => ({ also: [base64(block(PRIVATE, s))] }),
    ],
    [
      'PEM without its end',
      lines(4),
      (s) => postText('/keys', block(PRIVATE, s).split(`\n${'-'.repeat(5)}END`)[0] ?? ''),
      ends,
    ],
    [
      'certificate and key',
      lines(5),
      (s) => postText('/keys', `${block('CERTIFICATE', lines(4))}${block(PRIVATE, s)}`),
      ends,
    ],
  ]),
  ...secrets(CLASS, 'https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.key', [
    ['OpenSSH alone', lines(6), (s) => postText('/keys', block(`OPENSSH ${PRIVATE}`, s)), ends],
    [
      'OpenSSH in JSON',
      lines(6),
      (s) => postJson('/api/ssh', { host: 'web01', body: block(`OPENSSH ${PRIVATE}`, s) }),
      ends,
    ],
    [
      'OpenSSH by PUT',
      lines(7),
      (s) => send('PUT', '/.ssh/id_ed25519', 'application/octet-stream', block(`OPENSSH ${PRIVATE}`, s)),
      ends,
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc9580', [
    ['PGP private block', lines(8), (s) => postText('/keys', block(`PGP ${PRIVATE} BLOCK`, `\n${s}`)), ends],
  ]),
  ...secrets(CLASS, 'https://the.earth.li/~sgtatham/putty/latest/htmldoc/AppendixC.html', [
    [
      'PuTTY private lines',
      lines(1),
      (s) =>
        postText(
          '/keys',
          `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: ann\nPrivate-Lines: 1\n${s}\nPrivate-MAC: ${'0'.repeat(64)}\n`,
        ),
    ],
  ]),
  ...secrets(CLASS, 'https://cloud.google.com/iam/docs/keys-create-delete', [
    [
      'service account file',
      lines(12),
      (s) =>
        postJson('/upload', {
          type: 'service_account',
          project_id: 'shop',
          private_key: block(PRIVATE, s),
          client_email: 'svc@shop.example',
        }),
      ends,
    ],
  ]),
  ...secrets(CLASS, 'https://www.rfc-editor.org/rfc/rfc7517', [
    [
      'JWK private exponent',
      v.url(342),
      (s) => postJson('/jwks', { keys: [{ kty: 'RSA', e: 'AQAB', n: 'public', d: s }] }),
    ],
    ['JWK symmetric', v.url(43), (s) => postJson('/jwks', { keys: [{ kty: 'oct', alg: 'HS256', k: s }] })],
  ]),
];
