import type * as vscode from 'vscode';
import { SharedList } from '../connections/sharedList.ts';
import { columnOf, FIRST_COLUMNS, WIDTHS } from './columns.ts';
import { type ColumnLayout, readColumns } from './tableMessages.ts';

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

  async set(connectionId: string, columns: ColumnLayout): Promise<void> {
    await this.#stored.set(connectionId, { connectionId, columns });
  }

  dispose(): void {
    this.#stored.dispose();
  }
}
