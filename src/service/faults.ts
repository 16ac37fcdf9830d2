/** What the person is told about each failure: one table, which docs/faults.md shows as well. */

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
  /** What happened, without a full stop: details follow it. */
  readonly sentence: string;
  /** Why that may be, and what to do. */
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
      'A date may lie before those that it serves, or it may expect other parameters than the conventions name.',
    next: diagnose,
  },
  'not-found': {
    sentence: 'The service has no such data',
    cause: 'The log or the domain may be gone, or the base URL or a path of the conventions may be another.',
    next: diagnose,
  },
  'server-error': {
    sentence: 'The service failed',
    cause: 'The fault is on its side or in a gateway before it, and usually passes.',
    next: tryAgain,
  },
  'rate-limited': {
    sentence: 'The service asks for fewer requests',
    cause: 'Many were sent in a short time. Wait a little; a longer refresh interval helps.',
    next: tryAgain,
  },
  'unexpected-status': {
    sentence: 'The service answered with a status that its interface does not name',
    cause: 'The base URL may lead to another server, or a gateway may have answered instead.',
    next: diagnose,
  },
  'not-success': {
    sentence: 'The service answered, but not with success',
    cause: 'It reports a failure of its own under the status 200.',
    next: diagnose,
  },
  'not-json': {
    sentence: 'The answer is not the JSON that the service sends',
    cause: 'A proxy, a sign-in page or another server may have answered in its place.',
    next: diagnose,
  },
  'bad-shape': {
    sentence: 'The answer has another form than the interface describes',
    cause: 'The service may have changed, or a path of the conventions may lead to another of its endpoints.',
    next: diagnose,
  },
  redirected: {
    sentence: 'The service sends the request on to another address',
    cause: 'Redirects are not followed, so that the API key goes nowhere else. The base URL may have moved.',
    next: editConnection,
  },
  'too-large': {
    sentence: 'The answer is too large to be read',
    cause: 'The service sent more than the extension holds in memory. Ask for fewer rows or a shorter range.',
  },
  'out-of-memory': {
    sentence: 'This takes more memory than the extension may use',
    cause:
      'The log or the list is unusually large. Ask for fewer rows, or save the raw data of the log instead.',
  },
  truncated: {
    sentence: 'The answer ended before it was complete',
    cause: 'The connection broke on the way.',
    next: tryAgain,
  },
  refused: {
    sentence: 'Nothing accepts connections at the address of the service',
    cause:
      'The service may be down, a firewall may be in the way, or the host or port of the base URL may be wrong.',
    next: diagnose,
  },
  'name-not-found': {
    sentence: 'The name of the service was not found',
    cause: 'The base URL may be misspelt, or this machine may be offline or need a VPN or a proxy.',
    next: editConnection,
  },
  reset: {
    sentence: 'The connection was closed before an answer came',
    cause: 'The service may be restarting, or a firewall or proxy may have cut the connection.',
    next: tryAgain,
  },
  unreachable: {
    sentence: 'The network has no way to the service',
    cause: 'This machine may be offline or need a VPN.',
    next: tryAgain,
  },
  certificate: {
    sentence: 'The certificate of the service is not trusted',
    cause:
      'It may have expired, be for another name, or come from a company proxy whose own certificate is missing among those of the operating system.',
    next: diagnose,
  },
  tls: {
    sentence: 'No secure connection could be made',
    cause: 'The other side may not speak TLS at this port, or only a version that is too old.',
    next: diagnose,
  },
  proxy: {
    sentence: 'The proxy did not let the request through',
    cause:
      'It may be down, ask for a sign-in, or not allow this address. Check the editor’s proxy settings (http.proxy).',
    next: diagnose,
  },
  'connect-timeout': {
    sentence: 'No connection could be made in time',
    cause: 'A firewall may be in the way, or this machine may need a VPN or a proxy.',
    next: diagnose,
  },
  timeout: {
    sentence: 'The service did not answer in time',
    cause: 'It may be busy. A shorter range or fewer rows may help.',
    next: tryAgain,
  },
  cancelled: {
    sentence: 'The request was cancelled',
    cause: 'It was stopped, or no longer needed.',
  },
  network: {
    sentence: 'The connection failed',
    cause: 'The network gave a reason that the extension does not know.',
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
    cause: 'Correct the named part of it in the settings.',
  },
  'bad-base-url': {
    sentence: 'The base URL cannot be used',
    cause:
      'It must begin with https:// (http:// is for localhost, 127.0.0.1 and [::1] only) and hold no user name, password, ? or #.',
    next: editConnection,
  },
};

/** Whether a next step is to do again what failed: where it failed, a way closer at hand than its command may do that. */
export function isTryAgain(next: NextStep | undefined): boolean {
  return next?.command === tryAgain.command;
}

export interface FaultDescription {
  /** What happened, with status, key and value as sent, field and types. One or more lines of an attacker's plain text. */
  readonly headline: string;
  /** Why that may be, and what to do. */
  readonly cause: string;
  readonly next?: NextStep;
}

/** Describes whatever was thrown. The result is plain text to be escaped for where it is shown. */
export function describeFault(error: unknown): FaultDescription {
  if (isServiceError(error)) {
    const { sentence, ...rest } = faults[error.code];
    const details = detailsOf(error.facts);
    return { headline: details === '' ? `${sentence}.` : `${sentence} (${details}).`, ...rest };
  }
  const message = factStart(error instanceof Error ? error.message : String(error));
  return {
    headline: `Something unexpected happened (${message}).`,
    cause: 'This is a mistake in the extension: please report it.',
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
