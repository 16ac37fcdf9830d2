/**
 * Returns a JSON value as text: strings unchanged, and any other value as JSON. Long values are truncated and followed
 * by `…`. The time required does not depend on the length of the value.
 * @param limit UTF-16 units
 */
export function valueStart(value: unknown, limit: number): string {
  return textStart(typeof value === 'string' ? value : jsonStart(value, limit + 1), limit);
}

/** Returns the text, truncated and followed by `…` if it is longer than `limit`. */
export function textStart(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}

/** Returns at least the first `limit` units of the value's JSON, if it is that long. */
function jsonStart(value: unknown, limit: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, limit));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const isList = Array.isArray(value);
  let json = isList ? '[' : '{';
  for (const name of Object.keys(value)) {
    if (json.length >= limit) return json;
    if (json.length > 1) json += ',';
    if (!isList) json += `${JSON.stringify(name.slice(0, limit))}:`;
    json += jsonStart((value as Record<string, unknown>)[name], limit - json.length);
  }
  return json + (isList ? ']' : '}');
}
