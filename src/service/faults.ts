/** Describes failures to users. */

import { type FaultCode, type FaultFacts, isServiceError, NO_CONTENT_TYPE } from '../base/errors.ts';
import { type Message, message, type Say, type Value } from '../text/l10n.ts';
import { faults, type NextStep, showOutput, tryAgain } from './faultTable.ts';
import { typeMessage } from './typeNames.ts';
import { textStart } from './valueStart.ts';

/** Maximum length, in UTF-16 units, of external text. */
const LONGEST = 300;

/**
 * Returns true if a next step repeats the failed action. The caller might be able to do that without running a command.
 */
export function isTryAgain(next: NextStep<unknown> | undefined): boolean {
  return next?.command === tryAgain.command;
}

interface FaultDescription {
  /**
   * The failure, with the status, the message's key and value as sent, the field, and the types, if known. One or more
   * lines of untrusted plain text.
   */
  readonly headline: string;
  /** The likely cause, and a suggested action. */
  readonly cause: string;
  readonly next?: NextStep;
}

/**
 * Describes any error. Pass `local` for text shown to the user, and `english` for output, reports, exports, and tools.
 * The result is plain text that must be escaped as needed.
 */
export function describeFault(error: unknown, say: Say): FaultDescription {
  const { headline, cause, next } = isServiceError(error)
    ? known(error.code, error.facts)
    : unexpected(error);
  return {
    headline: say(headline),
    cause: say(cause),
    ...(next && { next: { title: say(next.title), command: next.command } }),
  };
}

interface Described {
  readonly headline: Message;
  readonly cause: Message;
  readonly next?: NextStep<Message>;
}

function known(code: FaultCode, facts: FaultFacts): Described {
  const { sentence, ...rest } = faults[code];
  const details = detailsOf(facts);
  return {
    headline: details === undefined ? message('{0}.', sentence) : message('{0} ({1}).', sentence, details),
    ...rest,
  };
}

function unexpected(error: unknown): Described {
  const text = factStart(error instanceof Error ? error.message : String(error));
  return {
    headline: message('An unexpected error occurred ({0}).', text),
    cause: message('This is a bug in the extension. Please report it.'),
    next: showOutput,
  };
}

function detailsOf(facts: FaultFacts): Value | undefined {
  const { status, messageKey, messageValue, contentType, systemCode, host, retryAfter } = facts;
  const answer = [
    status === undefined ? undefined : String(status),
    messageKey === undefined ? undefined : factStart(messageKey),
    messageValue === undefined ? undefined : `“${factStart(messageValue)}”`,
  ];
  const details: (Value | undefined)[] = [
    words(answer),
    ofField(facts.field, typesOf(facts)),
    typeOfContent(contentType),
    words([systemCode, host]),
    retryAfter === undefined ? undefined : message('try again in {0} s', retryAfter),
  ];
  const given = details.filter((detail) => detail !== undefined);
  return given.length === 0
    ? undefined
    : given.reduce((before, detail) => message('{0}; {1}', before, detail));
}

function ofField(field: FaultFacts['field'], types: Value | undefined): Value | undefined {
  const place = typeof field === 'string' ? factStart(field) : field;
  if (types === undefined) return place || undefined;
  return place ? message('{0}: {1}', place, types) : types;
}

function typeOfContent(contentType: string | undefined): Message | undefined {
  if (contentType === undefined) return undefined;
  return contentType === NO_CONTENT_TYPE
    ? message('no content type')
    : message('content type {0}', factStart(contentType));
}

function typesOf(facts: FaultFacts): Message | undefined {
  const [expected, found] = [typeOf(facts.expected), typeOf(facts.found)];
  if (expected === undefined) return found === undefined ? undefined : message('found {0}', found);
  if (found === undefined) return message('expected {0}', expected);
  return message('expected {0}, found {1}', expected, found);
}

function typeOf(fact: string | Message | undefined): Value | undefined {
  return typeof fact === 'string' ? typeMessage(fact) : fact;
}

/** Joins external strings with spaces. */
function words(texts: readonly (string | undefined)[]): string | undefined {
  return texts.filter((text) => text !== undefined).join(' ') || undefined;
}

/** Truncates external text. */
function factStart(text: string): string {
  return textStart(text, LONGEST);
}
