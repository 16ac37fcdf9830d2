import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { Connection } from '../../connections/connection.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget, targetId } from '../../connections/logTarget.ts';
import { type LogNode, logFacts } from '../../connections/nodes.ts';
import { describeFault } from '../../service/faults.ts';
import type { Domain, LogRow } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { caseFolded } from '../../text/strings.ts';
import { group, shownInput } from '../../ui/prompts.ts';
import { offerConnection } from '../../ui/showFault.ts';
import { checkCandidates } from './candidates.ts';
import { type Evidence, type Reference, readText, type TextReading } from './readText.ts';

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
    return this.#pick(title, (pick) => {
      pick.placeholder = t(
        'Domain and log, for example shop.example/1234, or any text that identifies a log',
      );
      pick.value = value;
      let clipboard: readonly LookUpItem[] = [];
      const list = () => {
        const text = pick.value.trim();
        pick.items = text ? this.#typedItems(text) : this.#suggestions(compared, clipboard);
      };
      list();
      pick.onDidChangeValue(list);
      void vscode.env.clipboard.readText().then((text) => {
        const read = this.#read(text);
        if ('logs' in read) clipboard = read.logs.flatMap((log) => this.#referenceItems(log, 'clippy'));
        else if (read.candidates.length > 0) clipboard = [textItem(text)];
        if (pick.value.trim() === '') list();
      });
    });
  }

  /**
   * Returns the log that a text refers to. Opens a search if it refers to none, and prompts if it is not certain which
   * log it refers to.
   */
  async find(text: string): Promise<LogTarget | undefined> {
    const read = this.#read(text);
    if ('logs' in read) {
      const [only, ...others] = read.logs;
      if (only && others.length === 0) return this.#take({ reference: only });
    } else if (read.candidates.length === 0) {
      const { tooLarge, searchText } = read;
      const notice = tooLarge && t('{0} is too large to be the number of a log', tooLarge);
      return this.#take({ search: searchText, notice });
    }
    return this.#pick(t('Find Selection in Logs'), (pick, answer, signal) => {
      pick.placeholder = t('Select the log to open');
      const fill = async () => {
        if ('logs' in read) return read.logs.flatMap((log) => this.#referenceItems(log));
        pick.busy = true;
        return this.#candidates(read, signal);
      };
      const show = (found: readonly LookUpItem[] | Choice) => {
        if (signal.aborted) return;
        pick.busy = false;
        if ('length' in found) pick.items = found;
        else answer(found);
      };
      void fill().then(show, (fault) => show([{ label: asLabel(describeFault(fault, local).headline) }]));
    });
  }

  #read(text: string): TextReading {
    const { connections, services } = this.#app;
    const conventions = connections.list().flatMap(({ id }) => {
      try {
        return [services.conventions(id)];
      } catch {
        return [];
      }
    });
    return readText(text, conventions);
  }

  /** Shows a prompt that `fill` fills. `answer` makes a choice for the user. */
  async #pick(
    title: string,
    fill: (pick: vscode.QuickPick<LookUpItem>, answer: (choice: Choice) => void, signal: AbortSignal) => void,
  ): Promise<LogTarget | undefined> {
    const pick = vscode.window.createQuickPick<LookUpItem>();
    pick.title = title;
    pick.matchOnDescription = true;
    const controller = new AbortController();
    const listen = (answer: (choice: Choice) => void) => {
      pick.onDidAccept(() => {
        const choice = (pick.selectedItems[0] ?? pick.items.find((item) => item.choice))?.choice;
        if (choice) answer(choice);
      });
      fill(pick, answer, controller.signal);
    };
    const choice = await shownInput<Choice>(pick, listen, () => controller.abort());
    return choice && this.#take(choice);
  }

  async #take(choice: Choice): Promise<LogTarget | undefined> {
    if ('target' in choice) return choice.target;
    if ('text' in choice) return this.find(choice.text);
    if ('reference' in choice) return this.#resolve(choice.reference);
    await this.#app.search.show(undefined, choice.search, choice.notice);
    return undefined;
  }

  /** Prompts for what a reference leaves open, and starts a search if no connection has its domain. */
  async #resolve(reference: Reference): Promise<LogTarget | undefined> {
    const { ask, links } = this.#app;
    const { domain, baseUrl } = reference;
    if (domain === undefined) {
      const chosen = await ask.pickDomain();
      return chosen && this.#targetIn(reference, chosen);
    }
    let targets: readonly LogTarget[];
    try {
      targets = await this.#targetsOf(reference);
    } catch (fault) {
      void vscode.window.showErrorMessage(asLabel(describeFault(fault, local).headline));
      return undefined;
    }
    if (targets.length === 0 && baseUrl !== undefined) {
      await links.offerConnection(baseUrl);
      return undefined;
    }
    if (targets.length === 0) {
      const notice = t('No connection has the domain {0}', String(domain));
      return this.#take({ search: `${domain}/${reference.idx}`, notice });
    }
    const [only, ...others] = targets;
    if (others.length === 0) return only;
    const picked = await vscode.window.showQuickPick(
      targets.map((target) => ({ label: asLabel(ask.labelOf(domainOf(target))), target })),
      { placeHolder: t('Several connections have this domain. Select a connection to open the log from') },
    );
    return picked?.target;
  }

  /** Returns the log in each connection that has the reference's domain. Rejects if no connection could be searched. */
  async #targetsOf(reference: Reference, signal = new AbortController().signal): Promise<LogTarget[]> {
    const { connections, links } = this.#app;
    const { domain = '', baseUrl } = reference;
    const of = baseUrl === undefined ? connections.list() : links.connectionsOf(baseUrl);
    const isIn = typeof domain === 'number' && (baseUrl !== undefined || of.length === 1);
    const domains = isIn
      ? of.map(({ id }) => ({ connectionId: id, index: domain }))
      : await this.#domainsNamed([domain], signal);
    return domains.map((each) => this.#targetIn(reference, each));
  }

  /** Returns the first of each connection's domains with one of these names or numbers. */
  async #domainsNamed(names: readonly (string | number)[], signal: AbortSignal): Promise<DomainRef[]> {
    const { connections, lists } = this.#app;
    // A request's host can include a port, but a domain's name does not.
    const wanted = new Set(
      names.map((name) => (typeof name === 'number' ? name : caseFolded(name).replace(/:\d{1,5}$/, ''))),
    );
    const isWanted = ({ index, name }: Domain) =>
      wanted.has(index) || (name !== undefined && wanted.has(caseFolded(name)));
    const findIn = async ({ id: connectionId }: Connection) => {
      for await (const page of lists.allDomains(connectionId, signal)) {
        const found = page.find(isWanted);
        if (found) return { ...found, connectionId };
      }
      return undefined;
    };
    const settled = await Promise.allSettled(connections.list().map(findIn));
    const found = settled.flatMap((each) => (each.status === 'fulfilled' && each.value) || []);
    const failed = settled.find((each) => each.status === 'rejected');
    if (found.length === 0 && failed) throw failed.reason;
    return found;
  }

  #targetIn({ idx, detectedType }: Reference, { connectionId, index }: DomainRef): LogTarget {
    const { services } = this.#app;
    const key = { domain: index, idx, detectedType: detectedType ?? services.detectedType(connectionId) };
    return { connectionId, key };
  }

  /** Reads the candidates in a text. Returns the log if the text identifies one, or a search if none of them exists. */
  async #candidates(evidence: Evidence, signal: AbortSignal): Promise<readonly LookUpItem[] | Choice> {
    const { known } = this.#app.ask;
    const { hosts, candidates, searchText } = evidence;
    const named = await this.#domainsNamed([...hosts].slice(0, MOST_HOSTS), signal).catch(() => []);
    const domains = named.length > 0 || !known ? named : [known];
    const targets: LogTarget[] = [];
    for (const candidate of candidates)
      targets.push(
        ...(typeof candidate.domain === 'number'
          ? await this.#targetsOf(candidate, signal)
          : domains.map((domain) => this.#targetIn(candidate, domain))),
      );
    const checked = await checkCandidates(this.#app, targets, evidence, signal);
    const [certain, ...others] = checked.filter(({ isCertain }) => isCertain);
    if (certain && others.length === 0) return { target: certain.target };
    if (checked.length === 0) {
      const notice = targets[0] && t('There is no log {0}', String(targets[0].key.idx));
      return { search: searchText, notice };
    }
    const items = checked.map(({ target, path, address, fault }) => {
      const facts = [target.row?.time, address, path].filter(Boolean).join('  ');
      const problem = fault === undefined ? '' : describeFault(fault, local).headline;
      return { ...this.#logItem(target, 'go-to-file'), description: asLabel(facts || problem) };
    });
    return [...items, ...(searchText ? [searchItem(searchText)] : [])];
  }

  /** Returns the rows for typed text, which are the only ones, because the editor sorts rows by how well they match. */
  #typedItems(text: string): LookUpItem[] {
    const read = this.#read(text);
    const items = 'logs' in read ? read.logs.flatMap((log) => this.#referenceItems(log)) : [textItem(text)];
    return items.map((item) => ({ ...item, alwaysShow: true }));
  }

  /** Returns a row for a reference or, if it does not contain the domain, for the current one and a choice of another. */
  #referenceItems(reference: Reference, icon = 'go-to-file'): LookUpItem[] {
    const { domain, idx } = reference;
    const iconPath = new vscode.ThemeIcon(icon);
    if (domain !== undefined)
      return [{ iconPath, label: asLabel(`${domain}/${idx}`), choice: { reference } }];
    const { known } = this.#app.ask;
    const description = t('log {0}', String(idx));
    const choose = { label: t('Choose a domain…'), description, choice: { reference } };
    return [
      ...(known ? [this.#logItem(this.#targetIn(reference, known), icon)] : []),
      { iconPath: new vscode.ThemeIcon('globe'), ...choose },
    ];
  }

  #logItem(target: LogTarget & Partial<LogRow>, icon: string): LookUpItem {
    const { ask, logNodes, timeStyle } = this.#app;
    const domain = domainOf(target);
    const facts = logFacts({ ...target, ...(target.row ?? logNodes.rowOf(target)) }, timeStyle(domain));
    return {
      iconPath: new vscode.ThemeIcon(icon),
      label: asLabel(`${ask.labelOf(domain)}/${target.key.idx}`),
      description: asLabel(facts),
      choice: { target },
    };
  }

  /** Returns the suggestions to show while the text is empty, without duplicates. */
  #suggestions(compared: LogTarget | undefined, clipboard: readonly LookUpItem[]): LookUpItem[] {
    const alike: readonly LogTarget[] = compared ? this.#alike(compared) : [];
    const taken = new Set([...alike, ...(compared ? [compared] : [])].map(targetId));
    const recent = this.#app.recent.list().filter((log) => !taken.has(targetId(log)));
    return [
      ...group(
        t('similar logs'),
        alike.map((log) => this.#logItem(log, 'list-selection')),
      ),
      ...group(t('from the clipboard'), clipboard),
      ...group(
        t('recently opened'),
        recent.map((log) => this.#logItem(log, 'history')),
      ),
    ];
  }

  /** Returns the loaded logs of the same connection with the same rule and path, then others of the same domain. */
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

function textItem(text: string): LookUpItem {
  const label = t('Find the Log in This Text');
  return { iconPath: new vscode.ThemeIcon('search'), label, choice: { text } };
}

function searchItem(search: string): LookUpItem {
  const label = t('Search for “{0}”', asLabel(search));
  return { iconPath: new vscode.ThemeIcon('search'), label, choice: { search }, alwaysShow: true };
}
