/** Which rows are selected, by the ids of their logs: rows change their places, logs do not change their ids. Pure. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The row that has the keyboard. */
  readonly focus: string | undefined;
  /** The row that a range begins at. */
  readonly anchor: string | undefined;
}

export const NOTHING: Selection = { ids: new Set(), focus: undefined, anchor: undefined };

/** One row alone. */
export function selectOne(id: string): Selection {
  return { ids: new Set([id]), focus: id, anchor: id };
}

/** The same rows, and this one taken in or out of them. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, focus: id, anchor: id };
}

/** All rows from the anchor to this one, as `between` gives them. */
export function extend(
  { anchor }: Selection,
  id: string,
  between: (from: string, to: string) => readonly string[],
): Selection {
  const from = anchor ?? id;
  return { ids: new Set([...between(from, id), id]), focus: id, anchor: from };
}

export function selectAll({ focus, anchor }: Selection, ids: readonly string[]): Selection {
  return { ids: new Set(ids), focus: focus ?? ids[0], anchor: anchor ?? ids[0] };
}
