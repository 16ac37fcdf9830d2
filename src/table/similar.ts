/** What makes one request like another: its path, whatever the numbers and ids in it. */

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
/** Hexadecimal digits as of a hash or an object's id; words such as “facade” are none. */
const HASH = /(?<![\da-z])(?=[a-f]{0,40}\d)[\da-f]{8,128}(?![\da-z])/gi;
/** As of Base64 for URLs, with a digit in it. */
const TOKEN = /(?<![\w-])(?=[a-z_-]{0,40}\d)[\w-]{20,200}(?![\w-])/gi;
const NUMBER = /\d+/g;

/** The placeholder of an id. */
export const ID = '{id}';

/**
 * Returns a path without its query, with `{id}` for numbers, UUIDs, hashes and long tokens.
 * @example similarPath('/orders/1234/items?page=2') // '/orders/{id}/items'
 */
export function similarPath(path: string): string {
  const [start = ''] = path.split(/[?#]/, 1);
  return start.replace(UUID, ID).replace(HASH, ID).replace(TOKEN, ID).replace(NUMBER, ID);
}
