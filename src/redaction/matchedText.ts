/**
 * Reads text that a rule matched. A word in it is shown only if attacks use it, or in a position in code where data
 * does not stand.
 */
import { undo } from '../http/decode/codes.ts';
import { MappedText } from '../http/decode/mappedText.ts';
import { matchSpans, mergeSpans, type Span } from '../text/spans.ts';
import { isIdentifier } from './names.ts';
import { isNeutral, isOrdinary, isSecretName, SECRET_NAMES } from './ordinary.ts';
import { shifted } from './segments.ts';
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
  // Names of secrets before a value
  new RegExp(
    String.raw`(?<![\w-])(?<name>${SECRET_NAMES})["'”’\x60\]]{0,2}\s{0,3}(?:=>|[=:]|\s(?:is|was)\s|\s(?:\w{1,10}\s){0,2}value:?\s)\s{0,3}["'“‘\x60]?(?<value>[^\s"'“”‘’\x60&<>;,)\]}\\]{1,2000})`,
    'giu',
  ),
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
  /\b(?:sp|xp)_\w{1,60}/gi,
];

interface Named extends Span {
  readonly name: string;
  readonly isSecret: boolean;
}

/**
 * Returns the ranges to hide, in ascending order and disjoint, with offsets in the text as sent.
 * @param name the name of the value, if it is known
 * @param isSecret true for the value of a secret, of which only the attack is shown
 */
export function hiddenInMatch(sent: string, name = '', isSecret = isSecretName(name)): readonly Span[] {
  const inner = innermost(sent);
  const { text } = inner;
  const pairs = PAIRS.flatMap((form) =>
    Array.from(text.matchAll(form), ({ 0: all, index, groups }): Named & { readonly at: number } => {
      const { name: read = '', value = '' } = groups ?? {};
      const end = index + all.length;
      return { start: end - value.length, end, name: read, isSecret: isSecretName(read), at: index };
    }),
  );
  const values: readonly Named[] = [{ start: 0, end: text.length, name, isSecret }, ...pairs];
  const names = pairs.map(({ at, name: { length } }) => ({ start: at, end: at + length }));
  const code = CODE.flatMap((form) => matchSpans(text, form));
  const found: Span[] = [];
  for (const value of values) if (isNoAttack(text.slice(value.start, value.end), value)) found.push(value);
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    const span = { start, end: start + word.length };
    if (isOfAttacks(word) || isShort(word)) continue;
    const around = values.filter((each) => each.start <= start && span.end <= each.end);
    const isCodeHere = isIn(span, names) || isIn(span, code);
    const isName = isCodeHere && !around.some((each) => each.isSecret) && isIdentifier(word);
    if (!isName && !around.some((each) => each.start === start && isOrdinary(each.name, word)))
      found.push(span);
  }
  return merged(text, mergeSpans(found)).map((span) => inner.toRaw(span));
}

/** Returns true for a value in which nothing is an attack. */
function isNoAttack(value: string, { name, isSecret }: Named): boolean {
  if (value.trim().length <= SHORT_WORD || isOrdinary(name, value.trim())) return false;
  const found = value.match(WORD) ?? [];
  if (found.some((word) => word.length > 1 && isOfAttacks(word))) return false;
  return isSecret || !SIGN.test(value);
}

function isIn({ start, end }: Span, ranges: readonly Span[]): boolean {
  return ranges.some((each) => each.start <= start && end <= each.end);
}

/** Returns true for text with words and characters of an attack. */
export function containsAttack(sent: string): boolean {
  const { text } = innermost(sent);
  return SIGN.test(text) && (text.match(WORD) ?? []).some((word) => word.length > 1 && isOfAttacks(word));
}

function innermost(sent: string): MappedText {
  let level = MappedText.raw(sent);
  for (const encoding of ENCODINGS) {
    const undone = undo(encoding, level.text);
    if (undone) level = level.become({ ...undone, layers: [] });
  }
  return level;
}

function isShort(word: string): boolean {
  if (/^\d[\d ./-]*$/.test(word))
    return isNeutral(word) || /^[1-9]0+$/.test(word) || word.replace(/\D/g, '').length <= SHORT_NUMBER;
  return word.length <= SHORT_WORD || /^0x[\da-f]{1,12}$/i.test(word);
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
      return { start, end: start + value.length, isSecret: isSecretName(groups?.['name'] ?? '') };
    });
  const read = ({ start, end }: Span, isSecret: boolean) =>
    hiddenInMatch(text.slice(start, end), '', isSecret).map((each) => shifted(each, start));
  return [
    ...PAIRS.flatMap(valuesOf).flatMap((span) => read(span, span.isSecret)),
    ...VALUES.flatMap(valuesOf).flatMap((span) => read(span, false)),
    ...PERSONAL.flatMap(valuesOf),
  ];
}
