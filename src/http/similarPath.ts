/** Paths that differ in their ids only. */

/** A segment of a path that is an id: a number, a UUID, a hash or a long token. */
const IDS: readonly RegExp[] = [
  /^\d+$/,
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
  // Words such as "facade" contain no digit.
  /^(?=[a-f]*\d)[\da-f]{8,128}$/i,
  /^(?=[a-z]*\d)[\da-z]{20,200}$/i,
  // Base64 for URLs: words joined by hyphens do not contain digits and letters of both cases.
  /^(?=[^\d]*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])[\w-]{20,200}$/,
];

/** A file extension, which is kept. */
const EXTENSION = /\.[a-z]{1,5}\d?$/i;

/** The placeholder of an id. */
export const ID = '{id}';

/**
 * Returns a path without its query, with `{id}` for each segment that is an id; a file extension is kept.
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
