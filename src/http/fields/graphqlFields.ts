/**
 * Reads the fields of a GraphQL document: the values of its arguments, other strings, its comments, and the arguments
 * that use its variables.
 */
import { stringEnd } from '../decode/jsonText.ts';
import type { MappedText } from '../decode/mappedText.ts';
import { DEPTH_LIMIT, kindOfWord } from './field.ts';
import type { FieldList, Position } from './fieldList.ts';

const DOCUMENT = /^\s{0,100}(?:(?:query|mutation|subscription|fragment)\b|\{)/;

export function looksLikeGraphql(text: string): boolean {
  return DOCUMENT.test(text) && text.includes('{');
}

/**
 * Adds a document and the values in it. The path of each value consists of the names of its call and its argument.
 * Linear in the length of the text.
 */
export function readGraphql(list: FieldList, position: Position, document: MappedText): void {
  const { text } = document;
  const { namePlace: _, ...around } = position;
  const { path } = position;
  list.add(position, 'graphql', text, document.toRaw());
  const bound = new Map<string, string>();
  list.bindVariables(position, bound);
  /** The enclosing calls and objects, each with its closing bracket. */
  const open: { readonly name: string; readonly end: string }[] = [];
  let calls = 0;
  let name = '';
  /** The start of a string, a variable or name, a number, a comment, or a bracket. */
  const next = /"""|"|\$?[_A-Za-z]\w*|-?\d[\w.+-]*|#[^\r\n]*|[{}()]/g;
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const { 0: token, index } = match;
    const start = next.lastIndex;
    const isString = token.startsWith('"');
    const end = isString ? textEnd(text, index, token) : start;
    if (isString) next.lastIndex = end + token.length;
    const isInCall = calls > 0;
    const enclosing = open.at(-1);
    if (token === '(') {
      open.push({ name, end: ')' });
      calls++;
    } else if (token === '{') open.push({ name: isInCall ? name : '', end: '}' });
    else if (enclosing && token === enclosing.end) {
      open.pop();
      ({ name } = enclosing);
      if (token === ')') calls--;
    } else if (token.startsWith('#')) {
      const comment = { ...around, path: [...path, '#comment'], name: '#comment' };
      list.addText(comment, document.slice({ start: index + 1, end }), 'none');
    } else if (/^[$_A-Za-z]/.test(token) && (!isInCall || isFollowedByColon(text, index + token.length)))
      name = token;
    else if (token.startsWith('$')) bound.set(token.slice(1), name);
    else if (isString || (isInCall && /^(?:[\d-]|(?:true|false|null)$)/.test(token))) {
      const outer = open.slice(0, DEPTH_LIMIT - 1);
      const names = outer.map((each) => each.name).filter((each) => each !== '');
      const argument = { ...around, path: [...path, ...names, name], name };
      if (isString) list.addText(argument, document.slice({ start, end }), 'json');
      else list.add(argument, kindOfWord(token), token, document.toRaw({ start: index, end }));
    }
  }
}

/**
 * Returns the offset of the closing quotes of the string that begins at `start`, or the document's length if the string
 * is truncated.
 */
function textEnd(text: string, start: number, quotes: string): number {
  const end = quotes === '"' ? stringEnd(text, start) : text.indexOf(quotes, start + quotes.length);
  return end === -1 ? text.length : end;
}

function isFollowedByColon(text: string, offset: number): boolean {
  return /^\s{0,100}:/.test(text.slice(offset, offset + 101));
}
