import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { decodedDocument } from '../../../../src/http/decode/decodedDocument.ts';
import { decodeRequest } from '../../../../src/http/decode/decodeRequest.ts';
import { english } from '../../../../src/text/l10n.ts';
import { asLabel } from '../../../../src/text/label.ts';
import { amount } from '../../../proofs.ts';
import { logOf } from './log.ts';

/** Fragments that decoders look for, and others. */
const fragment = fc.oneof(
  fc.constantFrom(
    ...[
      '%',
      '%25',
      '%27',
      '%c0',
      '%e3%81%82',
      '%u0041',
      '+',
      '&',
      '=',
      ';',
      '&lt;',
      '&#x3c',
      '&amp;',
      '\\u0022',
      '\\x41',
    ],
    ...[
      '\\',
      '"',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '{"a":"b"}',
      'eyJhIjoiYiJ9',
      'PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
    ],
    ...[
      '\r\n',
      '\n',
      '\r',
      '--b',
      '--b--',
      '\r\n\r\n',
      '1\r\n',
      '0\r\n\r\n',
      '\0',
      '\x1f\x8b',
      '\ud800',
      '\ufeff',
      '한',
    ],
    ...[
      'GET /?q=',
      ' HTTP/1.1',
      'Cookie: a=',
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Encoding: gzip',
    ],
    ...['Transfer-Encoding: chunked', 'Content-Type: application/x-www-form-urlencoded'],
    gzipSync('{"a":"%27"}').toString('base64'),
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const anything = fc.array(fragment, { maxLength: 60 }).map((pieces) => pieces.join(''));
const request = fc
  .tuple(
    anything.map((text) => text.replace(/[\s\r\n]/g, '')),
    fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
      'text/xml',
    ),
    fc.constantFrom('', 'Transfer-Encoding: chunked\r\n', 'Content-Encoding: gzip\r\n'),
    anything,
  )
  .map(
    ([query, type, coding, body]) =>
      `POST /?q=${query} HTTP/1.1\r\nContent-Type: ${type}\r\n${coding}\r\n${body}`,
  );
const rawData = fc.oneof(anything, request);

describe('decodeRequest, for any text', function () {
  this.timeout(30_000);

  it('ends, within its limits', () => {
    fc.assert(
      fc.property(rawData, (text) => {
        const { parts } = decodeRequest(text);
        assert.ok(parts.length >= 1 && parts.length <= 1000);
        for (const { stages } of parts) assert.ok((stages.at(-1)?.layers.length ?? 0) <= 17);
      }),
      { numRuns: amount(1000) },
    );
  });

  it('says of every stage where in the raw data it comes from', () => {
    fc.assert(
      fc.property(rawData, fc.nat(), fc.nat(), (text, from, length) => {
        for (const stage of decodeRequest(text).parts.flatMap(({ stages }) => stages)) {
          const start = from % (stage.text.length + 1);
          const end = Math.min(stage.text.length, start + (length % 20));
          const raw = stage.toRaw({ start, end });
          assert.ok(0 <= raw.start && raw.start <= raw.end && raw.end <= text.length);
          // Text that was only cut from the raw data is unchanged.
          if (stage.layers.length === 0)
            assert.equal(text.slice(raw.start, raw.end), stage.text.slice(start, end));
        }
      }),
      { numRuns: amount(500) },
    );
  });

  it('leads from each place in the raw data to places in the document', () => {
    fc.assert(
      fc.property(rawData, fc.nat(), (text, at) => {
        fc.pre(text.length > 0);
        const start = at % text.length;
        const document = decodedDocument(logOf(text));
        for (const shown of document.fromRaw({ start, end: start + 1 }))
          assert.ok(shown.start < shown.end && shown.end <= document.text.length);
      }),
      { numRuns: amount(500) },
    );
  });

  it('leaves text without encodings as it is, each character at its own place', () => {
    const plain = fc
      .stringMatching(/^[ -$'-*,-9:-[\]-~\u00c0-\u024f]{0,200}$/)
      .filter((text) => !/[\w+/-]{8}/.test(text));
    fc.assert(
      fc.property(plain, (body) => {
        fc.pre(!/^\s*[[{]/.test(body));
        const text = `POST / HTTP/1.1\r\nContent-Type: text/plain\r\n\r\n${body}`;
        const document = decodedDocument(logOf(text));
        for (let start = 0; start < text.length; start++) {
          const shown = document.fromRaw({ start, end: start + 1 });
          if (/[\r\n]/.test(text[start] ?? '')) continue;
          assert.deepEqual(
            shown.map((range) => document.text.slice(range.start, range.end)),
            [text[start]],
          );
        }
      }),
      { numRuns: amount(100) },
    );
  });

  it('comes back to what was encoded, through any stack of encodings', () => {
    const encodings: Record<string, (text: string) => string> = {
      'percent-encoding': (text) =>
        text.replace(/[\s\S]/gu, (each) =>
          each < '\x80' ? `%${each.charCodeAt(0).toString(16).padStart(2, '0')}` : encodeURIComponent(each),
        ),
      'HTML entities': (text) =>
        text.replace(/[\s\S]/gu, (each) => `&#x${each.codePointAt(0)?.toString(16)};`),
      'Unicode escapes': (text) =>
        text.replace(/[\s\S]/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`),
      Base64: (text) => Buffer.from(text).toString('base64'),
    };
    const names = fc.array(fc.constantFrom(...Object.keys(encodings)), { minLength: 1, maxLength: 4 });
    const secret = fc.stringMatching(/^[<>'() a-z\u4e00-\u4eff]{6,30}$/).map((text) => `<${text}>`);
    fc.assert(
      fc.property(secret, names, (text, stack) => {
        const sent = stack.reduceRight((inner, name) => encodings[name]?.(inner) ?? inner, text);
        const [part] = decodeRequest(`POST / HTTP/1.1\r\nX: y\r\n\r\n${sent}`).parts.slice(-1);
        const last = part?.stages.at(-1);
        assert.equal(last?.text, text);
        assert.deepEqual(last?.layers, stack);
        assert.deepEqual(last?.toRaw(), { start: 25, end: 25 + sent.length });
      }),
      { numRuns: amount(300) },
    );
  });

  it('indents what an attacker wrote, so that no heading can be forged', () => {
    fc.assert(
      fc.property(rawData, (text) => {
        const { text: shown } = decodedDocument(logOf(text));
        const places = decodeRequest(text).parts.map(({ place }) => asLabel(english(place)));
        const own = shown.split(/\r\n|\r|\n/).filter((line) => line !== '' && !line.startsWith('    '));
        const notes = own.filter((line) => line.startsWith('Note: '));
        assert.deepEqual(
          own.filter((line) => !line.startsWith('Note: ')).map((line) => line.replace(/ ← [^←]*$/, '')),
          places,
        );
        assert.ok(notes.length <= places.length + 1);
      }),
      { numRuns: amount(500) },
    );
  });
});
