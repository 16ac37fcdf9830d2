/** The extension, as a panel's page sees it. */

interface Editor {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): Editor;

/** The one way to the extension, for a page that sends `From`, receives `To` and stores `Stored`. Call it once a page. */
export function editorApi<From, To, Stored>() {
  const editor = acquireVsCodeApi();
  return {
    send(message: From): void {
      editor.postMessage(message);
    },
    /** Stores what this page shows, for a reload of the window. The editor writes it to disk. */
    store(state: Stored): void {
      editor.setState(state);
    },
    /** Returns what this version of the extension or an older one stored last. */
    stored(): unknown {
      return editor.getState();
    },
    onMessage(receive: (message: To) => void): void {
      window.addEventListener('message', ({ data }: MessageEvent<To>) => receive(data));
    },
  };
}
