/** Finds client addresses in the headers that proxies and content delivery networks send. */
import { type Finding, matches } from './headerGrammar.ts';
import { wordLists } from './wordLists.ts';

const V4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}/g;
const V6 =
  /(?<![\da-f:])(?:[\da-f]{1,4}:){1,7}(?::|[\da-f]{1,4}|(?::[\da-f]{1,4}){1,7})(?![\da-f:])|(?<![\da-f:])::(?:[\da-f]{1,4}:){0,6}[\da-f]{1,4}(?![\da-f:])/gi;

/** Returns true if the header with this name contains the client's address. */
export function carriesAddress(header: string): boolean {
  return wordLists.clientAddressHeaders.has(header.trim().toLowerCase().replaceAll('_', '-'));
}

/** Returns the IP addresses in the value of one of these headers. */
export function findAddresses(value: string): Finding[] {
  return [V6, V4]
    .flatMap((pattern) => matches(value, pattern, 'address'))
    .sort((one, other) => one.start - other.start);
}
