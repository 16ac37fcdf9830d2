/**
 * Limits for decoding one log, because a 10 KB request can be crafted to expand to gigabytes. If a limit is reached in
 * one part, the reason is stored with that part, and decoding of the other parts continues. Lengths are in UTF-16
 * units.
 */

/** Maximum length of raw data to decode. */
export const DECODE_LIMIT = 20 * 1024 * 1024;
/** Maximum total size, in bytes, of the decompressed data of a log. */
export const DECOMPRESSED_LIMIT = 8 * 1024 * 1024;
/** Maximum number of layers to decode in a value. An attacker can nest as many layers as there are characters. */
export const LAYERS_LIMIT = 16;
/** Maximum number of values to examine; most contain nothing to decode. */
export const VALUES_LIMIT = 100_000;
/** Maximum number of parts to keep: decoded values and values that are always shown. */
export const PARTS_LIMIT = 1000;
/** Maximum nesting depth of formatted JSON. */
export const JSON_DEPTH_LIMIT = 64;

/** Limits shared by all values of a log; each value also has its own allowance (`allowance.ts`). */
export const ALL_VALUES = {
  /** The total length of the decoded text of all layers. */
  units: 96 * 1024 * 1024,
  /** The total number of stretches in all offset maps. Each encoded character and each JSON token starts one or two. */
  stretches: 16 * 1024 * 1024,
} as const;

/** The allowance of one value: a fixed amount plus an amount for each of its units. */
export const ONE_VALUE = {
  units: { atLeast: 64 * 1024, perUnit: 3 },
  stretches: { atLeast: 4 * 1024, atMost: 4 * 1024 * 1024 },
} as const;
