import { OffsetMap, outwards, type TextRange } from './offsetMap.ts';

/** Text at a certain stage of decoding, with its mapping to the raw data. Immutable. */
export class PeeledText {
  readonly text: string;
  /** The layers decoded so far, outermost first. */
  readonly layers: readonly string[];
  readonly #maps: readonly OffsetMap[];
  /** The offset of this text within the text to which the last map leads; undefined if this text is that whole text. */
  readonly #start: number | undefined;

  private constructor(text: string, layers: readonly string[], maps: readonly OffsetMap[], start?: number) {
    this.text = text;
    this.layers = layers;
    this.#maps = maps;
    this.#start = start;
  }

  /** The maps from the raw data to this text. */
  get maps(): readonly OffsetMap[] {
    const start = this.#start;
    return start === undefined
      ? this.#maps
      : [...this.#maps, OffsetMap.slice(start, start + this.text.length)];
  }

  /** Returns the raw data as is. */
  static raw(text: string): PeeledText {
    return new PeeledText(text, [], []);
  }

  /** Returns a part of this text. */
  slice({ start, end }: TextRange): PeeledText {
    return new PeeledText(this.text.slice(start, end), this.layers, this.#maps, (this.#start ?? 0) + start);
  }

  /** Returns the text that results from decoding this one. */
  become(text: string, map: OffsetMap, layers: readonly string[]): PeeledText {
    return new PeeledText(text, [...this.layers, ...layers], [...this.maps, map]);
  }

  /** Returns other text of the same length, with the same mapping. */
  with(text: string): PeeledText {
    return new PeeledText(text, this.layers, this.#maps, this.#start);
  }

  /** Maps a range of this text, by default all of it, to the raw data. */
  toRaw({ start, end }: TextRange = { start: 0, end: this.text.length }): TextRange {
    const from = this.#start ?? 0;
    const inner = { start: from + start, end: from + end };
    return this.#maps.length === 0 ? inner : outwards(this.#maps, inner);
  }
}
