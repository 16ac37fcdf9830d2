/**
 * Raw requests whose bodies have many fields, one in seven containing a secret under its name, for tests and
 * benchmarks.
 */
import { Random } from '../../../src/sample/random.ts';

const NAMES = ['user', 'id', 'note', 'password', 'comment', 'token', 'page', 'title', 'q', 'csrf_token'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];

const kinds = {
  form: {
    type: 'application/x-www-form-urlencoded',
    field: (name: string, value: string) => `${name}=${encodeURIComponent(value).replaceAll('%20', '+')}&`,
    around: ['', 'end=1'],
  },
  JSON: {
    type: 'application/json',
    field: (name: string, value: string) => `{"${name}":"${value}"},`,
    around: ['[', '1]'],
  },
  XML: {
    type: 'application/xml',
    field: (name: string, value: string) => `<row><${name}>${value}</${name}></row>\n`,
    around: ['<rows>', '</rows>'],
  },
  multipart: {
    type: 'multipart/form-data; boundary=XX',
    field: (name: string, value: string) =>
      `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    around: ['', '--XX--\r\n'],
  },
} as const;

export const BODY_KINDS = Object.keys(kinds) as readonly (keyof typeof kinds)[];

/** Returns a raw request whose body has about `size` characters. */
export function bodyOf(kind: keyof typeof kinds, size: number): string {
  const { type, field, around } = kinds[kind];
  const random = new Random(17);
  const fields: string[] = [];
  for (let length = 0, index = 0; length < size; index++) {
    const isRandom = index % 7 === 0;
    const value = isRandom
      ? Array.from({ length: 20 }, () => random.pick(LETTERS)).join('')
      : `some text, number ${index}!`;
    const made = field(NAMES[index % NAMES.length] ?? '', value);
    fields.push(made);
    length += made.length;
  }
  return `POST /a HTTP/1.1\r\nHost: shop.example\r\nContent-Type: ${type}\r\n\r\n${around[0]}${fields.join('')}${around[1]}`;
}
