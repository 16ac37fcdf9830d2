import {
  type FaultCode,
  type FaultFacts,
  isServiceError,
  NO_CONTENT_TYPE,
  ServiceError,
} from '../../base/errors.ts';
import { isObject } from '../../base/isObject.ts';
import { message } from '../../text/l10n.ts';
import { answerLimits } from '../limits.ts';
import type { HttpAnswer } from '../network/get.ts';
import { retryAfterSeconds } from '../network/retry.ts';
import { badShape, WHOLE } from './decode.ts';
import { parseJson } from './json.ts';

/** A response with its body as text. */
export interface TextAnswer extends Omit<HttpAnswer, 'body'> {
  readonly text: string;
}

/**
 * Returns the body of a successful response (section 2.1).
 * @param success the values of `message.key` that report success; null if every response with status 200 is successful
 * @throws ServiceError for a status other than 200: the code for that status (section 7), with the service's message if
 * the body contains one; for status 200: `not-json`, `truncated`, `bad-shape`, or `not-success` if the body's key is
 * not in `success`
 */
export function bodyOf(
  answer: TextAnswer,
  success: readonly string[] | null,
  now: () => number,
): Readonly<Record<string, unknown>> {
  if (answer.status !== 200) throw statusFault(answer, now());
  const sent = parsed(answer);
  const body = success === null && Array.isArray(sent) ? { data: { items: sent } } : sent;
  if (!isObject(body)) throw badShape(WHOLE, 'object', body);
  if (success === null) return body;
  const message = messageOf(body);
  if (!success.includes(message.messageKey)) {
    throw new ServiceError('not-success', 'The service answered 200 with a key that is not success.', {
      status: 200,
      ...message,
    });
  }
  return body;
}

function parsed(answer: TextAnswer): unknown {
  try {
    return parseJson(answer.text);
  } catch (error) {
    if (!isServiceError(error) || error.code === 'bad-shape') throw error;
    throw new ServiceError(error.code, error.message, {
      ...error.facts,
      status: answer.status,
      contentType: answer.contentType ?? NO_CONTENT_TYPE,
      ...(answer.text.trim() === '' ? { found: message('an empty body') } : {}),
    });
  }
}

function messageOf({ message }: Readonly<Record<string, unknown>>): {
  messageKey: string;
  messageValue: string;
} {
  if (!isObject(message)) throw badShape('message', 'object', message);
  const { key, value } = message;
  if (typeof key !== 'string') throw badShape('message.key', 'string', key);
  if (typeof value !== 'string') throw badShape('message.value', 'string', value);
  return { messageKey: cutMessage(key), messageValue: cutMessage(value) };
}

/** Truncates a long message and appends its original length. The UI displays even less of it. */
function cutMessage(text: string): string {
  const { message: most } = answerLimits;
  return text.length <= most
    ? text
    : `${text.slice(0, most)}… (${text.length.toLocaleString('en')} characters)`;
}

/** Returns the fault for a status other than 200, with all known facts. */
export function statusFault(answer: TextAnswer, now: number): ServiceError {
  const retryAfter = retryAfterSeconds(answer.retryAfter, now);
  return new ServiceError(codeOf(answer.status), `The service answered ${answer.status}.`, {
    ...(answer.status === 0 ? {} : { status: answer.status }),
    ...messageFacts(answer),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });
}

/** Returns the message in a failed response, or its content type if the body was not sent by the service. */
function messageFacts(answer: TextAnswer): FaultFacts {
  try {
    return messageOf(Object(parseJson(answer.text)));
  } catch {
    return { contentType: answer.contentType ?? NO_CONTENT_TYPE };
  }
}

/** The faults for statuses (section 7); 0 is a redirect that the editor's `fetch` hides. */
const CODES: Readonly<Record<number, FaultCode>> = {
  0: 'redirected',
  304: 'unexpected-status',
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  407: 'proxy',
  429: 'rate-limited',
};

function codeOf(status: number): FaultCode {
  if (status >= 500) return 'server-error';
  return CODES[status] ?? (Math.floor(status / 100) === 3 ? 'redirected' : 'unexpected-status');
}
