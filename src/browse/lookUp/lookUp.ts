import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { domainLabel } from '../../connections/domainLabel.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget, targetId } from '../../connections/logTarget.ts';
import { type LogNode, logFacts } from '../../connections/nodes.ts';
import type { RecentLog } from '../../connections/recentLogs.ts';
import { describeFault } from '../../service/faults.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { caseFolded } from '../../text/strings.ts';
import { offerConnection } from '../../ui/noConnection.ts';
import { shownInput } from '../../ui/prompts.ts';
import { type CheckedLog, checkCandidates } from './candidates.ts';
import { type Evidence, type Reference, readText } from './readText.ts';

/** What the user chose: a log, a reference to one, or to search for a text. */
type Choice =
  | { readonly target: LogTarget }
  | { readonly reference: Reference }
  | { readonly text: string }
  | { readonly search: string; readonly notice?: string | undefined };

type LookUpItem = vscode.QuickPickItem & { readonly choice?: Choice };

export interface LookUpPrompt {
  readonly title?: string;
  /** The log to compare with the one that the user selects. Similar logs are suggested, but not this log itself. */
  readonly compared?: LogTarget;
}

/** Maximum number of logs to suggest for comparison. */
const MOST_ALIKE = 20;
/** Maximum number of hosts in a text to look up among the domains. */
const MOST_HOSTS = 10;

/** Finds the log that a text refers to: `shop.example/1234`, a link, a report, a service URL, or any other text. */
export class LookUp {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /**
   * Prompts for a log, with suggestions from the clipboard and recent logs. Returns undefined if the user cancels, if a
   * search was started instead, or after showing a message about why there is no log.
   */
  async ask(
    value = '',
    { title = t('Open Detection Log'), compared }: LookUpPrompt = {},
  ): Promise<LogTarget | undefined> {
    if (this.#app.connections.list().length === 0) {
      await offerConnection();
      return undefined;
    }
    const pick = vscode.window.createQuickPick<LookUpItem>();
    pick.title = title;
    pick.placeholder = t('Domain and log, for example shop.example/1234, or any text that identifies a log');
    pick.matchOnDescription = true;
    pick.value = value;
    let clipboard: LookUpItem[] = [];
    const list = () => {
      pick.items = pick.value.trim() ? this.#typedItems(pick.value) : this.#suggestions(compared, clipboard);
    };
    list();
    void vscode.env.clipboard.readText().then((text) => {
      const read = this.#read(text);
      if (!('logs' in read)) return;
      clipboard = read.logs.flatMap((log) => this.#referenceItems(log, 'clippy'));
      if (pick.value.trim() === '') list();
    });
    const choice = await shownInput<Choice>(pick, (answer) => {
      pick.onDidChangeValue(list);
      pick.onDidAccept(() => {
        const [item = pick.items.find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator)] =
          pick.selectedItems;
        if (item?.choice) answer(item.choice);
      });
    });
    return choice && this.#take(choice);
  }

  /**
   * Returns the log that a text refers to. Opens a search if it refers to none, and prompts if it is not certain which
   * log it refers to.
   */
  async find(text: string): Promise<LogTarget | undefined> {
    const read = this.#read(text);
    const title = t('Find Selection in Logs');
    if ('logs' in read) {
      const [only, ...others] = read.logs;
      if (only && others.length === 0) return this.#take({ reference: only });
      return this.#choose(title, async () => read.logs.flatMap((log) => this.#referenceItems(log)));
    }
    if (read.candidates.length === 0) return this.#search(read);
    return this.#choose(title, (signal) => this.#candidateItems(read, signal));
  }

  #read(text: string) {
    const { connections, services } = this.#app;
    return readText(
      text,
      connections.list().flatMap(({ id }) => {
        try {
          return [services.conventions(id)];
        } catch {
          return [];
        }
      }),
    );
  }

  /** Shows items once they are read. A choice instead of items is taken at once. */
  async #choose(
    title: string,
    itemsOf: (signal: AbortSignal) => Promise<readonly LookUpItem[] | Choice>,
  ): Promise<LogTarget | undefined> {
    const pick = vscode.window.createQuickPick<LookUpItem>();
    pick.title = title;
    pick.placeholder = t('Select the log to open');
    pick.busy = true;
    const controller = new AbortController();
    const choice = await shownInput<Choice>(
      pick,
      (answer) => {
        pick.onDidAccept(() => {
          const [item] = pick.selectedItems;
          if (item?.choice) answer(item.choice);
        });
        void itemsOf(controller.signal).then((found) => {
          if (controller.signal.aborted) return;
          pick.busy = false;
          if ('length' in found) pick.items = found;
          else answer(found);
        });
      },
      () => controller.abort(),
    );
    return choice && this.#take(choice);
  }

  async #take(choice: Choice): Promise<LogTarget | undefined> {
    if ('target' in choice) return choice.target;
    if ('text' in choice) return this.find(choice.text);
    if ('search' in choice) {
      await this.#app.search.show(undefined, choice.search, choice.notice);
      return undefined;
    }
    return this.#resolve(choice.reference);
  }

  /** Prompts for what a reference leaves open, and reports why there is no log. */
  async #resolve(reference: Reference): Promise<LogTarget | undefined> {
    const { ask, links, connections } = this.#app;
    const { domain, baseUrl } = reference;
    if (baseUrl !== undefined && typeof domain === 'number') {
      const matching = links.connectionsOf(baseUrl).map(({ id }) => ({ connectionId: id, index: domain }));
      if (matching.length === 0) {
        await links.offerConnection(baseUrl);
        return undefined;
      }
      return this.#inOneOf(reference, matching);
    }
    if (domain === undefined) {
      const chosen = ask.known ?? (await ask.pickDomain());
      return chosen && this.#targetIn(reference, chosen);
    }
    const [only, ...others] = connections.list();
    if (typeof domain === 'number' && only && others.length === 0)
      return this.#targetIn(reference, { connectionId: only.id, index: domain });
    try {
      const found = await this.#domainsNamed([domain], new AbortController().signal);
      if (found.length > 0) return await this.#inOneOf(reference, found);
      return await this.#search(
        { searchText: `${domain}/${reference.idx}` },
        t('No connection has the domain {0}', String(domain)),
      );
    } catch (fault) {
      void vscode.window.showErrorMessage(asLabel(describeFault(fault, local).headline));
      return undefined;
    }
  }

  async #inOneOf(reference: Reference, domains: readonly DomainRef[]): Promise<LogTarget | undefined> {
    const [only, ...others] = domains;
    if (!only || others.length === 0) return only && this.#targetIn(reference, only);
    const picked = await vscode.window.showQuickPick(
      domains.map((domain) => ({
        label: asLabel(this.#app.connections.get(domain.connectionId)?.name ?? ''),
        domain,
      })),
      { placeHolder: t('Several connections have this domain. Select a connection to open the log from') },
    );
    return picked && this.#targetIn(reference, picked.domain);
  }

  /** Searches the connections' domains for the first names or numbers. Rejects if no connection could be searched. */
  async #domainsNamed(names: readonly (string | number)[], signal: AbortSignal): Promise<DomainRef[]> {
    const { connections, directory } = this.#app;
    const wanted = new Set(names.slice(0, MOST_HOSTS).map((name) => withoutPort(name)));
    const settled = await Promise.allSettled(
      connections.list().map(async ({ id }) => {
        const isWanted = (domain: { readonly index: number; readonly name: string | undefined }) =>
          wanted.has(domain.index) || (domain.name !== undefined && wanted.has(caseFolded(domain.name)));
        const found = await directory.find(id, isWanted, signal);
        return found && { connectionId: id, index: found.index, name: found.name };
      }),
    );
    const found = settled.flatMap((each) => (each.status === 'fulfilled' && each.value) || []);
    const [failed] = settled.filter((each) => each.status === 'rejected');
    if (found.length === 0 && failed) throw failed.reason;
    return found;
  }

  #targetIn({ idx, detectedType }: Reference, { connectionId, index }: DomainRef): LogTarget {
    const { services } = this.#app;
    const key = { domain: index, idx, detectedType: detectedType ?? services.detectedType(connectionId) };
    return { connectionId, key };
  }

  /** Starts a search with the part of a text that is worth searching for. */
  async #search({ searchText, tooLarge }: Partial<Evidence>, notice?: string): Promise<undefined> {
    const large = tooLarge && t('{0} is too large to be the number of a log', tooLarge);
    await this.#take({ search: searchText ?? '', notice: large || notice });
    return undefined;
  }

  /** Reads the candidates in a text. Returns the log if the text identifies one, or a search if none of them exists. */
  async #candidateItems(evidence: Evidence, signal: AbortSignal): Promise<readonly LookUpItem[] | Choice> {
    const { ask } = this.#app;
    const named = await this.#domainsNamed([...evidence.hosts], signal).catch(() => []);
    const domains = named.length > 0 ? named : ask.known ? [ask.known] : [];
    const targets = evidence.candidates.flatMap((reference) => {
      if (typeof reference.domain !== 'number')
        return domains.map((domain) => this.#targetIn(reference, domain));
      const { connections, links } = this.#app;
      const of =
        reference.baseUrl === undefined ? connections.list() : links.connectionsOf(reference.baseUrl);
      return of.map(({ id }) =>
        this.#targetIn(reference, { connectionId: id, index: Number(reference.domain) }),
      );
    });
    const checked = await checkCandidates(this.#app, targets, evidence, signal);
    const certain = checked.filter(({ isCertain }) => isCertain);
    if (certain[0] && certain.length === 1) return { target: certain[0].target };
    const { searchText } = evidence;
    if (checked.length === 0) {
      const [first] = evidence.candidates;
      const notice = domains.length > 0 ? t('There is no log {0}', String(first?.idx)) : undefined;
      return { search: searchText, notice };
    }
    return [...checked.map((log) => this.#checkedItem(log)), ...searchItems(searchText)];
  }

  #checkedItem({ target, path, address, fault }: CheckedLog): LookUpItem {
    const row = target.row ?? { time: undefined };
    const facts = [row.time, address, path].filter(Boolean).join('  ');
    const problem = fault === undefined ? '' : describeFault(fault, local).headline;
    return { ...this.#logItem(target, 'go-to-file'), description: asLabel(facts || problem) };
  }

  /** Returns the rows for typed text, which are the only ones, because the editor sorts rows by how well they match. */
  #typedItems(text: string): LookUpItem[] {
    const read = this.#read(text);
    const items =
      'logs' in read
        ? read.logs.flatMap((log) => this.#referenceItems(log))
        : [
            {
              iconPath: new vscode.ThemeIcon('search'),
              label: t('Find the Log in This Text'),
              choice: { text },
            },
          ];
    return items.map((item) => ({ ...item, alwaysShow: true }));
  }

  /** Returns a row for a reference or, if it does not contain the domain, for each domain that is likely. */
  #referenceItems(reference: Reference, icon = 'go-to-file'): LookUpItem[] {
    const { domain, idx } = reference;
    const iconPath = new vscode.ThemeIcon(icon);
    if (domain !== undefined)
      return [{ iconPath, label: asLabel(`${domain}/${idx}`), choice: { reference } }];
    const { known } = this.#app.ask;
    const description = t('log {0}', String(idx));
    return [
      ...(known
        ? [
            {
              ...this.#logItem(this.#targetIn(reference, known), icon),
              label: t('Open in {0}', asLabel(this.#app.ask.labelOf(known))),
              description,
            },
          ]
        : []),
      {
        iconPath: new vscode.ThemeIcon('globe'),
        label: t('Choose a domain…'),
        description,
        choice: { reference: { ...reference, domain: undefined } },
      },
    ];
  }

  #logItem(target: LogTarget, icon: string): LookUpItem {
    const row = target.row ?? this.#app.logNodes.rowOf(target);
    const domain = domainOf(target);
    return {
      iconPath: new vscode.ThemeIcon(icon),
      label: asLabel(`${this.#app.ask.labelOf(domain)}/${target.key.idx}`),
      description: asLabel(row ? logFacts(row, this.#app.timeStyle(domain)) : ''),
      choice: { target },
    };
  }

  /** Returns the suggestions to show while the text is empty, without duplicates. */
  #suggestions(compared: LogTarget | undefined, clipboard: readonly LookUpItem[]): LookUpItem[] {
    const alike = compared ? this.#alike(compared) : [];
    const taken = new Set([...alike, ...(compared ? [compared] : [])].map(targetId));
    const recent = this.#app.recent.list().filter((log) => !taken.has(targetId(log)));
    const group = (label: string, items: readonly LookUpItem[]) =>
      items.length > 0 ? [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items] : [];
    return [
      ...group(
        t('similar logs'),
        alike.map((log) => this.#logItem(log, 'list-selection')),
      ),
      ...group(t('from the clipboard'), clipboard),
      ...group(
        t('recently opened'),
        recent.map((log) => this.#recentItem(log)),
      ),
    ];
  }

  #recentItem(log: RecentLog): LookUpItem {
    const facts = logFacts({ ...log, ...this.#app.logNodes.rowOf(log) }, this.#app.timeStyle(domainOf(log)));
    return {
      iconPath: new vscode.ThemeIcon('history'),
      label: asLabel(`${domainLabel({ index: log.key.domain, name: log.domainName })}/${log.key.idx}`),
      description: asLabel(facts),
      choice: { target: log },
    };
  }

  /** Returns the loaded logs of the same domain, those with the same rule and path first. */
  #alike(compared: LogTarget): LogNode[] {
    const { logNodes } = this.#app;
    const row = compared.row ?? logNodes.rowOf(compared);
    const path = ({ uri = '' }: { readonly uri?: string | undefined }) => uri.split(/[?#]/, 1)[0];
    const isAlike = (log: LogNode) => row && log.row.rule === row.rule && path(log.row) === path(row);
    const others = logNodes
      .loaded()
      .filter((log) => log.connectionId === compared.connectionId && targetId(log) !== targetId(compared));
    const inDomain = others.filter((log) => log.key.domain === compared.key.domain && !isAlike(log));
    return [...others.filter(isAlike), ...inDomain].slice(0, MOST_ALIKE);
  }
}

function searchItems(search: string): LookUpItem[] {
  if (search === '') return [];
  return [
    {
      iconPath: new vscode.ThemeIcon('search'),
      label: t('Search for “{0}”', asLabel(search)),
      choice: { search },
      alwaysShow: true,
    },
  ];
}

/** A request's host can include a port, but a domain's name does not. */
function withoutPort(name: string | number): string | number {
  return typeof name === 'number' ? name : caseFolded(name).replace(/:\d{1,5}$/, '');
}
