/**
 * The payload of a request as rows: a heading for each part, followed by its fields. The fields of an object or list
 * are nested in its row.
 */
import type { Field, FieldPart } from '../http/fields/field.ts';
import { local, type Message, message, plural, t } from '../text/l10n.ts';
import type { Row } from './facts.ts';

/** Maximum number of fields for which all rows are expanded initially. */
const FEW = 12;

const HEADINGS: Partial<Record<FieldPart, Message>> = {
  query: message('Query parameters'),
  cookie: message('Cookies'),
  form: message('Form'),
  multipart: message('Parts of the body'),
  json: message('JSON body'),
  xml: message('XML body'),
};

export interface PayloadRows {
  readonly rows: readonly Row[];
  /** The row index of each field; undefined for fields without a row. */
  readonly rowOf: readonly (number | undefined)[];
}

/** @param matched the index of the field that contains the match; its part is listed first, and its row is visible */
export function payloadRows(fields: readonly Field[], matched: number | undefined): PayloadRows {
  const parts = [...new Set(fields.map(({ part }) => part))];
  const first = matched === undefined ? undefined : fields[matched]?.part;
  const rank = (part: FieldPart) => (part === first ? 0 : part === 'cookie' ? 2 : 1);
  parts.sort((one, other) => rank(one) - rank(other));
  const rows: Row[] = [];
  const rowOf: (number | undefined)[] = [];
  for (const part of parts) {
    rows.push({ name: local(HEADINGS[part] ?? message('Body')), value: '', isHeading: true, isOpen: true });
    for (const [index, field] of fields.entries()) {
      // An object or list that is the whole body is represented by its part's heading.
      if (field.part !== part || (field.path.length === 0 && isContainer(field))) continue;
      rowOf[index] = rows.length;
      rows.push(rowOfField(field));
    }
  }
  const row = matched === undefined ? undefined : rowOf[matched];
  return { rows: withInside(rows, row, fields.length <= FEW), rowOf };
}

function isContainer({ kind }: Field): boolean {
  return kind === 'object' || kind === 'list';
}

function rowOfField(field: Field): Row {
  const { path, kind, value, format, place } = field;
  const name = path.at(-1) ?? '';
  const depth = Math.max(1, path.length);
  if (isContainer(field)) return { name, value: '', depth, inside: 0, note: kind === 'list' ? '[…]' : '{…}' };
  if (kind !== 'binary') return { name, value, depth };
  const length = plural(place.end - place.start, { one: '{0} character', other: '{0} characters' });
  return { name, value: '', depth, note: `${format ?? t('Binary data')}, ${length}` };
}

/** Adds to each row the number of rows nested in it, and expands the parents of a row. */
function withInside(rows: readonly Row[], inSight: number | undefined, areAllOpen: boolean): Row[] {
  const ends: number[] = [];
  /** The parents of the current row, outermost first. */
  const around: number[] = [];
  const close = (depth: number, end: number) => {
    for (let last = around.at(-1); last !== undefined; last = around.at(-1)) {
      if ((rows[last]?.depth ?? 0) < depth) return;
      ends[last] = end;
      around.pop();
    }
  };
  for (const [index, { depth = 0 }] of rows.entries()) {
    close(depth, index);
    around.push(index);
  }
  close(0, rows.length);
  return rows.map((row, index) => {
    const inside = (ends[index] ?? index + 1) - index - 1;
    if (inside === 0) return row;
    const isAround = inSight !== undefined && index < inSight && inSight <= index + inside;
    return { ...row, inside, ...((row.isHeading || areAllOpen || isAround) && { isOpen: true as const }) };
  });
}
