/**
 * Finds the values in matched text, and in the service's messages, that are not part of an attack. Both are read like a
 * request, because a name tells that a value follows. In an attack, values are also found by their form and position:
 * the start of a value to which the attack was appended, literals, sentences, and comments. Linear in the length of the
 * text.
 */
import { mergeSpans, type Span } from '../text/spans.ts';
import { attackStart } from './attack.ts';
import { innermost } from './levels.ts';
import { isNeutral, isOrdinary, isOrdinarySegment, SECRET_NAMES, words } from './ordinary.ts';

/** Minimum number of units of a value. A shorter one, such as the `1` in `1' OR 1=1`, is part of the attack. */
const SHORTEST = 4;

/** Values after their names. Each has the groups `name`, unless it is known, and `value`, which is the match's end. */
const NAMED: readonly RegExp[] = [
  // Pairs of a query or form, also within parentheses
  /(?:^|[?&;(,])(?<name>[\w.$:[\]-]{1,60})=(?<value>[^&#;\s"'<>()]{4,2000})(?=$|[&#;)\s"'<])/g,
  // JSON members, also escaped
  /\\?"(?<name>[^"\\]{1,60})\\?"\s{0,3}:\s{0,3}\\?"(?<value>(?:[^"\\]|\\[^"]){4,2000})/g,
  // Parts of a multipart body
  /\bname="(?<name>[^"\r\n]{1,60})"\r?\n\r?\n(?<value>[^\r\n]{4,2000})/g,
  // ModSecurity's messages
  /\b(?:ARGS|REQUEST_COOKIES|REQUEST_HEADERS|ARGS_(?:GET|POST)):(?<name>[^\s:]{1,60}):\s(?<value>[^\r\n\]"]{4,400})/g,
  // Members of a serialized PHP object
  /"(?<name>[^"]{1,60})";(?:s:\d{1,6}:"|[id]:)(?<value>[^";]{4,2000})/g,
  // Elements
  /<(?<name>[\w:.-]{1,60})>(?<value>[^<>]{4,2000})/g,
  // Names of secrets before a value
  new RegExp(
    String.raw`(?<![\w-])(?<name>${SECRET_NAMES})\\?["'”’\x60\]]{0,2}\s{0,3}(?:=>|[=:]|(?:\s(?:is|was)\s|\s(?:\w{1,10}\s){0,2}value:?\s|\s(?=\S{0,60}\d)))\s{0,3}\\?["'“‘\x60]?(?<value>[^\s"'“”‘’\x60&<>;,)\]}\\]{4,2000})`,
    'giu',
  ),
  // The user information of a URL
  /:\/\/(?<value>[^\s/?#"'<>\\@]{4,400})(?=@)/g,
  /\b(?:Basic|Bearer|Digest|Token)\s{1,3}(?<value>[\w+/=.~-]{8,4000})/g,
];

/** A URL, a path, a member of an object, a variable, or a scheme of authorization, which is no value. */
const LOCATION =
  /^(?:[a-z][a-z\d+.-]{1,20}:\/\/|\/\/|\.{0,2}\/|\$\{?\w|[\w$.-]{1,60}[(=](?=[^=])|(?:basic|bearer|digest|negotiate)$|[a-z_$][\w$]{0,60}(?:\.[a-z_$][\w$]{0,60}){2,10}$)/i;
/** A host where the user would be, which misleads about the host of a URL. */
const HOST = /^[\w-]{1,60}(?:\.[\w-]{1,60}){1,8}(?::(?:80|443|8080|8443|\w{0,2}))?$/;

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@(?=[\d.-]{0,99}[a-z])[a-z\d.-]{3,100}/gi;
/** Numbers of people, also in text without a sign of an attack: telephones, passports, and cards. */
const NUMBERS: readonly RegExp[] = [
  /(?<![\w.-])(?=\+?(?:\d[ -]?){7})\+?\d{2,8}(?:[ -]\d{2,8}){1,4}(?![\w.-])/g,
  /(?<![\w.-])\+?\d{2,6}[ -]\d{3,8}(?![\w.-])/g,
  /(?<![\w-])[A-Z]{1,3}-?\d{5,12}(?![\w-])/g,
  /(?<![\w.])\d{13,16}(?![\w.])/g,
];
/** Data that an attack does not need, regardless of its position. */
const DATA: readonly RegExp[] = [
  // Values with letters and digits
  /(?<=[=:(,]['"]?|\s)(?=[a-z_-]{0,40}\d)(?=[\d_-]{0,40}[a-z])(?!0x)[\w-]{8,200}(?![\w-]{0,200}[.(/])/gi,
  // Words in other scripts
  /(?:(?!\p{Script=Latin})\p{L}\p{M}{0,3}){2,200}/gu,
  // Names of people, and text in markup
  /(?<!\p{L})\p{Lu}\p{Ll}{1,20}(?: \p{Lu}\p{Ll}{1,20}){1,3}(?!\p{L})/gu,
  /(?<=>)[^<>"'(){}[\]=;$`]{4,200}(?=<\/)/g,
  // Names of people in HL7 messages
  /(?<=\|)\p{L}[\p{L}'’ -]{1,40}\^\p{L}[\p{L}'’ -]{1,40}/gu,
  // User names and passwords in command lines, and user names in paths
  /(?<=\s(?:-u|-U|--user(?:name)?|-l|--login|-p|-P|-a|--pass(?:word|wd)?)[ =]['"]?)[^\s'";]{4,64}/g,
  /(?<=\s-p)[^\s'";=]{4,64}|(?<=\s\/user:)[^\s'";]{4,64}(?:\s[^\s'";&|/]{4,64})?/g,
  /(?<=[/\\](?:home|users)[/\\])[^\s/\\'"]{3,64}/gi,
];

/** Keywords in the languages that attacks use. */
const KEYWORDS = words(`
  select union all distinct from where and or not null is in like rlike regexp between exists case when then else end as
  on join inner left right outer having group order by limit offset asc desc insert into values update set delete drop alter
  create table database schema index view column add user grant privileges identified procedure function declare exec execute
  begin waitfor delay cast convert char concat sleep benchmark load data outfile dumpfile infile bulk openrowset dual sysdate
  doctype entity element system public version encoding xml xmlns script img svg iframe body src href alert style
  var let const new return while for if try catch throw this typeof void import require print echo
  cat id ls whoami uname ping wget curl nc bash sh cmd powershell rm dir type env net get post http query mutation fragment
`);
/** Keywords that, in lowercase, are more common in sentences than in attacks. */
const COMMON = words(`
  all from and or not is in like between when then else end as on by to add this for if get post id user view
`);
/** A quoted string that is compared, assigned, or listed. */
const LITERAL =
  /(?:[=,:;]|\b(?:eq|ne|like|is|by|password|passwd|pwd|secret|token|key|values[ \t]?\(|in[ \t]?\(|(?:md5|sha\d{0,3}|crypt)[ \t]?\())[ \t]{0,3}['"]([^'"\\]{4,200})['"]/gi;
/** A string that is code, a location, or markup. */
const SYNTAX = /['"<>(){}[\];=/|$`]|^\w{1,10}:$/;
/** A string that is code or markup, also after another string. */
const MARKUP = /['"<>(){}[\]`]/;
/** The name of a class or a member in a serialized object. */
const NAME = /^[a-z_$][\w$]{0,100}(?:\.[\w$]{1,100}){0,10}(?:,|$)/i;
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

/** Returns the parts of named values that contain no attack, with offsets in the text as sent. They can overlap. */
export function namedValues(sent: string): readonly Span[] {
  if (!/[=:@<%]|\s/.test(sent)) return [];
  const inmost = innermost(sent);
  const { text } = inmost;
  return NAMED.flatMap((form) => Array.from(text.matchAll(form)))
    .flatMap(({ 0: match, index, groups: { name = '', value = '' } = {} }) => {
      const end = index + match.length;
      return aroundAttack(text, { start: end - value.length, end }, name);
    })
    .map((span) => inmost.toRaw(span));
}

/** Returns the part of a named value before an attack. */
function aroundAttack(text: string, { start, end }: Span, name: string): readonly Span[] {
  const value = text.slice(start, end);
  const isHarmless = (isNeutral(value) && !/^\d{4}$/.test(value)) || isOrdinary(name, value.trim());
  const isHost = text[end] === '@' && HOST.test(value);
  if (isHarmless || isHost || LOCATION.test(value)) return [];
  const attack = attackStart(value, true) ?? value.length;
  const before = value.slice(0, attack).trim();
  const isWhole = attack === value.length;
  const isShown = before.length < SHORTEST || areKeywords(before);
  if (isShown || (!isWhole && (isNeutral(before) || isOrdinary(name, before)))) return [];
  return [{ start, end: start + attack }];
}

/** Returns the email addresses and the numbers of people in a message. */
export function personalData(text: string): readonly Span[] {
  return found(text, [EMAIL, ...NUMBERS]);
}

/** Returns the values in matched text, in ascending order and disjoint, with offsets in the text as sent. */
export function valuesInMatch(match: string): readonly Span[] {
  const inmost = innermost(match);
  const text = inmost.text.replaceAll('+', ' ');
  const start = attackStart(text, true);
  const inAttack =
    start === undefined
      ? []
      : [
          ...found(text, [EMAIL]),
          ...before(text, start),
          ...sentences(text, start),
          ...literals(text),
          ...comment(text, start),
        ];
  const values = [...found(text, [...NUMBERS, ...DATA]), ...inAttack].filter((span) =>
    isValue(text.slice(span.start, span.end)),
  );
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
    const isCode = isCall || isStatement(part) || PROGRAM.test(part) || areKeywords(part);
    if (isName || isHost || isCode || (isPath && name === '' && isOrdinarySegment(part))) continue;
    spans.push({ start: index + name.length, end: after });
  }
  return spans;
}

/** Returns true for text that begins with a keyword in capital letters. */
function isStatement(text: string): boolean {
  const [first = ''] = text.match(WORD) ?? [];
  return first.length > 2 && first === first.toUpperCase() && KEYWORDS.has(first.toLowerCase());
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
    const isCommon = COMMON.has(word);
    if (!isCommon && KEYWORDS.has(word.toLowerCase())) continue;
    if (count === 0) start = at;
    end = at + word.length;
    if (!isCommon && /\p{L}|\d{4}/u.test(word)) count++;
  }
  flush();
  return spans;
}

function areKeywords(text: string): boolean {
  return (text.match(WORD) ?? []).every((word) => KEYWORDS.has(word.toLowerCase()));
}

function literals(text: string): readonly Span[] {
  return Array.from(text.matchAll(LITERAL), ({ 0: all, 1: value = '', index }) => {
    const end = index + all.length - 1;
    const isName = all.startsWith(':') && NAME.test(value);
    const comparedWith = /\w{0,60}(?=\s*$)/.exec(text.slice(Math.max(0, index - 60), index))?.[0] ?? '';
    // In a list of arguments, a string is rather a password with punctuation than syntax.
    const isArgument = /^['"][,;]/.test(text.slice(index - 1, index + 1));
    const isSyntax = (isArgument ? MARKUP : SYNTAX).test(value);
    const isHarmless = isName || isSyntax || isOrdinary(comparedWith, value);
    return { start: end - value.length, end, isHarmless };
  }).filter(({ isHarmless }) => !isHarmless);
}

/** Returns the text in a comment at the end of an attack. */
function comment(text: string, from: number): readonly Span[] {
  const ends = COMMENTS.flatMap((sign) => {
    const at = text.lastIndexOf(sign);
    return at < from ? [] : [at + sign.length];
  });
  const rest = text.slice(Math.max(from, ...ends)).replace(/\*\/\s*$/, '');
  const isText = ends.length > 0 && !SYNTAX.test(rest);
  const start = Math.max(from, ...ends) + rest.length - rest.trimStart().length;
  return isText ? [{ start, end: start + rest.trimStart().length }] : [];
}

function isValue(text: string): boolean {
  const value = text.trim();
  const isOtherScript = value.length > 1 && /^(?!\p{Script=Latin})\p{L}/u.test(value);
  const isLong = value.length >= SHORTEST || isOtherScript;
  return isLong && !isNeutral(value) && !SECRET_WORD.test(value) && !areKeywords(value);
}

function found(text: string, patterns: readonly RegExp[]): readonly Span[] {
  return patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({
      start: index,
      end: index + match.length,
    })),
  );
}
