/** The payload of a request as nested fields. */

import type { TextRange } from '../http/decode/mappedText.ts';
import type { FieldPart, ReadField } from '../http/fields/field.ts';
import type { ReadRequest } from '../http/fields/readFields.ts';
import { type Message, message, pluralMessage } from '../text/l10n.ts';
import type { Field, LogContent, PayloadPart } from './logView.ts';
import { Budget, field } from './viewedField.ts';

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

/** A part of the request, and the fields that contain its next one, outermost first. */
interface OpenPart {
  readonly fields: Field[];
  readonly around: { readonly node: Node; readonly depth: number }[];
}

/**
 * Returns the fields of the request by part, with nested fields inside the field that contains them. The part with the
 * match is first, and cookies are last.
 * @param matched the range of each matched field
 * @param main the index of the field with the main match
 */
export function payloadOf(
  { fields, more }: ReadRequest,
  matched: ReadonlyMap<number, TextRange | true>,
  main = [...matched.keys()][0],
): Pick<LogContent, 'payload' | 'isPayloadCut'> {
  const parts = new Map<FieldPart, OpenPart>();
  const areAllOpen = fields.length <= FEW;
  const budget = new Budget();
  let isCut = more;
  for (const [index, each] of fields.entries()) {
    const { part, kind, path } = each;
    if (!(part in PARTS) || (part === 'body' && kind !== 'binary')) continue;
    // An object or list that is the whole body is represented by its part's heading.
    if (path.length === 0 && (kind === 'object' || kind === 'list')) continue;
    const fits = budget.fits(each);
    isCut ||= !fits;
    if (!fits && index !== main) continue;
    const range = matched.get(index);
    const name = fits ? path.at(-1) : path.join(' ▸ ');
    const node: Node = {
      ...field(name ?? '', each.value, range === true ? undefined : range),
      ...(range === true && { matched: true }),
      ...noteOf(each),
    };
    const inPart = parts.get(part) ?? { fields: [], around: [] };
    const depth = fits ? Math.max(1, path.length) : 0;
    const around = inPart.around.filter((outer) => outer.depth < depth);
    const outer = around.at(-1)?.node;
    if (outer) outer.fields ??= [];
    (outer?.fields ?? inPart.fields).push(node);
    if (range || areAllOpen) for (const each of around) each.node.isOpen = true;
    parts.set(part, { ...inPart, around: [...around, { node, depth }] });
  }
  const first = main === undefined ? undefined : fields[main]?.part;
  const rank = (part: FieldPart) => (part === first ? 0 : part === 'cookie' ? 2 : 1);
  const payload = [...parts]
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([part, { fields }]): PayloadPart => ({ title: PARTS[part] ?? message('Body'), fields }));
  return { payload, isPayloadCut: isCut };
}

function noteOf({ kind, format, place }: ReadField): Pick<Field, 'note' | 'value'> | undefined {
  if (kind === 'list') return { value: '', note: '[…]' };
  if (kind === 'object') return { value: '', note: '{…}' };
  if (kind !== 'binary') return undefined;
  const length = pluralMessage(place.end - place.start, { one: '{0} character', other: '{0} characters' });
  return { value: '', note: message('{0}, {1}', format ?? message('Binary data'), length) };
}
