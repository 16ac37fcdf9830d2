/** Finds secrets in XML by the name of their element. Lenient. Linear in the length of the text. Findings ascend. */
import type { Finding, Span } from './headerGrammar.ts';
import { firstMatch, namedValue } from './namedSecrets.ts';
import type { SecretNames } from './secretNames.ts';

const LONGEST_WRAPPING = 400;
const WRAPPING =
  /^(?:<!--[^<>]{0,200}-->\s{0,40})?(?:<(?:\w{1,20}:)?(?:string|value|text|plain|data|b|i|strong|em|span|code)>)?/i;
const CDATA = '<![CDATA[';
/** White space, including as escaped in JSON strings and in strings nested in them. */
const SPACE_BEFORE = /(?:\s|\\{1,7}[nrt]){0,200}/y;
const SPACE_AFTER = /(?:\s|\\{1,7}[nrt])$/;
const LONGEST_SPACE = 8;
/** The text before a name in angle brackets that represents a value: `Bearer <token>`. */
const IN_A_TEXT = /(?<!\\)[\w:=][ \t]$/;
/** The same, but without a space: `token=<token>&page=2`, `user:<password>@host`, `List<Password>`. */
const TOUCHES_BEFORE = /[\w:=-]$/;
const TOUCHES_AFTER = /^(?:$|[\s@&(),;/])/;
/** Consecutive arguments: `login <user> <password>`. */
const AFTER_ANOTHER = /[\w-]> $/;
/** An end tag, including as escaped in a JSON string. */
const END_TAG = /^<\\{0,7}\//;

/**
 * `<name …>text</name>`, optionally with a prefix before the name and CDATA around the text. If the element is not
 * closed, for example because the text is cut off, the secret ends with its line, or with its word in a sentence. Child
 * elements have their own names.
 */
export function findInXml(text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  const tag = /<([^\s<>/!?"'=]{1,100})(?=[\s/>])/g;
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    const { 1: prefixed = '' } = match;
    const name = prefixed.slice(prefixed.indexOf(':') + 1);
    const tagEnd = firstMatch(text, /[<>]/g, tag.lastIndex);
    tag.lastIndex = tagEnd;
    if (text[tagEnd] !== '>' || text[tagEnd - 1] === '/' || names.judge(name) === 'harmless') continue;
    const { start, end } = contentAt(text, { start: match.index, end: tagEnd + 1 }, `</${prefixed}`);
    const finding = namedValue(names, name, text, start, end);
    if (finding) findings.push(finding);
    tag.lastIndex = end;
  }
  return findings;
}

/**
 * The number of parameters before the user name, by the start of an XML-RPC method name; the password follows the user
 * name (https://developer.wordpress.org/apis/xml-rpc/, the MetaWeblog and the Blogger API).
 */
const BEFORE_USER: readonly (readonly [method: RegExp, before: number])[] = [
  [/^wp\.getUsersBlogs$/i, 0],
  [/^blogger\.get(?:UsersBlogs|UserInfo)$/i, 1],
  [/^blogger\./i, 2],
  [/^(?:wp|metaWeblog|mt)\./i, 1],
  // https://www.odoo.com/documentation/18.0/developer/reference/external_api.html
  [/^execute(?:_kw)?$/i, 1],
];

/** Finds the password in the parameters of XML-RPC calls, which are not named. */
export function findInXmlRpc(text: string): Finding[] {
  const findings: Finding[] = [];
  const call =
    /<(?:methodName|name>\s{0,40}methodName\s{0,40}<\/name>\s{0,40}<value>\s{0,40}<string)>\s{0,40}([\w.]{1,60})\s{0,40}<\//gi;
  for (let match = call.exec(text); match !== null; match = call.exec(text)) {
    const before = BEFORE_USER.find(([method]) => method.test(match?.[1] ?? ''))?.[1];
    if (before === undefined) continue;
    const value =
      /<(?:param|data|\/value)>\s{0,40}<value>\s{0,40}(?!<(?:array|struct))(?:<(?:string|int|i4)>)?([^<]{0,4000})/dgi;
    value.lastIndex = call.lastIndex;
    for (let index = 0; index <= before; index++) value.exec(text);
    const [start, end] = value.exec(text)?.indices?.[1] ?? [0, 0];
    if (end > start) findings.push({ start, end, kind: 'secret', name: 'password' });
  }
  return findings;
}

/** Returns the content of an element without surrounding white space. */
function contentAt(text: string, startTag: Span, endTag: string): Span {
  const first = pastSpace(text, pastWrapping(text, pastSpace(text, startTag.end)));
  const isCdata = text.startsWith(CDATA, first);
  const start = isCdata ? pastSpace(text, first + CDATA.length) : first;
  const end = firstMatch(text, isCdata ? /\]\]>|<!\[CDATA\[/g : /</g, start);
  if (text.startsWith(isCdata ? ']]>' : endTag, end))
    return { start, end: start + lengthWithoutSpaceAfter(text.slice(start, end)) };
  const before = text.slice(Math.max(0, startTag.start - 3), startTag.start);
  const isQuoted = /["'`]$/.test(before) && /^\\{0,7}["'`]/.test(text.slice(startTag.end, startTag.end + 8));
  if (!END_TAG.test(text.slice(end, end + 9))) {
    if (isQuoted || IN_A_TEXT.test(before))
      return { start: startTag.end, end: Math.min(end, firstMatch(text, /[\s"'`\\]/g, startTag.end)) };
    const after = text.slice(startTag.end, startTag.end + 1);
    const isPlaceholder = AFTER_ANOTHER.test(before)
      ? after === ' ' || after === ''
      : TOUCHES_BEFORE.test(before) && TOUCHES_AFTER.test(after);
    if (isPlaceholder) return { start, end: start };
  }
  const line = /^[^\r\n]*/.exec(text.slice(start, end))?.[0] ?? '';
  return { start, end: start + lengthWithoutSpaceAfter(line) };
}

/**
 * Skips comments and the start of an element that only specifies the type of its value; returns the offset after them.
 */
function pastWrapping(text: string, start: number): number {
  return start + (WRAPPING.exec(text.slice(start, start + LONGEST_WRAPPING))?.[0].length ?? 0);
}

function pastSpace(text: string, start: number): number {
  SPACE_BEFORE.lastIndex = start;
  SPACE_BEFORE.test(text);
  return SPACE_BEFORE.lastIndex;
}

function lengthWithoutSpaceAfter(text: string): number {
  let end = text.length;
  for (;;) {
    const space = SPACE_AFTER.exec(text.slice(Math.max(0, end - LONGEST_SPACE), end));
    if (space === null) return end;
    end -= space[0].length;
  }
}
