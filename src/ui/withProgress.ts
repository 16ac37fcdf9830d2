import * as vscode from 'vscode';

/** Milliseconds before a progress bar is shown. */
const SLOW = 700;

/**
 * Runs work that the user can cancel, with a progress bar if it is slow.
 * @param work the work; it can report the completed fraction, from 0 to 1
 * @param closing a signal that also aborts the work
 */
export async function withProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: (share: number) => void) => Promise<T>,
  closing: AbortSignal,
): Promise<T> {
  const cancelled = new AbortController();
  let done = 0;
  let show = () => {};
  const result = work(AbortSignal.any([cancelled.signal, closing]), (share) => {
    done = share;
    show();
  });
  const settled = result.then(
    () => {},
    () => {},
  );
  const timer = setTimeout(() => {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, (progress, token) => {
      let shown = 0;
      show = () => {
        const increment = 100 * done - shown;
        if (increment < 1) return;
        progress.report({ increment });
        shown += increment;
      };
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
