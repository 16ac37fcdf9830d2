import * as vscode from 'vscode';

/** How long after activation the first background refresh comes at the earliest, in milliseconds. */
const FIRST_DELAY = 5_000;
const MINUTE = 60_000;
/** A refresh that keeps failing is tried at most this many times less often. */
const MAX_BACKOFF = 8;

/**
 * Runs `refresh` in the background while the window is focused: first some seconds after activation, then every
 * `partnerLogs.refreshInterval` minutes with jitter, less often while it fails, and on focus when it is due.
 */
export class RefreshTimer implements vscode.Disposable {
  readonly #refresh: () => Promise<boolean>;
  readonly #subscriptions: vscode.Disposable[];
  #timer: NodeJS.Timeout | undefined;
  #due: number;
  #failures = 0;

  /** `refresh` tells whether it worked; it never rejects. */
  constructor(refresh: () => Promise<boolean>) {
    this.#refresh = refresh;
    this.#due = Date.now() + FIRST_DELAY;
    this.#subscriptions = [
      vscode.window.onDidChangeWindowState(() => this.#schedule()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('partnerLogs.refreshInterval')) this.restart();
      }),
    ];
    this.#schedule();
  }

  /** Counts the interval from now: after a refresh that a person asked for. */
  restart(): void {
    this.#failures = 0;
    this.#due = Date.now() + this.#interval();
    this.#schedule();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (!vscode.window.state.focused || this.#interval() === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => void this.#run(), Math.max(0, this.#due - Date.now()));
  }

  async #run(): Promise<void> {
    this.#failures = (await this.#refresh()) ? 0 : this.#failures + 1;
    this.#due = Date.now() + this.#interval();
    this.#schedule();
  }

  /** Milliseconds to the next refresh, within a tenth of the setting; infinite when it is switched off. */
  #interval(): number {
    const minutes = vscode.workspace.getConfiguration('partnerLogs').get<number>('refreshInterval', 5);
    if (!(minutes > 0)) return Number.POSITIVE_INFINITY;
    const backoff = Math.min(2 ** this.#failures, MAX_BACKOFF);
    return minutes * MINUTE * backoff * (0.9 + 0.2 * Math.random());
  }
}
