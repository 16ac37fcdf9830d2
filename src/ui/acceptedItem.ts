/** The properties of a quick pick that determine the accepted row. */
interface Rows<Item> {
  readonly selectedItems: readonly Item[];
  readonly activeItems: readonly Item[];
  readonly items: readonly Item[];
  /** The typed text. */
  readonly value: string;
}

/**
 * Returns the row that Enter accepts in a quick pick. Enter can arrive before VS Code has selected a row or marked one
 * as active. In that case, returns the first row, which the user has seen, unless text was typed.
 */
export function acceptedItem<Item>({
  selectedItems,
  activeItems,
  items,
  value,
}: Rows<Item>): Item | undefined {
  return selectedItems[0] ?? (value === '' ? (activeItems[0] ?? items[0]) : undefined);
}
