/** Finds IP addresses. */
import { type Finding, matches } from './headerGrammar.ts';

const V4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}/g;
const V6 =
  /(?<![\da-f:])(?:[\da-f]{1,4}:){1,7}(?::|[\da-f]{1,4}|(?::[\da-f]{1,4}){1,7})(?![\da-f:])|(?<![\da-f:])::(?:[\da-f]{1,4}:){0,6}[\da-f]{1,4}(?![\da-f:])/gi;

/** Returns the IP addresses in a text. */
export function findAddresses(text: string): Finding[] {
  return [V6, V4]
    .flatMap((pattern) => matches(text, pattern, 'address'))
    .sort((one, other) => one.start - other.start);
}
