/** The ways to read an answer: plain values, which can be posted to a thread. */
import type { PageRequest } from '../api.ts';
import type { Conventions } from '../conventions.ts';
import type { Counts, DetectionLog, Domain, LogRow, OtherFields, Page } from '../model.ts';
import { type Body, bodyText } from '../network/body.ts';
import type { HttpAnswer } from '../network/request.ts';
import { badShape, isObject } from './decode.ts';
import { decodeCounts } from './decodeCounts.ts';
import { decodeDetail } from './decodeDetail.ts';
import { decodeLogRow, domainDecoder } from './decodeItems.ts';
import { decodePage, type ItemDecoder } from './decodePage.ts';
import { dataOf } from './envelope.ts';

export type AnswerReading =
  | {
      readonly of: 'domains';
      readonly page: PageRequest;
      readonly fields: Pick<Conventions['domains'], 'indexFields' | 'nameFields'>;
    }
  /** The first item of a list, not decoded. */
  | { readonly of: 'firstItem'; readonly page: PageRequest }
  | { readonly of: 'logs'; readonly page: PageRequest }
  | { readonly of: 'log' }
  | { readonly of: 'counts' };

interface Results {
  readonly firstItem: OtherFields | undefined;
  readonly domains: Page<Domain>;
  readonly logs: Page<LogRow>;
  readonly log: DetectionLog;
  readonly counts: Counts;
}

/** The result of a reading. */
export type Result<R extends AnswerReading> = Results[R['of']];

/**
 * Decodes an answer, all of it on this thread.
 *
 * @param now milliseconds since the epoch
 * @throws ServiceError as `dataOf` does, and `bad-shape`
 */
export function decodeAnswer(
  { body, ...answer }: HttpAnswer,
  reading: AnswerReading,
  now: number,
): Result<AnswerReading> {
  const data = dataOf({ ...answer, text: textOf(answer.status, body) }, () => now);
  switch (reading.of) {
    case 'domains':
      return decodePage(data, reading.page, domainDecoder(reading.fields));
    case 'firstItem':
      return decodePage(data, reading.page, objectItem).items[0];
    case 'logs':
      return decodePage(data, reading.page, decodeLogRow);
    case 'log':
      return decodeDetail(data);
    case 'counts':
      return decodeCounts(data);
  }
}

const objectItem: ItemDecoder<OtherFields> = (item, path) => {
  if (!isObject(item)) throw badShape(path, 'object', item);
  return item;
};

/**
 * Returns the body as text. The body of an answer other than 200 is empty when it cannot be read: the status is enough.
 */
function textOf(status: number, body: Body): string {
  try {
    return bodyText(body);
  } catch (error) {
    if (status === 200) throw error;
    return '';
  }
}
