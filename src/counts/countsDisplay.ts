import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isFile } from '../connections/connection.ts';
import { type DomainRef, domainId } from '../connections/domainRef.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { Disposables } from '../ui/disposables.ts';
import { registerRowCommand } from '../ui/ownCommands.ts';
import { PanelSet } from '../ui/panelSet.ts';
import { refreshInterval, staleAfter, warnAbove } from '../ui/settings.ts';
import type { Wanted } from './counts.ts';
import { readCountsStored } from './countsMessages.ts';
import { CountsPanel } from './countsPanel.ts';
import { type RefreshedWindow, RefreshTimer } from './refreshTimer.ts';
import { StatusBar, statusOf } from './statusBar.ts';

/** The status bar item and the panels that show counts, which are read again while the window has focus. */
export class CountsDisplay extends Disposables implements RefreshedWindow {
  readonly #app: App;
  readonly #timer: RefreshTimer;
  readonly #statusBar = this.register(new StatusBar());
  readonly panels: PanelSet<DomainRef, CountsPanel>;

  constructor(app: App) {
    super();
    this.#app = app;
    const panels = new PanelSet<DomainRef, CountsPanel>({
      viewType: 'partnerLogs.counts',
      titleOf: () => t('Counts'),
      create: (panel, state) => new CountsPanel(panel, readCountsStored(state), app),
      idOf: domainId,
      restored: (state) => {
        const stored = readCountsStored(state);
        return stored && app.links.storedDomain(stored);
      },
    });
    this.panels = this.register(panels);
    this.#timer = this.register(new RefreshTimer(app.counts, this));
    app.counts.onDidChange(() => this.draw());
    this.register(vscode.window.onDidChangeWindowState(() => this.update()));
    this.register(app.pinned.onDidChange(() => this.update()));
    this.register(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('partnerLogs')) this.update();
      }),
    );
    this.register({ dispose: () => app.counts.reset() });
    this.update();
  }

  get isFocused(): boolean {
    return vscode.window.state.focused;
  }

  get interval(): number {
    return refreshInterval();
  }

  /** The domains that the status bar counts: the pinned ones of services. A file has no counts. */
  get counted(): readonly DomainRef[] {
    const { pinned, connections } = this.#app;
    return pinned.list().filter(({ connectionId }) => {
      const connection = connections.get(connectionId);
      return connection && !isFile(connection);
    });
  }

  get wanted(): readonly Wanted[] {
    const todays = this.counted.map((domain) => ({ domain, span: 'today' }) as const);
    return [...todays, ...this.panels.all.flatMap((panel) => panel.wanted)];
  }

  /** Reads and renders what is due. Called when the visible counts have changed. */
  update(): void {
    this.#timer.update();
  }

  /** Rereads the visible counts at the user's request. Never rejects. */
  async refresh(): Promise<void> {
    this.#app.counts.retryRefused();
    await this.#app.counts.refresh(this.wanted);
  }

  async readOthers(): Promise<void> {
    const { tree, closing } = this.#app;
    await tree.checkNew(() => this.isFocused, closing);
  }

  /** Drops the readings of these connections after their services ended. */
  forget(changed: ReadonlySet<string>): void {
    this.#app.counts.reset(changed);
    this.update();
    for (const panel of this.panels.all)
      if (panel.subject && changed.has(panel.subject.connectionId)) panel.reload();
  }

  draw(): void {
    const { ask, counts, tree } = this.#app;
    tree.redrawDomains();
    const domains = this.counted.map((domain) => ({
      name: ask.labelOf(domain),
      counts: counts.today(domain),
    }));
    const options = { warnAbove: warnAbove(), staleAfter: staleAfter(), now: new Date() };
    this.#statusBar.show(statusOf(domains, options));
    for (const panel of this.panels.all) panel.update();
  }
}

/** Registers the command that opens counts. The status bar item's argument is `pinned`. */
export function countsCommand(app: App): vscode.Disposable {
  return registerRowCommand('partnerLogs.openCounts', async (argument) => {
    const domain = argument === 'pinned' ? await pickCounted(app) : await app.ask.domain(argument);
    if (!domain) return;
    const { connectionId, index, name } = domain;
    app.countsDisplay.panels.open({ connectionId, index, name });
  });
}

/** Returns the only domain in the status bar, or prompts for one of them. */
async function pickCounted({ ask, countsDisplay }: App): Promise<DomainRef | undefined> {
  const items = countsDisplay.counted.map((domain) => ({
    label: asLabel(ask.labelOf(domain)),
    description: String(domain.index),
    domain,
  }));
  const placeHolder = t('Select a domain to show its counts');
  const item = items.length < 2 ? items[0] : await vscode.window.showQuickPick(items, { placeHolder });
  return item?.domain;
}
