/**
 * Reads the fields of JSON, which might be truncated, consist of several consecutive values, or only look like JSON.
 * Linear in the length of the text.
 */

import { decoded } from '../decode/codes.ts';
import { nextToken, stringEnd, tokenEnd } from '../decode/jsonText.ts';
import type { MappedText, TextRange } from '../decode/mappedText.ts';
import { DEPTH_LIMIT, kindOfWord } from './field.ts';
import type { FieldList, OpenField, Position } from './fieldList.ts';

interface Container {
  readonly start: number;
  /** Undefined if the container is nested more deeply than `DEPTH_LIMIT`. */
  readonly field: OpenField | undefined;
  readonly isObject: boolean;
  readonly position: Position;
  /** The name of the next value in an object. */
  key: { readonly name: string; readonly range: TextRange } | undefined;
  /** The index of the next value in a list. */
  index: number;
}

/** Adds the fields of JSON, starting with its outermost object or list. */
export function readJson(list: FieldList, outermost: Position, json: MappedText): void {
  const { text } = json;
  const open: Container[] = [];
  const close = (end: number) => {
    const container = open.pop();
    if (container?.field) container.field.place = json.toRaw({ start: container.start, end });
  };

  for (let start = nextToken(text, 0); start < text.length; ) {
    const end = tokenEnd(text, start);
    const next = nextToken(text, end);
    const mark = text.charAt(start);
    const container = open.at(-1);
    const isHidden = container !== undefined && container.field === undefined;
    if (mark === '}' || mark === ']') close(end);
    else if (mark === ',') {
      if (container) container.key = undefined;
      if (container) container.index++;
    } else if (mark === '{' || mark === '[') {
      // Below the maximum depth, the path is not extended.
      const position = isHidden ? container.position : container ? positionIn(container, json) : outermost;
      const isTooDeep = isHidden || position.path.length > DEPTH_LIMIT;
      const isObject = mark === '{';
      const place = json.toRaw({ start, end });
      const field = isTooDeep ? undefined : list.add(position, isObject ? 'object' : 'list', '', place);
      open.push({ start, field, isObject, position, key: undefined, index: 0 });
    } else if (mark === '"' && container?.isObject && text[next] === ':') {
      const range = { start: start + 1, end: stringEnd(text, start) };
      container.key = { name: decoded('json', text.slice(range.start, range.end)), range };
    } else if (mark !== ':' && !isHidden) {
      const position = container ? positionIn(container, json) : outermost;
      if (mark === '"') {
        const inside = { start: start + 1, end: stringEnd(text, start) };
        list.addText(position, json.slice(inside), 'json');
      } else {
        const word = text.slice(start, end);
        list.add(position, kindOfWord(word), word, json.toRaw({ start, end }), json.slice({ start, end }));
      }
    }
    start = next;
  }
  while (open.length > 0) close(text.length);
}

function positionIn({ isObject, position, key, index }: Container, json: MappedText): Position {
  const { path } = position;
  if (!isObject) return { ...position, path: [...path, String(index)], namePlace: undefined };
  if (key === undefined) return { ...position, path: [...path, ''], name: '', namePlace: undefined };
  return { ...position, path: [...path, key.name], name: key.name, namePlace: json.toRaw(key.range) };
}
