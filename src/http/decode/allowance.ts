import { isTooLargeHere } from '../../base/errors.ts';
import { ALL_VALUES, ONE_VALUE } from './decodeLimits.ts';

/** Thrown when a limit in `decodeLimits.ts` is reached; the message, if any, is a sentence for the user. */
export class LimitReached extends Error {}

/**
 * The amount of text and the number of offset-map stretches that are left for decoding one value or a whole log. A
 * value's allowance depends on its length, so that one value cannot use up the allowance of the others.
 */
export class Allowance {
  #units: number;
  #stretches: number;
  readonly #all: Allowance | undefined;

  private constructor(units: number, stretches: number, all?: Allowance) {
    this.#units = units;
    this.#stretches = stretches;
    this.#all = all;
  }

  static ofAll(): Allowance {
    return new Allowance(ALL_VALUES.units, ALL_VALUES.stretches);
  }

  /** Returns the allowance for a value of this length, which is deducted from this allowance as it is used. */
  forValue(length: number): Allowance {
    const { units, stretches } = ONE_VALUE;
    return new Allowance(
      units.atLeast + units.perUnit * length,
      stretches.atLeast + Math.min(length, stretches.atMost),
      this,
    );
  }

  /** Increases a value's allowance to account for the output of its decompression. */
  grow(length: number): void {
    const { units, stretches } = ONE_VALUE;
    this.#units += units.perUnit * length;
    this.#stretches = Math.min(stretches.atLeast + stretches.atMost, this.#stretches + length);
  }

  /** The maximum number of stretches in the next offset map. */
  get stretches(): number {
    return Math.min(this.#stretches, this.#all?.stretches ?? this.#stretches);
  }

  /**
   * Deducts the cost of decoding a layer.
   * @throws LimitReached
   */
  take(units: number, stretches: number): void {
    this.#units -= units;
    this.#stretches -= stretches;
    this.#all?.take(units, stretches);
    if (this.#units < 0) throw new LimitReached('Not decoded further: its layers take too much memory.');
    if (this.#stretches < 0) throw new LimitReached(TOO_MANY_STRETCHES);
  }
}

export const TOO_MANY_STRETCHES = 'Not decoded further: too many of its characters are encoded.';

/** Returns a sentence that explains why decoding of a value stopped; rethrows errors that the caller handles. */
export function reasonOf(error: unknown): string {
  if (isTooLargeHere(error)) throw error;
  if (error instanceof LimitReached) return error.message;
  return 'Not decoded further: its decoding failed.';
}
