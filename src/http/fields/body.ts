/** The body of a request without its transfer and content codings (RFC 9112, section 7; RFC 9110, section 8.4). */
import { asBytes } from '../decode/bytes.ts';
import { type Decompressed, undoChunked, undoContentCoding } from '../decode/codings.ts';
import { type Budget, fromDecompressed, LAYERS_LIMIT } from '../decode/layers.ts';
import { type MappedText, madeFromAll } from '../decode/mappedText.ts';
import { headerValue, type RawRequest } from '../rawHttp.ts';

export interface Body {
  /** Empty if there is no body. */
  readonly sent: MappedText;
  /** The text with its chunks joined and its compression undone. Its layers are those that were undone. */
  readonly text: MappedText;
  /** The decompressed bytes if they are not text. */
  readonly bytes?: Uint8Array;
  /** A sentence that explains why the body was not decompressed. */
  readonly stopped?: string;
}

const NOT_THE_BYTES =
  'Its content encoding could not be decoded: the log does not have the bytes as they were sent.';

/**
 * Returns the body. Text without a request line is a body.
 * @throws ServiceError `too-large` if decompressed data exceeds the budget's explicit limit
 */
export function decodeBody(raw: MappedText, request: RawRequest, budget: Budget): Body {
  if (request.method === undefined) return { sent: raw, text: raw };
  const { headers, bodyOffset } = request;
  const sent = raw.slice({ start: bodyOffset, end: raw.text.length });
  const isChunked = headerValue(headers, 'transfer-encoding').toLowerCase().includes('chunked');
  const joined = isChunked ? undoChunked(sent.text) : undefined;
  const whole = joined && budget.takes(joined.text.length) ? sent.become(joined) : sent;
  const codings = headerValue(headers, 'content-encoding')
    .toLowerCase()
    .split(',', LAYERS_LIMIT)
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'identity');
  return codings.length === 0 ? { sent, text: whole } : { sent, ...decompressed(whole, codings, budget) };
}

/** Undoes the content codings, which are in the order in which they were applied. */
function decompressed(body: MappedText, codings: readonly string[], budget: Budget): Omit<Body, 'sent'> {
  const { length } = body.text;
  const layers: string[] = [];
  let bytes = asBytes(body.text);
  let undone: Decompressed | undefined;
  for (const coding of codings.toReversed()) {
    const encoded = bytes;
    undone = encoded && budget.decompress((limit) => undoContentCoding(coding, encoded, limit));
    if (undone === undefined) return { text: body, stopped: NOT_THE_BYTES };
    if ('tooLarge' in undone) break;
    layers.push(undone.layer);
    ({ bytes } = undone);
  }
  const result = undone && fromDecompressed(undone, length, layers.slice(0, -1));
  if (result === undefined || typeof result === 'string')
    return { text: body, ...(result && { stopped: result }) };
  if ('bytes' in result)
    return { text: body.become(madeFromAll('', length, result.layers)), bytes: result.bytes };
  if (!budget.takes(result.text.length))
    return { text: body, stopped: 'Not decompressed: its text is too long.' };
  return { text: body.become(result) };
}
