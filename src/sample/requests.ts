/** Creates the text of an HTTP/1.1 request. */
import type { Header } from '../service/model.ts';
import type { Random } from './random.ts';

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
  const result = [...headers];
  for (const header of others) {
    const place = result.findIndex(([name]) => name.toLowerCase() === header[0].toLowerCase());
    result.splice(place < 0 ? result.length : place, place < 0 ? 0 : 1, header);
  }
  return result;
}

/** Returns the headers that describe `body`. */
export function bodyHeaders(body: SampleBody): Header[] {
  return [
    ['Content-Type', body.type],
    ['Content-Length', String(body.length)],
  ];
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

/** A part of a multipart body: a file if it has a file name; otherwise, a field. */
export interface Part {
  readonly name: string;
  readonly fileName?: string;
  readonly type?: string;
  readonly content: string;
  /** The number of times that `content` is repeated; defaults to 1. */
  readonly times?: number;
}

/** Returns a `multipart/form-data` body, which is assembled only when its text is requested. */
export function multipartBody(random: Random, parts: readonly Part[]): SampleBody {
  const boundary = `----SampleFormBoundary${random.hex(12)}`;
  const heads = parts.map(({ name, fileName, type }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    const contentType = type === undefined ? '' : `Content-Type: ${type}\r\n`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${contentType}\r\n`;
  });
  const end = `--${boundary}--\r\n`;
  const lengths = parts.map(
    ({ content, times = 1 }, position) =>
      Buffer.byteLength(heads[position] ?? '') + Buffer.byteLength(content) * times + 2,
  );
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: lengths.reduce((left, right) => left + right, Buffer.byteLength(end)),
    text: () =>
      parts
        .map(({ content, times = 1 }, position) => `${heads[position]}${content.repeat(times)}\r\n`)
        .join('') + end,
  };
}

export function joinFields(fields: readonly SampleField[]): string {
  return fields.map(([name, value]) => `${name}=${value}`).join('&');
}

/** Three ways in which clients encode text in a query or form. All of them encode spaces. */
export const encodings: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  (text) => text.replace(/[\s#%&+;]/g, encodeURIComponent),
];

/** Percent-encodes a path, as browsers do, or leaves its letters unencoded, as careless clients do. */
export function encodePath(random: Random, path: string): string {
  return random.chance(0.75) ? encodeURI(path) : path;
}

/** Escapes text for use between tags in an XML document. */
export function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
