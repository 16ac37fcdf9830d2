import * as vscode from 'vscode';
import { domainId } from '../connections/domainRef.ts';
import { t } from '../text/l10n.ts';
import { type CountsStored, readCountsStored } from './countsMessages.ts';
import { COUNTS_VIEW_TYPE, CountsPanel, type CountsPanelOptions, type CountsSubject } from './countsPanel.ts';
import type { Wanted } from './countsReadings.ts';

export type CountsPanelsOptions = Omit<CountsPanelOptions, 'open'>;

/** The counts panels of this window: at most one per domain, and one for all watched domains. */
export class CountsPanels implements vscode.Disposable {
  readonly #sources: CountsPanelsOptions;
  readonly #panels = new Set<CountsPanel>();

  constructor(sources: CountsPanelsOptions) {
    this.#sources = sources;
  }

  /** The readings to refresh for the visible panels. */
  get wanted(): readonly Wanted[] {
    return [...this.#panels].flatMap((panel) => panel.wanted);
  }

  /** Shows the panel of `subject`, keeping its current range if it is already open. */
  open(subject: CountsSubject): void {
    const open = [...this.#panels].find((panel) => isSame(panel.subject, subject));
    if (open) {
      open.reveal();
      return;
    }
    const column = vscode.ViewColumn.Active;
    this.#add(vscode.window.createWebviewPanel(COUNTS_VIEW_TYPE, t('Counts'), column), subject);
  }

  /** Restores a panel from the last session, for which the editor stored `state`. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    this.#add(panel, this.#subjectOf(readCountsStored(state)));
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

  #add(webviewPanel: vscode.WebviewPanel, subject: CountsSubject): void {
    const open = (another: CountsSubject) => this.open(another);
    const panel = new CountsPanel(webviewPanel, subject, { ...this.#sources, open });
    this.#panels.add(panel);
    panel.onDidDispose(() => {
      this.#panels.delete(panel);
      this.#sources.onWanted();
    });
    this.#sources.onWanted();
  }

  /**
   * Returns the subject of a stored panel. If several connections use the same service, prefers the one whose domain is
   * watched.
   */
  #subjectOf(stored: CountsStored | undefined): CountsSubject {
    if (stored?.kind === 'watched') return stored;
    if (!stored) return { kind: 'unknown', stored };
    const { base, domain: index, span } = stored;
    const { connections, watched } = this.#sources;
    const matching = connections.list().filter(({ baseUrl }) => baseUrl === base);
    const [only] =
      matching.length > 1 ? matching.filter(({ id }) => watched.has({ connectionId: id, index })) : matching;
    if (!only) return { kind: 'unknown', stored };
    return { kind: 'domain', domain: { connectionId: only.id, index }, span };
  }
}

function isSame(one: CountsSubject, other: CountsSubject): boolean {
  if (one.kind === 'domain' && other.kind === 'domain')
    return domainId(one.domain) === domainId(other.domain);
  return one.kind === 'watched' && other.kind === 'watched';
}
