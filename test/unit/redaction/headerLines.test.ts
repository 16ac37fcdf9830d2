import assert from 'node:assert/strict';
import { defaultRedaction, redactLog } from '../../../src/redaction/redact.ts';
import { aLog } from '../formats/logs.ts';

const HEAD = 'POST / HTTP/1.1\r\n\r\n';

function redacted(body: string): string {
  const { log } = redactLog(aLog({ rawData: HEAD + body }), undefined, defaultRedaction);
  return log.rawData.slice(HEAD.length);
}

describe('redactLog of header lines in other text', () => {
  const lines: readonly (readonly [what: string, text: string, expected: string])[] = [
    ['a scalar in quotes', 'x-api-key: "abc123def456" # key\nuser: a', 'x-api-key: "‹key›" # key\nuser: a'],
    ['a plain scalar', 'x-api-key: abc123def456 # key\nuser: a', 'x-api-key: ‹key› # key\nuser: a'],
    ['a scalar on the next line', 'x-api-key:\n  abc123def456\nuser: a', 'x-api-key:\n  ‹key›\nuser: a'],
    ['a block', 'x-api-key: |\n  abc123\n\n  def456\nuser: a', 'x-api-key: |\n  ‹key›\nuser: a'],
    ['no other line', 'x-api-key:\nuser: a\n  b: c', 'x-api-key:\nuser: a\n  b: c'],
  ];
  for (const [what, text, expected] of lines)
    it(`hides ${what}`, () => {
      assert.equal(redacted(text).replace(/‹redacted: [a-z]+ 1›/g, '‹key›'), expected);
    });

  it('hides tokens among the requested WebSocket protocols', () => {
    assert.equal(
      redacted('Sec-WebSocket-Protocol: chat, a8Kq2mZ7pLw91Zx, graphql-transport-ws'),
      'Sec-WebSocket-Protocol: chat, ‹redacted: token 1›, graphql-transport-ws',
    );
  });
});
