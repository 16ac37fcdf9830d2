/** Splits a logged request into its parts and decodes them: the request line, query, headers, cookies, and body. */
import { message } from '../../text/l10n.ts';
import { cutName, placeName } from '../../text/strings.ts';
import { boundaryOf, cookies, formFields, multipartFields } from '../fields/separated.ts';
import { headerValue, mediaType, parseRawRequest, type RawRequest } from '../rawHttp.ts';
import { asBytes } from './bytes.ts';
import { undoContentCoding } from './compression.ts';
import { DECODE_LIMIT, LAYERS_LIMIT } from './decodeLimits.ts';
import { type Binary, type DecodedPart, Peeler, TOO_DEEP } from './peel.ts';
import { PeeledText } from './peeledText.ts';

export interface DecodedRequest {
  /** The parts in request order; nested parts follow their parent. */
  readonly parts: readonly DecodedPart[];
  /** True if there are more parts than were kept or more values than were examined. */
  readonly more: boolean;
}

/**
 * Decodes `raw_data` (section 2.2). Text that is not a request is treated as one part. Takes time linear in the length
 * of the text and the decompressed data.
 * @param decompressedLimit maximum total size of decompressed data, in bytes; by default, data beyond the limit is left
 * compressed
 * @throws TooLargeHere if decompressed data exceeds an explicit limit
 */
export function decodeRequest(rawData: string, decompressedLimit?: number): DecodedRequest {
  const peeler = new Peeler(decompressedLimit);
  try {
    peelRequest(peeler, rawData);
  } catch (error) {
    if (!peeler.full) throw error;
  }
  return { parts: peeler.parts, more: peeler.full };
}

function peelRequest(peeler: Peeler, rawData: string): void {
  const raw = PeeledText.raw(rawData);
  if (rawData.length > DECODE_LIMIT) {
    peeler.keep(raw, message('Raw data'), 'It is too long to decode.');
    return;
  }
  const request = parseRawRequest(rawData);
  if (request.method === undefined) {
    peeler.peel(raw, message('Raw data'), { always: true });
    return;
  }
  peelRequestLine(peeler, raw, request);
  peelHeaders(peeler, raw, request);
  if (request.bodyOffset < rawData.length) peelBody(peeler, raw, request);
}

function peelRequestLine(peeler: Peeler, raw: PeeledText, request: RawRequest): void {
  const { methodStart: start, target = '', version = '', targetStart, targetEnd } = request;
  const end = raw.text.indexOf(version, targetEnd) + version.length;
  peeler.peel(raw.slice({ start, end }), message('Request line'), { charactersOnly: true, always: true });
  const question = target.indexOf('?');
  const pathEnd = question < 0 ? targetEnd : targetStart + question;
  peeler.peel(raw.slice({ start: targetStart, end: pathEnd }), message('Path'), { name: 'path' });
  for (const { name, value } of formFields(raw.text, { start: pathEnd + 1, end: targetEnd })) {
    peeler.peel(raw.slice(value), placeName(message('Query parameter'), name), {
      name,
      plus: true,
      always: true,
    });
  }
}

function peelHeaders(peeler: Peeler, raw: PeeledText, { headers }: RawRequest): void {
  const [first, last] = [headers[0], headers.at(-1)];
  if (!first || !last) return;
  peeler.keep(raw.slice({ start: first.start, end: last.end }), message('Headers'));
  for (const { name, valueStart, end } of headers) {
    const value = { start: valueStart, end };
    if (name.trim().toLowerCase() !== 'cookie') {
      peeler.peel(raw.slice(value), placeName(message('Header'), name), { name: name.trim() });
      continue;
    }
    for (const cookie of cookies(raw.text, value)) {
      peeler.peel(raw.slice(cookie.value), placeName(message('Cookie'), cookie.name), { name: cookie.name });
    }
  }
}

function peelBody(peeler: Peeler, raw: PeeledText, { headers, bodyOffset }: RawRequest): void {
  const sent = raw.slice({ start: bodyOffset, end: raw.text.length });
  const dechunked = headerValue(headers, 'transfer-encoding').toLowerCase().includes('chunked')
    ? peeler.dechunk(sent)
    : undefined;
  if (typeof dechunked === 'string') {
    peeler.keep(sent, message('Body'), dechunked);
    return;
  }
  const body = dechunked ?? sent;
  const codings = headerValue(headers, 'content-encoding')
    .toLowerCase()
    .split(',', LAYERS_LIMIT + 1);
  if (codings.length > LAYERS_LIMIT) {
    peeler.keep(body, message('Body'), TOO_DEEP);
    return;
  }
  const decoded = undoCodings(peeler, body, codings);
  if (decoded) peelContent(peeler, decoded, headerValue(headers, 'content-type'));
}

/** Returns the body with its content codings decoded, or keeps it and returns undefined if the result is not text. */
function undoCodings(peeler: Peeler, body: PeeledText, codings: readonly string[]): PeeledText | undefined {
  const named = codings.map((each) => each.trim()).filter((each) => each !== '' && each !== 'identity');
  if (named.length === 0) return body;
  const layers: string[] = [];
  let bytes = asBytes(body.text);
  let decoded: PeeledText | Binary | string = body;
  for (const coding of named.toReversed()) {
    const encoded = bytes;
    const undone = encoded && peeler.decompress((limit) => undoContentCoding(coding, encoded, limit));
    if (!undone) {
      const reason =
        'Its content encoding could not be decoded: the log does not have the bytes as they were sent.';
      peeler.keep(decoded instanceof PeeledText ? decoded : body, message('Body'), reason);
      return undefined;
    }
    decoded = peeler.fromDecompressed(body, encoded, undone, layers);
    if ('tooLarge' in undone) break;
    layers.push(undone.layer);
    ({ bytes } = undone);
  }
  if (decoded instanceof PeeledText) return decoded;
  if (typeof decoded === 'string') peeler.keep(body, message('Body'), decoded);
  else peeler.keepBytes(body, message('Body'), decoded);
  return undefined;
}

function peelContent(peeler: Peeler, body: PeeledText, contentType: string): void {
  const type = mediaType(contentType);
  const whole = { start: 0, end: body.text.length };
  let hasFields = false;
  if (type === 'application/x-www-form-urlencoded') {
    for (const { name, value } of formFields(body.text, whole)) {
      hasFields = true;
      peeler.peel(body.slice(value), placeName(message('Form field'), name), {
        name,
        plus: true,
        always: true,
      });
    }
  } else if (type.startsWith('multipart/')) {
    const boundary = boundaryOf(contentType, body.text);
    for (const { name, fileName, head, value, base64 } of multipartFields(body.text, boundary)) {
      hasFields = true;
      if (fileName) {
        const options = { name, charactersOnly: true, always: true };
        peeler.peel(body.slice(head), placeName(message('Headers of file'), name), options);
      }
      const place =
        fileName === undefined
          ? placeName(message('Part'), name)
          : message(
              '{0} ({1})',
              placeName(message('File'), name),
              cutName(body.text.slice(fileName.start, fileName.end)),
            );
      peeler.peel(body.slice(value), place, { name, base64, always: true });
    }
  }
  if (!hasFields) peeler.peel(body, message('Body'), { always: true });
}
