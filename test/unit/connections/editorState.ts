import type * as vscode from 'vscode';

/**
 * The global state of one extension in several windows, advanced step by step. Each window has a copy of the entire
 * state, and a change writes the entire copy: the editor's window receives it, notifies the extension, and stores it a
 * little later. Only then are the other windows notified and their copies replaced.
 */
export class EditorState {
  readonly #windows: Window[] = [];
  #disk = '{}';

  /** Returns the memento of another window; `copy` is the state it starts from, as text. */
  open(copy = this.#disk): vscode.Memento {
    const window: Window = {
      value: JSON.parse(copy),
      cache: copy,
      unstored: [],
      toEditor: [],
      toExtension: [],
      fromDisk: [],
    };
    this.#windows.push(window);
    return {
      keys: () => Object.keys(window.value),
      get: <T>(key: string, fallback?: T) => (window.value[key] ?? fallback) as T,
      update: (key: string, value: unknown) => {
        window.value[key] = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
        const text = JSON.stringify(window.value);
        return new Promise<void>((resolve) => {
          window.toEditor.push(() => {
            this.#take(window, text);
            window.toExtension.push(resolve);
          });
        });
      },
    };
  }

  /** The messages in transit, as lists in the order in which they arrive. */
  get #ways(): (() => void)[][] {
    const ways = this.#windows.flatMap(({ toEditor, toExtension, fromDisk, unstored }) => [
      toEditor,
      toExtension,
      fromDisk,
      unstored,
    ]);
    return ways.filter(({ length }) => length > 0);
  }

  /** Delivers the next message in one of the lists; returns false if no message is in transit. */
  step(way: number): boolean {
    const ways = this.#ways;
    ways[way % ways.length]?.shift()?.();
    return ways.length > 0;
  }

  /** Returns the state that a newly opened window would read. */
  stored(): Record<string, unknown> {
    return JSON.parse(this.#disk);
  }

  #take(window: Window, text: string): void {
    if (window.cache === text) return;
    this.#show(window, text);
    // Changes within a tenth of a second are stored once.
    window.unstored.splice(0, 1, () => this.#store(window, text));
  }

  #store(window: Window, text: string): void {
    this.#disk = text;
    for (const other of this.#windows.filter((each) => each !== window)) {
      other.fromDisk.push(() => {
        if (other.cache !== text) this.#show(other, text);
      });
    }
  }

  #show(window: Window, text: string): void {
    window.cache = text;
    window.toExtension.push(() => {
      window.value = JSON.parse(text);
    });
  }
}

interface Window {
  /** The extension's copy. */
  value: Record<string, unknown>;
  /** The editor's copy. */
  cache: string;
  readonly unstored: (() => void)[];
  readonly toEditor: (() => void)[];
  readonly toExtension: (() => void)[];
  readonly fromDisk: (() => void)[];
}
