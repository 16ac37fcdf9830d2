/** The parts of a fault, path, or setting that can be shared: they contain no log data, keys, or unknown names. */
import { type FaultFacts, isServiceError, ServiceError } from '../base/errors.ts';
import { mediaType } from '../http/rawHttp.ts';
import { describeFault } from '../service/faults.ts';
import { english, type Message, type Value } from '../text/l10n.ts';
import { isKnownName } from './vocabulary.ts';

const CONTENT_TYPES = [
  'none',
  'application/json',
  'application/problem+json',
  'application/xml',
  'text/html',
  'text/plain',
  'text/xml',
];

/** Returns a fault's headline, with unknown names and text from the service replaced by their length. */
export function sharedFault(fault: unknown): string {
  if (!isServiceError(fault)) return 'an error of the extension';
  const { messageValue: _, host: __, ...facts } = fault.facts;
  const { messageKey, contentType, field } = facts;
  const shared: FaultFacts = {
    ...facts,
    ...(messageKey !== undefined && {
      messageKey: /^RES\d{1,10}$/.test(messageKey) ? messageKey : lengthOf(messageKey),
    }),
    ...(contentType !== undefined && { contentType: sharedType(contentType) }),
    ...(typeof field === 'string' && { field: sharedField(field) }),
  };
  const { headline } = describeFault(new ServiceError(fault.code, '', shared), english);
  return `${fault.code}: ${headline}`;
}

function sharedType(contentType: string): string {
  const type = mediaType(contentType);
  return CONTENT_TYPES.includes(type) ? type : lengthOf(contentType);
}

/** Returns a message in English, with unknown text replaced by its length. */
export function sharedMessage({ text, values }: Message): string {
  const shared = (value: Value): Value => {
    if (typeof value === 'object') return sharedMessage(value);
    return typeof value === 'string' ? sharedName(value) : value;
  };
  return english({ text, values: values.map(shared) });
}

/**
 * Returns a name, or its length if the name is unknown. Returns only the known segments of a path, and only the origin
 * of an address.
 */
export function sharedName(name: string): string {
  if (/^https?:/i.test(name)) return `${URL.canParse(name) ? new URL(name).origin : ''}/…`;
  if (name.startsWith('/')) return sharedPath(name);
  return name.length <= 100 && name.split(/[: ]+/).every(isKnownName) ? name : lengthOf(name);
}

/** Returns a path without its query and unknown segments. */
export function sharedPath(path: string): string {
  const [place = '', query] = path.split('?', 2);
  const segments = place
    .split('/')
    .map((segment) => (/^:?\w*$/.test(segment) && isKnownPart(segment.replace(':', '')) ? segment : '…'));
  return segments.join('/') + (query === undefined ? '' : '?…');
}

/**
 * Returns the shareable part of a line of output: for a request, its path, status, and time; for any other line, only
 * its length.
 */
export function sharedLine(line: string): string {
  const words = line.split(' ', 10);
  const at = words.indexOf('GET');
  const [path = '', ...rest] = words.slice(at + 1);
  const isRequest = at >= 0 && path.startsWith('/') && rest.length === 4 && rest[2] === 'ms';
  const isOurs = [...words.slice(0, at), ...rest].every((word) => /^[\w\-[\]:.]{1,30}$/.test(word));
  return isRequest && isOurs
    ? [...words.slice(0, at), 'GET', sharedPath(path), ...rest].join(' ')
    : lengthOf(line);
}

function sharedField(field: string): string {
  return field.slice(0, 200).replace(/[^.[\]|\s]+/g, (name) => (isKnownPart(name) ? name : '…'));
}

function isKnownPart(name: string): boolean {
  return /^(?:v?\d{1,12})?$/.test(name) || isKnownName(name);
}

function lengthOf(text: string): string {
  return `(${text.length} characters)`;
}
