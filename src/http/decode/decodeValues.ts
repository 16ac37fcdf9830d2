/** Decodes the values of a request that was read. */
import { type Message, message } from '../../text/l10n.ts';
import { fieldPath, type ReadField } from '../fields/field.ts';
import type { ReadRequest } from '../fields/readFields.ts';
import { findBase64 } from './base64.ts';
import type { Encoding } from './codes.ts';
import { type Peeled, peel } from './layers.ts';
import { MappedText } from './mappedText.ts';

/** A value at all stages of decoding. */
export interface DecodedValue extends Peeled {
  /** The index of the field that contains the value; undefined for a value that spans fields. */
  readonly field?: number;
  /** The location, for example `Query parameter ▸ q`; the names in it are untrusted text. */
  readonly place: Message;
  /** True for the name of the field. */
  readonly isName?: boolean;
  /** True if the value is in a layer whose raw text does not show where. */
  readonly isInside?: boolean | undefined;
}

/** Maximum number of values of Base64 among other text to decode. */
const RUNS_LIMIT = 1000;

/**
 * Decodes the values of a request, their names, Base64 inside them, and then the request line and the body as a whole.
 * Yields values in which nothing is encoded, too. Linear in the length of the request and the decoded text.
 * @throws ServiceError `too-large` if decompressed data exceeds the limit of the budget
 */
export function* decodeValues(rawData: string, read: ReadRequest): Generator<DecodedValue, void, undefined> {
  const { request, fields, body, budget } = read;
  const raw = MappedText.raw(rawData);
  const { method, methodStart, targetEnd, version = '' } = request;
  const decodedValue = (
    place: Message,
    sent: MappedText,
    encoding: Encoding,
    field?: number,
    isBase64 = false,
  ) => ({
    place,
    ...peel(sent, encoding, budget, isBase64),
    ...(field !== undefined && { field }),
  });
  let runs = 0;
  for (const [index, field] of fields.entries()) {
    const place = fieldPath(field);
    const name = nameAsSent(raw, field);
    if (name) yield { ...decodedValue(place, name, nameEncoding(field), index), isName: true };
    if (!field.sent) continue;
    const value = decodedValue(place, field.sent, field.encoding, index, field.isBase64);
    const stopped = isBody(field) ? (value.stopped ?? body.stopped) : value.stopped;
    yield { ...value, isInside: field.isInside, stopped };
    if (field.isInside || value.stopped !== undefined) continue;
    const last = value.stages.at(-1) ?? field.sent;
    for (const run of last.text.length < 16 ? [] : findBase64(last.text)) {
      if (++runs > RUNS_LIMIT) break;
      yield decodedValue(message('{0}, {1}', place, run.layer), last.slice(run), 'none', index);
    }
  }
  if (method !== undefined) {
    const end = Math.max(targetEnd, rawData.indexOf(version, targetEnd) + version.length);
    yield decodedValue(REQUEST_LINE, raw.slice({ start: methodStart, end }), 'none');
  }
  if (body.sent.text === '' || fields.some(isBody)) return;
  const { bytes, stopped } = body;
  const coded = { place: BODY, stages: [body.sent, body.text] as const };
  if (bytes) yield { ...coded, bytes };
  else if (stopped !== undefined) yield { ...coded, stopped };
  else {
    const isForm = fields.some(({ part }) => part === 'form');
    yield decodedValue(BODY, body.text, isForm ? 'form' : 'none');
  }
}

export const REQUEST_LINE = message('Request line');
export const BODY = message('Body');

/** Returns true for a field that is the whole body. */
function isBody({ part, path, sent }: ReadField): boolean {
  return part === 'body' && path.length === 0 && sent !== undefined;
}

/** Returns the name of a field if it is encoded. */
function nameAsSent(raw: MappedText, { namePlace, path, isInside }: ReadField): MappedText | undefined {
  if (!namePlace || isInside) return undefined;
  const name = raw.slice(namePlace);
  return name.text.trim() === path.at(-1) ? undefined : name;
}

function nameEncoding({ part, encoding }: ReadField): Encoding {
  return part === 'query' || part === 'form' ? 'form' : part === 'json' ? 'json' : encoding;
}
