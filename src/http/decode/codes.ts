/** Decodes encodings that represent one character as several. Linear in the length of the text. */
import { Rewriter, type Rewritten } from './mappedText.ts';

/**
 * An encoding: `form` is percent-encoding with `+` for a space, `json` the content of a JSON string, `entities` are
 * character references, `escapes` those with a backslash and a code, and `any` is any of these.
 */
export type Encoding = 'form' | 'percent' | 'json' | 'entities' | 'escapes' | 'any' | 'none';

interface Character {
  readonly text: string;
  /** The name of its encoding. */
  readonly layer: string;
}

/** Returns the character that a code represents, or undefined for text that only looks like a code. */
type Decode = (code: string) => Character | undefined;

interface Codes {
  /** A character in each of the codes, so that most texts need no search. */
  readonly sign: RegExp;
  readonly pattern: RegExp;
  readonly decode: Decode;
}

/**
 * One character in percent-encoded UTF-8, including overlong forms; one byte of any other encoding; or the `%uXXXX`
 * form that old browsers send.
 */
const PERCENT_CODE =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}|%[89a-f][\da-f]|%u[\da-f]{4}/gi;

/** `&#39;`, `&#x27`, `&lt;`; numeric references don't require a semicolon. */
const ENTITY = /&(?:#x0{0,16}[\da-f]{1,6};?|#0{0,16}\d{1,7};?|[a-z]{1,20};)/gi;

/** `\u003c`, `\u{3c}`, `\x3c`. */
const ESCAPE = /\\(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|x[\da-f]{2})/gi;

/** A JSON escape; a backslash before any other character only quotes it. */
const JSON_ESCAPE = /\\(?:u[\da-f]{4}|[\s\S])/gi;

const CODES: Readonly<Record<Exclude<Encoding, 'none'>, Codes> & { none?: never }> = {
  percent: { sign: /%/, pattern: PERCENT_CODE, decode: decodePercent },
  form: { sign: /[%+]/, pattern: new RegExp(`\\+|${PERCENT_CODE.source}`, 'gi'), decode: decodePercent },
  json: { sign: /\\/, pattern: JSON_ESCAPE, decode: decodeJson },
  entities: { sign: /&/, pattern: ENTITY, decode: decodeEntity },
  escapes: { sign: /\\/, pattern: ESCAPE, decode: decodeEscape },
  any: {
    sign: /\\|&(?:#|[a-z]{1,20};)|%(?:u[\da-f]{2})?[\da-f]{2}/i,
    pattern: new RegExp(
      ['\\+', ...[PERCENT_CODE, ESCAPE, JSON_ESCAPE, ENTITY].map(({ source }) => source)].join('|'),
      'gi',
    ),
    decode: decodeAny,
  },
};

/** Decodes text, or returns undefined if nothing in it is encoded. A byte that is not UTF-8 is decoded as Latin-1. */
export function undo(encoding: Encoding, text: string): Rewritten | undefined {
  const codes = CODES[encoding];
  if (!codes?.sign.test(text)) return undefined;
  let rewriter: Rewriter | undefined;
  const layers = new Set<string>();
  for (const { 0: code, index } of text.matchAll(codes.pattern)) {
    const character = codes.decode(code);
    if (character === undefined) continue;
    rewriter ??= new Rewriter(text);
    rewriter.copy(index);
    rewriter.put(character.text, index + code.length);
    layers.add(character.layer);
  }
  rewriter?.copy(text.length);
  return rewriter?.finish([...layers]);
}

/** Returns decoded text, without a map. */
export function decoded(encoding: Encoding, text: string): string {
  const codes = CODES[encoding];
  if (!codes?.sign.test(text)) return text;
  if (encoding === 'percent' || encoding === 'form') {
    try {
      // This is faster, but rejects text that is not entirely well-formed.
      return decodeURIComponent(encoding === 'form' ? text.replaceAll('+', ' ') : text);
    } catch {}
  }
  return text.replace(codes.pattern, (code) => codes.decode(code)?.text ?? code);
}

const PERCENT = 'percent-encoding';
const SPACE = { text: ' ', layer: '+ for a space' };
/** The lowest code point for each UTF-8 sequence length. */
const SHORTEST: readonly number[] = [0, 0, 0x80, 0x800, 0x10000];

function decodePercent(code: string): Character {
  if (code === '+') return SPACE;
  if (/%u/i.test(code)) return { text: String.fromCharCode(parseHex(code.slice(2))), layer: '%u escapes' };
  const bytes = code.split('%').slice(1).map(parseHex);
  const [lead = 0, ...rest] = bytes;
  if (rest.length === 0) return { text: String.fromCharCode(lead), layer: PERCENT };
  const codePoint = rest.reduce((left, byte) => (left << 6) | (byte & 0x3f), lead & (0x7f >> bytes.length));
  if (codePoint > 0x10ffff) return { text: String.fromCharCode(...bytes), layer: PERCENT };
  const tooLong = codePoint < (SHORTEST[bytes.length] ?? 0);
  return {
    text: String.fromCodePoint(codePoint),
    layer: tooLong ? `${PERCENT} of overlong UTF-8` : PERCENT,
  };
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function decodeJson(code: string): Character {
  const character = code.slice(1);
  const isCode = code.length === 6;
  return {
    text: isCode ? String.fromCharCode(parseHex(code.slice(2))) : (SHORT_ESCAPES[character] ?? character),
    layer: 'JSON string',
  };
}

function decodeEscape(code: string): Character | undefined {
  const text = fromCode(code.replace(/[^\da-f]/gi, ''));
  return text === undefined
    ? undefined
    : { text, layer: /\\x/i.test(code) ? 'hex escapes' : 'Unicode escapes' };
}

function decodeAny(code: string): Character | undefined {
  if (code.startsWith('&')) return decodeEntity(code);
  if (!code.startsWith('\\')) return decodePercent(code);
  return code.length > 2 ? decodeEscape(code) : decodeJson(code);
}

function decodeEntity(code: string): Character | undefined {
  const name = code.replace(/[&;]/g, '');
  const isHex = /#x/i.test(name);
  const text = name.startsWith('#')
    ? fromCode(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
    : NAMED_CHARACTERS.get(name);
  return text === undefined ? undefined : { text, layer: 'HTML entities' };
}

function parseHex(digits: string): number {
  return Number.parseInt(digits, 16);
}

function fromCode(digits: string, base = 16): string | undefined {
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Characters with HTML names that attacks use: printable ASCII, white space, and invisible characters. */
const NAMED_CHARACTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '&': 'amp AMP',
    "'": 'apos',
    '*': 'ast midast',
    '\\': 'bsol',
    ':': 'colon',
    ',': 'comma',
    '@': 'commat',
    $: 'dollar',
    '=': 'equals',
    '!': 'excl',
    '`': 'grave',
    '>': 'gt GT',
    '^': 'Hat',
    '{': 'lbrace lcub',
    '[': 'lbrack lsqb',
    _: 'lowbar UnderBar',
    '(': 'lpar',
    '<': 'lt LT',
    '\u00a0': 'nbsp',
    '\n': 'NewLine',
    '#': 'num',
    '%': 'percnt',
    '.': 'period',
    '+': 'plus',
    '?': 'quest',
    '"': 'quot QUOT',
    '}': 'rbrace rcub',
    ']': 'rbrack rsqb',
    ')': 'rpar',
    ';': 'semi',
    '\u00ad': 'shy',
    '/': 'sol',
    '\t': 'Tab',
    '|': 'verbar vert VerticalLine',
    '\u200b': 'ZeroWidthSpace',
    '\u200d': 'zwj',
    '\u200c': 'zwnj',
  }).flatMap(([character, names]) => names.split(' ').map((name): [string, string] => [name, character])),
);
