import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decoded } from '../../../../src/http/decode/codes.ts';
import { DEPTH_LIMIT, FIELDS_LIMIT } from '../../../../src/http/fields/field.ts';
import { readFields } from '../../../../src/http/fields/readFields.ts';

const marks = fc.constantFrom(
  ...['{', '}', '[', ']', '"', '\\', ':', ',', '<a', '</a>', '<!', '<![CDATA[', ']]>', '>', '/>', '=', '&'],
  ...[
    ';',
    '%22',
    '%7B',
    '+',
    '\r\n',
    '\r\n\r\n',
    '--B',
    'name="x"',
    '{"query":"',
    'query L($a: X) {',
    '(a: $b)',
  ],
);
const garbage = fc
  .array(fc.oneof(marks, fc.string({ maxLength: 5 })), { maxLength: 60 })
  .map((all) => all.join(''));
const head = fc.constantFrom(
  '',
  'POST /a?b=',
  'POST / HTTP/1.1\r\nCookie: ',
  'POST / HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=B\r\n\r\n--B\r\n',
  'POST / HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{"a":',
  'POST / HTTP/1.1\r\nContent-Type: text/xml\r\n\r\n<a>',
  'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n',
);

describe('readFields', () => {
  it('reads garbage, with every place inside the text', () => {
    fc.assert(
      fc.property(head, garbage, (start, rest) => {
        const raw = start + rest;
        const { fields, more } = readFields(raw);
        assert.equal(more, false);
        assert.ok(fields.length <= FIELDS_LIMIT);
        for (const { path, place, namePlace = place } of fields) {
          assert.ok(path.length <= DEPTH_LIMIT + 1);
          for (const { start: from, end } of [place, namePlace])
            assert.ok(0 <= from && from <= end && end <= raw.length, JSON.stringify({ raw, from, end }));
        }
      }),
    );
  });

  it('gives the exact text of each value and name of JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 0, max: 50 }), (json, cut) => {
        const body = json.slice(0, json.length - Math.min(cut, json.length));
        const raw = `POST / HTTP/1.1\r\nContent-Type: application/json\r\n\r\n${body}`;
        const { fields } = readFields(raw);
        for (const { part, kind, value, name, place, namePlace } of fields) {
          if (part !== 'json') continue;
          const sent = raw.slice(place.start, place.end);
          if (kind === 'text' && !sent.includes('\\')) assert.equal(value, sent);
          if (kind === 'number' || kind === 'boolean' || kind === 'null') assert.equal(value, sent);
          const sentName = namePlace ? raw.slice(namePlace.start, namePlace.end) : name;
          if (namePlace && !sentName.includes('\\')) assert.equal(sentName, name);
        }
      }),
    );
  });

  it('gives the values of a form as URLSearchParams does, and their exact texts', () => {
    const pairs = fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.string()), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(pairs, (all) => {
        const sent = new URLSearchParams(all).toString();
        const raw = `GET /?${sent} HTTP/1.1\r\n\r\n`;
        const texts = readFields(raw).fields.filter(
          ({ part, path }) => part === 'query' && path.length === 1,
        );
        for (const [index, { path, kind, value, place }] of texts.entries()) {
          assert.equal(path[0], all[index]?.[0]);
          if (kind !== 'text') continue;
          assert.equal(value, all[index]?.[1]);
          assert.equal(new URLSearchParams(`a=${raw.slice(place.start, place.end)}`).get('a'), value);
        }
        assert.equal(texts.length, all.length);
      }),
    );
  });

  it('decodes each value from its place', () => {
    fc.assert(
      fc.property(head, garbage, (start, rest) => {
        const raw = start + rest;
        for (const { sent, encoding, value, kind, place, nested } of readFields(raw).fields) {
          if (sent === undefined || kind === 'binary') continue;
          assert.deepEqual(sent.toRaw(), place);
          if (sent.isAsSent) assert.equal(raw.slice(place.start, place.end), sent.text);
          if (kind === 'text') assert.equal(decoded(encoding, sent.text), value);
          assert.ok(!sent.isAsSent || nested === 0 || sent.layers.length === 0);
        }
      }),
    );
  });

  it('has values that are disjoint or nested', () => {
    fc.assert(
      fc.property(head, garbage, (start, rest) => {
        const { fields } = readFields(start + rest);
        const ranges = fields
          .filter(({ isInside, place }) => !isInside && place.start < place.end)
          .map(({ place }) => place)
          .sort((one, other) => one.start - other.start || other.end - one.end);
        const open: { start: number; end: number }[] = [];
        for (const range of ranges) {
          while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= range.start) open.pop();
          assert.ok(
            range.end <= (open.at(-1)?.end ?? Number.POSITIVE_INFINITY),
            JSON.stringify({ start, rest, range }),
          );
          open.push(range);
        }
      }),
    );
  });

  it('reads the fields before a cut as without it', () => {
    const requests = [
      'POST /a/b?c=1&d=%22x%22 HTTP/1.1\r\nHost: shop.example\r\nCookie: e=2; f=3\r\n\r\n',
      'POST /a HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{"a":{"b":[1,"x\\u0022"]},"c":"{\\"d\\":1}","e":true}',
      'POST /a HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\na=1&b=%7B%22c%22%3A2%7D&d=3',
      'POST /a HTTP/1.1\r\nContent-Type: text/xml\r\n\r\n<a><b c="1">2</b><d>3</d><!-- x --></a>',
      'POST /a HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=B\r\n\r\n--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--B\r\nContent-Disposition: form-data; name="b"\r\n\r\n2\r\n--B--',
    ];
    for (const raw of requests) {
      const whole = read(raw, raw.length);
      for (let cut = raw.indexOf('\r\n\r\n') + 4; cut < raw.length; cut++)
        assert.deepEqual(
          read(raw.slice(0, cut), cut),
          whole.filter(({ end }) => end < cut - 4),
          raw.slice(0, cut),
        );
    }
    /** Returns the values that end before the last five characters, without those that contain others or are in one. */
    function read(text: string, cut: number) {
      return readFields(text)
        .fields.filter(({ nested }) => nested === 0)
        .map(({ part, path, value, kind, place }) => ({ part, path: path.join('.'), value, kind, ...place }))
        .filter(({ end, kind }) => end < cut - 4 && kind !== 'object' && kind !== 'list');
    }
  });
});
