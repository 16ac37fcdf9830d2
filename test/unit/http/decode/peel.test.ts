import assert from 'node:assert/strict';
import { decodeRequest } from '../../../../src/http/decode/decodeRequest.ts';

describe('Peeler', function () {
  this.timeout(60_000);

  it('examines 100,000 values, and says that there are more', () => {
    const cookies = (count: number) => `GET / HTTP/1.1\r\nCookie: ${'a=b;'.repeat(count)}\r\n\r\n`;
    // The request line and the path are values, too.
    assert.equal(decodeRequest(cookies(99_998)).more, false);
    assert.equal(decodeRequest(cookies(99_999)).more, true);
  });
});
