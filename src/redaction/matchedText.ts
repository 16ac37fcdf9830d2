/**
 * Reads text that a rule matched. A word in it is shown only if attacks use it, or in a position in code where data
 * does not stand.
 */
import { levelsOf } from '../http/decode/levels.ts';
import { MappedText } from '../http/decode/mappedText.ts';
import { matchSpans, mergeSpans, type Span, shifted } from '../text/spans.ts';
import { isIdentifier } from './names.ts';
import { isNeutral, isOrdinary } from './ordinary.ts';
import { isOfAttacks } from './vocabulary.ts';

const ENCODINGS = ['form', 'percent', 'percent', 'escapes', 'entities'] as const;

/** An address, a number, whose digits can be in groups, or a word. */
const WORD =
  /\d{1,3}(?:\.\d{1,3}){3}(?![\w.])|(?:\d{2,}(?:[ ./-]\d{2,}){1,40}|\d+)(?![\p{L}\p{N}_])|[\p{L}\p{M}\p{N}_]{1,2000}/gu;
/** Maximum length of a word or number that is shown anywhere. */
const SHORT_WORD = 2;
const SHORT_NUMBER = 4;
/** Characters that separate the words of one value. */
const JOIN = /^(?:[.@'’!?:*+~^#%-]{1,2}|[.,;:!?]? {1,2}|\r?\n)$/;
/** Characters of code. */
const SIGN = /["'`<>(){}|;$\\]|\.\.[/\\]|--|\/\*|==|\b0x[\da-f]/;
/** Names with their values, which are all the text between quotes, or up to a separator. */
const PAIRS: readonly RegExp[] = [
  /(?<name>[\p{L}_@][\p{L}\p{N}_.$:-]{0,60}(?:\[[^\]\s]{0,40}\]){0,3})(?:\\?["'`]?\s{0,3}(?:=>|:)|\s{0,3}=)\s{0,3}\\?(?<quote>["'`])(?<value>(?:(?!\k<quote>).){0,2000})/gsu,
  /(?<![\p{L}\p{N}_])(?<name>[\p{L}_@][\p{L}\p{N}_.$:-]{0,60}(?:\[[^\]\s]{0,40}\]){0,3})=(?![=\s]|$)(?<value>[^&\s"'`<>;,)]{1,2000})/gu,
  /<(?<name>[\w:.-]{1,60})>(?<value>[^<>]{1,2000})/g,
  /\b(?<name>pass\w{0,10}|pwd|secret|token|key|pin|user\w{0,4}|암호|비밀번호)["'`]?\s{0,3}(?:[=:]|is|was)\s{1,3}["'`]?(?<value>[^\s"'`<>]{1,2000})/giu,
];
/** The positions of names in code, where data does not stand. */
const CODE: readonly RegExp[] = [
  // Hosts of URLs
  /(?<=:\/\/|\/\/(?=[\w-]{1,60}\.))(?:[\w-]{1,60}\.){0,20}[\w-]{1,60}(?![\w.-]|(?::[^\s/@]{1,200})?@(?![\d[]))/g,
  // Functions, and objects whose functions are called
  /[\p{L}_][\p{L}\p{N}_]{0,60}(?:\.[\p{L}_][\p{L}\p{N}_]{0,60}){0,8}(?=\()/gu,
  // Names of attributes and parameters
  /[\p{L}_][\p{L}\p{N}_-]{0,60}(?=\s?=(?![=&]|$))/gu,
  // Names of members
  /(?<=["'])[\w.$-]{1,60}(?=\\?["']\s?:)|(?<=[{,]\s?)[A-Za-z_]\w{0,60}(?=\s?:(?!\/))/g,
  /<(?:\/|!--#)?[A-Za-z][\w:.-]{0,60}/g,
  /(?<!\w)(?:\$\{?|@@)\w{1,60}(?:\[['"]?\w{1,60}(?=['"]?\]))?/g,
  // Entities of XML, modules of Python, and classes of PHP
  /&[A-Za-z]\w{0,30}(?=;)|(?<=<!ENTITY\s(?:%\s)?|\bimport\s)[A-Za-z]\w{0,30}|(?<=\bO:\d{1,3}:")[A-Za-z][\w\\]{0,100}/g,
  // Classes of Java
  /(?<![\w.-])(?:com|org|net|io|javax?|sun|jdk)\.(?:[a-z]\w{0,40}\.){1,10}[A-Z]\w{0,60}(?:\$[A-Z]\w{0,60}){0,10}/g,
  // Paths in folders of an operating system
  /(?<!\w)(?:etc|usr|proc|sys|dev|lib|s?bin|windows|winnt|program ?files(?: \(x86\))?|inetpub|xampp|wamp|HKLM|HKCU|var[/\\](?:log|lib|run|adm))(?:[/\\]{1,2}[\w.-]{1,60}){1,12}/gi,
  // Files of code
  /\b[a-z]\w{0,20}(?:[.-]\w{1,20}){0,2}\.(?:php\d?|phtml|jspx?|aspx?|cgi|pl|py|sh|js|exe|bat|ps1|dll|so|conf|ini)\b/g,
  // Strings that are compared with themselves
  /(?<=')(\w{1,8})'\s{0,3}(?:=|like)\s{0,3}'\1(?!\w)/gi,
  // Options of a command
  /(?<=\s-)[A-OQ-TV-Za-oq-tv-z][A-Za-z]{0,4}(?!\w)/g,
  // Tables and columns of SQL
  /(?<=\b(?:(?:select|delete)\b[^;]{1,200}\bfrom|insert\s{1,3}into(?:\s{1,3}[\w$.]{1,60}\s{0,3}\([\w\s,]{0,200})?|(?:drop|create|alter|truncate)\s{1,3}\w{1,20}|join)\s{0,3})(?<!\w)[\w$]{1,40}(?:\.[\w$]{1,40}){0,3}/gi,
  /(?<=\bselect\s[\w\s,.]{0,200})[A-Za-z_]\w{0,40}(?=\s{0,3},|\s{1,3}from\b)/gi,
];

/** A value with its name. */
interface Named extends Span {
  readonly name: string;
}

/**
 * Returns the ranges to hide, in ascending order and disjoint, with offsets in the text as sent.
 * @param name the name of the value, if it is known
 */
export function hiddenInMatch(sent: string, name = ''): readonly Span[] {
  const inner = innermost(sent);
  const { text } = inner;
  const pairs = PAIRS.flatMap((form) => Array.from(text.matchAll(form), pairOf));
  const values: readonly Named[] = [{ start: 0, end: text.length, name }, ...pairs];
  const code = [...pairs.map(({ before }) => before), ...CODE.flatMap((form) => matchSpans(text, form))];
  const harmless = values.filter((value) => !hasWords(text.slice(value.start, value.end)));
  const found: Span[] = harmless.filter((value) =>
    isValue(text.slice(value.start, value.end).trim(), value.name),
  );
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    const span = { start, end: start + word.length };
    if (isOfAttacks(word) || isShort(word)) continue;
    const isName = isIdentifier(word) && isIn(span, code) && !isIn(span, harmless);
    if (!isName && !values.some((each) => each.start === start && isOrdinary(each.name, word)))
      found.push(span);
  }
  return merged(text, mergeSpans(found)).map((span) => inner.toRaw(span));
}

/** Returns the value of a match of `PAIRS`, with the range of its name. */
function pairOf({ 0: all, index, groups }: RegExpExecArray): Named & { readonly before: Span } {
  const { name = '', value = '' } = groups ?? {};
  const end = index + all.length;
  return { start: end - value.length, end, name, before: { start: index, end: index + name.length } };
}

/** Returns true for text with words that attacks use. */
function hasWords(text: string): boolean {
  return (text.match(WORD) ?? []).some(isOfAttacks);
}

/** Returns true for text without words of attacks that is a value. */
function isValue(text: string, name: string): boolean {
  return text.length > SHORT_WORD && !SIGN.test(text) && !isOrdinary(name, text);
}

function isIn({ start, end }: Span, ranges: readonly Span[]): boolean {
  return ranges.some((each) => each.start <= start && end <= each.end);
}

/** Returns true for text with words and characters of an attack. */
export function containsAttack(sent: string): boolean {
  const { text } = innermost(sent);
  return SIGN.test(text) && hasWords(text);
}

function innermost(sent: string): MappedText {
  return [...levelsOf(sent, ENCODINGS)].at(-1) ?? MappedText.raw(sent);
}

function isShort(word: string): boolean {
  if (/^\d[\d ./-]*$/.test(word))
    return isNeutral(word) || /^[1-9]0+$/.test(word) || word.replace(/\D/g, '').length <= SHORT_NUMBER;
  return word.length <= SHORT_WORD || /^(?:0x[\da-f]{1,12}|\d{1,3}(?:_\d{1,2}){1,3})$/i.test(word);
}

/** A short number beside a word of a value. */
const NUMBER_BEFORE = /(?<![\p{L}\p{N}_.])\d{1,4}[ .-]$/u;
const NUMBER_AFTER = /^[ .-]\d{1,4}(?![\p{L}\p{N}_.(=])/u;

/** Merges the words of one value, with the short numbers beside them. */
function merged(text: string, words: readonly Span[]): readonly Span[] {
  const spans: Span[] = [];
  for (const word of words) {
    const start =
      word.start - (NUMBER_BEFORE.exec(text.slice(Math.max(0, word.start - 6), word.start))?.[0].length ?? 0);
    const end = word.end + (NUMBER_AFTER.exec(text.slice(word.end, word.end + 6))?.[0].length ?? 0);
    const last = spans.at(-1);
    if (last && (start <= last.end || JOIN.test(text.slice(last.end, start))))
      spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else spans.push({ start, end });
  }
  return spans;
}

/** The values in the messages of services, which are sentences otherwise. */
const VALUES: readonly RegExp[] = [
  /\bMatched Data: (?<value>.{1,2000}?)(?= found within |"?\]|$)/gs,
  /\bfound within [^\s]{1,200}: (?<value>[^\]]{1,2000})/g,
  /\bvalue:?\s(?<value>\S{3,200})/g,
  /["“`](?<value>[^"“”`]{4,2000})["”`]|(?<![\p{L}\p{N}])'(?<value2>[^']{4,2000})'/gu,
];
const PERSONAL: readonly RegExp[] = [
  /(?<![\w.+-])[\w.+-]{1,64}@(?=[\d.-]{0,99}[a-z])[a-z\d.-]{3,100}/gi,
  /(?<![\w.-])\+?\d{2,8}(?:[ -]\d{2,8}){1,6}(?![\w.-])|(?<![\w.])\d{13,16}(?![\w.])|(?<![\w-])[A-Z]{1,3}-?\d{5,12}(?![\w-])/g,
  /\b(?:Basic|Bearer|Digest|Token)\s{1,3}(?<value>[\w+/=.~-]{8,4000})/g,
  /:\/\/(?<value>[^\s/?#"'<>\\@]{4,400})(?=@)/g,
];

/** Returns the ranges to hide in a message of a service. They can overlap. */
export function hiddenInMessage(text: string): readonly Span[] {
  const valuesOf = (form: RegExp) =>
    Array.from(text.matchAll(form), ({ 0: all, index, groups }) => {
      const value = groups?.['value'] ?? groups?.['value2'] ?? all;
      const start = index + all.lastIndexOf(value);
      return { start, end: start + value.length };
    });
  const read = [...PAIRS, ...VALUES]
    .flatMap(valuesOf)
    .flatMap(({ start, end }) => hiddenInMatch(text.slice(start, end)).map((each) => shifted(each, start)));
  return [...read, ...PERSONAL.flatMap(valuesOf)];
}
