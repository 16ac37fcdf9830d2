import assert from 'node:assert/strict';
import { knownHeader } from '../../../src/http/knownHeaders.ts';
import { english, message } from '../../../src/text/l10n.ts';

describe('knownHeader', () => {
  it('is found in any case, with its specification', () => {
    assert.deepEqual(knownHeader(' cOOkie '), {
      name: 'Cookie',
      meaning: message('Cookies previously set by the server.'),
      title: message('{0}, section {1}', 'RFC 6265', '4.2'),
      url: 'https://www.rfc-editor.org/rfc/rfc6265#section-4.2',
    });
    assert.equal(
      knownHeader('Proxy-Connection')?.url,
      'https://www.rfc-editor.org/rfc/rfc9112#appendix-C.2.2',
    );
    assert.equal(knownHeader('traceparent')?.url, 'https://www.w3.org/TR/trace-context/#traceparent-header');
  });

  it('returns undefined for a header without a specification, whatever its name', () => {
    for (const name of ['', 'X-Made-Up', '__proto__', 'constructor', '](command:x)']) {
      assert.equal(knownHeader(name), undefined, name);
    }
  });

  it('covers the headers that clients send most', () => {
    const common =
      'Accept Accept-Encoding Accept-Language Authorization Cache-Control Connection Content-Length Content-Type Cookie ' +
      'Host If-Modified-Since If-None-Match Origin Range Referer Sec-Fetch-Site TE Transfer-Encoding Upgrade User-Agent ' +
      'X-Forwarded-For';
    for (const name of common.split(' ')) {
      const header = knownHeader(name);
      assert.equal(header?.name, name);
      assert.match(header?.url ?? '', /^https:\/\/[^\s()]+#[\w.-]+$/);
      assert.match(header ? english(header.meaning) : '', /^[A-Z].*\.$/);
    }
  });
});
