import { Random } from '../../../../src/sample/random.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';

/** A deterministic stream of random-looking secrets. */
export class Values {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /** Returns `length` characters of `alphabet`. */
  of(alphabet: string, length: number): string {
    return Array.from({ length }, () => this.#random.pick([...alphabet])).join('');
  }

  /** Returns `length` letters and digits. */
  text(length: number): string {
    return this.of(LOWER + UPPER + DIGITS, length);
  }

  /** Returns `length` lowercase letters and digits. */
  lower(length: number): string {
    return this.of(LOWER + DIGITS, length);
  }

  /** Returns `length` uppercase letters and digits. */
  upper(length: number): string {
    return this.of(UPPER + DIGITS, length);
  }

  digits(length: number): string {
    return this.of(DIGITS, length);
  }

  hex(length: number): string {
    return this.#random.hex(length);
  }

  /** Returns `length` characters of Base64url. */
  url(length: number): string {
    return this.of(`${LOWER}${UPPER}${DIGITS}-_`, length);
  }

  /** Returns the padded Base64 of `bytes` random bytes. */
  base64(bytes: number): string {
    return Buffer.from(this.hex(bytes * 2), 'hex').toString('base64');
  }

  /** Returns a version 4 UUID. */
  uuid(): string {
    const text = this.hex(30);
    return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(12, 15)}-a${text.slice(15, 18)}-${text.slice(18, 30)}`;
  }

  /** Returns a JSON Web Token with the given claims and a random signature. */
  jwt(claims: Readonly<Record<string, unknown>>): string {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${this.url(43)}`;
  }
}
