/**
 * Limits of decoding one log: a request of 10 KB can be made to grow to gigabytes. Where a limit is reached, the part
 * says so and the others go on. Lengths are in UTF-16 units.
 */

/** Raw data that is decoded. */
export const DECODE_LIMIT = 20 * 1024 * 1024;
/** Bytes that all compressed data of a log may grow to. */
export const DECOMPRESSED_LIMIT = 8 * 1024 * 1024;
/** Layers of one value. An attacker can nest as many as there are characters. */
export const LAYERS_LIMIT = 16;
/** Values that are looked at; most have nothing to undo. */
export const VALUES_LIMIT = 100_000;
/** The number of parts that are kept: decoded values, and those that are always shown. */
export const PARTS_LIMIT = 1000;
/** Levels of nesting of JSON that is laid out. */
export const JSON_DEPTH_LIMIT = 64;

/** The limits that all values of a log share; each value also has an allowance of its own (`allowance.ts`). */
export const ALL_VALUES = {
  /** Text that came out of all layers. */
  units: 96 * 1024 * 1024,
  /** Stretches of all offset maps: each encoded character, and each token of JSON, begins one or two. */
  stretches: 16 * 1024 * 1024,
} as const;

/** The allowance of one value: a fixed part, and a part for each of its units. */
export const ONE_VALUE = {
  units: { atLeast: 64 * 1024, perUnit: 3 },
  stretches: { atLeast: 4 * 1024, atMost: 4 * 1024 * 1024 },
} as const;
