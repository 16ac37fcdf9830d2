import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isFile } from '../connections/connection.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { registerRowCommand, setContext } from '../ui/ownCommands.ts';
import type { PanelSet } from '../ui/panelSet.ts';
import { intervalOf, staleAfterOf, warnAboveOf } from '../ui/settingValues.ts';
import type { Wanted } from './counts.ts';
import { type CountsPanel, countsPanels } from './countsPanel.ts';
import { type RefreshedWindow, RefreshTimer } from './refreshTimer.ts';
import { StatusBar } from './statusBar.ts';
import { statusText } from './statusText.ts';

/** Milliseconds during which changes are collected before they are rendered. */
const GATHER = 100;

/** Keeps a window's counts up to date, along with the status bar and the panels that show them. */
export class CountsFeature implements vscode.Disposable, RefreshedWindow {
  readonly #app: App;
  readonly #timer: RefreshTimer;
  readonly #statusBar = new StatusBar();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscriptions: vscode.Disposable[];
  #gathering: NodeJS.Timeout | undefined;
  readonly panels: PanelSet<DomainRef, CountsPanel>;
  /** Fires when today's counts might have changed; many changes are combined into one event. */
  readonly onDidChange = this.#changed.event;

  constructor(app: App) {
    this.#app = app;
    this.panels = countsPanels(app);
    this.#timer = new RefreshTimer(app.todays, this);
    app.todays.onDidChange(() => {
      this.#gathering ??= setTimeout(() => {
        this.#gathering = undefined;
        this.draw(true);
      }, GATHER);
    });
    this.#subscriptions = [
      vscode.window.onDidChangeWindowState(() => this.update()),
      app.pinned.onDidChange(() => this.update()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('partnerLogs')) this.update();
      }),
    ];
    this.update();
  }

  get isFocused(): boolean {
    return vscode.window.state.focused;
  }

  get interval(): number {
    return intervalOf(vscode.workspace.getConfiguration('partnerLogs').get('refreshInterval'));
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
    this.#app.todays.retryRefused();
    await this.#app.todays.refresh(this.wanted);
  }

  async readOthers(goOn: () => boolean): Promise<boolean> {
    const { tree, tables, closing } = this.#app;
    return (
      (await tree.checkNew(goOn, closing)) &&
      (await tables.checkNew(closing).then(
        () => true,
        () => false,
      ))
    );
  }

  /** Drops readings that might be outdated after a change of connection, key, or conventions. */
  forget(changed: ReadonlySet<string>): void {
    this.#app.todays.reset(changed);
    this.update();
    for (const panel of this.panels.all) panel.reload();
  }

  /** @param isChanged true if today's counts might have changed */
  draw(isChanged: boolean): void {
    if (isChanged) this.#changed.fire();
    const { nameOf, todays } = this.#app;
    const domains = this.counted.map((domain) => ({ name: nameOf(domain), counts: todays.today(domain) }));
    const warnAbove = warnAboveOf(
      vscode.workspace.getConfiguration('partnerLogs.statusBar').get('warnAbove'),
    );
    const staleAfter = staleAfterOf(this.interval);
    this.#statusBar.show(statusText(domains, { warnAbove, staleAfter, now: new Date() }));
    for (const panel of this.panels.all) panel.update();
  }

  dispose(): void {
    this.#app.todays.reset();
    clearTimeout(this.#gathering);
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#timer.dispose();
    this.#statusBar.dispose();
    this.panels.dispose();
    this.#changed.dispose();
  }
}

/** Registers the command that opens counts. The status bar item's argument is `pinned`. */
export function countsCommand(app: App): vscode.Disposable {
  return registerRowCommand('partnerLogs.openCounts', async (argument) => {
    const domain = argument === 'pinned' ? await pickCounted(app) : await app.ask.domain(argument);
    if (!domain) return;
    const { connectionId, index, name } = domain;
    app.counts.panels.open({ connectionId, index, name });
    setContext('partnerLogs.counted');
  });
}

/** Returns the only domain in the status bar, or prompts for one of them. */
async function pickCounted({ counts, nameOf }: App): Promise<DomainRef | undefined> {
  const { counted } = counts;
  if (counted.length < 2) return counted[0];
  const items = counted.map((domain) => ({
    label: asLabel(nameOf(domain)),
    description: String(domain.index),
    domain,
  }));
  const placeHolder = t('Select a domain to show its counts');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.domain;
}
