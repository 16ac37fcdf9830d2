import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bugReport } from '../../../src/formats/bugReport.ts';
import { toHar } from '../../../src/formats/har.ts';
import { fullyDecoded } from '../../../src/http/decode/levels.ts';
import { looksRandom } from '../../../src/redaction/randomness.ts';
import { defaultRedaction, redactLog } from '../../../src/redaction/redact.ts';
import { SecretNames } from '../../../src/redaction/secretNames.ts';
import type { DetectionLog, Header } from '../../../src/service/model.ts';
import { amount } from '../../proofs.ts';
import { aLog, aRow } from '../formats/logs.ts';

/** A secret in its place, next to a text that only looks like one. */
interface Planted {
  readonly query?: string;
  readonly headerLines?: string;
  readonly body?: string;
  readonly header?: Header;
  readonly other?: Readonly<Record<string, unknown>>;
  readonly kept: readonly string[];
}

const percent = (text: string) => encodeURIComponent(text);
const lowerPercent = (text: string) => percent(text).replace(/%../g, (digits) => digits.toLowerCase());
const form = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
const everyByte = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
const asciiEscaped = (text: string) =>
  escaped(text).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 10, maxLength: 20 });
const names = new SecretNames(defaultRedaction.names);
const secretText = fc
  .tuple(word, fc.array(fc.constantFrom(...'@/+=%&"\\ é😀:?#!'), { maxLength: 4 }), word)
  .map(([start, special, end]) => start + special.join('') + end)
  // Values that do not look random are replaced only in their own place.
  .filter((text) => looksRandom(text) && looksRandom(fullyDecoded(text)))
  // A null byte is an attack, which is kept.
  .filter((text) => !/[%\\]0/.test(text))
  // In `xTKn:"y`, the first word happens to be the name of a secret, which would be y.
  .filter((text) => names.judge(/(\w+)[:=] ?"/.exec(text)?.[1] ?? '') === 'harmless');
const keptText = word.map((text) => `keep${text}`);

const secretNames = fc.constantFrom(
  'password',
  'user[passwd]',
  'newPwd',
  'client_secret',
  'access_token',
  'apiKey',
  'api-key',
  'JSESSIONID',
  'PHPSESSID',
  'sid',
  'csrf_token',
  'user.pass',
  'pin',
  'X-Session',
);
const harmlessNames = fc.constantFrom(
  'keyword',
  'monkey',
  'passenger',
  'secretary',
  'author',
  'token_type',
  'max_tokens',
  'compass',
  'pinned',
  'user',
  'spinner',
  'possession',
  'tokenizer',
  'bypass',
  'passwordLength',
  'q',
);
const encodedName = (name: string) =>
  fc.constantFrom(percent(name), everyByte(name.slice(0, 1)) + percent(name.slice(1)));

/** Generates all places for a secret; `secret` must be removed, and `kept` must remain. */
function place(secret: string, kept: string): fc.Arbitrary<Planted> {
  const cookie = secret.replace(/[; "]/g, '');
  const credentials = secret.replace(/[^\w@%+=]/g, '');
  return fc.oneof(
    fc
      .tuple(
        secretNames.chain(encodedName),
        harmlessNames,
        fc.constantFrom(percent, lowerPercent, form, everyByte),
      )
      .map(([name, harmless, encode]) => ({
        query: `${harmless}=${kept}&${name}=${encode(secret)}`,
        kept: [kept],
      })),
    fc.tuple(secretNames, fc.constantFrom(percent, lowerPercent)).map(([name, encode]) => ({
      query: `next=${encode(`https://id.example/?state=${kept}&${percent(name)}=${encode(secret)}`)}`,
      kept: [kept],
    })),
    fc.constantFrom('Cookie: a=', 'Cookie: theme="', 'cookie:\r\n  s=').map((start) => ({
      headerLines: `${start}${cookie}${start.endsWith('"') ? '"' : ''}\r\nX-Trace: ${kept}`,
      kept: [kept],
    })),
    fc
      .constantFrom('Authorization: Bearer ', 'Proxy-Authorization:\r\n\tDigest ', 'authorization: ')
      .map((start) => ({
        headerLines: `${start}${secret.replace(/[ ,]/g, '')}\r\nSec-WebSocket-Key: ${kept}`,
        kept: [kept],
      })),
    fc.constant({
      headerLines: `Authorization: Basic ${base64(`someone:${secret}`)}\r\nIdempotency-Key: ${kept}`,
      kept: [kept],
    }),
    fc.constantFrom('X-Api-Key', 'X-Auth-Token', 'X-Service-Key', 'X-CSRF-Token', 'Api-Key').map((name) => ({
      headerLines: `${name}: ${secret}\r\nX-Keep: ${kept}`,
      header: [name, secret] as const,
      kept: [kept],
    })),
    fc.tuple(secretNames, harmlessNames).map(([name, harmless]) => ({
      headerLines: `Referer: https://shop.example/${kept}?${harmless}=${kept}&${percent(name)}=${percent(secret)}&x=1`,
      kept: [kept],
    })),
    fc.constant({
      headerLines: `Referer: https://someone:${credentials}@shop.example/\r\nLink: https://keeper@${kept}.example/`,
      kept: [kept],
    }),
    fc
      .tuple(secretNames.chain(encodedName), harmlessNames, fc.constantFrom(percent, form))
      .map(([name, harmless, encode]) => ({
        body: `${name}=${encode(secret)}&${harmless}=${kept}`,
        kept: [kept],
      })),
    fc
      .tuple(secretNames, harmlessNames, fc.constantFrom(escaped, asciiEscaped))
      .map(([name, harmless, escape_]) => ({
        body: `{"a":[{"${harmless}": "${kept}", "${name}" : "${escape_(secret)}"}], "${kept}": true}`,
        kept: [kept],
      })),
    fc.tuple(secretNames, harmlessNames).map(([name, harmless]) => ({
      body: JSON.stringify({ inner: JSON.stringify({ [harmless]: kept, [name]: secret }) }),
      kept: [kept],
    })),
    fc.tuple(secretNames, harmlessNames).map(([name, harmless]) => ({
      body: `data=${percent(JSON.stringify({ [name]: [secret, 1], [harmless]: kept }))}`,
      kept: [kept],
    })),
    fc
      .tuple(
        secretNames,
        harmlessNames,
        fc.constantFrom(['', ''], ['\r\n  ', '\r\n'], ['<![CDATA[', ']]>']),
        fc.constantFrom(
          (xml: string) => xml,
          (xml: string) => `xml=${percent(xml)}`,
          (xml: string) => JSON.stringify({ xml }),
        ),
      )
      .map(([name, harmless, [before, after], encode]) => ({
        body: encode(
          `<a><${harmless}>${kept}</${harmless}><s:${name} x="1">${before}${secret}${after}</s:${name}></a>`,
        ),
        kept: [kept],
      })),
    fc.tuple(secretNames, harmlessNames).map(([name, harmless]) => ({
      body: [
        '--B',
        `Content-Disposition: form-data; name="${harmless}"`,
        '',
        kept,
        '--B',
        `Content-Disposition: form-data;\r\n name="${name}"`,
        'Content-Type: text/plain',
        '',
        secret,
        '--B--',
        '',
      ].join('\r\n'),
      kept: [kept],
    })),
    fc.constant({
      header: ['Cookie', `first=1; second=${cookie}`] as const,
      headerLines: `X-Keep: ${kept}`,
      kept: [kept],
    }),
    secretNames.map((name) => ({ other: { extra: [{ [name]: secret, note: kept }] }, kept: [kept] })),
  );
}

const planted = fc.array(fc.tuple(secretText, keptText), { minLength: 1, maxLength: 4 }).chain((pairs) =>
  fc.record({
    secrets: fc.constant(pairs.map(([secret]) => secret)),
    places: fc.tuple(...pairs.map(([secret, kept]) => place(secret, kept))),
    /** Secrets found elsewhere occur here again, in any form. */
    echo: fc.constantFrom(
      (text: string) => text,
      percent,
      lowerPercent,
      form,
      base64,
      escaped,
      asciiEscaped,
      (text: string) => base64(`x${text}yz`),
      (text: string) => base64(`ab${text}c`),
      (text: string) => percent(escaped(text)),
    ),
    noise: keptText,
  }),
);

function logOf(places: readonly Planted[], echo: string): DetectionLog {
  const query = places.flatMap((where) => where.query ?? []).join('&');
  const lines = places.flatMap((where) => where.headerLines ?? []);
  const body = places.find((where) => where.body !== undefined)?.body ?? '';
  const rest = places
    .filter((where) => where.body !== undefined && where.body !== body)
    .map((where) => where.body);
  const headers = places.flatMap((where) => (where.header === undefined ? [] : [where.header]));
  const rawData = [`POST /p?${query} HTTP/1.1`, 'Host: shop.example', ...lines, '', body].join('\r\n');
  return aLog({
    rawData,
    request: { firstLine: `POST /p?${query} HTTP/1.1`, headers },
    response: { firstLine: 'HTTP/1.1 403 Forbidden', headers: [['X-Echo', echo]] },
    description: `${echo} was found`,
    other: { bodies: rest.map((text) => ({ text })), others: places.map((where) => where.other ?? {}) },
  });
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

const encodings = [
  (text: string) => text,
  percent,
  lowerPercent,
  form,
  everyByte,
  base64,
  escaped,
  asciiEscaped,
];

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe('redaction of arbitrary logs', function () {
  this.timeout(120_000);

  it('leaves no secret in any encoding and every look-alike', () => {
    fc.assert(
      fc.property(planted, ({ secrets, places, echo, noise }) => {
        const log = logOf(places, `${noise} ${secrets.map(echo).join(' ')} ${noise}`);
        const row = aRow({
          description: log.description,
          detectedValue: secrets.join(' '),
          uri: `/${noise}`,
        });
        const redacted = redactLog(log, row, defaultRedaction);
        const before = texts(log).join('\n');
        const after = texts(redacted.log).join('\n');
        const shared = [
          after,
          texts(redacted.row).join('\n'),
          bugReport(log, row, { link: 'vscode://x', redaction: defaultRedaction, version: '1' }).markdown,
          toHar([{ log: redacted.log, row: redacted.row }], '1'),
        ].join('\n');
        for (const secret of found(secrets, places)) {
          for (const encode of encodings)
            assert.ok(
              !shared.includes(encode(secret)),
              `${secret} remains as ${encode(secret)} in ${shared}`,
            );
        }
        for (const kept of [noise, ...places.flatMap((where) => where.kept)]) {
          assert.equal(occurrences(after, kept), occurrences(before, kept), `${kept} vanished from ${after}`);
        }
      }),
      { numRuns: amount(500) },
    );
  });
});

/** Returns the planted form of each secret, because some places cannot contain every character. */
function found(secrets: readonly string[], places: readonly Planted[]): string[] {
  return secrets.filter((secret, index) => {
    const text = texts(places[index]).join('\n');
    return (
      encodings.some((encode) => text.includes(encode(secret))) || text.includes(base64(`someone:${secret}`))
    );
  });
}
