/** The payload of a request as nested fields. */

import type { FieldPart, ReadField } from '../http/fields/field.ts';
import type { ReadRequest } from '../http/fields/readFields.ts';
import { type Message, message, pluralMessage } from '../text/l10n.ts';
import { Budget, type Field, fieldOf, type LogContent } from './logView.ts';

const PARTS: Partial<Record<FieldPart, Message>> = {
  query: message('Query parameters'),
  cookie: message('Cookies'),
  form: message('Form'),
  multipart: message('Parts of the body'),
  json: message('JSON body'),
  xml: message('XML body'),
  body: message('Body'),
};

/** Maximum number of fields for which all nested fields are initially visible. */
const FEW = 12;

/** A field to which nested fields are added. */
interface Node extends Field {
  fields?: Field[];
  isOpen?: boolean;
}

/**
 * Returns the fields of the request by part, with nested fields inside the field that contains them. The part with the
 * match is first, and cookies are last.
 * @param matched the fields that contain matches, with the main one first
 * @param sought the matched text
 */
export function payloadOf(
  { fields, more }: ReadRequest,
  matched: ReadonlySet<ReadField>,
  sought: string,
): Pick<LogContent, 'payload' | 'isPayloadCut'> {
  const parts = new Map<FieldPart, { readonly title: Message; readonly fields: Field[] }>();
  /** The fields that can contain the next one, outermost first. */
  let around: { readonly part: FieldPart; readonly node: Node; readonly depth: number }[] = [];
  const budget = new Budget();
  const [main] = matched;
  let isPayloadCut = more;
  for (const field of fields) {
    const { part, kind, path, value } = field;
    const title = PARTS[part];
    if (!title || (part === 'body' && kind !== 'binary')) continue;
    // An object or list that is the whole body is represented by its part's heading.
    if (path.length === 0 && (kind === 'object' || kind === 'list')) continue;
    const fits = budget.fits(path.at(-1) ?? '', value);
    isPayloadCut ||= !fits;
    if (!fits && field !== main) continue;
    const isMatched = matched.has(field);
    const name = (fits ? path.at(-1) : path.join(' ▸ ')) ?? '';
    const node: Node = {
      ...fieldOf(name, value, isMatched ? sought : ''),
      isMatched,
      note: noteOf(field),
    };
    const depth = fits ? path.length : 0;
    around = around.filter((each) => each.part === part && each.depth < depth);
    const shown = parts.get(part) ?? { title, fields: [] };
    parts.set(part, shown);
    const outer = around.at(-1)?.node;
    if (outer) outer.fields ??= [];
    (outer?.fields ?? shown.fields).push(node);
    if (isMatched || fields.length <= FEW) for (const each of around) each.node.isOpen = true;
    around.push({ part, node, depth });
  }
  const rank = (part: FieldPart) => (part === main?.part ? 0 : part === 'cookie' ? 2 : 1);
  const sorted = [...parts].sort(([one], [other]) => rank(one) - rank(other));
  return { payload: sorted.map(([, part]) => part), isPayloadCut };
}

function noteOf({ kind, format, place }: ReadField): Field['note'] {
  if (kind === 'list') return '[…]';
  if (kind === 'object') return '{…}';
  if (kind !== 'binary') return undefined;
  const length = pluralMessage(place.end - place.start, { one: '{0} character', other: '{0} characters' });
  return message('{0}, {1}', format ?? message('Binary data'), length);
}
