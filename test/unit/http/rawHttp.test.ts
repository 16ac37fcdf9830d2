import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addedHeaders, headerValue, listedValue, parseRawRequest } from '../../../src/http/rawHttp.ts';
import { english } from '../../../src/text/l10n.ts';
import { aLog, hostileText } from '../formats/logs.ts';

describe('parseRawRequest', function () {
  this.timeout(60_000);

  it('gives every part and its place', () => {
    const text =
      'POST /a b?c HTTP/1.1\r\nHost: shop.example\r\nX-Fold: one \r\n\t two\r\nEmpty:\r\n\r\nbody\r\n\r\n';
    const raw = parseRawRequest(text);
    assert.deepEqual([raw.parses, raw.method, raw.target, raw.version], [true, 'POST', '/a b?c', 'HTTP/1.1']);
    assert.deepEqual(
      raw.headers.map(({ name, value }) => [name, value]),
      [
        ['Host', 'shop.example'],
        ['X-Fold', 'one two'],
        ['Empty', ''],
      ],
    );
    assert.equal(text.slice(raw.targetStart, raw.targetEnd), '/a b?c');
    assert.deepEqual(
      raw.headers.map(({ start, end }) => text.slice(start, end)),
      ['Host: shop.example', 'X-Fold: one \r\n\t two', 'Empty:'],
    );
    assert.equal(text.slice(raw.headers[0]?.valueStart, raw.headers[0]?.end), 'shop.example');
    assert.equal(text.slice(raw.bodyOffset), 'body\r\n\r\n');
    assert.deepEqual(raw.problems.map(english), ['A header is folded across several lines.']);
  });

  for (const [name, lineEnd] of Object.entries({ LF: '\n', CR: '\r', CRLF: '\r\n' })) {
    it(`reads lines that end in ${name}`, () => {
      const raw = parseRawRequest(['GET / HTTP/1.0', 'A: b', 'C:d', '', 'e'].join(lineEnd));
      assert.deepEqual(
        raw.headers.map(({ name: header, value }) => [header, value]),
        [
          ['A', 'b'],
          ['C', 'd'],
        ],
      );
      assert.equal(raw.parses, true);
      assert.deepEqual(
        raw.problems.map(english),
        name === 'CR' ? ['A line ends with a carriage return only.'] : [],
      );
    });
  }

  for (const text of [
    '',
    '\0\0\0',
    '\n\n',
    'hello',
    'GET /',
    'GET  HTTP/1.1',
    ' HTTP/1.1',
    'GE T?/ / HTTP/x',
    '\ud800',
  ]) {
    it(`does not parse ${JSON.stringify(text)}`, () => {
      const raw = parseRawRequest(text);
      assert.equal(raw.parses, false);
      assert.notEqual(raw.problems.length, 0);
    });
  }

  for (const line of ['no colon', ': no name', ' folded'])
    it(`reads the line ${JSON.stringify(line)} as a header without a name, and the next one as usual`, () => {
      const { parses, headers, problems } = parseRawRequest(`GET / HTTP/1.1\r\n${line}\r\nA: b\r\n\r\nbody`);
      assert.deepEqual([parses, ...headers.map(({ name }) => name)], [true, '', 'A']);
      assert.deepEqual(problems.map(english), ['A header line has no name or no colon.']);
    });

  it('finds the value of the first header with a name, ignoring case and the white space after it', () => {
    const listed = Object.entries({ Host: 'a', 'X-Note ': 'b', 'x-note': 'c' });
    const lines = listed.map(([name, value]) => `${name}: ${value}\r\n`);
    const { headers } = parseRawRequest(`GET / HTTP/1.1\r\n${lines.join('')}\r\n`);
    const found = (name: string) => headerValue(headers, name) + listedValue(listed, name);
    assert.deepEqual(['host', 'x-note', 'accept'].map(found), ['aa', 'bb', '']);
  });

  it('reads the pseudo-headers of HTTP/2, also instead of a request line', () => {
    const headers = ':method: PUT\n:authority: shop.example\n:path: /a?b=c\naccept: */*\n\nbody';
    const read = (text: string) => {
      const { parses, method, target, version, headers: all, targetStart, targetEnd } = parseRawRequest(text);
      return [
        parses,
        method,
        target,
        version,
        text.slice(targetStart, targetEnd),
        ...all.map(({ name }) => name),
      ];
    };
    assert.deepEqual(read(`PUT /a?b=c HTTP/2\n${headers}`), [
      ...[true, 'PUT', '/a?b=c', 'HTTP/2', '/a?b=c'],
      ...[':method', ':authority', ':path', 'accept'],
    ]);
    assert.deepEqual(read(headers), [true, 'PUT', '/a?b=c', 'HTTP/2', '/a?b=c', ':authority', 'accept']);
    assert.equal(parseRawRequest(':method: PUT\n\n').method, undefined);
  });

  it('keeps 100 000 headers, counts the others, and reads on to the body', () => {
    const request = (count: number) => `GET / HTTP/1.1\r\n${'a:b\r\n'.repeat(count)}\r\nbody`;
    const whole = parseRawRequest(request(100_000));
    assert.deepEqual([whole.parses, whole.headers.length, whole.headerCount], [true, 100_000, 100_000]);
    const text = request(100_005);
    const cut = parseRawRequest(text);
    assert.deepEqual([cut.parses, cut.headers.length, cut.headerCount], [false, 100_000, 100_005]);
    assert.equal(text.slice(cut.bodyOffset), 'body');
    assert.deepEqual(cut.problems.map(english), [
      'There are too many headers. Only the first 100,000 are read.',
    ]);
  });

  it('keeps its offsets in order whatever the text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          hostileText,
          hostileText.map((text) => `GET /${text} HTTP/1.1\r\n${text}: ${text}\n\r\n${text}`),
        ),
        (text) => {
          const raw = parseRawRequest(text);
          let end = raw.targetEnd;
          for (const header of raw.headers) {
            assert.ok(
              end <= header.start && header.start <= header.valueStart && header.valueStart <= header.end,
            );
            assert.ok(text.startsWith(header.name, header.start));
            end = header.end;
          }
          assert.ok(end <= raw.bodyOffset && raw.bodyOffset <= text.length);
          assert.equal(text.slice(raw.targetStart, raw.targetEnd), raw.target ?? '');
          assert.ok(text.startsWith(raw.method ?? '', raw.methodStart));
          assert.ok(raw.methodStart <= raw.targetStart);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('addedHeaders', () => {
  const request = {
    firstLine: undefined,
    headers: [
      ['host', 'a'],
      ['X-Forwarded-For', 'b'],
      ['X-Unique-Id', 'c'],
    ] as const,
  };

  it('names those that the raw data lacks, without case', () => {
    assert.deepEqual(
      addedHeaders(aLog({ request, rawData: 'GET / HTTP/1.1\r\nHOST: a\r\nx-unique-id : c\r\n\r\n' })),
      ['X-Forwarded-For'],
    );
  });

  it('names none if the header block is longer than it looks', () => {
    const rawData = (length: number) => `GET / HTTP/1.1\r\nA: ${'b'.repeat(length)}\r\n\r\nbody`;
    assert.deepEqual(addedHeaders(aLog({ request, rawData: rawData(65_500) })).length, 3);
    for (const length of [65_520, 65_536, 1_000_000]) {
      assert.deepEqual(addedHeaders(aLog({ request, rawData: rawData(length) })), []);
    }
    const longBody = `GET / HTTP/1.1\r\nHost: a\r\n\r\n${'b'.repeat(1_000_000)}`;
    assert.deepEqual(addedHeaders(aLog({ request, rawData: longBody })), ['X-Forwarded-For', 'X-Unique-Id']);
  });
});
