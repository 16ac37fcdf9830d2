/** The table of failures and their messages to the user; docs/faults.md shows it as well. */

import type { CommandId } from '../commandIds.ts';
import { type FaultCode, type FaultFacts, isServiceError } from './errors.ts';
import { textStart } from './valueStart.ts';

/** UTF-16 units of a text that is not ours. */
const LONGEST = 300;

/** A command that may help. */
export interface NextStep {
  readonly title: string;
  readonly command: CommandId;
}

export interface Fault {
  /** The failure, without a full stop: details follow it. */
  readonly sentence: string;
  /** The likely cause, and what to do. */
  readonly cause: string;
  readonly next?: NextStep;
}

const tryAgain: NextStep = { title: 'Try Again', command: 'partnerLogs.refresh' };
const diagnose: NextStep = { title: 'Diagnose Connection', command: 'partnerLogs.diagnoseConnection' };
const editConnection: NextStep = { title: 'Edit Connection…', command: 'partnerLogs.editConnection' };
const addConnection: NextStep = { title: 'Add Connection…', command: 'partnerLogs.addConnection' };
const replaceKey: NextStep = { title: 'Replace Key…', command: 'partnerLogs.replaceKey' };
const showOutput: NextStep = { title: 'Show Output', command: 'partnerLogs.showOutput' };

export const faults: Readonly<Record<FaultCode, Fault>> = {
  unauthorized: {
    sentence: 'The service did not accept the API key',
    cause:
      'The key may be wrong or no longer valid, or the service may first have to allow the address that you connect from.',
    next: replaceKey,
  },
  forbidden: {
    sentence: 'The service does not allow this request',
    cause:
      'The key may not cover this domain, or the service may first have to allow the address that you connect from.',
    next: diagnose,
  },
  'bad-request': {
    sentence: 'The service did not accept the request',
    cause:
      'A date may be too early, or the service may expect parameters other than those in partnerLogs.conventions.',
    next: diagnose,
  },
  'not-found': {
    sentence: 'The service has no such data',
    cause:
      'The log or the domain may no longer exist, or the base URL or a path in partnerLogs.conventions may be wrong.',
    next: diagnose,
  },
  'server-error': {
    sentence: 'The service failed',
    cause: 'The problem is in the service or in a gateway in front of it, and is usually temporary.',
    next: tryAgain,
  },
  'rate-limited': {
    sentence: 'The service is limiting requests',
    cause:
      'Too many requests were sent in a short time. Wait a little; a longer refresh interval also helps.',
    next: tryAgain,
  },
  'unexpected-status': {
    sentence: 'The service returned an unexpected status',
    cause: 'The base URL may lead to another server, or a gateway may have answered instead.',
    next: diagnose,
  },
  'not-success': {
    sentence: 'The service reported an error',
    cause: 'The status is 200, but the response reports a failure.',
    next: diagnose,
  },
  'not-json': {
    sentence: 'The response is not JSON from the service',
    cause: 'A proxy, a sign-in page or another server may have answered instead.',
    next: diagnose,
  },
  'bad-shape': {
    sentence: 'The response does not have the expected format',
    cause:
      'The service may have changed, or a path in partnerLogs.conventions may lead to a different endpoint.',
    next: diagnose,
  },
  redirected: {
    sentence: 'The service redirects to another address',
    cause:
      'Redirects are not followed, so that the API key is sent nowhere else. The base URL may have changed.',
    next: editConnection,
  },
  'too-large': {
    sentence: 'The response is too large',
    cause: 'The service sent more than the extension keeps in memory. Request fewer rows or a shorter range.',
  },
  'out-of-memory': {
    sentence: 'This needs more memory than the extension is allowed to use',
    cause:
      'The log or the list is unusually large. Request fewer rows, or save the raw data of the log instead.',
  },
  truncated: {
    sentence: 'The response is incomplete',
    cause: 'The connection was interrupted.',
    next: tryAgain,
  },
  refused: {
    sentence: 'The connection was refused',
    cause:
      'The service may be down, a firewall may be in the way, or the host or port of the base URL may be wrong.',
    next: diagnose,
  },
  'name-not-found': {
    sentence: 'The host name could not be resolved',
    cause: 'The base URL may be misspelt, or this machine may be offline or need a VPN or a proxy.',
    next: editConnection,
  },
  reset: {
    sentence: 'The connection was closed before a response arrived',
    cause: 'The service may be restarting, or a firewall or proxy may have cut the connection.',
    next: tryAgain,
  },
  unreachable: {
    sentence: 'The service is unreachable',
    cause: 'This machine may be offline or need a VPN.',
    next: tryAgain,
  },
  certificate: {
    sentence: 'The service’s certificate is not trusted',
    cause:
      'It may have expired, be for another name, or come from a company proxy whose own certificate is missing among those of the operating system.',
    next: diagnose,
  },
  tls: {
    sentence: 'A secure connection could not be established',
    cause: 'The server may not support TLS on this port, or only a version that is too old.',
    next: diagnose,
  },
  proxy: {
    sentence: 'The connection through the proxy failed',
    cause:
      'It may be down, ask for a sign-in, or not allow this address. Check the editor’s proxy settings (http.proxy).',
    next: diagnose,
  },
  'connect-timeout': {
    sentence: 'The connection timed out',
    cause: 'A firewall may be in the way, or this machine may need a VPN or a proxy.',
    next: diagnose,
  },
  timeout: {
    sentence: 'The request timed out',
    cause: 'The service may be busy. A shorter range or fewer rows may help.',
    next: tryAgain,
  },
  cancelled: {
    sentence: 'The request was cancelled',
    cause: 'It was stopped, or no longer needed.',
  },
  network: {
    sentence: 'The connection failed',
    cause: 'The extension does not recognise the reason that the network gave.',
    next: diagnose,
  },
  'key-needed': {
    sentence: 'The connection needs its API key',
    cause:
      'None is stored, the secret storage cannot be read, or the stored key holds characters that no key has.',
    next: replaceKey,
  },
  'connection-removed': {
    sentence: 'The connection was removed',
    cause: 'Add it again to read from it.',
    next: addConnection,
  },
  'connection-changed': {
    sentence: 'The connection or its key was changed',
    cause: 'What was read with the old one was stopped. Try again to read with the new one.',
    next: tryAgain,
  },
  'bad-conventions': {
    sentence: 'The setting partnerLogs.conventions cannot be used',
    cause: 'Correct the part that is named, in the settings.',
  },
  'bad-base-url': {
    sentence: 'The base URL cannot be used',
    cause:
      'It must begin with https:// (http:// is for localhost, 127.0.0.1 and [::1] only) and hold no user name, password, ? or #.',
    next: editConnection,
  },
};

/** Whether a next step repeats what failed: the caller may have a more direct way to do that than its command. */
export function isTryAgain(next: NextStep | undefined): boolean {
  return next?.command === tryAgain.command;
}

export interface FaultDescription {
  /**
   * The failure, with status, key and value as sent, field and types. One or more lines of an attacker's plain text.
   */
  readonly headline: string;
  /** The likely cause, and what to do. */
  readonly cause: string;
  readonly next?: NextStep;
}

/** Describes any error. The result is plain text to be escaped for where it is shown. */
export function describeFault(error: unknown): FaultDescription {
  if (isServiceError(error)) {
    const { sentence, ...rest } = faults[error.code];
    const details = detailsOf(error.facts);
    return { headline: details === '' ? `${sentence}.` : `${sentence} (${details}).`, ...rest };
  }
  const message = factStart(error instanceof Error ? error.message : String(error));
  return {
    headline: `Something unexpected happened (${message}).`,
    cause: 'This is a bug in the extension. Please report it.',
    next: showOutput,
  };
}

function detailsOf(facts: FaultFacts): string {
  const { status, messageKey, messageValue, contentType, field, expected, found, systemCode, host } = facts;
  const answer = [
    status === undefined ? undefined : String(status),
    messageKey === undefined ? undefined : factStart(messageKey),
    messageValue === undefined ? undefined : `“${factStart(messageValue)}”`,
  ].filter((part) => part !== undefined);
  const types = [
    expected === undefined ? undefined : `expected ${expected}`,
    found === undefined ? undefined : `found ${found}`,
  ].filter((part) => part !== undefined);
  return [
    answer.join(' '),
    [field === undefined ? '' : factStart(field), types.join(', ')].filter((part) => part !== '').join(': '),
    contentType === undefined ? '' : `content type ${factStart(contentType)}`,
    [systemCode, host].filter((part) => part !== undefined).join(' '),
    facts.retryAfter === undefined ? '' : `try again in ${facts.retryAfter} s`,
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** The start of a text that is not ours. */
function factStart(text: string): string {
  return textStart(text, LONGEST);
}
