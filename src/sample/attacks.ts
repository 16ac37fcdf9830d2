/** Creates HTTP/1.1 requests that carry an attack in different parts: the query, a form, or JSON. */
import type { Header } from '../service/model.ts';
import type { Random } from './random.ts';
import type { SampleDomain } from './sampleDomains.ts';

interface SampleBody {
  /** Value of `Content-Type`. */
  readonly type: string;
  readonly text: string;
}

interface SampleRequest {
  readonly method: string;
  /** The request target, without spaces. */
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body?: string;
}

type SampleField = readonly [name: string, value: string];

/** Returns the first line of a request. */
export function requestLine({ method, target }: SampleRequest): string {
  return `${method} ${target} HTTP/1.1`;
}

/** Returns the request as sent: first line, headers, empty line, and body. */
export function rawRequest(request: SampleRequest): string {
  const lines = request.headers.map(([name, value]) => `${name}: ${value}`);
  return `${[requestLine(request), ...lines].join('\r\n')}\r\n\r\n${request.body ?? ''}`;
}

/** Returns `headers` with `others` added. Headers with the same name are replaced. */
export function withHeaders(headers: readonly Header[], others: readonly Header[]): Header[] {
  const names = new Set(others.map(([name]) => name));
  return [...headers.filter(([name]) => !names.has(name)), ...others];
}

/**
 * Returns a `multipart/form-data` body with two files.
 * @param times the number of times that the padding in the second file is repeated
 */
export function uploadBody(boundary: string, fileName: string, content: string, times: number): SampleBody {
  const part = (name: string, type: string, text: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${name}\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
  const avatar = part(`name="avatar"; filename="${fileName}"`, 'image/jpeg', content);
  const file = part('name="file"; filename="padding.gif"', 'image/gif', 'GIF89a padding.\n'.repeat(times));
  return { type: `multipart/form-data; boundary=${boundary}`, text: `${avatar}${file}--${boundary}--\r\n` };
}

function joinFields(fields: readonly SampleField[]): string {
  return fields.map(([name, value]) => `${name}=${value}`).join('&');
}

/** A request and the attack that the service detects in it. */
export interface Attack extends SampleRequest {
  /** The text that the rule matches, exactly as in the request. */
  readonly detected: string;
  /** The location of the value, for example `parameter q`. */
  readonly place: string;
}

type Carrier = (random: Random, domain: SampleDomain, name: string, payload: string) => Attack;

const inQuery: Carrier = (random, domain, name, payload) => {
  const detected = encodeURIComponent(payload);
  const fields: SampleField[] = [[name, detected]];
  if (random.chance(0.6)) fields.unshift(['page', String(random.between(1, 40))]);
  if (random.chance(0.3)) fields.push(['keyword', encodeURIComponent(random.pick(domain.language.words))]);
  return get(`${page(random, domain)}?${joinFields(fields)}`, detected, `parameter ${name}`);
};

const inForm: Carrier = (random, domain, name, payload) => {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
  const detected = encode(payload);
  const others = person(random, domain).map(([field, value]): SampleField => [field, encode(value)]);
  const text = joinFields([...others, [name, detected]]);
  const body = { type: 'application/x-www-form-urlencoded', text };
  return post(random, domain, body, detected, `parameter ${name}`);
};

const inJson: Carrier = (random, domain, name, payload) => {
  const detected = JSON.stringify(payload).slice(1, -1);
  const fields = Object.fromEntries([...person(random, domain), [name, payload]]);
  const body = { type: 'application/json', text: JSON.stringify(fields, undefined, 2) };
  return post(random, domain, body, detected, `JSON field ${name}`);
};

const carriers = [inQuery, inQuery, inQuery, inForm, inForm, inJson, inJson];

/** Creates a request that contains `payload` in a random part, as the value of `name`, which must be a single word. */
export const carry: Carrier = (random, domain, name, payload) =>
  random.pick(carriers)(random, domain, name, payload);

/** Creates a GET request. */
export function get(target: string, detected: string, place: string): Attack {
  return { method: 'GET', target, headers: [], detected, place };
}

/** Creates a POST request that sends `body` to one of the domain's pages. */
export function post(
  random: Random,
  domain: SampleDomain,
  { type, text }: SampleBody,
  detected: string,
  place: string,
): Attack {
  const headers: Header[] = [
    ['Content-Type', type],
    ['Content-Length', String(Buffer.byteLength(text))],
  ];
  return { method: 'POST', target: page(random, domain), headers, body: text, detected, place };
}

/** Returns the encoded path of one of the domain's pages. */
export function page(random: Random, domain: SampleDomain): string {
  return encodeURI(random.pick(domain.language.pages));
}

/** Returns form fields as filled in by a visitor. The secrets and card numbers are well-known test values. */
function person(random: Random, { language }: SampleDomain): SampleField[] {
  const fields: SampleField[] = [
    ['name', random.pick(language.people)],
    ['email', `visitor${random.between(1, 999)}@mail.example`],
    ['message', random.pick(language.words)],
  ];
  if (random.chance(0.5)) fields.push(['password', `not-a-password-${random.hex(6)}`]);
  if (random.chance(0.2)) fields.push(['card_number', '4111111111111111']);
  return fields;
}
