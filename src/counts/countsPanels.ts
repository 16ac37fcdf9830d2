import * as vscode from 'vscode';
import { type DomainRef, domainId } from '../connections/domainRef.ts';
import type { PinnedDomains } from '../connections/pinnedDomains.ts';
import { t } from '../text/l10n.ts';
import { readCountsStored } from './countsMessages.ts';
import { CountsPanel, type CountsPanelOptions } from './countsPanel.ts';
import type { Wanted } from './countsReadings.ts';

export interface CountsPanelsOptions extends CountsPanelOptions {
  readonly pinned: PinnedDomains;
}

/** The counts panels of this window: at most one per domain. */
export class CountsPanels implements vscode.Disposable {
  readonly #options: CountsPanelsOptions;
  readonly #panels = new Set<CountsPanel>();

  constructor(options: CountsPanelsOptions) {
    this.#options = options;
  }

  /** The readings to refresh for the visible panels. */
  get wanted(): readonly Wanted[] {
    return [...this.#panels].flatMap((panel) => panel.wanted);
  }

  /** Shows the panel of a domain, keeping its current range if it is already open. */
  open(domain: DomainRef): void {
    const open = [...this.#panels].find(
      (panel) => panel.domain && domainId(panel.domain) === domainId(domain),
    );
    if (open) {
      open.reveal();
      return;
    }
    const { connectionId, index, name } = domain;
    const webviewPanel = vscode.window.createWebviewPanel(
      'partnerLogs.counts',
      t('Counts'),
      vscode.ViewColumn.Active,
    );
    this.#add(webviewPanel, { domain: { connectionId, index, name }, span: 'last30' });
  }

  /** Restores a panel from the last session, for which the editor stored `state`. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    this.#add(panel, this.#restored(state));
  }

  /** Renders changes in all panels. */
  update(): void {
    for (const panel of this.#panels) panel.update();
  }

  /** Rereads counts that were dropped. */
  reload(): void {
    for (const panel of this.#panels) panel.reload();
    this.update();
  }

  dispose(): void {
    for (const panel of [...this.#panels]) panel.dispose();
  }

  #add(webviewPanel: vscode.WebviewPanel, shown: Wanted | undefined): void {
    const { onWanted } = this.#options;
    const panel = new CountsPanel(webviewPanel, shown, this.#options);
    this.#panels.add(panel);
    panel.onDidDispose(() => {
      this.#panels.delete(panel);
      onWanted();
    });
    onWanted();
  }

  /**
   * Returns the counts of a stored panel. If several connections use the same service, prefers the one whose domain is
   * pinned.
   */
  #restored(state: unknown): Wanted | undefined {
    const stored = readCountsStored(state);
    if (!stored) return undefined;
    const { base, domain: index, span } = stored;
    const { connections, pinned } = this.#options;
    const matching = connections.list().filter(({ baseUrl }) => baseUrl === base);
    const [only] =
      matching.length > 1 ? matching.filter(({ id }) => pinned.has({ connectionId: id, index })) : matching;
    return only && { domain: { connectionId: only.id, index }, span };
  }
}
