/**
 * Finds secrets in XML and HTML, even if the markup begins in the middle of other text. Each tag is judged once: by its
 * own name, and by the name in its attributes (`<input name="password" value="x">`) or in the element before it
 * (`<key>password</key><string>x</string>`). Lenient; linear in the length of the text. Findings are in ascending order.
 */

import { firstMatch, groupSpan } from '../text/nearby.ts';
import type { Span } from '../text/spans.ts';
import type { Finding } from './headerGrammar.ts';
import { namedValue, pairedValue } from './namedSecrets.ts';
import type { SecretNames } from './secretNames.ts';

const TAG = /<(?:[\w.-]{1,40}:)?([^\s<>/!?"'=:]{1,100})(?=[\s/>])/g;
const LONGEST_WRAPPING = 400;
const WRAPPING =
  /(?:\s|\\{1,7}[nrt]){0,200}(?:<!--[^<>]{0,200}-->\s{0,40})?(?:<(?:\w{1,20}:)?(?:string|value|text|plain|data|b|i|strong|em|span|code|AttributeValue)>\s{0,40}){0,2}(?:<!\[CDATA\[)?(?:\s|\\{1,7}[nrt]){0,200}/i;
/** White space, including as escaped in JSON strings and in strings nested inside them. */
const SPACE_AFTER = /(?:\s|\\{1,7}[nrt])$/;
const LONGEST_SPACE = 8;
/**
 * The text before a name in angle brackets that represents a value: `Bearer <token>`, `user:<password>@host`,
 * `List<Password>`.
 */
const BEFORE_PLACEHOLDER = /(?<!\\)[\w:=>-][ \t]$|["'`\w:-]$/;
/** An end tag, including one that is escaped in a JSON string. */
const END_TAG = /^<\\{0,7}\//;

/** Maximum number of units in a tag's attributes, in a value of a name-value pair, and between a name and its value. */
const LONGEST_ATTRIBUTES = 4600;
const LONGEST_VALUE = 4000;
const LONGEST_BETWEEN = 300;
const ATTRIBUTE =
  /(?<=[\s"'])(?<name>[a-z]{1,10})\s{0,5}=\s{0,5}(?:\\{0,7}["'](?=[^"'<>])|(?!\\{1,7}["'])(?=[^\s"'<>]))(?<value>(?<=["'])(?:[^"'<>\\]|\\(?!\\{0,6}["'])){1,4000}|(?<!["'])[^\s"'<>]{1,400})/dgi;
const NAMING = /^(?:name|key|id|field|n|param|parameter|dt|th)$/i;
const VALUE = /^(?:value|content|v|string|data|integer|int|i4|base64|dd|td)$/i;

export function findInXml(text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  const pair = (name: string, { start, end }: Span) =>
    findings.push(...pairedValue(names, name, text, start, Math.min(end, start + LONGEST_VALUE)));
  /** The name in the last element that names another element, and the offset where that name ends. */
  let named: { readonly name: string; readonly end: number } | undefined;
  TAG.lastIndex = 0;
  for (let match = TAG.exec(text); match !== null; match = TAG.exec(text)) {
    const { 0: tag, 1: name = '', index } = match;
    const tagEnd = firstMatch(text, /[<>]/g, TAG.lastIndex);
    const from = TAG.lastIndex - 1;
    const attributes = text.slice(from, Math.min(tagEnd, index + LONGEST_ATTRIBUTES));
    TAG.lastIndex = tagEnd;
    const isOpen = text[tagEnd] === '>' && text[tagEnd - 1] !== '/';
    const contentOf = () => contentAt(text, { start: index, end: tagEnd + 1 }, `</${tag.slice(1)}`);
    if (attributes.includes('=')) {
      const { given, value } = inAttributes(attributes, from);
      const held = value ?? (isOpen ? contentOf() : undefined);
      if (given !== undefined && held) pair(given, held);
    }
    if (!isOpen) continue;
    const isValue = VALUE.test(name);
    const isNaming = NAMING.test(name);
    if (!isValue && !isNaming && names.judge(name) === 'harmless') continue;
    const content = contentOf();
    const inside = text.slice(content.start, Math.min(content.end, content.start + 100));
    if (isValue && named && index - named.end < LONGEST_BETWEEN) pair(named.name, content);
    if (isNaming) named = { name: inside.replace(/:$/, ''), end: content.end };
    else if (isValue && inside !== '') named = undefined;
    findings.push(...namedValue(names, name, text, content.start, content.end));
    if (isValue || names.judge(name) !== 'harmless') TAG.lastIndex = content.end;
  }
  return findings;
}

/**
 * Returns the name in a tag's attributes, such as `name="password" value="x"`, and the range of the value in the text.
 */
function inAttributes(
  attributes: string,
  offset: number,
): { readonly given: string | undefined; readonly value: Span | undefined } {
  const all = Array.from(attributes.matchAll(ATTRIBUTE));
  const find = (pattern: RegExp) => all.find(({ groups }) => pattern.test(groups?.['name'] ?? ''));
  const value = find(/^(?:value|content|v)$/i);
  const span = value && groupSpan(value, 'value');
  const isPassword = find(/^type$/i)?.groups?.['value']?.toLowerCase() === 'password';
  const given = isPassword && value ? 'password' : find(/^(?:name|key|id|field|n)$/i)?.groups?.['value'];
  return { given, value: span && { start: offset + span.start, end: offset + span.end } };
}

/**
 * Returns the content of an element, without white space around it. If its end tag is missing, as in truncated text,
 * the content ends with the line or, in a sentence, with the word. Child elements are judged by their own names.
 */
function contentAt(text: string, startTag: Span, endTag: string): Span {
  const wrapping = WRAPPING.exec(text.slice(startTag.end, startTag.end + LONGEST_WRAPPING))?.[0] ?? '';
  const start = startTag.end + wrapping.length;
  const isCdata = wrapping.includes('<![CDATA[');
  const end = firstMatch(text, isCdata ? /\]\]>|<!\[CDATA\[/g : /</g, start);
  if (isCdata || text.startsWith(endTag, end))
    return { start, end: start + lengthWithoutSpaceAfter(text.slice(start, end)) };
  const before = text.slice(Math.max(0, startTag.start - 3), startTag.start);
  const isPlaceholder =
    BEFORE_PLACEHOLDER.test(before) || (before.endsWith('=') && /[&\s]/.test(text.charAt(startTag.end)));
  if (isPlaceholder && !END_TAG.test(text.slice(end, end + 9)))
    return { start: startTag.end, end: Math.min(end, firstMatch(text, /[\s"'`\\@&(),;/]/g, startTag.end)) };
  const line = /[^\r\n]*/.exec(text.slice(start, end))?.[0] ?? '';
  return { start, end: start + lengthWithoutSpaceAfter(line) };
}

function lengthWithoutSpaceAfter(text: string): number {
  let end = text.length;
  for (;;) {
    const space = SPACE_AFTER.exec(text.slice(Math.max(0, end - LONGEST_SPACE), end));
    if (space === null) return end;
    end -= space[0].length;
  }
}
