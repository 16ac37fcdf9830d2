/** The extension, as the panel's page sees it. */
import type { FromPanel, StoredState, ToPanel } from '../views/detectionMessages.ts';

interface EditorApi {
  postMessage(message: FromPanel): void;
  setState(state: StoredState): void;
}

declare function acquireVsCodeApi(): EditorApi;

const editor = acquireVsCodeApi();

export function send(message: FromPanel): void {
  editor.postMessage(message);
}

/** Which log this is, for a reload of the window. The editor writes it to disk. */
export function store(state: StoredState): void {
  editor.setState(state);
}

export function onMessage(receive: (message: ToPanel) => void): void {
  window.addEventListener('message', ({ data }: MessageEvent<ToPanel>) => receive(data));
}
