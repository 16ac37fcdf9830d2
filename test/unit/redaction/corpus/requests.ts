/** Short functions for the raw requests of the corpus. */

type Headers = Readonly<Record<string, string>>;

export const FORM = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';
export const XML = 'text/xml; charset=utf-8';
export const PLAIN = 'text/plain; charset=utf-8';

const usual: Headers = {
  Host: 'shop.example',
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  Accept: '*/*',
};

/** Returns a raw request. A `Host`, `User-Agent`, or `Accept` in `headers` replaces the default one. */
export function request(method: string, target: string, headers: Headers, body = ''): string {
  const lines = Object.entries({ ...usual, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `${[`${method} ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`;
}

export function get(target: string, headers: Headers = {}): string {
  return request('GET', target, headers);
}

/** Returns a request with a body; its `Content-Length` counts UTF-8 bytes. */
export function send(
  method: string,
  target: string,
  type: string,
  body: string,
  headers: Headers = {},
): string {
  const length = String(Buffer.byteLength(body));
  return request(method, target, { ...headers, 'Content-Type': type, 'Content-Length': length }, body);
}

export function post(target: string, type: string, body: string, headers: Headers = {}): string {
  return send('POST', target, type, body, headers);
}

/** Returns a form as sent by a browser; the fields are encoded here. */
export function postForm(
  target: string,
  fields: Readonly<Record<string, string>>,
  headers: Headers = {},
): string {
  return post(target, FORM, new URLSearchParams(fields).toString(), headers);
}

export function postJson(target: string, value: unknown, headers: Headers = {}): string {
  return post(target, JSON_TYPE, JSON.stringify(value), headers);
}

export function postXml(target: string, text: string, headers: Headers = {}): string {
  return post(target, XML, `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`, headers);
}

export function postText(target: string, text: string, headers: Headers = {}): string {
  return post(target, PLAIN, text, headers);
}

/** Returns a `multipart/form-data` request with fields and, for values that have a file name, files. */
export function postMultipart(
  target: string,
  parts: readonly (readonly [name: string, value: string, fileName?: string])[],
): string {
  const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
  const texts = parts.map(([name, value, fileName]) => {
    const file =
      fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  return post(target, `multipart/form-data; boundary=${boundary}`, `${texts.join('')}--${boundary}--\r\n`);
}
