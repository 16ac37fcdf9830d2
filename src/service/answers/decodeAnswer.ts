import { ServiceError } from '../../base/errors.ts';
import { message } from '../../text/l10n.ts';
import { type Conventions, LOG_PLACEHOLDERS } from '../differences.ts';
import type { Counts, DetectionLog, Domain, LogRow, Page } from '../model.ts';
import type { HttpAnswer } from '../network/get.ts';
import type { Question } from '../requests.ts';
import { decodeCounts } from './decodeCounts.ts';
import { decodeLog } from './decodeLog.ts';
import { decodePage, domainDecoder, rowDecoder } from './decodePage.ts';
import { bodyOf } from './envelope.ts';

interface Results {
  readonly domains: Page<Domain>;
  readonly logs: Page<LogRow>;
  readonly detail: DetectionLog;
  readonly counts: Counts;
}

/** The type that the response to a question is decoded to. */
export type Result<Q extends Question> = Results[Q['read']];

/** A response, and all that is needed to decode it, as plain values that can be posted to a thread. */
export interface Answer {
  readonly answer: HttpAnswer;
  readonly question: Question;
  readonly conventions: Conventions;
}

/** Decodes a response on this thread. @throws ServiceError as `bodyOf` does, and `bad-shape` and `mismatch` */
export function decodeAnswer({ answer, question, conventions }: Answer): Results[Question['read']] {
  const body = bodyOf({ ...answer, text: textOf(answer) }, conventions.successKeys);
  switch (question.read) {
    case 'domains':
      return decodePage(body, question.page, conventions, {
        paging: conventions.domainsPaging,
        numberFields: conventions.domainIndexFields,
        decodeItem: domainDecoder(conventions),
      });
    case 'logs':
      return decodePage(body, question.page, conventions, {
        paging: conventions.logsPaging,
        numberFields: [conventions.idxField],
        decodeItem: rowDecoder(question.domain, conventions),
      });
    case 'detail': {
      const { detectedTypeParameter, detailPath } = conventions;
      const isTypeSent = detectedTypeParameter !== null || detailPath.includes(LOG_PLACEHOLDERS.detectedType);
      return decodeLog(body, isTypeSent ? question.key : { ...question.key, detectedType: '' });
    }
    case 'counts':
      return decodeCounts(body, question.range);
  }
}

/** The decoder removes a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Returns the body as text. If the status is not 200, an unreadable body is treated as empty, because the status is
 * sufficient.
 */
function textOf({ status, body }: HttpAnswer): string {
  try {
    return UTF8.decode(body);
  } catch {
    if (status !== 200) return '';
    throw new ServiceError('not-json', 'The body is not UTF-8.', {
      found: message('text that is not UTF-8'),
    });
  }
}
