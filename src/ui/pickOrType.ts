import * as vscode from 'vscode';
import { composed, folded } from '../text/folded.ts';
import { acceptedItem } from './acceptedItem.ts';
import { shownInput } from './shownInput.ts';

export interface TypedItem extends vscode.QuickPickItem {
  /** The item only says what is wrong with the typed text: it cannot be picked. */
  readonly isProblem?: boolean;
}

export interface PickOrType<Item extends TypedItem> {
  readonly title: string;
  readonly placeholder: string;
  readonly items: readonly Item[];
  /** Returns the items for a typed text: shown first, whether or not they match the text, but for an item of that very label. */
  readonly typed: (text: string) => readonly Item[];
  /** Returns the item that the button of another item stands for. */
  readonly onButton?: (item: Item) => Item;
}

/** Shows a quick pick that accepts a listed item or typed text. Undefined when cancelled. */
export function pickOrType<Item extends TypedItem>(options: PickOrType<Item>): Promise<Item | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = options.title;
  pick.placeholder = options.placeholder;
  pick.matchOnDescription = true;
  const typedItems = () => {
    const text = pick.value.trim();
    return text === '' ? [] : options.typed(text).map((item) => ({ ...item, alwaysShow: true }));
  };
  const isNamed = ({ label }: Item) => folded(label) === folded(pick.value.trim());
  const list = () => {
    const others = options.items.filter((item) => !isNamed(item));
    pick.items = [...options.items.filter(isNamed), ...typedItems(), ...others];
  };
  list();
  return shownInput<Item>(pick, (answer) => {
    const take = (item: Item | undefined) => {
      if (item !== undefined && !item.isProblem) answer(item);
    };
    pick.onDidChangeValue((value) => {
      // The editor compares its rows with the text as it is.
      if (composed(value) !== value) pick.value = composed(value);
      list();
    });
    pick.onDidAccept(() => {
      const item = acceptedItem(pick);
      if (item && options.items.includes(item)) return take(item);
      // A row of what is typed may be behind the last key.
      const [typed] = typedItems();
      take((item?.label !== typed?.label && options.items.find(isNamed)) || typed);
    });
    pick.onDidTriggerItemButton(({ item }) => take(options.onButton?.(item)));
  });
}
