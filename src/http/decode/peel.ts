/** Removes the encodings from a value, one after another, until nothing changes. */

import { TooLargeHere } from '../../base/errors.ts';
import { type Message, message } from '../../text/l10n.ts';
import { cutName } from '../../text/strings.ts';
import { Allowance, LimitReached, reasonOf } from './allowance.ts';
import { type Base64Run, base64Map, findBase64, wholeBase64 } from './base64.ts';
import { asBytes, asText, formatOf, isBinary } from './bytes.ts';
import { undoEntities, undoEscapes, undoJsonEscapes, undoPercentEncoding } from './characterCodes.ts';
import { undoChunked } from './chunked.ts';
import { type Decompressed, decompressByStart } from './compression.ts';
import { DECOMPRESSED_LIMIT, LAYERS_LIMIT, PARTS_LIMIT, VALUES_LIMIT } from './decodeLimits.ts';
import { type JsonLayout, layOutJson } from './jsonText.ts';
import { OffsetMap } from './offsetMap.ts';
import type { PeeledText } from './peeledText.ts';

/** A part of a request, identified by its location. */
export interface DecodedPart {
  /** The location, for example `Query parameter q`; the name in it is untrusted text. */
  readonly place: Message;
  /** The name in the location: the name of a parameter, field, header, cookie, or member. */
  readonly name?: string | undefined;
  /**
   * The text after each layer, starting with the text as sent. The `layers` of the last stage list everything that was
   * decoded.
   */
  readonly stages: readonly [PeeledText, ...PeeledText[]];
  /** The decoded bytes if they are not text. They are mapped to the raw data only as a whole. */
  readonly bytes?: Uint8Array;
  /** A sentence that explains why decoding stopped. */
  readonly stopped?: string | undefined;
}

export interface PeelOptions {
  /** The name in the location. */
  readonly name?: string | undefined;
  /** True if `+` represents a space. */
  readonly plus?: boolean;
  /** True if the value is the content of a JSON string. */
  readonly jsonString?: boolean;
  /** True if the value is declared as Base64. */
  readonly base64?: boolean;
  /** True for a request line or headers: only their characters are decoded, because they contain no nested data. */
  readonly charactersOnly?: boolean | undefined;
  /** True to keep the part even if nothing was decoded. */
  readonly always?: boolean;
}

export const TOO_DEEP = `More than ${LAYERS_LIMIT} layers: the rest is not decoded.`;

/**
 * Collects the parts of one request, within limits that apply to all of them together (`decodeLimits.ts`). Takes time
 * linear in the length of the decoded text. If a part cannot be decoded, the reason is stored with it, and decoding of
 * the others continues.
 */
export class Peeler {
  readonly parts: DecodedPart[] = [];
  /** True if there are more parts than were kept or more values than were examined. */
  full = false;
  readonly #decompressedLimit: number;
  readonly #allowance = Allowance.ofAll();
  #decompressed = 0;
  #values = 0;

  /**
   * @param decompressedLimit maximum total size of decompressed data, in bytes; if it is below the default, exceeding
   *   it is an error
   */
  constructor(decompressedLimit = DECOMPRESSED_LIMIT) {
    this.#decompressedLimit = decompressedLimit;
  }

  /**
   * Decodes `value` and the values found in it: JSON strings and Base64 within other text.
   * @throws LimitReached if there are too many values or parts, after which `full` is true
   */
  peel(value: PeeledText, place: Message, options: PeelOptions = {}): void {
    this.#stopAt(++this.#values > VALUES_LIMIT);
    const allowance = this.#allowance.forValue(value.text.length);
    const { json, isStuck, ...unwrapped } = this.#unwrap(value, options, allowance);
    const { name } = options;
    const part = { place, name, ...unwrapped };
    this.#keep(part, options);
    const text = (json ? part.stages.at(-2) : part.stages.at(-1)) ?? value;
    for (const { member, ...range } of json?.strings ?? []) {
      this.peel(text.slice(range), message('{0}, {1}', place, jsonPlace(member)), {
        jsonString: true,
        name: member || undefined,
      });
    }
    if (json || options.charactersOnly || isStuck) return;
    let found = 0;
    for (const run of findBase64(text.text)) {
      found++;
      this.peel(text.slice(run), message('{0}, {1}', place, `${run.layer} ${found}`), { name });
    }
  }

  /** Keeps a part without decoding it. `stopped` is the reason, if the part should have been decoded. */
  keep(value: PeeledText, place: Message, stopped?: string): void {
    this.#keep({ place, stages: [value], stopped }, { always: true });
  }

  /**
   * Returns a body with its chunks joined, undefined if it is not chunked, or an error message if a limit is reached.
   */
  dechunk(body: PeeledText): PeeledText | string | undefined {
    const allowance = this.#allowance.forValue(body.text.length);
    try {
      const undone = undoChunked(body.text, allowance.stretches);
      if (!undone) return undefined;
      allowance.take(undone.text.length, undone.map.stretches);
      return body.become(undone.text, undone.map, ['chunked']);
    } catch (error) {
      return reasonOf(error);
    }
  }

  keepBytes(value: PeeledText, place: Message, binary: Binary): void {
    this.#keep({ place, stages: [value, binary.text], bytes: binary.bytes });
  }

  /**
   * Decompresses data and counts its size toward the shared limit.
   * @throws TooLargeHere
   */
  decompress(undo: (limit: number) => Decompressed | undefined): Decompressed | undefined {
    const undone = undo(Math.max(1, this.#decompressedLimit - this.#decompressed));
    if (undone && 'bytes' in undone) this.#decompressed += undone.bytes.length;
    else if (undone && this.#decompressedLimit < DECOMPRESSED_LIMIT) throw new TooLargeHere();
    return undone;
  }

  /** Decodes one layer after another until none are left, JSON or binary data is found, or a limit is reached. */
  #unwrap(value: PeeledText, options: PeelOptions, allowance: Allowance): Unwrapped {
    const stages: [PeeledText, ...PeeledText[]] = [value];
    const later = { charactersOnly: options.charactersOnly };
    let stopped: string | undefined;
    try {
      let next: PeeledText | Binary | string | undefined = options.jsonString
        ? unescapeJson(value, allowance)
        : value;
      for (let first = true; next !== undefined; first = false) {
        if (typeof next === 'string') return { stages, stopped: next, isStuck: true };
        if ('bytes' in next) return { stages: [...stages, next.text], bytes: next.bytes };
        if (next.layers.length > LAYERS_LIMIT) return { stages, stopped: TOO_DEEP, isStuck: true };
        if (next !== value) stages.push(next);
        const json = layOut(next.text, allowance);
        if (typeof json === 'string') stopped = json;
        else if (json) return { stages: [...stages, next.become(json.text, json.map, ['JSON'])], json };
        next = this.#next(next, first ? options : later, allowance);
      }
    } catch (error) {
      return { stages, stopped: reasonOf(error), isStuck: true };
    }
    return { stages, stopped };
  }

  /**
   * Decodes the next layer. Returns the resulting text or binary data, the reason why the layer was not decoded, or
   * undefined if there are no more layers.
   */
  #next(
    value: PeeledText,
    options: PeelOptions,
    allowance: Allowance,
  ): PeeledText | Binary | string | undefined {
    const { text } = value;
    const { plus = false } = options;
    const most = allowance.stretches;
    const rewritten =
      undoPercentEncoding(text, { plus, most }) ??
      undoEntities(text, { most }) ??
      undoEscapes(text, { most });
    if (rewritten) {
      allowance.take(rewritten.text.length, rewritten.map.stretches);
      return value.become(rewritten.text, rewritten.map, rewritten.layers);
    }
    if (options.charactersOnly) return undefined;

    const run = wholeBase64(text, { declared: options.base64 ?? false });
    if (run) return this.#fromBase64(value, run, allowance);
    const bytes = isBinary(text) ? asBytes(text) : undefined;
    return bytes && this.#fromBytes(value, bytes, [], allowance);
  }

  #fromBase64(value: PeeledText, run: Base64Run, allowance: Allowance): PeeledText | Binary | string {
    if (run.text === undefined) return this.#fromBytes(value, run.bytes, [run.layer], allowance);
    const map = base64Map(run, run.text);
    allowance.take(run.text.length, map.stretches);
    return value.become(run.text, map, [run.layer]);
  }

  #fromBytes(
    value: PeeledText,
    bytes: Uint8Array,
    layers: readonly string[],
    allowance: Allowance,
  ): PeeledText | Binary | string {
    const undone = this.decompress((limit) => decompressByStart(bytes, limit));
    if (undone && 'bytes' in undone) allowance.grow(undone.bytes.length);
    const decoded = this.fromDecompressed(value, bytes, undone, layers);
    if (typeof decoded === 'object' && 'layers' in decoded) allowance.take(decoded.text.length, 2);
    return decoded;
  }

  /** Returns decompressed bytes as text or binary data. */
  fromDecompressed(
    value: PeeledText,
    bytes: Uint8Array,
    undone: Decompressed | undefined,
    layers: readonly string[],
  ): PeeledText | Binary | string {
    if (undone && 'tooLarge' in undone) return tooLarge(undone.layer);
    const inner = undone?.bytes ?? bytes;
    const all = undone ? [...layers, undone.layer] : layers;
    const text = asText(inner);
    const whole = { start: 0, end: value.text.length };
    if (text !== undefined) return value.become(text, OffsetMap.whole(whole, text.length), all);
    const format = formatOf(inner) ?? 'binary data';
    return { text: value.become('', OffsetMap.whole(whole, 0), [...all, format]), bytes: inner };
  }

  #keep(part: DecodedPart, { always = false }: PeelOptions = {}): void {
    if (!always && part.stages.length === 1 && !part.stopped) return;
    this.#stopAt(this.parts.length >= PARTS_LIMIT);
    this.parts.push(part);
  }

  #stopAt(isLimit: boolean): void {
    if (!isLimit) return;
    this.full = true;
    throw new LimitReached();
  }
}

interface Unwrapped extends Omit<DecodedPart, 'place' | 'name'> {
  readonly json?: JsonLayout;
  /** True if decoding stopped at a limit. The remaining text might still be encoded, so it is not searched for data. */
  readonly isStuck?: true;
}

export interface Binary {
  /** Empty text that has the layers and the mapping of the binary data. */
  readonly text: PeeledText;
  readonly bytes: Uint8Array;
}

function tooLarge(layer: string): string {
  const megabytes = DECOMPRESSED_LIMIT / 1024 / 1024;
  return `Not decompressed (${layer}): all compressed data of a log may grow to ${megabytes} MiB, and this would be more.`;
}

function jsonPlace(member: string | undefined): Message {
  if (member === undefined) return message('JSON name');
  return member === '' ? message('JSON string') : message('JSON member {0}', cutName(member));
}

/** Returns the layout of JSON text, undefined for any other text, or an error message if a limit is reached. */
function layOut(text: string, allowance: Allowance): JsonLayout | string | undefined {
  try {
    const json = layOutJson(text, allowance.stretches);
    if (json) allowance.take(json.text.length, json.map.stretches);
    return json;
  } catch (error) {
    return reasonOf(error);
  }
}

/**
 * Returns the content of a JSON string with its escapes decoded, or the same value if it has no escapes. Throws
 * `LimitReached`.
 */
function unescapeJson(value: PeeledText, allowance: Allowance): PeeledText {
  const unescaped = undoJsonEscapes(value.text, allowance.stretches);
  if (!unescaped) return value;
  allowance.take(unescaped.text.length, unescaped.map.stretches);
  return value.become(unescaped.text, unescaped.map, unescaped.layers);
}
