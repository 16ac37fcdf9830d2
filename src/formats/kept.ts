/** Counts the personal data that redaction leaves in a copy, so that the user can decide whether to share it. */
import type { TextRange } from '../http/decode/offsetMap.ts';
import { carriesAddress, findAddresses } from '../redaction/addresses.ts';
import { findEmails } from '../redaction/shapedSecrets.ts';
import type { DetectionLog, LogRow } from '../service/model.ts';
import { type Message, message, pluralMessage } from '../text/l10n.ts';

export interface Kept {
  /** Distinct email addresses. */
  readonly emails: number;
  /** Distinct client addresses. */
  readonly addresses: number;
}

/**
 * Counts the personal data that remains in text that was created from logs.
 * @param logs the logs, including the headers in which proxies forward the client's address
 * @param rows the rows of these logs, as shown in the text
 */
export function keptIn(
  text: string,
  logs: readonly DetectionLog[],
  rows: readonly (LogRow | undefined)[],
): Kept {
  const emails = new Set(found(text.replaceAll('%40', '@'), findEmails).map((each) => each.toLowerCase()));
  const headers = logs.flatMap(({ request }) => request.headers.filter(([name]) => carriesAddress(name)));
  const known = [...rows.map((row) => row?.address ?? ''), ...headers.map(([, value]) => value)];
  const shown = new Set(found(text, findAddresses));
  const addresses = new Set(known.flatMap((value) => found(value, findAddresses)));
  return { emails: emails.size, addresses: [...addresses].filter((address) => shown.has(address)).length };
}

function found(text: string, find: (text: string) => readonly TextRange[]): readonly string[] {
  return find(text).map(({ start, end }) => text.slice(start, end));
}

/** Returns `Not redacted: 1 email address, 2 client addresses.`, or undefined if no such data remains. */
export function keptSentence({ emails, addresses }: Kept): Message | undefined {
  const email = pluralMessage(emails, { one: '{0} email address', other: '{0} email addresses' });
  const address = pluralMessage(addresses, { one: '{0} client address', other: '{0} client addresses' });
  if (emails > 0 && addresses > 0) return message('Not redacted: {0}, {1}.', email, address);
  const only = emails > 0 ? email : addresses > 0 ? address : undefined;
  return only && message('Not redacted: {0}.', only);
}
