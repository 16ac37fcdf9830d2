/**
 * Finds the values within matched text that are not part of the attack: the start of a value to which the attack was
 * appended, the text of a comment at the end, and data in statements and URLs. Used for the essential level, at which a
 * match is shown because of the attack.
 */

import { mergeSpans, type Span } from '../text/spans.ts';
import { attackStart } from './attackSyntax.ts';
import { innermost } from './levels.ts';
import { isOrdinary, isOrdinarySegment, words } from './ordinary.ts';
import { isNeutral } from './randomness.ts';

/** Keywords in the languages that attacks use. */
const attackKeywords = words(`
  select union all distinct from where and or not null is in like rlike regexp between exists case when then else end as
  on join inner left right outer having group order by limit offset asc desc insert into values update set delete drop alter
  create table database schema index view column add user grant privileges identified procedure function declare exec execute
  begin waitfor delay cast convert char concat sleep benchmark load data outfile dumpfile infile bulk openrowset dual sysdate
  doctype entity element system public version encoding xml xmlns script img svg iframe body src href alert style
  var let const new return while for if try catch throw this typeof void import require print echo
  cat id ls whoami uname ping wget curl nc bash sh cmd powershell rm dir type env net get post http query mutation fragment
`);
/** Keywords that, in lowercase, are more common in sentences than in attacks. */
const commonKeywords = words(`
  all from and or not is in like between when then else end as on by to add this for if get post id user view
`);

/** Minimum length, in units, of a value. A shorter start, such as the `1` in `1' OR 1=1`, is part of the attack. */
const SHORTEST_VALUE = 4;
/** A quoted string that is compared, assigned, or listed. */
const LITERAL =
  /(?:[=,:]|\b(?:eq|ne|like|is|by|password|passwd|pwd|secret|token|key|values[ \t]?\(|in[ \t]?\())[ \t]{0,3}['"]([^'"\\]{4,200})['"]/gi;
/** A string that is code, a location, or markup. */
const SYNTAX = /['"<>(){}[\];=/|$`]|^\w{1,10}:$/;
/** The name of a class or a member in a serialized object. */
const NAME = /^[a-z_$][\w$]{0,100}(?:\.[\w$]{1,100}){0,10}(?:,|$)/i;
const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@(?=[\d.-]{0,99}[a-z])[a-z\d.-]{3,100}/gi;
/** Data that an attack does not need, regardless of its position. */
const DATA: readonly RegExp[] = [
  EMAIL,
  // Values with letters and digits
  /(?<=[=:(,]['"]?)(?=[a-z_-]{0,40}\d)(?=[\d_-]{0,40}[a-z])(?!0x)[\w-]{8,200}/gi,
  // User names and passwords in command lines, and user names in paths
  /(?<=\s(?:-u|-U|--user(?:name)?|-l|--login|-p|-P|--pass(?:word|wd)?)[ =]['"]?)[^\s'";]{4,64}/g,
  /(?<=[/\\](?:home|users)[/\\])[^\s/\\.'"]{3,64}/gi,
];
/** Numbers of people, also in text without a sign of an attack: telephones, passports, and cards. */
const NUMBERS: readonly RegExp[] = [
  /(?<![\w.-])\+?\d{2,6}[ -]\d{3,8}(?:[ -]\d{2,8}){0,3}(?![\w.-])/g,
  /(?<![\w-])[A-Z]{1,3}-?\d{5,12}(?![\w-])/g,
  /(?<![\w.])\d{13,16}(?![\w.])/g,
];
/** The name of a program or a configuration file. */
const PROGRAM =
  /^[\w-]{1,40}\.(?:php\d?|phtml|jspx?|aspx?|exe|dll|sh|bat|ps1|py|pl|cgi|jar|war|html?|js|svg|config|bak|sql|env|ini|log)$/i;
/** The name of a secret or a user, which is not a value itself. */
const SECRET_WORD = /^(?:pass(?:word|wd)?|pwd|username|login|e-?mail|token|secret|key)$/i;
/** Characters that begin an SQL comment. */
const COMMENTS = ['--', '#', '/*'];
/** Minimum number of words in a sentence. */
const SHORTEST_SENTENCE = 3;
const WORD = /[\p{L}\p{M}\p{N}_]{1,60}(?:['’-][\p{L}\p{N}]{1,20}){0,3}/gu;
const AFTER_WORD = /^[.:;!?-]?[ \t]$/;
const AFTER_WORD_OF_SENTENCE = /^(?:,[ \t]|[\r\n]{1,2})$/;

/** Returns the email addresses and the numbers of people in a message. */
export function personalData(text: string): readonly Span[] {
  return [EMAIL, ...NUMBERS].flatMap((pattern) => matchesOf(text, pattern));
}

/** Returns the values in matched text, in ascending order and disjoint, with offsets in the text as sent. */
export function valuesInMatch(match: string): readonly Span[] {
  const inmost = innermost(match);
  const text = inmost.text.replaceAll('+', ' ');
  const start = attackStart(text, true);
  const found = (patterns: readonly RegExp[]) => patterns.flatMap((pattern) => matchesOf(text, pattern));
  const spans = [
    ...found(NUMBERS),
    ...(start === undefined
      ? []
      : [
          ...found(DATA),
          ...before(text, start),
          ...sentences(text, start),
          ...literals(text),
          comment(text, start),
        ]),
  ];
  const values = spans.filter((span) => isValue(text.slice(span.start, span.end)));
  return mergeSpans(values).map((value) => inmost.toRaw(value));
}

/**
 * Returns the values in the text before an attack: each path segment, and each value on a line, that is not ordinary.
 * Hosts, keywords, and code that the attack calls are part of the attack.
 */
function before(text: string, end: number): readonly Span[] {
  const head = text.slice(0, end);
  const isPath = head.includes('/');
  const spans: Span[] = [];
  for (const { 0: part, index } of head.matchAll(isPath ? /[^/?&=\r\n]{1,2000}/g : /[^=&\r\n]{1,2000}/g)) {
    const after = index + part.length;
    const name = /^\s{0,40}[\w.-]{1,40}:\s{1,20}/.exec(part)?.[0] ?? '';
    const isName = head[after] === '=';
    const isHost = head.slice(0, index).endsWith('//') && !part.includes('@');
    const isLast = after === end;
    const isCall = isLast && /^[A-Za-z_$][\w$.]*[ \t]?$/.test(part) && /^[([{]/.test(text.slice(end));
    const isCode =
      isCall || isStatement(part) || PROGRAM.test(part) || /^\s*!!\w+$/.test(part.slice(name.length));
    if (isName || isHost || isCode || areKeywords(part) || (isPath && name === '' && isOrdinarySegment(part)))
      continue;
    spans.push({ start: index + name.length, end: after });
  }
  return spans;
}

/** Returns true for text that begins with a keyword in capital letters. */
function isStatement(text: string): boolean {
  const [first = ''] = text.match(WORD) ?? [];
  return first.length > 2 && first === first.toUpperCase() && attackKeywords.has(first.toLowerCase());
}

/** Returns the sentences after the start of an attack: consecutive words that are not keywords. */
function sentences(text: string, from: number): readonly Span[] {
  const spans: Span[] = [];
  let [start, end, count] = [0, 0, 0];
  const flush = () => {
    const isTag = /<\/?$/.test(text.slice(Math.max(0, start - 2), start));
    if (count >= SHORTEST_SENTENCE && !isTag) spans.push({ start, end });
    count = 0;
  };
  for (const { 0: word, index } of text.slice(from).matchAll(WORD)) {
    const at = from + index;
    const gap = text.slice(end, at);
    const goesOn = AFTER_WORD.test(gap) || (count >= SHORTEST_SENTENCE && AFTER_WORD_OF_SENTENCE.test(gap));
    if (!goesOn) flush();
    const isCommon = commonKeywords.has(word);
    if (!isCommon && attackKeywords.has(word.toLowerCase())) continue;
    if (count === 0) start = at;
    end = at + word.length;
    if (!isCommon && /\p{L}|\d{4}/u.test(word)) count++;
  }
  flush();
  return spans;
}

export function areKeywords(text: string): boolean {
  return (text.match(WORD) ?? []).every((word) => attackKeywords.has(word.toLowerCase()));
}

function literals(text: string): readonly Span[] {
  return Array.from(text.matchAll(LITERAL), ({ 0: all, 1: value = '', index }) => {
    const end = index + all.length - 1;
    const isName = all.startsWith(':') && NAME.test(value);
    const comparedWith =
      text
        .slice(Math.max(0, index - 60), index)
        .trimEnd()
        .split(/\W/)
        .at(-1) ?? '';
    return { start: end - value.length, end, isHarmless: isName || isOrdinary(comparedWith, value) };
  }).filter(({ start, end, isHarmless }) => !isHarmless && !SYNTAX.test(text.slice(start, end)));
}

/** Returns the text in a comment at the end of an attack. */
function comment(text: string, from: number): Span {
  const ends = COMMENTS.flatMap((sign) => {
    const at = text.lastIndexOf(sign);
    return at < from ? [] : [at + sign.length];
  });
  const rest = text.slice(Math.max(from, ...ends));
  const isText = ends.length > 0 && !SYNTAX.test(rest);
  return { start: isText ? text.length - rest.trimStart().length : text.length, end: text.length };
}

function isValue(text: string): boolean {
  const value = text.trim();
  return value.length >= SHORTEST_VALUE && !isNeutral(value) && !SECRET_WORD.test(value);
}

function matchesOf(text: string, pattern: RegExp): readonly Span[] {
  return Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({
    start: index,
    end: index + match.length,
  }));
}
