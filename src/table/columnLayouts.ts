import type * as vscode from 'vscode';
import { SharedList } from '../connections/sharedList.ts';
import { columnOf, FIRST_COLUMNS, WIDTHS } from './columns.ts';
import { type ColumnLayout, MOST_COLUMNS, readColumns } from './tableMessages.ts';

interface StoredLayout {
  readonly connectionId: string;
  readonly columns: ColumnLayout;
}

/** The columns of a connection's tables and their widths, in global state. */
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
    return FIRST_COLUMNS.map((id) => ({ id, width: columnOf(id)?.width ?? WIDTHS.least }));
  }

  /** Adds a column at the end or takes it away; the last one stays. */
  async show(connectionId: string, id: string, isShown: boolean): Promise<void> {
    const before = this.of(connectionId);
    const column = columnOf(id);
    if (!column || before.some((each) => each.id === id) === isShown) return;
    const columns = isShown
      ? [...before, { id, width: column.width }]
      : before.filter((each) => each.id !== id);
    if (columns.length === 0 || columns.length > MOST_COLUMNS) return;
    await this.#stored.set(connectionId, { connectionId, columns });
  }

  /** @param width in CSS pixels */
  async widen(connectionId: string, id: string, width: number): Promise<void> {
    const columns = this.of(connectionId).map((each) => (each.id === id ? { id, width } : each));
    await this.#stored.set(connectionId, { connectionId, columns });
  }

  dispose(): void {
    this.#stored.dispose();
  }
}
