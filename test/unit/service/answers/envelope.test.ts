import assert from 'node:assert/strict';
import { type FaultCode, type FaultFacts, isServiceError } from '../../../../src/base/errors.ts';
import { WHOLE } from '../../../../src/service/answers/decode.ts';
import { bodyOf, statusFault, type TextAnswer } from '../../../../src/service/answers/envelope.ts';
import { message } from '../../../../src/text/l10n.ts';

const now = Date.UTC(2026, 10, 26, 12);
const answerOf = (status: number, text: string, contentType?: string): TextAnswer => ({
  status,
  text,
  contentType,
  retryAfter: undefined,
});
const said = (key: unknown, value: unknown) => JSON.stringify({ message: { key, value }, data: {} });

/** Checks the fault for a response with status 200, in which the key `RES000000` means success. */
function refuses(
  text: string,
  code: FaultCode,
  facts: FaultFacts,
  success: readonly string[] | null = ['RES000000'],
): void {
  assert.throws(
    () => bodyOf(answerOf(200, text, 'text/html'), success, () => now),
    (error) => {
      assert.ok(isServiceError(error, code));
      assert.deepEqual(error.facts, facts);
      return true;
    },
  );
}

describe('bodyOf: a response with status 200', () => {
  it('is successful if its key is one of those that report success', () => {
    const text = said('RES000001', 'OK');
    for (const success of [['RES000000', 'RES000001'], null])
      assert.deepEqual(
        bodyOf(answerOf(200, text), success, () => now),
        JSON.parse(text),
      );
  });

  it('failed with any other key, and reports the message', () => {
    assert.throws(() => bodyOf(answerOf(200, said('RES000099', 'No')), ['RES000000'], () => now), {
      code: 'not-success',
      message: 'The service answered 200 with a key that is not success.',
      facts: { status: 200, messageKey: 'RES000099', messageValue: 'No' },
    });
  });

  it('needs a message with a key and a value, unless every response is successful', () => {
    const refusesShape = (text: string, field: FaultFacts['field'], expected: string, found: string) =>
      refuses(text, 'bad-shape', { ...(field && { field }), expected, found });
    refusesShape('[{}]', WHOLE, 'object', 'array');
    refusesShape('{}', 'message', 'object', 'nothing');
    refusesShape('{"message":"OK"}', 'message', 'object', 'string');
    refusesShape(said(0, 'OK'), 'message.key', 'string', 'integer');
    refusesShape(said('RES000000', null), 'message.value', 'string', 'null');
    refuses('"OK"', 'bad-shape', { field: WHOLE, expected: 'object', found: 'string' }, null);
    assert.deepEqual(
      bodyOf(answerOf(200, '[{"idx":1}]'), null, () => now),
      { data: { items: [{ idx: 1 }] } },
    );
  });

  it('reports what it contains if it is not JSON, or not all of it', () => {
    const known = { status: 200, contentType: 'text/html' };
    refuses('<p>', 'not-json', { ...known, found: message('text that is not JSON') });
    refuses(' \n', 'not-json', { ...known, found: message('an empty body') });
    refuses('{"message":', 'truncated', known);
    assert.throws(() => bodyOf(answerOf(200, ''), null, () => now), {
      facts: { status: 200, contentType: 'none', found: message('an empty body') },
    });
  });

  it('reports a body with too many levels by its limit alone', () => {
    refuses('['.repeat(101), 'bad-shape', {
      field: WHOLE,
      expected: message('at most {0} levels of nesting', 100),
      found: message('more'),
    });
  });
});

describe('statusFault', () => {
  it('has the code that section 7 assigns to the status', () => {
    const codes: readonly (readonly [FaultCode, readonly number[]])[] = [
      ['bad-request', [400]],
      ['unauthorized', [401]],
      ['forbidden', [403]],
      ['not-found', [404]],
      ['proxy', [407]],
      ['rate-limited', [429]],
      ['server-error', [500, 502, 599]],
      ['redirected', [0, 300, 301, 399]],
      ['unexpected-status', [204, 299, 304, 418, 499]],
    ];
    for (const [code, statuses] of codes)
      for (const status of statuses)
        assert.equal(statusFault(answerOf(status, ''), now).code, code, `${status}`);
  });

  it('reports the message of the service, or else the content type', () => {
    const factsOf = (text: string, contentType?: string) =>
      statusFault(answerOf(503, text, contentType), now).facts;
    assert.deepEqual(factsOf(said('RES000099', 'Busy'), 'application/json'), {
      status: 503,
      messageKey: 'RES000099',
      messageValue: 'Busy',
    });
    for (const text of ['<p>', '', 'null', '[]', '{}', said(1, 'Busy'), said('RES000099', 1)])
      assert.deepEqual(factsOf(text, 'text/html'), { status: 503, contentType: 'text/html' });
    assert.deepEqual(factsOf(''), { status: 503, contentType: 'none' });
  });

  it('keeps 2,000 units of a message, and adds its length if it is longer', () => {
    const sent = (text: string) => {
      const { messageKey, messageValue } = statusFault(answerOf(500, said(text, text)), now).facts;
      assert.equal(messageKey, messageValue);
      return messageValue;
    };
    assert.equal(sent('x'.repeat(2_000)), 'x'.repeat(2_000));
    assert.equal(sent('x'.repeat(2_001)), `${'x'.repeat(2_000)}… (2,001 characters)`);
  });

  it('reports how long to wait, and no status for a redirection that hides it', () => {
    const answer = answerOf(429, '', 'text/plain');
    const inOneMinute = new Date(now + 60_000).toUTCString();
    for (const [retryAfter, seconds] of [
      ['30', 30],
      [inOneMinute, 60],
    ] as const)
      assert.equal(statusFault({ ...answer, retryAfter }, now).facts.retryAfter, seconds);
    const fault = statusFault(answerOf(0, '', 'text/plain'), now);
    assert.deepEqual(fault.facts, { contentType: 'text/plain' });
    assert.equal(statusFault(answer, now).message, 'The service answered 429.');
  });
});
