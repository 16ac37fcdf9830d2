import { OffsetMap, outwards, type TextRange } from './offsetMap.ts';

/** Text at a certain stage of decoding, with its mapping to the raw data. Immutable. */
export class PeeledText {
  readonly text: string;
  /** The layers decoded so far, outermost first. */
  readonly layers: readonly string[];
  /** The maps from the raw data to this text. */
  readonly maps: readonly OffsetMap[];

  private constructor(text: string, layers: readonly string[], maps: readonly OffsetMap[]) {
    this.text = text;
    this.layers = layers;
    this.maps = maps;
  }

  /** Returns the raw data as is. */
  static raw(text: string): PeeledText {
    return new PeeledText(text, [], []);
  }

  /** Returns a part of this text. */
  slice({ start, end }: TextRange): PeeledText {
    return new PeeledText(this.text.slice(start, end), this.layers, [
      ...this.maps,
      OffsetMap.slice(start, end),
    ]);
  }

  /** Returns the text that results from decoding this one. */
  become(text: string, map: OffsetMap, layers: readonly string[]): PeeledText {
    return new PeeledText(text, [...this.layers, ...layers], [...this.maps, map]);
  }

  /** Maps a range of this text, by default all of it, to the raw data. */
  toRaw(range: TextRange = { start: 0, end: this.text.length }): TextRange {
    return outwards(this.maps, range);
  }
}
