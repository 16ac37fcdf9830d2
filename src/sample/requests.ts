/** Creates the text of an HTTP/1.1 request. */
import type { Header } from '../service/model.ts';

export interface SampleBody {
  /** Value of `Content-Type`. */
  readonly type: string;
  /** Number of bytes in UTF-8. */
  readonly length: number;
  /** Creates the text, which can be large. */
  readonly text: () => string;
}

export interface SampleRequest {
  readonly method: string;
  /** The request target, without spaces. */
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body?: SampleBody;
}

export type SampleField = readonly [name: string, value: string];

/** Returns the first line of a request. */
export function requestLine({ method, target }: SampleRequest): string {
  return `${method} ${target} HTTP/1.1`;
}

/** Returns the request as sent: first line, headers, empty line, and body. */
export function rawRequest(request: SampleRequest): string {
  const lines = request.headers.map(([name, value]) => `${name}: ${value}`);
  return `${[requestLine(request), ...lines].join('\r\n')}\r\n\r\n${request.body?.text() ?? ''}`;
}

/** Returns `headers` with `others` added. Headers with the same name are replaced. */
export function withHeaders(headers: readonly Header[], others: readonly Header[]): Header[] {
  const names = new Set(others.map(([name]) => name));
  return [...headers.filter(([name]) => !names.has(name)), ...others];
}

export function textBody(type: string, text: string): SampleBody {
  return { type, length: Buffer.byteLength(text), text: () => text };
}

/** Returns an `application/x-www-form-urlencoded` body; the fields must already be encoded. */
export function formBody(fields: readonly SampleField[]): SampleBody {
  return textBody('application/x-www-form-urlencoded', joinFields(fields));
}

export function jsonBody(fields: readonly SampleField[]): SampleBody {
  return textBody('application/json', JSON.stringify(Object.fromEntries(fields), undefined, 2));
}

/**
 * Returns a `multipart/form-data` body with two files, which is assembled only when its text is requested.
 * @param times the number of times that the padding in the second file is repeated
 */
export function uploadBody(boundary: string, fileName: string, content: string, times: number): SampleBody {
  const start = (name: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${name}\r\nContent-Type: ${type}\r\n\r\n`;
  const file = `${start(`name="avatar"; filename="${fileName}"`, 'image/jpeg')}${content}\r\n`;
  const padded = start('name="file"; filename="padding.gif"', 'image/gif');
  const padding = 'GIF89a padding.\n';
  const end = `\r\n--${boundary}--\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: Buffer.byteLength(file) + padded.length + padding.length * times + end.length,
    text: () => file + padded + padding.repeat(times) + end,
  };
}

export function joinFields(fields: readonly SampleField[]): string {
  return fields.map(([name, value]) => `${name}=${value}`).join('&');
}

/** Two ways in which clients encode text in a query or form. */
export const encodings: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  (text) => encodeURIComponent(text).replaceAll('%20', '+'),
];

/** Escapes text for use between tags in an XML document. */
export function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
