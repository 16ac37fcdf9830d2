/** The rows of a quick pick. */
interface Rows<Item> {
  readonly selectedItems: readonly Item[];
  readonly activeItems: readonly Item[];
  readonly items: readonly Item[];
  /** The typed text. */
  readonly value: string;
}

/**
 * Returns the row of a quick pick that Enter accepts. Enter can arrive before VS Code has selected a row or marked one
 * as active. In that case, it is the first row, which the user has seen, unless words were typed.
 */
export function acceptedItem<Item>({
  selectedItems,
  activeItems,
  items,
  value,
}: Rows<Item>): Item | undefined {
  return selectedItems[0] ?? (value === '' ? (activeItems[0] ?? items[0]) : undefined);
}
