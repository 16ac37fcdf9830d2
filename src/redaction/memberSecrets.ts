/**
 * Finds secrets in the members of objects, which can begin anywhere in the text and can be truncated. Each member is
 * judged once: by its own name and by the name that a neighboring member specifies (`{"name":"password","value":"x"}`).
 * Names and values can be in single quotes. Linear in the length of the text.
 */
import { stringEnd } from '../http/decode/jsonText.ts';
import { firstMatch } from '../text/nearby.ts';
import type { Span } from '../text/spans.ts';
import type { Finding } from './headerGrammar.ts';
import { namedValue, pairedValue } from './namedSecrets.ts';
import type { SecretNames } from './secretNames.ts';

const MEMBER =
  /(["'])((?:[^"'\\\r\n{},]|\\u[\da-f]{4}){1,100})\1\s{0,100}(?::|=>?)\s{0,100}(?:[bfru]{1,2}(?=["']))?/gi;
/** Names of members whose value is the name of a neighboring member. */
const NAMING =
  /^(?:\w{0,20}(?:name|key|id|label|title)|field|param|parameter|header|attribute|property|variable|path|type|k|column|prompt|question|placeholder|selector|locator|element|option|setting|항목|이름)$/i;
/** Names of members whose value can belong to the name that a neighboring member specifies. */
const VALUE =
  /^(?:\w{0,20}values?|val|v|data|content|default|current|text|answer|response|reply|input|to|new|after|값)$/i;
/** Like `VALUE`, but for a value that precedes its name. */
const FIRST_VALUE = /^(?:value|val|v|data|content)$/i;
/** Names of members that describe a field. */
const DESCRIBING =
  /^(?:type|label|title|format|min(?:imum|Length)?|max(?:imum|Length)?|required|description|placeholder|hint|pattern|errors?|messages?)$/i;

const LONGEST_NAME = 100;
/** Maximum number of units between related members. */
const LONGEST_BETWEEN = 400;
/** Maximum number of an object's names or values that are kept for neighboring members. */
const MOST_BESIDE = 8;

/** The members of an object so far. */
interface Around {
  /** The names that members of the object specify for a neighboring value. */
  readonly names: string[];
  /** The values that might belong to a name that follows them. */
  readonly values: Span[];
}

export function findInMembers(text: string, names: SecretNames): Finding[] {
  if (!text.includes('"') && !text.includes("'")) return [];
  const findings: Finding[] = [];
  const isSecret = (name: string) => names.judge(name) !== 'harmless' || names.ofHeader(name) !== undefined;
  const pair = (name: string, { start, end }: Span) =>
    findings.push(...pairedValue(names, name, text, start, end));
  let around: Around = { names: [], values: [] };
  let inner: readonly string[] = [];
  let past = 0;
  MEMBER.lastIndex = 0;
  for (let match = MEMBER.exec(text); match !== null; match = MEMBER.exec(text)) {
    const { 2: name = '', index } = match;
    const at = MEMBER.lastIndex;
    const between = text.slice(Math.max(past, index - LONGEST_BETWEEN), index);
    if (/[{}]/.test(between) || index - past > LONGEST_BETWEEN)
      around = { names: /^\{\s*$/.test(between) ? [...inner] : [], values: [] };
    const judgement = names.judge(name);
    const isText = /["'`]/.test(text.charAt(at));
    const isContainer = judgement === 'container' && text.charAt(at) === '{';
    inner = isContainer ? [name] : [];
    if (isText && NAMING.test(name)) {
      const given = text.slice(at + 1, Math.min(stringEnd(text, at), at + 1 + LONGEST_NAME));
      around.names.push(given);
      if (around.names.length > MOST_BESIDE) around.names.shift();
      for (const span of around.values) pair(given, span);
    }
    const isOwn = judgement !== 'harmless' && !isContainer;
    const named = VALUE.test(name) ? around.names.find(isSecret) : undefined;
    // The assumed end of this name might be the start of the next one.
    let end = index + 1 + name.length;
    if (isOwn || named !== undefined) {
      const value = readValue(text, at);
      end = value.end;
      for (const part of value.parts) {
        if (DESCRIBING.test(part.name)) continue;
        findings.push(...namedValue(names, name, text, part.start, part.end));
        if (named !== undefined) pair(named, part);
      }
    } else if (
      isText &&
      FIRST_VALUE.test(name) &&
      around.names.length === 0 &&
      around.values.length < MOST_BESIDE
    )
      around.values.push({ start: at + 1, end: stringEnd(text, at) });
    past = Math.max(at, end);
    MEMBER.lastIndex = end;
  }
  return findings.sort((one, other) => one.start - other.start);
}

/** Reads a value: its strings, numbers, and words, each with the name of the nested member that contains it. */
function readValue(
  text: string,
  start: number,
): { readonly end: number; readonly parts: readonly (Span & { readonly name: string })[] } {
  const parts: (Span & { readonly name: string })[] = [];
  let depth = 0;
  let offset = start;
  let name = '';
  do {
    const character = text.charAt(offset);
    if (/["'`]/.test(character)) {
      const end = stringEnd(text, offset);
      if (depth > 0 && /^\s{0,100}:/.test(text.slice(end + 1, end + 102)))
        name = text.slice(offset + 1, Math.min(end, offset + 1 + LONGEST_NAME));
      else parts.push({ start: offset + 1, end, name });
      offset = end + 1;
      // A quote that was escaped in the outer layer ends the string too early, so the text after it is not a list.
      if (!/^\s{0,100}[,:\]}]/.test(text.slice(offset, offset + 101))) break;
    } else if (/[[{\]},:\s]/.test(character)) {
      if (/[[{]/.test(character)) depth++;
      else if (/[\]}]/.test(character)) depth--;
      offset++;
    } else {
      const end = firstMatch(text, /[\s,:\]}["'{&;<>([]/g, offset);
      // A word before a bracket is code.
      if (!/[([]/.test(text.charAt(end))) parts.push({ start: offset, end, name });
      offset = Math.max(end, offset + 1);
    }
  } while (depth > 0 && offset < text.length);
  return { end: offset, parts };
}
