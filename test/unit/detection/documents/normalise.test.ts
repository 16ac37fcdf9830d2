import assert from 'node:assert/strict';
import fc from 'fast-check';
import { normaliseRequest } from '../../../../src/detection/documents/normalise.ts';

const request = (headers: readonly string[], body = '', line = 'GET /a HTTP/1.1') =>
  `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`;

describe('normaliseRequest', function () {
  this.timeout(30_000);

  it('has its headers in the order of their names, in lower case', () => {
    assert.equal(
      normaliseRequest(request(['Host: A.example', 'ACCEPT: */*', 'Cookie: B=C'], 'Body\r\nend')),
      'GET /a HTTP/1.1\naccept: */*\ncookie: B=C\nhost: A.example\n\nBody\nend',
    );
  });

  it('keeps the order of headers of one name', () => {
    assert.equal(
      normaliseRequest(request(['X: 2', 'A: 0', 'x: 1'])),
      'GET /a HTTP/1.1\na: 0\nx: 2\nx: 1\n\n',
    );
  });

  it('folds dates and unique ids, in the body only those that cannot be anything else', () => {
    const headers = [
      'Date: Mon, 30 Jun 2025 23:41:07 GMT',
      'If-Range: 2025-06-30T23:41:07.123Z',
      'X-Request-ID: anything',
      'X-Session: 5f2b0c1e9a7d4f33b1',
      'X-Uuid: 0B9C4A0e-1f2d-4c3b-8a79-0123456789ab!',
    ];
    assert.equal(
      normaliseRequest(
        request(
          headers,
          'at=2025-06-30 23:41:07&id=0b9c4a0e-1f2d-4c3b-8a79-0123456789ab&h=5f2b0c1e9a7d4f33b1',
        ),
      ),
      [
        'GET /a HTTP/1.1',
        'date: ‹date›',
        'if-range: ‹date›',
        'x-request-id: ‹id›',
        'x-session: ‹id›',
        'x-uuid: ‹id›!',
        '',
        'at=‹date›&id=‹id›&h=5f2b0c1e9a7d4f33b1',
      ].join('\n'),
    );
  });

  it('leaves long numbers and long words as they are', () => {
    const headers = ['A: 4111111111111111', 'B: aaaaaaaaaaaaaaaaaaaaaaaa'];
    assert.match(normaliseRequest(request(headers)), /a: 4111111111111111\nb: aaaaaaaaaaaaaaaaaaaaaaaa\n/);
  });

  it('folds the boundary of a multipart body', () => {
    const text = request(['Content-Type: multipart/form-data; boundary=--x1'], '----x1\r\n\r\na\r\n----x1--');
    assert.equal(
      normaliseRequest(text),
      'GET /a HTTP/1.1\ncontent-type: multipart/form-data; boundary=‹boundary›\n\n--‹boundary›\n\na\n--‹boundary›--',
    );
  });

  it('lists lines without a name first', () => {
    assert.equal(
      normaliseRequest('GET /a HTTP/1.1\r\nB: 1\r\nno colon\r\nA: 2\r\n\r\n'),
      'GET /a HTTP/1.1\nno colon\na: 2\nb: 1\n\n',
    );
  });

  it('is the same for any order and case of headers of different names', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[A-Za-z][A-Za-z-]{0,8}$/), {
      selector: (name) => name.toLowerCase(),
      minLength: 1,
      maxLength: 8,
    });
    const orders = names.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }), fc.boolean()),
    );
    fc.assert(
      fc.property(orders, ([list, shuffled, upper]) => {
        const lines = (each: readonly string[], change: (name: string) => string) =>
          each.map((name) => `${change(name)}: ${name.toLowerCase()}`);
        assert.equal(
          normaliseRequest(request(lines(shuffled, (name) => (upper ? name.toUpperCase() : name)))),
          normaliseRequest(request(lines(list, (name) => name))),
        );
      }),
    );
  });

  it('never throws, and changes nothing when done again to what parses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        assert.equal(typeof normaliseRequest(text), 'string');
        const once = normaliseRequest(request(['A: b'], text.replace(/[\r\n]/g, '')));
        assert.equal(normaliseRequest(once), once);
      }),
    );
  });
});
