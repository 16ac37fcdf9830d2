import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isObject } from '../base/values.ts';
import { addressText, type Connection } from '../connections/connection.ts';
import { type DomainRef, domainLabel, isDomainRef } from '../connections/domainRef.ts';
import { domainOf, isLogTarget, type LogTarget } from '../connections/logTarget.ts';
import { isNode } from '../connections/nodes.ts';
import { describeFault } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { Disposables } from '../ui/disposables.ts';
import { acceptedItem, shownInput } from '../ui/prompts.ts';
import { offerConnection } from '../ui/showFault.ts';
import { MOST_DOMAINS } from './lists/lists.ts';

type DomainItem = vscode.QuickPickItem & { readonly target?: DomainRef };

/**
 * Determines a command's target from its argument, from what was focused or selected last, or by prompting. Methods that
 * prompt return undefined if the user cancels.
 */
export class Ask extends Disposables {
  readonly #app: App;
  /** The domain that the last command was run on. */
  #latest: DomainRef | undefined;
  /** True if a row was selected in the tree after the last change of tabs. */
  #isRowLatest = false;

  constructor(app: App, domains: vscode.TreeView<unknown>) {
    super();
    this.#app = app;
    const onSelection = domains.onDidChangeSelection(({ selection }) => {
      this.#isRowLatest = selection.length > 0;
    });
    // An editor might not support tabs or parts of their API.
    const tabGroups: Partial<vscode.TabGroups> | undefined = vscode.window.tabGroups;
    const onTabs = tabGroups?.onDidChangeTabs?.(() => {
      this.#isRowLatest = false;
    });
    for (const each of [onSelection, onTabs]) if (each) this.register(each);
  }

  /** The domain of the active panel or document, or of the selected row if it was selected after that. */
  get current(): DomainRef | undefined {
    const { tree, tableFocus, activeLog, storedNameOf } = this.#app;
    const log = activeLog();
    const panels = [tableFocus.current?.domain, log && { ...domainOf(log), name: storedNameOf(log) }];
    const rows = tree.selection.map(domainIn);
    return this.#connected(this.#isRowLatest ? [...rows, ...panels] : [...panels, ...rows]);
  }

  /** The current domain or, if there is none, the last used domain. */
  get known(): DomainRef | undefined {
    const [log] = this.#app.recent.list();
    return this.current ?? this.#connected([this.#latest, log && { ...domainOf(log), name: log.domainName }]);
  }

  /** Returns the name to display for a domain, with its connection if there are several. */
  labelOf(domain: DomainRef): string {
    const { connections, domains } = this.#app;
    const label = domainLabel({ index: domain.index, name: domains.knownName(domain) });
    const connection = connections.list().length > 1 ? connections.get(domain.connectionId)?.name : undefined;
    return connection === undefined ? label : `${label} (${connection})`;
  }

  /** Returns the connection in a command's argument. If there is none, prompts for a connection that `fits`. */
  async connection(
    argument: unknown,
    fits = (_: Connection) => true,
    title = t('Choose a Connection'),
  ): Promise<Connection | undefined> {
    const { connections } = this.#app;
    if (isNode(argument) && argument.kind === 'connection') return argument.connection;
    const named = isObject(argument) && connections.get(String(argument['connectionId']));
    if (named) return named;
    const list = connections.list().filter(fits);
    if (list.length === 0) {
      const none = t("“{0}” isn't available for any of the connections.", title);
      await offerConnection(connections.list().length > 0 ? none : undefined);
      return undefined;
    }
    if (list.length === 1) return list[0];
    const picked = await vscode.window.showQuickPick(
      list.map((connection) => ({
        label: asLabel(connection.name),
        description: asLabel(addressText(connection)),
        connection,
      })),
      { title, placeHolder: t('Select a connection') },
    );
    return picked?.connection;
  }

  /**
   * Returns the domain in a command's argument. If there is none, returns the current or last used domain; otherwise,
   * prompts for a domain.
   */
  async domain(argument: unknown): Promise<DomainRef | undefined> {
    const isOpen = !(isNode(argument) && argument.kind === 'connection');
    const domain =
      domainIn(argument) ?? (isOpen ? this.known : undefined) ?? (await this.pickDomain(argument));
    this.#latest = domain ?? this.#latest;
    return domain;
  }

  /**
   * Returns the log that a command applies to: the log in its argument, the log in the focused table, panel, or
   * document, or the log selected in a view. If there is none, prompts for a log.
   */
  async log(argument: unknown): Promise<LogTarget | undefined> {
    const { tableFocus, activeLog, selectedLog, lookUp } = this.#app;
    if (isLogTarget(argument)) return tableFocus.rowOf(argument);
    const [selected] = tableFocus.logsFor(argument) ?? [];
    const focused = tableFocus.current?.focused ?? selected ?? activeLog();
    return focused ?? selectedLog() ?? (await lookUp.ask());
  }

  /**
   * Prompts for a domain, and lists the domains while their pages are still arriving. The current or last used
   * domain is first, followed by the pinned domains.
   */
  async pickDomain(argument?: unknown): Promise<DomainRef | undefined> {
    const connection = await this.connection(argument);
    if (!connection) return undefined;
    const { connections, pinned } = this.#app;
    const pick = vscode.window.createQuickPick<DomainItem>();
    const isOnly = connections.list().length === 1;
    pick.title = isOnly ? t('Choose a Domain') : t('Choose a Domain of {0}', asLabel(connection.name));
    pick.placeholder = t('Select a domain');
    pick.matchOnDescription = true;
    const first = [this.known, ...pinned.of(connection.id)].filter(
      (domain) => domain?.connectionId === connection.id,
    );
    const items = new Map(first.flatMap((domain) => (domain ? [[domain.index, domainItem(domain)]] : [])));
    const controller = new AbortController();
    const listen = (answer: (given: DomainRef | undefined) => void) => {
      pick.onDidAccept(() => answer(acceptedItem(pick)?.target));
    };
    const answered = shownInput(pick, listen, () => controller.abort());
    void this.#fill(pick, items, connection.id, controller.signal);
    return answered;
  }

  /** @param items the items to list first, by the domain's number */
  async #fill(
    pick: vscode.QuickPick<DomainItem>,
    items: Map<number, DomainItem>,
    connectionId: string,
    signal: AbortSignal,
  ): Promise<void> {
    const list = (...last: DomainItem[]) => {
      pick.items = [...items.values(), ...last];
    };
    list();
    pick.busy = true;
    let listed = items.size;
    try {
      for await (const domains of this.#app.lists.allDomains(connectionId, signal)) {
        for (const domain of domains) items.set(domain.index, domainItem({ ...domain, connectionId }));
        // The editor receives all items each time, so adding one page at a time would take quadratic time.
        if (items.size < 1.1 * listed) continue;
        list();
        listed = items.size;
      }
      list(...(items.size >= MOST_DOMAINS ? [cutItem()] : []));
    } catch (fault) {
      if (signal.aborted) return;
      const { headline, cause } = describeFault(fault, local);
      list({ label: `$(error) ${asLabel(headline)}`, detail: asLabel(cause), alwaysShow: true });
    }
    pick.busy = false;
  }

  #connected(domains: readonly (DomainRef | undefined)[]): DomainRef | undefined {
    return domains.find((domain) => domain && this.#app.connections.get(domain.connectionId));
  }
}

function domainItem({ connectionId, index, name }: DomainRef): DomainItem {
  const target = { connectionId, index, name };
  return { label: asLabel(domainLabel(target)), description: String(index), target };
}

/** Creates the last row in the list of a connection's domains if it has more than the maximum number of domains. */
function cutItem(): DomainItem {
  return {
    label: `$(info) ${t('Only the first {0} domains are listed', MOST_DOMAINS)}`,
    detail: t(
      'The service has more domains. In “Open Detection Log…”, you can enter the number of any domain.',
    ),
    alwaysShow: true,
  };
}

/** Returns the domain in a command's argument, or undefined if it is neither a domain nor a log. */
function domainIn(argument: unknown): DomainRef | undefined {
  if (isNode(argument) && argument.kind === 'log') return argument.parent;
  if (isLogTarget(argument)) return domainOf(argument);
  return isDomainRef(argument) ? argument : undefined;
}
