/**
 * Entries that can be changed in several windows at once. Copies of the list can be merged in any order, any number of
 * times, without losing anything.
 */
export interface Entry {
  readonly id: string;
  /** The stamp of the entry's last addition. Stamps increase with each observed change. */
  readonly since: number;
  /** The stamp of the entry's last removal. */
  readonly removed?: number;
  /** Each field's value, with the stamp of its last change. */
  readonly fields: Readonly<Record<string, StampedField>>;
}

type StampedField = readonly [at: number, value: unknown];

/** The number of removed entries to keep, so that no other window restores them. */
const MOST_REMOVED = 50;

/**
 * Returns true if an entry is in the list. A change that another window makes while an entry is being removed does not
 * restore it.
 */
export function isThere({ since, removed = 0 }: Entry): boolean {
  return since > removed;
}

/** Returns the values of an entry's fields. */
export function valueIn({ fields }: Entry): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, [, value]]) => [name, value]));
}

/** Returns the stamped fields of values that were all set at the same time; omits fields without a value. */
export function fieldsSet(values: object, at: number): Entry['fields'] {
  const set = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]): [string, StampedField] => [name, [at, value]]));
}

/** Returns the latest stamp in an entry. */
export function latestStamp({ since, removed = 0, fields }: Entry): number {
  return Math.max(since, removed, ...Object.values(fields).map(([at]) => at));
}

/** Merges copies of a list, oldest entry first; keeps only the most recently removed entries. */
export function joinedEntries(...copies: readonly (readonly Entry[])[]): Entry[] {
  const byId = new Map<string, Entry>();
  for (const entry of copies.flat()) {
    const known = byId.get(entry.id);
    byId.set(entry.id, known ? joined(known, entry) : entry);
  }
  const all = [...byId.values()].sort(
    (one, other) => one.since - other.since || (one.id < other.id ? -1 : 1),
  );
  const removed = all.filter((entry) => !isThere(entry));
  removed.sort((one, other) => (other.removed ?? 0) - (one.removed ?? 0));
  const forgotten = new Set(removed.slice(MOST_REMOVED));
  return all.filter((entry) => !forgotten.has(entry));
}

/**
 * Returns true if the maximum number of removed entries is reached. In that case, an entry that is missing might have
 * been removed.
 */
export function mayHaveForgotten(entries: readonly Entry[]): boolean {
  return entries.filter((entry) => !isThere(entry)).length >= MOST_REMOVED;
}

function joined(one: Entry, other: Entry): Entry {
  const removed = Math.max(one.removed ?? 0, other.removed ?? 0);
  const fields: Record<string, StampedField> = {};
  for (const [name, field] of [one, other].flatMap((each) => Object.entries(each.fields))) {
    const known = fields[name];
    if (field[0] > removed && (!known || isLater(field, known))) fields[name] = field;
  }
  const since = Math.max(one.since, other.since);
  return { id: one.id, since, ...(removed > 0 && { removed }), fields };
}

/**
 * Returns true if a field's value was set later than another value. Two windows might set a field with the same stamp.
 * Either value is fine, but both windows must choose the same one.
 */
function isLater([at, value]: StampedField, [knownAt, known]: StampedField): boolean {
  return at > knownAt || (at === knownAt && JSON.stringify(value) > JSON.stringify(known));
}
