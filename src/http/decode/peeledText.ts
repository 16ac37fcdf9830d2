import { OffsetMap, outwards, type TextRange } from './offsetMap.ts';

/** A text on its way out of its encodings, with the way back to the raw data. Immutable. */
export class PeeledText {
  readonly text: string;
  /** The layers that were undone so far, outermost first. */
  readonly layers: readonly string[];
  /** The maps from the raw data to this text. */
  readonly maps: readonly OffsetMap[];

  private constructor(text: string, layers: readonly string[], maps: readonly OffsetMap[]) {
    this.text = text;
    this.layers = layers;
    this.maps = maps;
  }

  /** The raw data itself. */
  static raw(text: string): PeeledText {
    return new PeeledText(text, [], []);
  }

  /** A part of this text. */
  slice({ start, end }: TextRange): PeeledText {
    return new PeeledText(this.text.slice(start, end), this.layers, [
      ...this.maps,
      OffsetMap.slice(start, end),
    ]);
  }

  /** Returns the text that this one was decoded to. */
  become(text: string, map: OffsetMap, layers: readonly string[]): PeeledText {
    return new PeeledText(text, [...this.layers, ...layers], [...this.maps, map]);
  }

  /** Maps a range of this text to the raw data; the whole text unless a range is given. */
  toRaw(range: TextRange = { start: 0, end: this.text.length }): TextRange {
    return outwards(this.maps, range);
  }
}
