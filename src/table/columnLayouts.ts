import type * as vscode from 'vscode';
import { SharedList } from '../connections/sharedList.ts';
import { type ColumnLayout, columnOf, FIRST_COLUMNS } from './columns.ts';
import { MOST_COLUMNS, readColumns } from './tableMessages.ts';

interface StoredLayout {
  readonly connectionId: string;
  readonly columns: ColumnLayout;
}

/** The columns in a connection's tables, and their widths. They are stored in global state. */
export class ColumnLayouts implements vscode.Disposable {
  readonly #stored: SharedList<StoredLayout>;

  constructor(state: vscode.Memento, onChange: () => void) {
    this.#stored = new SharedList<StoredLayout>({
      state,
      key: 'tableColumns',
      idOf: ({ connectionId }) => connectionId,
      onChange,
    });
  }

  of(connectionId: string): ColumnLayout {
    const columns = readColumns(this.#stored.get(connectionId)?.columns) ?? [];
    const known = columns.filter(({ id }) => columnOf(id));
    if (known.length > 0) return known;
    return FIRST_COLUMNS.map((id) => ({ id }));
  }

  /**
   * Hides a column, or shows it regardless of the panel's width. A new column is added at the end. The last visible
   * column cannot be hidden.
   */
  async show(connectionId: string, id: string, isShown: boolean): Promise<void> {
    const before = this.of(connectionId);
    if (!columnOf(id)) return;
    const others = before.filter((each) => each.id !== id);
    const added = others.length === before.length ? [...before, { id, isChosen: true as const }] : undefined;
    const chosen = before.map((each) => (each.id === id ? { ...each, isChosen: true as const } : each));
    const columns = isShown ? (added ?? chosen) : others;
    if (columns.length === 0 || columns.length > MOST_COLUMNS) return;
    await this.#stored.set(connectionId, { connectionId, columns });
  }

  /** @param width in CSS pixels; undefined for the default width */
  async widen(connectionId: string, id: string, width: number | undefined): Promise<void> {
    const columns = this.of(connectionId).map((each) => (each.id === id ? { ...each, width } : each));
    await this.#stored.set(connectionId, { connectionId, columns });
  }

  dispose(): void {
    this.#stored.dispose();
  }
}
