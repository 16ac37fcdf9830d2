/** The table of failures and their user-visible messages, which also appears in docs/faults.md. */

import { type FaultCode, type FaultFacts, isServiceError, NO_CONTENT_TYPE } from '../base/errors.ts';
import type { CommandId } from '../commandIds.ts';
import { type Message, message, type Say, type Value } from '../text/l10n.ts';
import { typeMessage } from './typeNames.ts';
import { textStart } from './valueStart.ts';

/** Maximum length, in UTF-16 units, of external text. */
const LONGEST = 300;

/** A command that might resolve the failure. */
export interface NextStep<Text = string> {
  readonly title: Text;
  readonly command: CommandId;
}

interface Fault {
  /** The failure, without a final period, because details are appended. */
  readonly sentence: Message;
  /** The likely cause, and a suggested action. */
  readonly cause: Message;
  readonly next?: NextStep<Message>;
}

const tryAgain: NextStep<Message> = { title: message('Try Again'), command: 'partnerLogs.refresh' };
const diagnose: NextStep<Message> = {
  title: message('Diagnose Connection'),
  command: 'partnerLogs.diagnoseConnection',
};
const editConnection: NextStep<Message> = {
  title: message('Edit Connection…'),
  command: 'partnerLogs.editConnection',
};
const addConnection: NextStep<Message> = {
  title: message('Add Connection…'),
  command: 'partnerLogs.addConnection',
};
const replaceKey: NextStep<Message> = { title: message('Replace Key…'), command: 'partnerLogs.replaceKey' };
const openExport: NextStep<Message> = { title: message('Open Again'), command: 'partnerLogs.openExport' };
const showOutput: NextStep<Message> = { title: message('Show Output'), command: 'partnerLogs.showOutput' };

export const faults: Readonly<Record<FaultCode, Fault>> = {
  unauthorized: {
    sentence: message('The service did not accept the API key'),
    cause: message(
      'The key might be wrong or expired, or the service might need to allow the address that you connect from.',
    ),
    next: replaceKey,
  },
  forbidden: {
    sentence: message('The service does not allow this request'),
    cause: message(
      'The key might not cover this domain, or the service might need to allow the address that you connect from.',
    ),
    next: diagnose,
  },
  'bad-request': {
    sentence: message('The service did not accept the request'),
    cause: message(
      'A date might be too early, or the service might expect parameters other than those in partnerLogs.connections.',
    ),
    next: diagnose,
  },
  'not-found': {
    sentence: message('The service has no such data'),
    cause: message(
      'The log or the domain might no longer exist, or the base URL or a path in partnerLogs.connections might be wrong.',
    ),
    next: diagnose,
  },
  'server-error': {
    sentence: message('The service failed'),
    cause: message('The problem is in the service or in a gateway in front of it, and is usually temporary.'),
    next: tryAgain,
  },
  'rate-limited': {
    sentence: message('The service is limiting requests'),
    cause: message(
      'Too many requests were sent in a short time. Wait a moment. A longer refresh interval also helps.',
    ),
    next: tryAgain,
  },
  'unexpected-status': {
    sentence: message('The service returned an unexpected status'),
    cause: message('The base URL might point to another server, or a gateway might have responded instead.'),
    next: diagnose,
  },
  'not-success': {
    sentence: message('The service reported an error'),
    cause: message('The status is 200, but the response reports a failure.'),
    next: diagnose,
  },
  'not-json': {
    sentence: message('The response is not JSON from the service'),
    cause: message('A proxy, a sign-in page, or another server might have responded instead.'),
    next: diagnose,
  },
  'bad-shape': {
    sentence: message('The response does not have the expected format'),
    cause: message(
      'The service might have changed, or a path in partnerLogs.connections might point to a different endpoint.',
    ),
    next: diagnose,
  },
  mismatch: {
    sentence: message('The response is for a different request'),
    cause: message(
      'A cache or a gateway might have responded, or a parameter in partnerLogs.connections might have the wrong name. The response was ignored.',
    ),
    next: diagnose,
  },
  redirected: {
    sentence: message('The service redirects to another address'),
    cause: message(
      "Redirects aren't followed, so that the API key isn't sent anywhere else. The base URL might have changed.",
    ),
    next: editConnection,
  },
  'too-large': {
    sentence: message('The response is too large'),
    cause: message(
      'The service sent more than the extension keeps in memory. Request fewer rows or a shorter range.',
    ),
  },
  'out-of-memory': {
    sentence: message('This needs more memory than the extension is allowed to use'),
    cause: message(
      'The log or the list is unusually large. Request fewer rows, or save the raw data of the log instead.',
    ),
  },
  truncated: {
    sentence: message('The response is incomplete'),
    cause: message('The connection was interrupted.'),
    next: tryAgain,
  },
  'list-changed': {
    sentence: message('The list changes faster than the extension can read it'),
    cause: message(
      "Logs might be arriving quickly, or the service's pages might be inconsistent. A narrower filter might help.",
    ),
    next: tryAgain,
  },
  refused: {
    sentence: message('The connection was refused'),
    cause: message(
      'The service might be down, a firewall might block the connection, or the host or port of the base URL might be wrong.',
    ),
    next: diagnose,
  },
  'name-not-found': {
    sentence: message('The host name could not be resolved'),
    cause: message(
      'The base URL might be misspelled, or this computer might be offline or need a VPN or a proxy.',
    ),
    next: editConnection,
  },
  reset: {
    sentence: message('The connection was closed before a response arrived'),
    cause: message(
      'The service might be restarting, or a firewall or proxy might have closed the connection.',
    ),
    next: tryAgain,
  },
  unreachable: {
    sentence: message('The service is unreachable'),
    cause: message('This computer might be offline or need a VPN.'),
    next: tryAgain,
  },
  certificate: {
    sentence: message("The service's certificate is not trusted"),
    cause: message(
      "It might have expired, be for another name, or come from a company proxy whose certificate isn't trusted by the operating system.",
    ),
    next: diagnose,
  },
  tls: {
    sentence: message('A secure connection could not be established'),
    cause: message(
      'The server might not support TLS on this port, or might support only an outdated version.',
    ),
    next: diagnose,
  },
  proxy: {
    sentence: message('The connection through the proxy failed'),
    cause: message(
      "It might be down, require a sign-in, or not allow this address. Check the editor's proxy settings (http.proxy).",
    ),
    next: diagnose,
  },
  'connect-timeout': {
    sentence: message('The connection timed out'),
    cause: message('A firewall might block the connection, or this computer might need a VPN or a proxy.'),
    next: diagnose,
  },
  timeout: {
    sentence: message('The request timed out'),
    cause: message('The service might be busy. A shorter range or fewer rows might help.'),
    next: tryAgain,
  },
  cancelled: {
    sentence: message('The request was canceled'),
    cause: message('The request was stopped or is no longer needed.'),
  },
  network: {
    sentence: message('The connection failed'),
    cause: message("The extension doesn't recognize the network error."),
    next: diagnose,
  },
  'key-needed': {
    sentence: message('The connection needs its API key'),
    cause: message('No key is stored on this computer, or the stored key contains invalid characters.'),
    next: replaceKey,
  },
  'key-unreadable': {
    sentence: message('The secret storage of this computer cannot be read'),
    cause: message(
      'The keyring might be locked. Unlock it, and then try again. The API key does not have to be replaced.',
    ),
    next: tryAgain,
  },
  'connection-removed': {
    sentence: message('The connection was removed'),
    cause: message('Add it again to read from it.'),
    next: addConnection,
  },
  'connection-changed': {
    sentence: message('The connection, its key, or its conventions changed'),
    cause: message('Data that was read before the change is ignored. Open the log again, or try again.'),
    next: tryAgain,
  },
  'bad-setting': {
    sentence: message('The setting partnerLogs.connections cannot be used'),
    cause: message('Correct this part in the settings.'),
    next: { title: message('Open Settings'), command: 'partnerLogs.editConnection' },
  },
  'bad-base-url': {
    sentence: message('The base URL cannot be used'),
    cause: message(
      "It must start with https:// (http:// is allowed for localhost, 127.0.0.1, and [::1] only) and can't contain a user name, a password, ?, or #.",
    ),
    next: editConnection,
  },
  'not-in-file': {
    sentence: message('The file of exported logs does not contain this data'),
    cause: message(
      'Files contain only exported logs. To see counts, new detections, or other logs, use a connection to the service.',
    ),
  },
  'row-only': {
    sentence: message('The file contains only the row of this log'),
    cause: message(
      'Export the logs again with full details, or open the log from a connection to the service.',
    ),
  },
  'file-changed': {
    sentence: message('The file of exported logs has changed'),
    cause: message(
      'It was modified, replaced, or truncated after it was opened. Open it again to read its logs.',
    ),
    next: openExport,
  },
  'file-unreadable': {
    sentence: message('The file of exported logs cannot be read'),
    cause: message('It might be damaged or in another format, or it might have been moved or deleted.'),
    next: openExport,
  },
};

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
