/** The table of failures with their user-visible messages, and the description of a failure. */
import { type FaultCode, type FaultFacts, isServiceError, ServiceError } from '../base/errors.ts';
import type { CommandId } from '../commandIds.ts';
import { type Message, message, type Say } from '../text/l10n.ts';
import { truncate } from '../text/strings.ts';

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

const tryAgain = step(message('Try Again'), 'partnerLogs.refresh');
const showOutput = step(message('Show Output'), 'partnerLogs.showOutput');
const diagnose = step(message('Diagnose Connection'), 'partnerLogs.diagnoseConnection');
const editConnection = step(message('Edit Connection…'), 'partnerLogs.editConnection');
const openSettings = step(message('Open Settings'), 'partnerLogs.editConnection');
const addConnection = step(message('Add Connection…'), 'partnerLogs.addConnection');
const replaceKey = step(message('Replace Key…'), 'partnerLogs.replaceKey');
const openExport = step(message('Open Again'), 'partnerLogs.openExport');

function step(title: Message, command: CommandId): NextStep<Message> {
  return { title, command };
}

export const faults: Readonly<Record<FaultCode, Fault>> = {
  unauthorized: {
    sentence: message('The service did not accept the API key'),
    cause: message(
      'The key might be wrong or expired, or the service might need to allow the IP address that you connect from.',
    ),
    next: replaceKey,
  },
  forbidden: {
    sentence: message('The service does not allow this request'),
    cause: message(
      'The key might not cover this domain, or the service might need to allow the IP address that you connect from.',
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
  'unexpected-result': {
    sentence: message('The service reported an error'),
    cause: message(
      'The base URL might point to another server, a gateway might have responded instead, or the service might report success in another way.',
    ),
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
    sentence: message('The data is too large'),
    cause: message(
      'It exceeds a limit of the extension. Request fewer rows or a shorter range, or save the raw data of the log instead.',
    ),
  },
  truncated: {
    sentence: message('The connection was closed before the complete response arrived'),
    cause: message(
      'The service might be restarting, or a firewall or proxy might have closed the connection.',
    ),
    next: tryAgain,
  },
  'list-changed': {
    sentence: message('The list changes faster than the extension can read it'),
    cause: message(
      "Logs might be arriving quickly, or the service's pages might be inconsistent. A narrower filter might help.",
    ),
    next: tryAgain,
  },
  unreachable: {
    sentence: message('The service could not be reached'),
    cause: message(
      'The base URL might be misspelled, the service might be down or blocked by a firewall, or this computer might be offline or need a VPN or a proxy.',
    ),
    next: diagnose,
  },
  tls: {
    sentence: message('A secure connection could not be established'),
    cause: message(
      "The certificate might have expired, be for another name, or come from a company proxy that the operating system doesn't trust, or the server might not support TLS on this port.",
    ),
    next: diagnose,
  },
  proxy: {
    sentence: message('The connection through the proxy failed'),
    cause: message(
      "The proxy might be down, require a sign-in, or block the service's address. Check the editor's proxy settings (http.proxy).",
    ),
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
    sentence: message('The connection, its key, or its differences changed'),
    cause: message('Data that was read before the change is ignored. Open the log again, or try again.'),
    next: tryAgain,
  },
  'bad-setting': {
    sentence: message('The setting partnerLogs.connections cannot be used'),
    cause: message('Correct this part in the settings.'),
    next: openSettings,
  },
  'not-in-file': {
    sentence: message('The file of exported logs does not contain this data'),
    cause: message(
      'Files contain only what was exported. To see anything else, use a connection to the service.',
    ),
  },
  'file-unreadable': {
    sentence: message('The file of exported logs cannot be read'),
    cause: message(
      'It might be damaged or in another format, or it might have been changed, moved, or deleted. Open it again to read its logs.',
    ),
    next: openExport,
  },
};

const unexpected: Fault = {
  sentence: message('An unexpected error occurred'),
  cause: message('This is a bug in the extension. Please report it.'),
  next: showOutput,
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
  const isKnown = isServiceError(error);
  const { sentence, cause, next } = isKnown ? faults[error.code] : unexpected;
  const details = isKnown
    ? detailsOf(error.facts, say)
    : shortened(error instanceof Error ? error.message : String(error));
  return {
    headline: say(details ? message('{0} ({1}).', sentence, details) : message('{0}.', sentence)),
    cause: say(cause),
    ...(next && { next: { title: say(next.title), command: next.command } }),
  };
}

function detailsOf(facts: FaultFacts, say: Say): string {
  const { status, systemCode, host, contentType, retryAfter } = facts;
  const textOf = (fact: string | Message = '') => shortened(typeof fact === 'object' ? say(fact) : fact);
  const [key, value, field] = [facts.messageKey, facts.messageValue, facts.field].map(textOf);
  const types = typesOf(textOf(facts.expected), textOf(facts.found));
  const details = [
    [status, key, value && `“${value}”`].filter(Boolean).join(' '),
    field && types ? say(message('{0}: {1}', field, types)) : field || (types && say(types)),
    contentType && say(message('content type {0}', shortened(contentType))),
    contentType === '' && say(message('no content type')),
    [systemCode, host].filter(Boolean).join(' '),
    retryAfter !== undefined && say(message('try again in {0} s', retryAfter)),
  ];
  return details.filter(Boolean).join('; ');
}

function typesOf(expected: string, found: string): Message | undefined {
  if (!found) return expected ? message('expected {0}', expected) : undefined;
  return expected ? message('expected {0}, found {1}', expected, found) : message('found {0}', found);
}

/** Maximum length, in UTF-16 units, of external text. */
const LONGEST = 300;

function shortened(text: string): string {
  return truncate(text, LONGEST);
}

/** Returns a fault with only its code and status, because the other facts can be text from the service. */
export function withoutFacts({ code, facts: { status } }: ServiceError): ServiceError {
  return new ServiceError(code, '', status === undefined ? {} : { status });
}

/** Returns undefined after the failure of an optional read. @throws ServiceError `cancelled` */
export function unlessCancelled(fault: unknown): undefined {
  if (isServiceError(fault, 'cancelled')) throw fault;
}

/** Returns true if a failed request received a response, as opposed to a network or certificate failure. */
export function isAnswered(fault: unknown): boolean {
  if (!isServiceError(fault)) return false;
  return fault.facts.status !== undefined || fault.code === 'bad-shape' || fault.code === 'not-json';
}
