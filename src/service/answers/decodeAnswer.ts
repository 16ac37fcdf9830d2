import { type FaultCode, type FaultFacts, isServiceError, ServiceError } from '../../base/errors.ts';
import { isObject } from '../../base/values.ts';
import { message } from '../../text/l10n.ts';
import { truncate } from '../../text/strings.ts';
import { type Conventions, LOG_PLACEHOLDERS } from '../differences.ts';
import { answerLimits } from '../limits.ts';
import type { Counts, DetectionLog, Domain, LogRow, Page } from '../model.ts';
import type { HttpAnswer } from '../network/get.ts';
import { retryAfterSeconds } from '../network/retry.ts';
import type { Question } from '../requests.ts';
import { Field } from './decode.ts';
import { decodeCounts } from './decodeCounts.ts';
import { decodeLog } from './decodeLog.ts';
import { decodePage, domainDecoder, rowDecoder } from './decodePage.ts';
import { parseJson } from './json.ts';

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
  const body = bodyOf(answer, conventions.successKeys);
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

/**
 * Returns the body of a successful response (section 2.1).
 * @param success the values of `message.key` that report success; null if every response with status 200 is successful
 * @throws ServiceError for a status other than 200: the code for that status (section 7), with the service's message if
 * the body contains one; for status 200: `not-json`, `truncated`, `bad-shape`, or `unexpected-result` if the body's key is
 * not in `success`
 */
export function bodyOf(
  answer: HttpAnswer,
  success: readonly string[] | null,
): Readonly<Record<string, unknown>> {
  if (answer.status !== 200) throw statusFault(answer);
  const body = parsed(answer);
  if (!isObject(body)) throw new Field(body).bad('object');
  if (success === null) return body;
  const message = messageOf(body);
  if (!success.includes(message.messageKey)) {
    throw new ServiceError('unexpected-result', 'The service answered 200 with a key that is not success.', {
      status: 200,
      ...message,
    });
  }
  return body;
}

function parsed({ body, status, contentType }: HttpAnswer): unknown {
  try {
    return parseJson(utf8(body));
  } catch (error) {
    if (!isServiceError(error) || error.code === 'bad-shape') throw error;
    throw new ServiceError(error.code, error.message, { ...error.facts, status, contentType });
  }
}

/** The decoder removes a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

function utf8(body: Uint8Array): string {
  try {
    return UTF8.decode(body);
  } catch {
    const found = message('text that is not UTF-8');
    throw new ServiceError('not-json', 'The body is not UTF-8.', { found });
  }
}

function messageOf(body: unknown): { readonly messageKey: string; readonly messageValue: string } {
  const sent = new Field(body).member('message').object();
  const textOf = (name: string) => truncate(sent.member(name).text(), answerLimits.message);
  return { messageKey: textOf('key'), messageValue: textOf('value') };
}

/** Returns the fault for a status other than 200, with all known facts. */
function statusFault(answer: HttpAnswer): ServiceError {
  const { status } = answer;
  const retryAfter = retryAfterSeconds(answer.retryAfter, Date.now());
  return new ServiceError(codeOf(status), `The service answered ${status}.`, {
    ...(status !== 0 && { status }),
    ...messageFacts(answer),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** Returns the message in a failed response, or its content type if the body was not sent by the service. */
function messageFacts({ body, contentType }: HttpAnswer): FaultFacts {
  try {
    return messageOf(parseJson(utf8(body)));
  } catch {
    return { contentType };
  }
}

/** The faults for statuses (section 7); 0 is a redirect that the editor's `fetch` hides. */
const CODES: Readonly<Record<number, FaultCode>> = {
  0: 'redirected',
  304: 'unexpected-result',
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  407: 'proxy',
  429: 'rate-limited',
};

function codeOf(status: number): FaultCode {
  if (status >= 500) return 'server-error';
  return CODES[status] ?? (Math.floor(status / 100) === 3 ? 'redirected' : 'unexpected-result');
}
