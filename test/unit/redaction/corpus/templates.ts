/** Cases in short form: a template in which `§` represents the secret. */
import { type SecretCase, secrets } from './case.ts';
import { FORM, get, JSON_TYPE, post, postMultipart, postText, postXml } from './requests.ts';
import { Values } from './values.ts';

const v = new Values(406);

/** Generators of secrets, by kind. */
export const kinds = {
  /** A generated password. */
  p: () => v.text(12),
  /** A password that a user chose. */
  P: () => `Kr${v.lower(5)}!${v.digits(2)}`,
  h: () => v.hex(32),
  H: () => v.hex(64),
  t: () => v.text(32),
  T: () => v.url(43),
  b: () => v.base64(32),
  u: () => v.uuid(),
  d: () => v.digits(6),
  j: () => v.jwt({ sub: v.digits(6) }),
};

/** The locations for templates: a target, a form, JSON, XML, text, a header line, or a multipart field. */
export const places = {
  q: (text: string) => get(text),
  f: (text: string) => post('/submit', FORM, text),
  j: (text: string) => post('/api', JSON_TYPE, text),
  x: (text: string) => postXml('/xml', text),
  t: (text: string) => postText('/paste', text),
  h: (text: string) =>
    get('/account', { [text.slice(0, text.indexOf(':'))]: text.slice(text.indexOf(':') + 1).trim() }),
  m: (text: string) => {
    const at = text.indexOf('=');
    return postMultipart('/upload', [
      ['title', 'a'],
      [text.slice(0, at), text.slice(at + 1)],
    ]);
  },
};

export type Line = readonly [place: keyof typeof places, kind: keyof typeof kinds, template: string];

/** Returns the case for each template. The request contains the result of `change` for the secret. */
export function cases(
  name: string,
  source: string,
  lines: readonly Line[],
  change = (text: string) => text,
): readonly SecretCase[] {
  return secrets(
    `documented: ${name}`,
    source,
    lines.map(([place, kind, template]) => [
      `documented ${name}: ${place} ${template}`,
      kinds[kind](),
      (secret) => places[place](template.replaceAll('§', () => change(secret))),
    ]),
  );
}
