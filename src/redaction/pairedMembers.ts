/**
 * Finds secrets whose name and value are in adjacent members, elements, or attributes: lists of fields in JSON, XML-RPC
 * structs, property lists, XML parameters, HTML fields, and serialized PHP. Linear in the length of the text. Findings
 * ascend.
 */
import { type Finding, headerSecrets, type Span } from './headerGrammar.ts';
import { firstMatch, namedValue } from './namedSecrets.ts';
import { groupSpan, type Nearby, nearbyMatches } from './nearby.ts';
import type { SecretNames } from './secretNames.ts';

/** Maximum length, in UTF-16 units, of a value. */
const LONGEST_VALUE = 4000;

/** {"name":"password","value":"x"}, {"key":"password","type":"text","value":"x"}; also in single quotes */
const NAME_BEFORE_VALUE: Nearby = {
  first:
    /["'](?:\w{0,20}(?:name|key|id|label|title)|field|param|parameter|header|attribute|property|variable|path|type|k|column|prompt|question|placeholder|selector|locator|element|option|setting|항목|이름)["']\s{0,20}[:=]>?\s{0,20}["'](?<name>[^"'\\\r\n]{1,100})["']/gi,
  second:
    /["'](?:\w{0,20}values?|val|v|data|content|default|text|answer|response|reply|input|to|new|after|값)["']\s{0,20}[:=]>?\s{0,20}(?:\[|\{(?:\s{0,20}"@?\w{1,20}"\s{0,20}:\s{0,20}"\w{0,20}"\s{0,20},){0,2}\s{0,20}"@?\w{1,20}"\s{0,20}:)?\s{0,20}(?=["'\w.+/-])/gi,
  within: 200,
  barrier: /[{}]/g,
};

/** {"password":{"type":"text","value":"x"}} */
const VALUE_OF_OBJECT: Nearby = {
  first: /["'](?<name>[\w.-]{1,60})["']\s{0,20}:\s{0,20}\{/g,
  second: /["'](?:value|val|\w{0,10}[vV]alue|default|current|new)["']\s{0,20}:\s{0,20}(?=["'\w.+/-])/g,
  within: 200,
  barrier: /[{}]/g,
};

/** {"value":"x","name":"password"} */
const VALUE_BEFORE_NAME = {
  value: /["'](?:value|val|v|data|content)["']\s{0,20}:\s{0,20}(?=")/gi,
  name: /["'](?:name|key|field|id|param|parameter|header)["']\s{0,20}:\s{0,20}"(?<name>[^"'\\\r\n]{1,100})"/gi,
};

/** Each has the name in the group `name` and the value in the group `value`, in either order. */
const PAIRS: readonly RegExp[] = [
  // <name>password</name><value><string>x</string></value>; <key>password</key><string>x</string>
  /<(?:\w{1,20}:)?(?:name|key|field|id|param|parameter)(?:\s[^<>]{0,100})?>\s{0,40}(?<name>[^<>\s][^<>\r\n]{0,99})<\/(?:\w{1,20}:)?(?:name|key|field|id|param|parameter)>\s{0,200}(?:<(?:\w{1,20}:)?(?:value|string|data|integer|int|i4|base64)(?:\s[^<>]{0,100})?>\s{0,40}){1,3}(?:<!\[CDATA\[)?(?<value>[^<]{1,4000})/dgi,
  // <dt>password</dt><dd>x</dd>, <th>password</th><td>x</td>
  /<(?:dt|th)(?:\s[^<>]{0,100})?>\s{0,40}(?<name>[^<>\s:][^<>\r\n:]{0,60}):?\s{0,9}<\/(?:dt|th)>\s{0,40}<(?:dd|td)(?:\s[^<>]{0,100})?>\s{0,40}(?<value>[^<]{1,400})/dgi,
  // "--token","x"
  /"--?(?<name>[a-z][\w-]{1,60})"\s{0,20},\s{0,20}"(?<value>(?:[^"\\]|\\.){1,4000})"/dgi,
  // ["x-api-key","x"]
  /(?<!"required"\s{0,5}:\s{0,5})\[\s{0,20}"(?<name>[^"'\\\r\n]{1,100})"\s{0,20},\s{0,20}"(?<value>(?:[^"\\]|\\.){1,4000})"\s{0,20}\]/dgi,
  // s:8:"password";s:13:"x"
  /s:\d{1,6}:\\?"(?<name>[^"\\;]{1,100})\\?";s:\d{1,9}:\\?"(?<value>[^"\\]{1,4000})/dgi,
  // YAML: "- name: DB_PASSWORD" with "value: x" on the next line
  /(?<=- )name: ["']?(?<name>[\w.-]{1,80})["']?[ \t]{0,5}\r?\n[ \t]{0,40}value: ["']?(?<value>[^\s"'&*|>{[][^\r\n"']{0,400})/dg,
];

export function findPairedMembers(text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  if (
    /["'](?:\w{0,12}values?|val|v|data|content|default|text|answer|response|reply|input|to|new|after|값)["']/i.test(
      text,
    )
  ) {
    for (const pair of [NAME_BEFORE_VALUE, VALUE_OF_OBJECT])
      findings.push(...nameBeforeValue(pair, text, names));
    findings.push(...valueBeforeName(text, names));
  }
  if (text.includes('<')) findings.push(...inTags(text, names));
  if (/<\/|s:\d|\[\s{0,20}"|"--?[a-z]|- name: /i.test(text)) findings.push(...inPatterns(text, names));
  return findings.sort((one, other) => one.start - other.start);
}

function inPatterns(text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  for (const pattern of PAIRS) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const { start, end } = groupSpan(match, 'value') ?? { start: 0, end: 0 };
      const name = match.groups?.['name'] ?? '';
      findings.push(...ofPair(names, name.trim(), text, start, trimmedEnd(text, start, end)));
      // A false pair might contain the start of the next one.
      if (names.judge(name) === 'harmless') {
        const nameEnd = groupSpan(match, 'name')?.end ?? pattern.lastIndex;
        pattern.lastIndex = Math.max(match.index + 1, Math.min(nameEnd, pattern.lastIndex));
      }
    }
  }
  return findings;
}

function nameBeforeValue(pair: Nearby, text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  let value: Span = { start: -1, end: -1 };
  for (const { first, second } of nearbyMatches(text, pair)) {
    const name = first.groups?.['name'] ?? '';
    if (names.judge(name) === 'harmless' && names.ofHeader(name) === undefined) continue;
    const start = second.index + second[0].length;
    if (start !== value.start && start + 1 !== value.start) value = valueAt(text, start);
    findings.push(...ofPair(names, name, text, value.start, trimmedEnd(text, value.start, value.end)));
  }
  return findings;
}

function valueBeforeName(text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  const { value, name } = VALUE_BEFORE_NAME;
  value.lastIndex = 0;
  for (let match = value.exec(text); match !== null; match = value.exec(text)) {
    const span = valueAt(text, value.lastIndex);
    if (text[span.end] !== '"') continue;
    const after = text.slice(span.end + 1, span.end + 401);
    name.lastIndex = 0;
    const named = name.exec(after);
    if (named === null || named.index > 200 || /[{}]/.test(after.slice(0, named.index))) continue;
    findings.push(...ofPair(names, named.groups?.['name'] ?? '', text, span.start, span.end));
    value.lastIndex = span.end;
  }
  return findings;
}

/** Returns the span of a word, or of a quoted text without its quotes. */
function valueAt(text: string, start: number): Span {
  const quote = text.charAt(start);
  if (quote !== '"' && quote !== "'")
    return { start, end: Math.min(start + 200, firstMatch(text, /[^\w.+/-]/g, start)) };
  let end = start + 1;
  const most = Math.min(text.length, start + LONGEST_VALUE);
  while (end < most && text[end] !== quote) end += text[end] === '\\' ? 2 : 1;
  return { start: start + 1, end: Math.min(end, most) };
}

const LONGEST_TAG = 600;
const ATTRIBUTE =
  /(?<=[\s"'])(?<name>[a-z]{1,10})\s{0,5}=\s{0,5}(?:\\{0,7}["'](?=[^"'<>])|(?!\\{1,7}["'])(?=[^\s"'<>]))(?<value>(?<=["'])(?:[^"'<>\\]|\\(?!\\{0,6}["'])){1,4000}|(?<!["'])[^\s"'<>]{1,400})/dgi;
const NAMING: ReadonlySet<string> = new Set(['name', 'key', 'id', 'field', 'n']);
const HOLDING: ReadonlySet<string> = new Set(['value', 'content', 'v']);
const CONTENT_START =
  /\s{0,200}(?:<(?:\w{1,20}:)?(?:AttributeValue|value|string|data)>\s{0,40}){0,2}(?:<!\[CDATA\[)?/iy;

/**
 * Finds `<input name="password" value="x">` and `<add key="ApiKey" value="x"/>`, with the attributes in either order,
 * or the text after a tag without a value: `<param name="password">x</param>`.
 */
function inTags(text: string, names: SecretNames): Finding[] {
  const findings: Finding[] = [];
  const tag = /<[\w:.-]{1,60}(?=\s)/g;
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    const tagEnd = firstMatch(text, /[<>]/g, tag.lastIndex);
    const start = match.index;
    tag.lastIndex = tagEnd;
    const attributes = Array.from(
      text.slice(start, Math.min(tagEnd, start + LONGEST_TAG + LONGEST_VALUE)).matchAll(ATTRIBUTE),
    );
    const named = attributes.find(({ groups }) => NAMING.has(groups?.['name']?.toLowerCase() ?? ''));
    const held = attributes.find(({ groups }) => HOLDING.has(groups?.['name']?.toLowerCase() ?? ''));
    const span = held && groupSpan(held, 'value');
    const value = span
      ? { start: start + span.start, end: start + span.end }
      : text[tagEnd] === '>' && text[tagEnd - 1] !== '/'
        ? contentAt(text, tagEnd + 1)
        : undefined;
    const isPassword = attributes.some(
      ({ groups }) =>
        groups?.['name']?.toLowerCase() === 'type' && groups['value']?.toLowerCase() === 'password',
    );
    if (named === undefined && !(isPassword && held)) continue;
    const name = isPassword ? 'password' : (named?.groups?.['value'] ?? '');
    if (value && name.length <= 100)
      findings.push(...ofPair(names, name, text, value.start, trimmedEnd(text, value.start, value.end)));
  }
  return findings;
}

function contentAt(text: string, from: number): Span {
  CONTENT_START.lastIndex = from;
  CONTENT_START.test(text);
  const start = CONTENT_START.lastIndex;
  const end = text.indexOf('<', start);
  return { start, end: Math.min(end < 0 ? text.length : end, start + LONGEST_VALUE) };
}

/** Returns the findings for a pair. If the pair is a header, as in a HAR file, its scheme is kept. */
function ofPair(names: SecretNames, name: string, text: string, start: number, end: number): Finding[] {
  const kind = names.ofHeader(name);
  if (kind !== undefined && kind !== 'key') {
    return headerSecrets(name, kind, text.slice(start, end)).map((finding) => ({
      ...finding,
      start: start + finding.start,
      end: start + finding.end,
    }));
  }
  const finding = namedValue(names, name, text, start, end);
  return finding ? [finding] : [];
}

function trimmedEnd(text: string, start: number, end: number): number {
  let last = end;
  while (last > start && /[\s\]]/.test(text.charAt(last - 1))) last--;
  return last;
}
