/** Packs offset maps into one typed array, which can be transferred between threads without a copy. */
import { OffsetMap } from './offsetMap.ts';

export class MapPacker {
  readonly #offsets = new Map<OffsetMap, number>();
  #length = 0;

  /** Adds a map and returns its offset in the list. The same map is added once. */
  add(map: OffsetMap): number {
    const known = this.#offsets.get(map);
    if (known !== undefined) return known;
    const offset = this.#length;
    this.#offsets.set(map, offset);
    this.#length += 1 + 2 * map.outer.length;
    return offset;
  }

  /** Packs the maps: each as the number of its breakpoints, the outer ones and the inner ones. */
  pack(): Uint32Array<ArrayBuffer> {
    const packed = new Uint32Array(this.#length);
    for (const [{ outer, inner }, offset] of this.#offsets) {
      packed[offset] = outer.length;
      packed.set(outer, offset + 1);
      packed.set(inner, offset + 1 + outer.length);
    }
    return packed;
  }
}

/** Returns the map at an offset of the list. */
export function unpackMap(packed: Uint32Array, offset: number): OffsetMap {
  const count = packed[offset] ?? 0;
  const [outer, inner] = [offset + 1, offset + 1 + count];
  return new OffsetMap(packed.subarray(outer, inner), packed.subarray(inner, inner + count));
}
