/**
 * Finds passwords by position instead of by name: the last string argument of a sign-in call in GWT-RPC, DWR, or
 * JSON-RPC, or a column in an inserted row. Linear in the length of the text. The findings of each grammar ascend.
 */
import { stringEnd } from '../http/decode/jsonText.ts';
import type { Finding, Span } from './headerGrammar.ts';
import { firstMatch, namedValue } from './namedSecrets.ts';
import { looksChosen } from './randomness.ts';
import type { SecretNames } from './secretNames.ts';

/** Methods whose last string argument is a password. */
const SIGN_IN =
  /(?:log|sign)_?[io]n(?:_?(?:user|with_?\w{1,20}))?$|auth(?:enticate)?$|authenticate|unlock_?account|passw(?:or)?d/i;
/** Maximum length, in UTF-16 units, of a call to examine. */
const LONGEST_CALL = 8192;

export function findByPosition(text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  const add = ({ start, end }: Span, name = 'password') => {
    const finding = namedValue(names, name, text, start, end);
    if (finding) findings.push(finding);
  };
  const last = (texts: readonly Span[], method: string) => {
    for (const span of texts.slice(1, -1)) if (looksChosen(text.slice(span.start, span.end))) add(span);
    const span = texts.at(-1);
    if (span && (texts.length > 1 || /passw(?:or)?d/i.test(method))) add(span);
  };
  for (const { method, texts } of [
    ...gwtCalls(text),
    ...dwrCalls(text),
    ...jsonCalls(text),
    ...soapCalls(text),
  ])
    if (SIGN_IN.test(method)) last(texts, method);
    else if (
      /^execute(?:_kw)?$/.test(text.slice(texts[0]?.start, texts[0]?.end)) ||
      /^execute(?:_kw)?$/.test(method)
    )
      last(texts.slice(0, 2), 'login');
  for (const { name, ...span } of insertedValues(text)) if (names.isSecret(name)) add(span, name);
  return findings;
}

interface Call {
  readonly method: string;
  /** The string arguments. */
  readonly texts: readonly Span[];
}

/**
 * `7|0|7|base|hash|Service|login|java.lang.String/2004016611|anna|x|1|2|…`: strings, followed by numbers that refer to
 * them.
 */
function* gwtCalls(text: string): Generator<Call> {
  const head = /(?<![\w|.])[5-9]\|\d\|(\d{1,2})\|/g;
  for (let match = head.exec(text); match !== null; match = head.exec(text)) {
    const parts: (Span & { readonly text: string })[] = [];
    let start = head.lastIndex;
    for (const part of text.slice(start, start + LONGEST_CALL).split('|', Number(match[1]))) {
      parts.push({ start, end: start + part.length, text: part });
      start += part.length + 1;
    }
    const isType = (part: string) => /^[\w.$[\];]{1,200}\/\d{1,12}$/.test(part);
    yield { method: parts[3]?.text ?? '', texts: parts.slice(4).filter((part) => !isType(part.text)) };
    head.lastIndex = Math.max(head.lastIndex, start - 1);
  }
}

/** `c0-methodName=login`, with `c0-param0=string:anna` below it. */
function* dwrCalls(text: string): Generator<Call> {
  const head = /c\d{1,2}-methodName=(\w{1,60})/g;
  for (let match = head.exec(text); match !== null; match = head.exec(text)) {
    const from = head.lastIndex;
    const end = Math.min(from + LONGEST_CALL, firstMatch(text, /c\d{1,2}-methodName=/g, from));
    const texts = text.slice(from, end).matchAll(/c\d{1,2}-(?:param|e)\d{1,3}=string:([^\r\n&]{1,2000})/dg);
    yield { method: match[1] ?? '', texts: Array.from(texts, ({ indices }) => shifted(indices?.[1], from)) };
    head.lastIndex = end;
  }
}

/** `"method":"login","args":["db","anna","x"]` */
function* jsonCalls(text: string): Generator<Call> {
  const head = /"method"\s{0,9}:\s{0,9}"([\w.]{1,60})"/g;
  for (let match = head.exec(text); match !== null; match = head.exec(text)) {
    const from = head.lastIndex;
    const end = Math.min(from + LONGEST_CALL, firstMatch(text, /"method"\s{0,9}:/g, from));
    const call = text.slice(from, end);
    const list = /"(?:args|params|arguments)"\s{0,9}:\s{0,9}\[/g;
    if (!list.test(call)) continue;
    const texts = listedStrings(call, list.lastIndex).map(({ start, end: to }) => shifted([start, to], from));
    yield { method: match[1] ?? '', texts };
    head.lastIndex = end;
  }
}

const LONGEST_SOAP = 2000;

/** `<login><arg0>anna</arg0><arg1>x</arg1></login>`: numbered parameters. */
function* soapCalls(text: string): Generator<Call> {
  const head =
    /<(?:\w{1,20}:)?(\w{2,40})(?:\s[^<>]{0,200})?>\s{0,20}(?=<(?:arg|in|param|p|string|args)[01]>)/gi;
  for (let match = head.exec(text); match !== null; match = head.exec(text)) {
    const from = head.lastIndex;
    const after = text.slice(from, from + LONGEST_SOAP);
    const call = after.slice(0, firstMatch(after, /<\/(?!arg|in|param|p|string)/gi, 0));
    const texts = call.matchAll(/<(?:arg|in|param|p|string|args)\d>([^<]{0,400})/dgi);
    yield { method: match[1] ?? '', texts: Array.from(texts, ({ indices }) => shifted(indices?.[1], from)) };
  }
}

/** Returns the strings of a list, without quotes, up to the end of the list or the first object in it. */
function listedStrings(text: string, from: number): Span[] {
  const strings: Span[] = [];
  for (let at = from; at < text.length && !/[\]{]/.test(text.charAt(at)); at++) {
    if (text[at] !== '"') continue;
    const start = at + 1;
    at = stringEnd(text, at);
    strings.push({ start, end: at });
  }
  return strings;
}

/** The quoted values of `INSERT INTO t (name, password) VALUES ('anna', 'x')`, each with its column name. */
function* insertedValues(text: string): Generator<Span & { readonly name: string }> {
  const head =
    /\binsert\s{1,9}into\s{1,9}[\w.`"[\]]{1,100}\s{0,9}\(([^()]{1,1000})\)\s{0,9}values\s{0,9}\(/gi;
  for (let match = head.exec(text); match !== null; match = head.exec(text)) {
    const from = head.lastIndex;
    const columns = (match[1] ?? '').split(',').map((name) => name.replace(/[`"'[\]]/g, '').trim());
    const row = text.slice(from, from + LONGEST_CALL);
    const value = /\s{0,9}(?:N?'((?:[^'\\]|''|\\.){0,2000})'|[^',()]{0,200})\s{0,9}(,|\)|$)/dgy;
    for (const name of columns) {
      const found = value.exec(row);
      if (found === null) break;
      if (found.indices?.[1]) yield { name, ...shifted(found.indices[1], from) };
      if (found[2] !== ',') break;
    }
  }
}

function shifted([start, end]: readonly [number, number] = [0, 0], by: number): Span {
  return { start: start + by, end: end + by };
}
