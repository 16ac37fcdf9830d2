/** Decodes the layers of a value, one after another, until nothing changes. */
import { ServiceError } from '../../base/errors.ts';
import { fromBase64, wholeBase64 } from './base64.ts';
import { asBytes, asText, formatOf, isBinary } from './bytes.ts';
import { type Encoding, undo } from './codes.ts';
import { type Decompressed, decompressByStart } from './codings.ts';
import { looksLikeJson } from './jsonText.ts';
import { type MappedText, madeFromAll, type Rewritten } from './mappedText.ts';

/** Maximum total length, in UTF-16 units, of the decoded text of all layers of a log, because maps take memory. */
export const DECODED_LIMIT = 8 * 1024 * 1024;
/** Maximum total size, in bytes, of the decompressed data of a log. */
export const DECOMPRESSED_LIMIT = 8 * 1024 * 1024;
/** Maximum number of layers of a value. An attacker can nest as many layers as there are characters. */
export const LAYERS_LIMIT = 16;
/** Maximum length of the decoded text of one value: an amount, and an amount for each of its units. */
const ONE_VALUE = { atLeast: 64 * 1024, perUnit: 3 };

/** The amount of text that may still be decoded for one log. */
export class Budget {
  #units = DECODED_LIMIT;
  #bytes: number;
  readonly #throws: boolean;

  /** @param decompressedLimit in bytes; if it is below `DECOMPRESSED_LIMIT`, exceeding it is an error */
  constructor(decompressedLimit = DECOMPRESSED_LIMIT) {
    this.#bytes = decompressedLimit;
    this.#throws = decompressedLimit < DECOMPRESSED_LIMIT;
  }

  /** Returns true and deducts the units, or returns false if fewer are left. */
  takes(units: number): boolean {
    if (units > this.#units) return false;
    this.#units -= units;
    return true;
  }

  /**
   * Decompresses data within the limit.
   * @throws ServiceError `too-large`
   */
  decompress(undo: (limit: number) => Decompressed | undefined): Decompressed | undefined {
    const undone = undo(Math.max(1, this.#bytes));
    if (undone && 'bytes' in undone) this.#bytes -= undone.bytes.length;
    else if (undone && this.#throws)
      throw new ServiceError('too-large', 'The decompressed data is too large.');
    return undone;
  }
}

/** A value at all stages of decoding. */
export interface Peeled {
  /** The text as sent, and the text after each layer. */
  readonly stages: readonly [MappedText, ...MappedText[]];
  /** The decoded bytes if they are not text. */
  readonly bytes?: Uint8Array;
  /** A sentence that explains why decoding stopped. */
  readonly stopped?: string | undefined;
}

/** Data that is not text. */
interface Binary {
  readonly bytes: Uint8Array;
  readonly layers: readonly string[];
}

/** Text in which a layer can begin: a sign of a character code, eight characters of Base64, or a byte. */
const MAY_BE_ENCODED = /[%&\\+\u0080-\u00ff]|^\s{0,100}[\w+/=-]{8}/;

/**
 * Decodes a value: first as its part of the request encodes it, then percent-encoding, character references, escapes,
 * Base64, and compression in any order. Linear in the length of the decoded text.
 * @param isBase64 true if the value is declared as Base64
 * @throws ServiceError `too-large` if decompressed data exceeds the budget's explicit limit
 */
export function peel(sent: MappedText, encoding: Encoding, budget: Budget, isBase64 = false): Peeled {
  const stages: [MappedText, ...MappedText[]] = [sent];
  if (!isBase64 && !MAY_BE_ENCODED.test(sent.text)) return { stages };
  let left = ONE_VALUE.atLeast + ONE_VALUE.perUnit * sent.text.length;
  let last = sent;
  let next = undo(encoding, sent.text) ?? nextLayer(sent.text, budget, isBase64);
  for (; next !== undefined; next = nextLayer(last.text, budget)) {
    if (typeof next === 'string') return { stages, stopped: next };
    if (last.layers.length + next.layers.length - sent.layers.length > LAYERS_LIMIT)
      return { stages, stopped: `More than ${LAYERS_LIMIT} layers: the rest is not decoded.` };
    if ('bytes' in next) {
      const { bytes, layers } = next;
      // Each byte is a character, so that text among the bytes is found.
      const text = budget.takes(bytes.length) ? Buffer.from(bytes).toString('latin1') : '';
      return { stages: [...stages, last.become(madeFromAll(text, last.text.length, layers))], bytes };
    }
    // Decompressed data, which grows, has a limit of its own.
    left += Math.max(0, next.text.length - last.text.length);
    if (next.text.length > left || !budget.takes(next.text.length))
      return { stages, stopped: 'Not decoded further: its layers take too much memory.' };
    left -= next.text.length;
    last = last.become(next);
    stages.push(last);
  }
  return { stages };
}

/**
 * Decodes the outermost layer, or returns the reason why it was not decoded, or undefined if there is none. JSON is not
 * decoded as a whole, because its values are.
 */
function nextLayer(text: string, budget: Budget, isBase64 = false): Rewritten | Binary | string | undefined {
  if (looksLikeJson(text)) return undefined;
  const codes = undo('percent', text) ?? undo('entities', text) ?? undo('escapes', text);
  if (codes) return codes;
  const run = wholeBase64(text, { declared: isBase64 });
  if (run?.text !== undefined) return fromBase64(run, run.text);
  const bytes = run?.bytes ?? (isBinary(text) ? asBytes(text) : undefined);
  return bytes && fromBytes(bytes, text.length, run ? [run.layer] : [], budget);
}

/** Decodes bytes that make up `length` units of text: to text, or to binary data of a certain format. */
function fromBytes(
  bytes: Uint8Array,
  length: number,
  layers: readonly string[],
  budget: Budget,
): Rewritten | Binary | string {
  const undone = budget.decompress((limit) => decompressByStart(bytes, limit));
  return undone ? fromDecompressed(undone, length, layers) : ofBytes(bytes, length, layers);
}

/** Returns decompressed data as text if it is text, or the reason why it was not decompressed. */
export function fromDecompressed(
  undone: Decompressed,
  length: number,
  layers: readonly string[],
): Rewritten | Binary | string {
  if ('bytes' in undone) return ofBytes(undone.bytes, length, [...layers, undone.layer]);
  const megabytes = DECOMPRESSED_LIMIT / 1024 / 1024;
  return `Not decompressed (${undone.layer}): all compressed data of a log may grow to ${megabytes} MiB, and this would be more.`;
}

function ofBytes(bytes: Uint8Array, length: number, layers: readonly string[]): Rewritten | Binary {
  const text = asText(bytes);
  return text === undefined
    ? { bytes, layers: [...layers, formatOf(bytes) ?? 'binary data'] }
    : madeFromAll(text, length, layers);
}
