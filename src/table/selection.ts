/** The selected rows. They are identified by log ID, because a row's position can change. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** The focused row. */
  readonly focus: string | undefined;
  /** The row where a range begins. */
  readonly anchor: string | undefined;
}

export const NOTHING: Selection = { ids: new Set(), focus: undefined, anchor: undefined };

/** Selects a single row. */
export function selectOne(id: string): Selection {
  return { ids: new Set([id]), focus: id, anchor: id };
}

/** Adds the row to the selection, or removes it. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, focus: id, anchor: id };
}

/** Selects all rows from the anchor to this one, as returned by `between`. */
export function extend(
  { anchor }: Selection,
  id: string,
  between: (from: string, to: string) => readonly string[],
): Selection {
  const from = anchor ?? id;
  return { ids: new Set([...between(from, id), id]), focus: id, anchor: from };
}

/** Selects a group's rows without focusing any of them. */
export function selectGroup(ids: readonly string[]): Selection {
  return { ids: new Set(ids), focus: undefined, anchor: undefined };
}

export function selectAll({ focus, anchor }: Selection, ids: readonly string[]): Selection {
  return { ids: new Set(ids), focus: focus ?? ids[0], anchor: anchor ?? ids[0] };
}
