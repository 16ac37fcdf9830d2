import assert from 'node:assert/strict';
import { type FaultCode, isServiceError, type ServiceError } from '../../../../src/base/errors.ts';
import { bodyOf } from '../../../../src/service/answers/decodeAnswer.ts';
import { describeFault } from '../../../../src/service/faults.ts';
import type { HttpAnswer } from '../../../../src/service/network/get.ts';
import { english } from '../../../../src/text/l10n.ts';

const answerOf = (status: number, text: string, contentType = ''): HttpAnswer => ({
  status,
  body: Buffer.from(text),
  contentType,
  retryAfter: undefined,
});
const said = (key: unknown, value: unknown) => JSON.stringify({ message: { key, value }, data: {} });

function faultOf(answer: HttpAnswer, success: readonly string[] | null = null): ServiceError {
  try {
    bodyOf(answer, success);
  } catch (error) {
    if (isServiceError(error)) return error;
  }
  return assert.fail('no fault');
}

describe('bodyOf', () => {
  it('accepts the keys that report success', () => {
    const text = said('RES000001', 'OK');
    for (const success of [['RES000000', 'RES000001'], null])
      assert.deepEqual(bodyOf(answerOf(200, text), success), JSON.parse(text));
  });

  for (const [text, code, details] of [
    [said('RES000099', 'No'), 'unexpected-result', '200 RES000099 “No”'],
    ['[{}]', 'bad-shape', 'the whole response: expected object, found array'],
    ['"OK"', 'bad-shape', 'the whole response: expected object, found string'],
    ['{}', 'bad-shape', 'message: expected object, found nothing'],
    ['{"message":"OK"}', 'bad-shape', 'message: expected object, found string'],
    [said(0, 'OK'), 'bad-shape', 'message.key: expected string, found integer'],
    [said('RES000000', null), 'bad-shape', 'message.value: expected string, found null'],
    ['['.repeat(101), 'bad-shape', 'the whole response: expected at most 100 levels of nesting, found more'],
    ['<p>', 'not-json', '200; found text that is not JSON; content type text/html'],
    [' \n', 'not-json', '200; found an empty body; content type text/html'],
    ['{"message":', 'truncated', '200; content type text/html'],
  ] as const) {
    it(`refuses ${text.slice(0, 30)} with “${details}”`, () => {
      const fault = faultOf(answerOf(200, text, 'text/html'), ['RES000000']);
      assert.equal(fault.code, code);
      assert.ok(describeFault(fault, english).headline.endsWith(` (${details}).`));
    });
  }
});

describe('bodyOf a failure', () => {
  for (const [code, statuses] of Object.entries({
    'bad-request': [400],
    unauthorized: [401],
    forbidden: [403],
    'not-found': [404],
    proxy: [407],
    'rate-limited': [429],
    'server-error': [500, 502, 599],
    redirected: [0, 300, 301, 399],
    'unexpected-result': [204, 299, 304, 418, 499],
  } satisfies Partial<Record<FaultCode, number[]>>)) {
    it(`is ${code} for ${statuses.join(', ')}`, () => {
      for (const status of statuses) assert.equal(faultOf(answerOf(status, '')).code, code);
    });
  }

  it('reports the message of the service, or else the content type', () => {
    const factsOf = (text: string, contentType?: string) => faultOf(answerOf(503, text, contentType)).facts;
    assert.deepEqual(factsOf(said('RES000099', 'Busy'), 'application/json'), {
      status: 503,
      messageKey: 'RES000099',
      messageValue: 'Busy',
    });
    for (const text of ['<p>', '', 'null', '[]', '{}', said(1, 'Busy'), said('RES000099', 1)])
      assert.deepEqual(factsOf(text, 'text/html'), { status: 503, contentType: 'text/html' });
    assert.equal(factsOf(said('x', 'x'.repeat(2_001))).messageValue, `${'x'.repeat(2_000)}…`);
    assert.equal(faultOf({ ...answerOf(429, ''), retryAfter: '60' }).facts.retryAfter, 60);
  });
});
