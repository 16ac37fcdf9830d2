import * as vscode from 'vscode';

/** Milliseconds after which progress is shown. */
const SLOW = 700;

/**
 * Does work that the person can cancel, under a progress bar once it is slow.
 *
 * @param closing aborts the work, too
 */
export async function withProgress<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
  closing: AbortSignal,
): Promise<T> {
  const cancelled = new AbortController();
  const result = work(AbortSignal.any([cancelled.signal, closing]));
  const settled = result.then(
    () => {},
    () => {},
  );
  const timer = setTimeout(() => {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, (_, token) => {
      token.onCancellationRequested(() => cancelled.abort());
      return settled;
    });
  }, SLOW);
  try {
    return await result;
  } finally {
    clearTimeout(timer);
  }
}
