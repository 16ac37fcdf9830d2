/** Decodes the JSON of successful responses. */
import assert from 'node:assert/strict';
import { isServiceError } from '../../../../src/base/errors.ts';
import { decodeAnswer, type Result } from '../../../../src/service/answers/decodeAnswer.ts';
import { type Differences, resolveDifferences } from '../../../../src/service/differences.ts';
import type { Question } from '../../../../src/service/requests.ts';
import { english, message } from '../../../../src/text/l10n.ts';
import { countsRange, detailKey } from '../loopback.ts';

const page = { page: 2, perPage: 20 };
export const domains = { read: 'domains', page } as const;
export const logs = { read: 'logs', domain: 7, page, filter: {} } as const;
export const detail = { read: 'detail', key: detailKey } as const;
export const counts = { read: 'counts', domain: 7, range: countsRange } as const;

/** Decodes a response whose body is the given JSON. */
export function decodeJson<Q extends Question>(
  question: Q,
  json: string,
  differences?: Differences,
): Result<Q> {
  const body = Buffer.from(json);
  const answer = { status: 200, contentType: 'application/json', retryAfter: undefined, body };
  return decodeAnswer({
    answer,
    question,
    conventions: resolveDifferences(differences),
  }) as Result<Q>;
}

/** Decodes a success with `data`, an object or JSON. */
export function decodeData<Q extends Question>(
  question: Q,
  data: unknown,
  differences?: Differences,
): Result<Q> {
  const json = typeof data === 'string' ? data : JSON.stringify(data);
  return decodeJson(
    question,
    `{"message":{"key":"RES000000","value":"success"},"data":${json}}`,
    differences,
  );
}

/** Returns the fault of decoding `data`, as `field: expected, found`. */
export function faultOf(question: Question, data: unknown, differences?: Differences): string {
  try {
    decodeData(question, data, differences);
  } catch (error) {
    assert.ok(isServiceError(error), String(error));
    const { field = '', expected = '', found = '' } = error.facts;
    return `${error.code} ${english(message('{0}: {1}, {2}', field, expected, found))}`;
  }
  return assert.fail('decoded');
}
