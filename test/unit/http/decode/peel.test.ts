import assert from 'node:assert/strict';
import { decodeRequest } from '../../../../src/http/decode/decodeRequest.ts';
import { english } from '../../../../src/text/l10n.ts';

describe('Peeler', function () {
  this.timeout(60_000);

  it('examines 100,000 values, and says that there are more', () => {
    const cookies = (count: number) => `GET / HTTP/1.1\r\nCookie: ${'a=b;'.repeat(count)}\r\n\r\n`;
    // The request line and the path are values, too.
    assert.equal(decodeRequest(cookies(99_998)).more, false);
    assert.equal(decodeRequest(cookies(99_999)).more, true);
  });

  it('says so when a body has too many chunks', () => {
    const head = 'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n';
    const body = decodeRequest(`${head}${'1\na\n'.repeat(2_100_000)}`).parts.at(-1);
    assert.equal(body && english(body.place), 'Body');
    assert.equal(body?.stopped, 'Not decoded further: too many of its characters are encoded.');
  });
});
