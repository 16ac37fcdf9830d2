/** Groups paths that differ only in their IDs. */

/** A path segment that is an ID: a number, a UUID, a hash, or a long token. */
const IDS: readonly RegExp[] = [
  /^\d+$/,
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  // Requires a digit, to exclude words such as "facade".
  /^(?=[a-f]*\d)[\da-f]{8,128}$/i,
  /^(?=[a-z]*\d)[\da-z]{20,200}$/i,
  // Base64url. Requires digits and letters of both cases, which hyphenated words do not have.
  /^(?=[^\d]*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])[\w-]{20,200}$/,
];

/** A file extension, which is kept. */
const EXTENSION = /\.[a-z]{1,5}\d?$/i;

/** The placeholder for an ID. */
export const ID = '{id}';

/**
 * Returns a path without its query, with `{id}` in place of each segment that is an ID; file extensions are kept.
 * @example similarPath('/api/v2/orders/1234/items?page=2') // '/api/v2/orders/{id}/items'
 */
export function similarPath(path: string): string {
  const [start = ''] = path.split(/[?#]/, 1);
  return start.split('/').map(similarSegment).join('/');
}

function similarSegment(segment: string): string {
  const [extension = ''] = EXTENSION.exec(segment) ?? [];
  const name = segment.slice(0, segment.length - extension.length);
  return IDS.some((id) => id.test(name)) ? ID + extension : segment;
}
