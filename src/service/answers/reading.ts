/** The ways to read a response, as plain values that can be posted to a thread. */

import { isObject } from '../../base/isObject.ts';
import type { PageRequest } from '../api.ts';
import type { Conventions } from '../conventions.ts';
import type { Counts, DateRange, DetectionLog, Domain, LogKey, LogRow, Page } from '../model.ts';
import { type Body, bodyText } from '../network/body.ts';
import type { HttpAnswer } from '../network/request.ts';
import { arrangedCounts, arrangedDetail } from './arranged.ts';
import { badShape } from './decode.ts';
import { decodeCounts } from './decodeCounts.ts';
import { decodeDetail } from './decodeDetail.ts';
import { domainDecoder, rowDecoder } from './decodeItems.ts';
import { decodePage, type PageShape } from './decodePage.ts';
import { bodyOf } from './envelope.ts';

export type AnswerReading = { readonly success: Conventions['success'] } & (
  | {
      readonly of: 'domains';
      readonly page: PageRequest;
      readonly shape: PageShape;
      readonly fields: Pick<Conventions['domains'], 'indexFields' | 'nameFields'>;
    }
  | {
      readonly of: 'logs';
      readonly domain: number;
      readonly page: PageRequest;
      readonly shape: PageShape;
      readonly fields: Conventions['logs']['fields'];
    }
  /** The key's `detectedType` is empty if it was not sent. */
  | { readonly of: 'log'; readonly key: LogKey; readonly fields: Conventions['detail']['fields'] }
  | {
      readonly of: 'counts';
      readonly range: DateRange;
      readonly shape: Pick<Conventions['counts'], 'fields' | 'dayFields'>;
    }
);

interface Results {
  readonly domains: Page<Domain>;
  readonly logs: Page<LogRow>;
  readonly log: DetectionLog;
  readonly counts: Counts;
}

/** The type that a response is decoded to. */
export type Result<R extends AnswerReading> = Results[R['of']];

/**
 * Decodes a response entirely on this thread.
 * @param now milliseconds since the epoch
 * @throws ServiceError as `bodyOf` does, and `bad-shape`
 */
export function decodeAnswer(answer: HttpAnswer, reading: AnswerReading, now: number): Result<AnswerReading> {
  const sent = { ...answer, text: textOf(answer.status, answer.body) };
  const body = bodyOf(sent, reading.success, () => now);
  switch (reading.of) {
    case 'domains':
      return decodePage(body, reading.page, reading.shape, domainDecoder(reading.fields));
    case 'logs':
      return decodePage(body, reading.page, reading.shape, rowDecoder(reading.domain, reading.fields));
    case 'log':
      return decodeDetail(dataOf(arrangedDetail(body, reading.fields)), reading.key);
    case 'counts':
      return decodeCounts(dataOf(arrangedCounts(body, reading.shape, reading.range)), reading.range);
  }
}

function dataOf(body: object): object {
  const { data } = body as { readonly data?: unknown };
  if (!isObject(data)) throw badShape('data', 'object', data);
  return data;
}

/**
 * Returns the body as text. If the status is not 200, an unreadable body is treated as empty, because the status is
 * sufficient.
 */
function textOf(status: number, body: Body): string {
  try {
    return bodyText(body);
  } catch (error) {
    if (status === 200) throw error;
    return '';
  }
}
