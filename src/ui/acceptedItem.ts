/** The rows of a quick pick. */
interface Rows<Item> {
  readonly selectedItems: readonly Item[];
  readonly activeItems: readonly Item[];
  readonly items: readonly Item[];
  /** What is typed. */
  readonly value: string;
}

/**
 * The row of a quick pick that Enter means. Pressed right after the rows came, it is told before any is selected or active: then
 * the first, which is what the person saw, unless words were typed.
 */
export function acceptedItem<Item>({
  selectedItems,
  activeItems,
  items,
  value,
}: Rows<Item>): Item | undefined {
  return selectedItems[0] ?? (value === '' ? (activeItems[0] ?? items[0]) : undefined);
}
