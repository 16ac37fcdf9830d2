/** JSON as layers of a value, within its allowance. */
import { type Allowance, LimitReached } from './allowance.ts';
import { type JsonLayout, layOutJson, undoJsonEscapes } from './jsonText.ts';
import type { PeeledText } from './peeledText.ts';

/** The layout of JSON; undefined for any other text, a sentence where a limit is reached. */
export function layOut(text: string, allowance: Allowance): JsonLayout | string | undefined {
  try {
    const json = layOutJson(text, allowance.stretches);
    if (json) allowance.take(json.text.length, json.map.stretches);
    return json;
  } catch (error) {
    return error instanceof LimitReached ? error.message : undefined;
  }
}

/** The inside of a JSON string without its escapes; the same when it has none. Throws `LimitReached`. */
export function unescapeJson(value: PeeledText, allowance: Allowance): PeeledText {
  const unescaped = undoJsonEscapes(value.text, allowance.stretches);
  if (!unescaped) return value;
  allowance.take(unescaped.text.length, unescaped.map.stretches);
  return value.become(unescaped.text, unescaped.map, ['JSON string']);
}
