/** Describes failures to users. */

import { type FaultCode, type FaultFacts, isServiceError } from '../base/errors.ts';
import { type Message, message, type Say, type Value } from '../text/l10n.ts';
import { truncate } from '../text/strings.ts';
import { faults, type NextStep, showOutput, tryAgain } from './faultTable.ts';

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
  const text = truncate(error instanceof Error ? error.message : String(error), LONGEST);
  return {
    headline: message('An unexpected error occurred ({0}).', text),
    cause: message('This is a bug in the extension. Please report it.'),
    next: showOutput,
  };
}

function detailsOf(facts: FaultFacts): Value | undefined {
  const { status, messageKey, messageValue, systemCode, host, retryAfter } = facts;
  const value = messageValue && `“${truncate(messageValue, LONGEST)}”`;
  const [field, types] = [factOf(facts.field), typesOf(facts)];
  const details = [
    [status, messageKey && truncate(messageKey, LONGEST), value].filter(Boolean).join(' '),
    field && types ? message('{0}: {1}', field, types) : field || types,
    contentTypeOf(facts),
    [systemCode, host].filter(Boolean).join(' '),
    retryAfter === undefined ? undefined : message('try again in {0} s', retryAfter),
  ];
  const given = details.filter((detail): detail is Value => Boolean(detail));
  return given.length === 0
    ? undefined
    : given.reduce((before, detail) => message('{0}; {1}', before, detail));
}

function contentTypeOf({ contentType }: FaultFacts): Message | undefined {
  if (contentType === undefined) return undefined;
  return contentType === ''
    ? message('no content type')
    : message('content type {0}', truncate(contentType, LONGEST));
}

function typesOf(facts: FaultFacts): Message | undefined {
  const [expected, found] = [factOf(facts.expected), factOf(facts.found)];
  if (!found) return expected ? message('expected {0}', expected) : undefined;
  return expected ? message('expected {0}, found {1}', expected, found) : message('found {0}', found);
}

function factOf(fact: string | Message | undefined): Value | undefined {
  return typeof fact === 'string' ? truncate(fact, LONGEST) : fact;
}
