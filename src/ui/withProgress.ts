import * as vscode from 'vscode';

/** Milliseconds before a progress bar is shown. */
const SLOW = 700;

/**
 * Runs work that the user can cancel, with a progress bar if it is slow.
 * @param work the work; it can report the completed fraction, from 0 to 1, in words too
 * @param closing a signal that also aborts the work
 */
export function withProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: (share: number, words?: string) => void) => Promise<T>,
  closing: AbortSignal,
): Promise<T> {
  const cancelled = new AbortController();
  let [shown, latest] = [0, { share: 0, words: '' }];
  let show = () => {};
  const result = work(AbortSignal.any([cancelled.signal, closing]), (share, words = '') => {
    latest = { share, words };
    show();
  });
  const timer = setTimeout(() => {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void vscode.window.withProgress(options, (progress, token) => {
      show = () => {
        progress.report({ increment: 100 * (latest.share - shown), message: latest.words });
        shown = latest.share;
      };
      show();
      token.onCancellationRequested(() => cancelled.abort());
      return result.catch(() => {});
    });
  }, SLOW);
  return result.finally(() => clearTimeout(timer));
}
