/**
 * Limits for decoding one log: a request of 10 KB can be crafted to expand to gigabytes. When a part reaches a limit,
 * it reports that and the other parts continue. Lengths are in UTF-16 units.
 */

/** Maximum raw data that is decoded. */
export const DECODE_LIMIT = 20 * 1024 * 1024;
/** Maximum bytes of all decompressed data of a log. */
export const DECOMPRESSED_LIMIT = 8 * 1024 * 1024;
/** Maximum layers of one value. An attacker can nest as many as there are characters. */
export const LAYERS_LIMIT = 16;
/** Maximum values that are examined; most have nothing to decode. */
export const VALUES_LIMIT = 100_000;
/** Maximum parts that are kept: decoded values, and those that are always shown. */
export const PARTS_LIMIT = 1000;
/** Maximum nesting levels of formatted JSON. */
export const JSON_DEPTH_LIMIT = 64;

/** The limits that all values of a log share; each value also has its own allowance (`allowance.ts`). */
export const ALL_VALUES = {
  /** The decoded text of all layers. */
  units: 96 * 1024 * 1024,
  /** Stretches of all offset maps: each encoded character, and each token of JSON, begins one or two. */
  stretches: 16 * 1024 * 1024,
} as const;

/** The allowance of one value: a fixed part, and a part for each of its units. */
export const ONE_VALUE = {
  units: { atLeast: 64 * 1024, perUnit: 3 },
  stretches: { atLeast: 4 * 1024, atMost: 4 * 1024 * 1024 },
} as const;
