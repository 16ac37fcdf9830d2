/**
 * Judges each field of a request once, using the same list of fields as the payload view and the essential level.
 * Fields with clear names and plain values are settled; only the rest of the body is searched by grammar and by words.
 * Linear in the number of fields.
 */
import { cached } from '../base/cached.ts';
import type { TextRange } from '../http/decode/mappedText.ts';
import type { Field } from '../http/fields/field.ts';
import type { RawRequest } from '../http/rawHttp.ts';
import { joinSpans, type Span } from '../text/spans.ts';
import type { Finding } from './headerGrammar.ts';
import { isOrdinary } from './ordinary.ts';
import { FILE, isNeutral, isNoValue, looksRandom } from './randomness.ts';
import type { SecretNames } from './secretNames.ts';

export interface JudgedFields {
  /** The plain values of fields whose names indicate a secret, in request order. They contain no attack. */
  readonly secrets: readonly Finding[];
  /** The values in a request for an operation on credentials, in request order. They can contain the match. */
  readonly values: readonly Finding[];
  /** Ranges of the body that do not need to be searched again, in ascending order and disjoint. */
  readonly settled: readonly Span[];
  /** Random-looking words among the settled ranges, which might be tokens with a known shape. */
  readonly words: readonly Span[];
}

/** Names of operations on credentials, in a segment of a target or in the name of a method or element. */
const OPERATION =
  /(?<![a-z])(?:(?:log|sign)[-_ ]?[io]n|authenticate|unlock|passw(?:or)?ds?|passwd|pwd|resets?|secrets?|tokens?|credentials?|verif(?:y|ication))(?![a-z])/i;
/**
 * XML-RPC methods whose parameters include a user name and a password (https://developer.wordpress.org/apis/xml-rpc/,
 * the MetaWeblog and the Blogger API, https://www.odoo.com/documentation/18.0/developer/reference/external_api.html).
 */
const SIGNED_CALL = /^(?:(?:wp|blogger|metaWeblog|mt)\.\w{1,40}|execute_kw)$/i;
const OPERATION_NAME = /^[\w.:-]{1,60}$/;
const MOST_WORDS = 3;
/** Names of fields whose value is the name of an operation. */
const NAMES_OPERATION = /^(?:method(?:name)?|operation(?:_?name)?|action|procedure|function)$/i;
const LONGEST_TARGET = 1024;
const LONGEST_WORD = 60;

/** Words and numbers. */
const PLAIN = /^(?:(?:[A-Za-z]{1,12}|\d{1,8})(?:[ ,!?'+]{1,3}|[.-](?: |$)|$)){1,40}$/;
/** A code or a long number. */
const CODE = /^\d{4,20}\W*$/;
const LONG_NUMBER = /(?:\d[ +-]?){9}/;
/** Signs of an attack or of a secret's name. */
const SIGNS =
  /pass|pw|secret|token|cred|key|pin|code|otp|cookie|auth|sess|sign|clave|kennwort|senha|\b(?:insert|drop|order|group|having|waitfor|union|select|update|or|and)\b/i;
const SINGLE_WORD = /^\w{1,60}$/;
const NO_NAME = /^[^A-Za-z]+$/;
/** Last words of the names of fields that describe another field or are described by one, such as `value`. */
const RELATED =
  /^(?:\w{0,20}values?|val|v|data|content|default|current|text|answer|response|reply|input|to|new|after|u|usr|username|login|e?mail\w{0,9}|phone\w{0,9}|mobile\w{0,9}|tel|state|redirect_uri|grant_type|method(?:name)?|args|params|arguments|kty|d|dp|dq|qi|k|p|string|integer|int|i4|base64|dd|dt|td|th|plain|b|i|strong|em|span|(?:arg|in|param|p|string|args)\d)$/i;

/** Returns the secrets in the fields and the ranges of the body that are settled. */
export function judgeFields(
  raw: string,
  request: RawRequest,
  fields: readonly Field[],
  names: SecretNames,
): JudgedFields {
  const judged = cached((name) => judgeName(name, names));
  let isCredentials = isOperationTarget(request);
  const secrets: Finding[] = [];
  const others: Field[] = [];
  const settled: Span[] = [];
  const words: Span[] = [];
  for (const field of fields) {
    const { part, kind, place, path, name, value } = field;
    const judgement = judged(name);
    isCredentials ||= namesCredentials(field, judgement, judged);
    if (NO_VALUES.has(kind) || NO_VALUES.has(part)) continue;
    const isPlainText = isPlain(value);
    const isWord = !isPlainText && SINGLE_WORD.test(value) && looksRandom(value);
    const { isSecret, isHarmless, isRelated, mayNameOther } = judgement;
    const isClear =
      (isPlainText || isWord) &&
      part !== 'query' &&
      (part !== 'json' || isMember(raw, field)) &&
      (!mayNameOther || NO_NAME.test(value) || judged(value).isHarmless) &&
      path.every(
        (each) => isIndex(each) || (each === name ? isSecret || isHarmless : judged(each).isHarmless),
      );
    const isFound = isClear && isSecret && !isNoValue(raw.slice(place.start, place.end));
    if (isFound) secrets.push({ ...place, kind: 'secret', name });
    else if (kind === 'text') others.push(field);
    if (isFound || (isClear && !isRelated && !(isSecret && path.includes(name)))) {
      const whole = wholeField(raw, field);
      // The name of a word might be in an attribute or in a neighboring value.
      const isNamed = place.start > whole.start;
      if (isNamed || isFound || !isWord) settled.push(whole);
      if (isNamed && isWord && !isFound) words.push(place);
    }
  }
  return {
    secrets,
    values: isCredentials ? others.flatMap(credential) : [],
    settled: joinSpans(raw, settled, (gap) => BETWEEN.test(gap) || TAGS.test(gap)),
    words,
  };
}

/** Parts of a request and kinds of fields without values to judge. */
const NO_VALUES = new Set('path header cookie body object list graphql file binary'.split(' '));

/** Returns true if a target names an operation on credentials. */
function isOperationTarget({ target = '' }: RawRequest): boolean {
  const [path = ''] = target.slice(0, LONGEST_TARGET).split(/[?#]/, 1);
  return !FILE.test(path) && path.split('/').slice(-2).some(isOperation);
}

/** Returns true for the name of a method and for a field in an element that names an operation on credentials. */
function namesCredentials(field: Field, { namesOperation }: Judgement, judged: JudgeName): boolean {
  const { part, path, value } = field;
  if ((namesOperation && isOperation(value)) || SIGNED_CALL.test(value)) return true;
  if (part !== 'xml' && part !== 'json') return false;
  return path.some((name, at) => at < path.length - 1 && !isIndex(name) && judged(name).isOperation);
}

type Judgement = ReturnType<typeof judgeName>;
type JudgeName = (name: string) => Judgement;

function judgeName(name: string, names: SecretNames) {
  const judgement = names.judge(name);
  const isHarmless = judgement === 'harmless';
  return {
    isSecret: judgement === 'secret' || judgement === 'container',
    isHarmless: isHarmless && names.ofHeader(name) === undefined,
    isOperation: (isHarmless || judgement === 'ambiguous') && isOperation(name),
    /** True if the value of the field is the name of an operation. */
    namesOperation: NAMES_OPERATION.test(name),
    /** True if the value of an element or attribute can be the name of another. */
    mayNameOther: /^(?:name|key|id|field|n|param|methodName)$/i.test(name),
    /** True if the field describes another field or is described by one. */
    isRelated: RELATED.test(name.slice(-LONGEST_WORD).match(/\w+/g)?.at(-1) ?? ''),
  };
}

function isOperation(name: string): boolean {
  if (!OPERATION_NAME.test(name)) return false;
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2');
  return OPERATION.test(words) && words.split(/[\W_]/).length <= MOST_WORDS;
}

/** Returns the value of a field as a credential, except for ordinary values and query operators. */
function credential({ name, value, place }: Field): readonly Finding[] {
  if (NAMES_OPERATION.test(name) || name.includes('$')) return [];
  if (isOrdinary(name, value) || isNeutral(value) || isNoValue(value)) return [];
  return [{ ...place, kind: 'secret', name }];
}

function isPlain(value: string): boolean {
  return PLAIN.test(value) && !CODE.test(value) && !LONG_NUMBER.test(value) && !SIGNS.test(value);
}

const BETWEEN = /^[\s,:{}[\]&<>/]*$/;
const TAGS = /^(?:\s|<\/?[\w:.-]{1,60}|\/?>|<){0,20}$/;

/** Returns true for a JSON member, as opposed to words in text that only starts like JSON. */
export function isMember(raw: string, { kind, place, namePlace }: Field): boolean {
  const isNamed = namePlace !== undefined && raw[namePlace.end] === '"';
  return isNamed && (kind !== 'text' || raw[place.start - 1] === '"');
}

/** The headers of a multipart part that has only a name. */
const SIMPLE_PART = /^--[\w-]{1,80}\r?\ncontent-disposition: form-data; name="?[\w.[\]-]{1,80}"?\r?\n\r?\n$/i;

/** Returns the range of a field, including its name, its quotes, and the headers of its multipart part. */
export function wholeField(raw: string, { part, namePlace, place }: Field): TextRange {
  const start = Math.min(namePlace?.start ?? place.start, place.start);
  if (part === 'multipart') {
    const from = Math.max(0, raw.lastIndexOf('\n--', start) + 1);
    return SIMPLE_PART.test(raw.slice(from, start)) ? { start: from, end: place.end } : { ...place };
  }
  // Each attribute of an element is a separate field.
  if (part === 'xml' && namePlace && place.start > namePlace.end + 1) return { ...place };
  const isQuoted = raw[start - 1] === '"' && raw[place.end] === '"';
  return isQuoted ? { start: start - 1, end: place.end + 1 } : { start, end: place.end };
}

/** Returns true if a name in a path is the index of a list. */
export function isIndex(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}
