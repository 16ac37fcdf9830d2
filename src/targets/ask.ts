import * as vscode from 'vscode';
import { isObject } from '../base/isObject.ts';
import { addressText, type Connection } from '../connections/connection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import { DOMAINS_LIMIT, type DomainDirectory } from '../connections/domainDirectory.ts';
import { domainLabel } from '../connections/domainLabel.ts';
import { type DomainRef, isDomainRef } from '../connections/domainRef.ts';
import { domainOf, isLogTarget, type LogTarget } from '../connections/logTarget.ts';
import type { PinnedDomains } from '../connections/pinnedDomains.ts';
import type { RecentLogs } from '../connections/recentLogs.ts';
import { describeFault } from '../service/faults.ts';
import type { Domain } from '../service/model.ts';
import { local, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { acceptedItem } from '../ui/acceptedItem.ts';
import { offerConnection } from '../ui/noConnection.ts';
import { shownInput } from '../ui/prompts.ts';
import type { TreeNode } from './nodes.ts';
import type { TableFocus } from './openTable.ts';

interface AskOptions {
  readonly connections: ConnectionStore;
  readonly directory: DomainDirectory;
  readonly pinned: PinnedDomains;
  readonly recent: RecentLogs;
  readonly tree: { readonly selection: readonly TreeNode[] };
  readonly tableFocus: TableFocus;
  /** The log in the focused panel or document. */
  readonly activeLog: () => LogTarget | undefined;
  /** Returns the service's name for a log's domain, if it has been read before. */
  readonly storedNameOf: (log: LogTarget) => string | undefined;
}

type DomainItem = vscode.QuickPickItem & { readonly target?: DomainRef };

/** Creates the last row in the list of a connection's domains if it has more than the maximum number of domains. */
const cutItem = (): DomainItem => ({
  label: `$(info) ${t('Only the first {0} domains are listed', DOMAINS_LIMIT)}`,
  detail: t(
    'The service has more domains. In “Open Detection Log…”, you can enter the number of any domain.',
  ),
  alwaysShow: true,
});

/**
 * Determines a command's target from its argument or by prompting. Methods that prompt return undefined if the user
 * cancels.
 */
export class Ask {
  readonly #options: AskOptions;
  /** The domain that the last command was run on. */
  #latest: DomainRef | undefined;

  constructor(options: AskOptions) {
    this.#options = options;
  }

  /** The domain of the active panel or document or, if there is none, of the row selected in the tree. */
  get current(): DomainRef | undefined {
    const { tree, tableFocus, activeLog, storedNameOf } = this.#options;
    const log = activeLog();
    return this.#connected([
      tableFocus.current?.domain,
      log && { ...domainOf(log), name: storedNameOf(log) },
      ...tree.selection.map(domainIn),
    ]);
  }

  /** The current domain or, if there is none, the last used domain. */
  get known(): DomainRef | undefined {
    const [log] = this.#options.recent.list();
    return this.current ?? this.#connected([this.#latest, log && { ...domainOf(log), name: log.domainName }]);
  }

  #connected(domains: readonly (DomainRef | undefined)[]): DomainRef | undefined {
    return domains.find((domain) => domain && this.#options.connections.get(domain.connectionId));
  }

  /** Returns the connection in a command's argument. If there is none, prompts for a connection that `fits`. */
  async connection(
    argument: unknown,
    fits = (_: Connection) => true,
    title = t('Choose a Connection'),
  ): Promise<Connection | undefined> {
    const { connections } = this.#options;
    if (isNode(argument) && argument.kind === 'connection') return argument.connection;
    const named = isOfConnection(argument) ? connections.get(argument.connectionId) : undefined;
    if (named) return named;
    const list = connections.list().filter(fits);
    if (list.length === 0) {
      await offerConnection();
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
  async domain(argument?: unknown): Promise<DomainRef | undefined> {
    const isOpen = !isNode(argument) && !isOfConnection(argument);
    const found = domainIn(argument) ?? (isOpen ? this.known : undefined);
    const domain = found ?? (await this.pickDomain(argument));
    this.#latest = domain ?? this.#latest;
    return domain;
  }

  /** Prompts for a domain. */
  async pickDomain(argument?: unknown): Promise<DomainRef | undefined> {
    const connection = await this.connection(argument);
    return connection && this.#pickDomainOf(connection.id);
  }

  /**
   * Prompts for a domain, and lists the domains while their pages are still arriving. The current domain is first,
   * followed by the last used domain and the pinned domains.
   */
  #pickDomainOf(connectionId: string): Promise<DomainRef | undefined> {
    const pick = vscode.window.createQuickPick<DomainItem>();
    pick.title = t('Choose a Domain');
    pick.placeholder = t('Select a domain');
    pick.matchOnDescription = true;
    pick.busy = true;
    const controller = new AbortController();
    pick.items = this.#suggested(connectionId);

    let waiting: Domain[] = [];
    const list = () => {
      const read = new Map(waiting.map((domain) => [domain.index, domain]));
      waiting = [];
      const known = pick.items.map((item) => {
        const domain = item.target && read.get(item.target.index);
        if (!domain) return item;
        read.delete(domain.index);
        return {
          ...this.#item({ connectionId, ...domain }),
          ...(item.iconPath && { iconPath: item.iconPath }),
        };
      });
      pick.items = [...known, ...[...read.values()].map((domain) => this.#item({ connectionId, ...domain }))];
    };
    const fill = async () => {
      const { directory } = this.#options;
      try {
        for await (const domains of directory.read(connectionId, controller.signal)) {
          waiting.push(...domains);
          // The editor receives all items each time, so adding one page at a time would take quadratic time.
          if (10 * waiting.length > pick.items.length) list();
        }
        list();
        if (directory.isCut(connectionId)) pick.items = [...pick.items, cutItem()];
      } catch (fault) {
        if (controller.signal.aborted) return;
        const { headline, cause } = describeFault(fault, local);
        pick.items = [
          ...pick.items,
          { label: `$(error) ${asLabel(headline)}`, detail: asLabel(cause), alwaysShow: true },
        ];
      }
      pick.busy = false;
    };

    const listen = (answer: (given: DomainRef | undefined) => void) => {
      pick.onDidAccept(() => {
        answer(acceptedItem(pick)?.target);
      });
    };
    const answered = shownInput(pick, listen, () => controller.abort());
    void fill();
    return answered;
  }

  #suggested(connectionId: string): DomainItem[] {
    const { pinned, recent } = this.#options;
    const log = recent.list().find((each) => each.connectionId === connectionId);
    const ofLog = log && { ...domainOf(log), name: log.domainName };
    const latest = this.#latest?.connectionId === connectionId ? this.#latest : ofLog;
    const { current } = this;
    const suggested: (readonly [DomainRef, icon: string])[] = [
      ...(current?.connectionId === connectionId ? [[current, 'list-selection'] as const] : []),
      ...(latest ? [[latest, 'history'] as const] : []),
      ...pinned.of(connectionId).map((each) => [each, 'pinned'] as const),
    ];
    const indexes = suggested.map(([{ index }]) => index);
    return suggested
      .filter(([{ index }], position) => indexes.indexOf(index) === position)
      .map(([domain, icon]) => this.#item(domain, icon));
  }

  #item({ connectionId, index, name }: DomainRef, icon = 'globe'): DomainItem {
    const target = { connectionId, index, name };
    return {
      label: asLabel(domainLabel(target)),
      description: String(index),
      iconPath: new vscode.ThemeIcon(icon),
      target,
    };
  }
}

/** Returns the domain in a command's argument, or undefined if it is neither a domain nor a log. */
function domainIn(argument: unknown): DomainRef | undefined {
  if (isNode(argument) && argument.kind === 'log') return argument.parent;
  if (isLogTarget(argument)) return domainOf(argument);
  return isDomainRef(argument) ? argument : undefined;
}

/** Returns true for a domain or a log, because both specify a connection. */
function isOfConnection(argument: unknown): argument is { readonly connectionId: string } {
  return isObject(argument) && typeof argument['connectionId'] === 'string';
}

/** Returns true if a command's argument is a node in the tree. */
export function isNode(argument: unknown): argument is TreeNode {
  return isObject(argument) && 'kind' in argument;
}
