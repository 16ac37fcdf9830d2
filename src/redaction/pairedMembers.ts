/**
 * Finds secrets whose name and value are two members, elements or attributes beside each other: lists of fields in JSON,
 * XML-RPC structs, property lists, parameters of XML, fields of HTML, serialised PHP. Linear in the text. Findings ascend.
 */
import { type Finding, headerSecrets } from './headerGrammar.ts';
import { namedValue } from './namedSecrets.ts';
import type { SecretNames } from './secretNames.ts';

/** Each with the name in group `name` and the value in group `value`, in one order or the other. */
const PAIRS: readonly RegExp[] = [
  // {"name":"password","value":"x"}, {"key":"password","type":"text","value":"x"}; also with single quotes
  /["'](?:name|key|field|id|param|parameter|header|label|attribute|property|variable|path|type|k)["']\s{0,20}[:=]>?\s{0,20}["'](?<name>[^"'\\\r\n]{1,100})["'][^{}]{0,200}?["'](?:value|val|v|data|content|default|text)["']\s{0,20}[:=]>?\s{0,20}(?:"(?<value>(?:[^"\\]|\\.){1,4000})|'(?<single>(?:[^'\\]|\\.){1,4000})|(?<bare>[\w.+/-]{1,200}))/dgi,
  // {"value":"x","name":"password"}
  /["'](?:value|val|v|data|content)["']\s{0,20}:\s{0,20}"(?<value>(?:[^"\\]|\\.){1,1000})"[^{}]{0,200}?["'](?:name|key|field|id|param|parameter|header)["']\s{0,20}:\s{0,20}"(?<name>[^"'\\\r\n]{1,100})"/dgi,
  // <name>password</name><value><string>x</string></value>; <key>password</key><string>x</string>
  /<(?:\w{1,20}:)?(?:name|key|field|id|param|parameter)>\s{0,40}(?<name>[^<>\r\n]{1,100}?)\s{0,40}<\/(?:\w{1,20}:)?(?:name|key|field|id|param|parameter)>\s{0,200}(?:<(?:\w{1,20}:)?(?:value|string|data|integer|int|i4|base64)(?:\s[^<>]{0,100})?>\s{0,40}){1,3}(?:<!\[CDATA\[)?(?<value>[^<]{1,4000})/dgi,
  // <param name="password">x</param>, <entry key='password'>x
  /<[\w:.-]{1,60}(?:\s[^<>]{0,200}?)?\s(?:name|key|id|field)\s{0,5}=\s{0,5}["'](?<name>[^"'<>]{1,100})["'][^<>]{0,200}(?<!\/)>\s{0,200}(?:<(?:\w{1,20}:)?(?:AttributeValue|value|string|data)>\s{0,40}){0,2}(?:<!\[CDATA\[)?(?<value>[^<]{1,4000})/dgi,
  // <input name="password" value="x">, <add key="ApiKey" value="x"/>, in one order or the other
  /<[\w:.-]{1,60}(?:\s[^<>]{0,200}?)?\s(?:name|key|id|field|n)\s{0,5}=\s{0,5}["'](?<name>[^"'<>]{1,100})["'](?:\s[^<>]{0,200}?)?\s(?:value|content|v)\s{0,5}=\s{0,5}["'](?<value>[^"'<>]{1,4000})/dgi,
  /<[\w:.-]{1,60}(?:\s[^<>]{0,200}?)?\s(?:value|content)\s{0,5}=\s{0,5}["'](?<value>[^"'<>]{1,1000})["'](?:\s[^<>]{0,200}?)?\s(?:name|key|id)\s{0,5}=\s{0,5}["'](?<name>[^"'<>]{1,100})/dgi,
  // ["x-api-key","x"]
  /\[\s{0,20}"(?<name>[^"'\\\r\n]{1,100})"\s{0,20},\s{0,20}"(?<value>(?:[^"\\]|\\.){1,4000})"\s{0,20}\]/dgi,
  // csrf_token|s:32:"x"
  /(?<name>[\w.-]{1,100})\|s:\d{1,9}:"(?<value>[^"\\]{1,4000})/dgi,
  // s:8:"password";s:13:"x"
  /s:\d{1,6}:\\?"(?<name>[^"\\;]{1,100})\\?";s:\d{1,9}:\\?"(?<value>[^"\\]{1,4000})/dgi,
];

/** Text that one of the pairs above holds. */
const SIGN =
  /["'](?:name|key|field|id|param|parameter|header|label|attribute|property|variable|path|type|k)["']|<[^<>]{0,300}(?:name|key|id|field)|s:\d|\[\s{0,20}"/i;

export function findPairedMembers(text: string, names: SecretNames): Finding[] {
  if (!SIGN.test(text)) return [];
  const findings: Finding[] = [];
  for (const pattern of PAIRS) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const { groups = {}, indices } = match;
      const [start, end] = indices?.groups?.['value'] ??
        indices?.groups?.['single'] ??
        indices?.groups?.['bare'] ?? [0, 0];
      const name = groups['name'] ?? '';
      findings.push(...ofPair(names, name, text, start, trimmedEnd(text, start, end)));
      // What looked like one pair may hide the start of the next.
      const [, nameEnd] = indices?.groups?.['name'] ?? [0, pattern.lastIndex];
      if (names.judge(name) === 'harmless')
        pattern.lastIndex = Math.max(match.index + 1, Math.min(nameEnd, pattern.lastIndex));
    }
  }
  return findings.sort((one, other) => one.start - other.start);
}

/** A pair may be a header's, as in a HAR: its scheme stays. */
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
