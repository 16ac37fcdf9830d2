import assert from 'node:assert/strict';
import fc from 'fast-check';
import { outlineRawData } from '../../../src/http/readRequest.ts';

describe('outlineRawData', function () {
  this.timeout(30_000);

  it('returns the place of each part', () => {
    const rawData = '\r\nPOST /a?b HTTP/1.1\r\nHost: a \r\nX-Long : b\r\n c\r\n\r\nbody';
    const { requestLine, headerLines, headerCount, headers, body } = outlineRawData(rawData);
    const at = (place: { start: number; end: number } | undefined) =>
      place && rawData.slice(place.start, place.end);
    assert.deepEqual(
      [requestLine?.method, requestLine?.target, at(requestLine)],
      ['POST', '/a?b', 'POST /a?b'],
    );
    assert.equal(at(headerLines), 'Host: a \r\nX-Long : b\r\n c');
    assert.equal(headerCount, 2);
    assert.deepEqual(
      headers.map((header) => [
        header.name,
        header.value,
        at(header),
        at({ ...header, end: header.nameEnd }),
      ]),
      [
        ['Host', 'a', 'Host: a ', 'Host'],
        ['X-Long', 'b c', 'X-Long : b\r\n c', 'X-Long '],
      ],
    );
    assert.equal(at(body), 'body');
  });

  it('has the first thousand headers and says how many there are', () => {
    const { headers, headerCount, headerLines } = outlineRawData(
      `GET / HTTP/1.1\n${'a: b\n'.repeat(100_000)}\n`,
    );
    assert.deepEqual([headers.length, headerCount], [1000, 100_000]);
    assert.deepEqual(headerLines, { start: 15, end: 15 + 500_000 - 1 });
  });

  it('is short, however long the texts', () => {
    const long = 'a'.repeat(100_000);
    const outline = outlineRawData(`${long} /${long} HTTP/1.1\r\n${long}: ${long}\r\n\r\n${long}`);
    assert.ok(JSON.stringify(outline).length < 2000);
  });

  it('outlines any text', () => {
    const piece = fc.constantFrom('GET', ' ', '/', 'HTTP/1.1', '\r\n', '\n', '\r', 'a', ':', '\t', '\ufeff');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const rawData = pieces.join('');
        const { requestLine, headerLines, headers, body } = outlineRawData(rawData);
        for (const place of [requestLine, headerLines, ...headers, body]) {
          if (place) assert.ok(0 <= place.start && place.start <= place.end && place.end <= rawData.length);
        }
        for (const { start, nameEnd, end } of headers) assert.ok(start < nameEnd && nameEnd < end);
      }),
      { numRuns: 1000 },
    );
  });
});
