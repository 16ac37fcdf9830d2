import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { abortFault } from '../../base/abort.ts';
import type { Connection } from '../../connections/connection.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget } from '../../connections/logTarget.ts';
import { logFacts } from '../../connections/nodes.ts';
import { describeFault } from '../../service/faults.ts';
import type { Domain, LogRow } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { caseFolded } from '../../text/strings.ts';
import { group, shownInput } from '../../ui/prompts.ts';
import { offerConnection, showFault } from '../../ui/showFault.ts';
import { withProgress } from '../../ui/withProgress.ts';
import { showSearch } from '../search/search.ts';
import { checkCandidates } from './candidates.ts';
import { type Evidence, type Reference, readText, type TextReading } from './readText.ts';

type Found = LogTarget | undefined;

interface LookUpItem extends vscode.QuickPickItem {
  /** Returns the log to open, or undefined after a prompt or a message. */
  readonly open?: () => Found | Promise<Found>;
}
const NONE: LookUpItem = { label: '', kind: vscode.QuickPickItemKind.Separator };

/** Maximum number of hosts in a text to look up among the domains. */
const MOST_HOSTS = 10;

/** Finds the log that a text refers to: `shop.example/1234`, a link, a report, a service URL, or any other text. */
export class LookUp {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /**
   * Prompts for a log, and suggests recent logs. Returns undefined if the user cancels, if a
   * search was started instead, or after showing a message about why there is no log.
   */
  async ask(value = '', title = t('Open Detection Log')): Promise<Found> {
    if (this.#app.connections.list().length === 0) {
      await offerConnection();
      return undefined;
    }
    const pick = vscode.window.createQuickPick<LookUpItem>();
    pick.title = title;
    pick.placeholder = t('Domain and log, for example shop.example/1234, or any text that identifies a log');
    pick.matchOnDescription = true;
    pick.value = value;
    const recent = this.#app.recent.list().map((log) => this.#logItem(log));
    const suggestions = group(t('recently opened'), recent);
    // The editor reports the position of the accepted row, even if it does not show the latest rows yet. No other row
    // therefore takes the position of a suggestion.
    const none = suggestions.map(() => NONE);
    const list = () => {
      const text = pick.value.trim();
      pick.items = text ? [...none, ...this.#typedItems(text)] : suggestions;
    };
    list();
    const open = await shownInput<() => Found | Promise<Found>>(pick, (answer) => {
      pick.onDidChangeValue(list);
      pick.onDidAccept(() => {
        const typed = pick.value.trim() === '' ? undefined : pick.items.find((item) => item.open);
        const accepted = pick.selectedItems[0]?.open ?? typed?.open;
        if (accepted) answer(accepted);
      });
    });
    return open && this.#reported(open);
  }

  /**
   * Returns the log that a text refers to. Opens a search if it refers to none, and prompts if it is not certain which
   * log it refers to.
   */
  find(text: string): Promise<Found> {
    return this.#reported(() => {
      const read = this.#read(text);
      if (!('logs' in read)) return this.#findByEvidence(read);
      const [only, ...others] = read.logs;
      return only && others.length === 0
        ? this.#resolve(only)
        : choose(read.logs.flatMap((log) => this.#referenceItems(log)));
    });
  }

  async #reported(find: () => Found | Promise<Found>): Promise<Found> {
    try {
      return await find();
    } catch (fault) {
      const retry = () => this.#reported(find);
      return showFault(t('The log could not be found.'), fault, { targets: [], retry });
    }
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

  async #search(text: string, notice?: string): Promise<undefined> {
    await showSearch(this.#app, undefined, text, notice);
    return undefined;
  }

  /** Reads the candidates in a text. Returns the log if the text identifies one; otherwise, prompts or searches. */
  async #findByEvidence(evidence: Evidence): Promise<Found> {
    const { candidates, tooLarge, searchText } = evidence;
    if (candidates.length === 0)
      return this.#search(searchText, tooLarge && t('{0} is too large to be the number of a log', tooLarge));
    const read = async (signal: AbortSignal) => {
      const targets = await this.#candidates(evidence, signal);
      if (signal.aborted) throw abortFault(signal);
      return { targets, checked: await checkCandidates(this.#app, targets, evidence, signal) };
    };
    const { targets, checked } = await withProgress(t('Find Selection in Logs'), read, this.#app.closing);
    const [certain, ...others] = checked.filter(({ isCertain }) => isCertain);
    if (certain && others.length === 0) return certain.target;
    if (checked.length === 0)
      return this.#search(searchText, targets[0] && t('There is no log {0}', String(targets[0].key.idx)));
    const items = checked.map(({ target, path, address, fault }) => {
      const facts = [target.row?.time, address, path].filter(Boolean).join('  ');
      const problem = fault === undefined ? '' : describeFault(fault, local).headline;
      return { ...this.#logItem(target), description: asLabel(facts || problem) };
    });
    const search: LookUpItem = {
      iconPath: new vscode.ThemeIcon('search'),
      label: t('Search for “{0}”', asLabel(searchText)),
      open: () => this.#search(searchText),
      alwaysShow: true,
    };
    return choose(searchText ? [...items, search] : items);
  }

  /** Prompts for what a reference leaves open, and starts a search if no connection has its domain. */
  async #resolve(reference: Reference): Promise<Found> {
    const { ask, links } = this.#app;
    const { domain, baseUrl } = reference;
    if (domain === undefined) {
      const chosen = await ask.pickDomain();
      return chosen && this.#targetIn(reference, chosen);
    }
    const read = async (signal: AbortSignal) => {
      const found = await this.#targetsOf(reference, signal);
      if (signal.aborted) throw abortFault(signal);
      return found;
    };
    const targets = await withProgress(t('Open Detection Log'), read, this.#app.closing);
    if (targets.length === 0 && baseUrl !== undefined) {
      await links.offerConnection(baseUrl);
      return undefined;
    }
    if (targets.length === 0)
      return this.#search(
        `${domain}/${reference.idx}`,
        t('No connection has the domain {0}', String(domain)),
      );
    const [only, ...others] = targets;
    if (others.length === 0) return only;
    const picked = await vscode.window.showQuickPick(
      targets.map((target) => ({ label: asLabel(ask.labelOf(domainOf(target))), target })),
      { placeHolder: t('Several connections have this domain. Select a connection to open the log from') },
    );
    return picked?.target;
  }

  /** Returns the log in each connection that has the reference's domain. Rejects if no connection could be searched. */
  async #targetsOf(reference: Reference, signal: AbortSignal): Promise<LogTarget[]> {
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

  /** Returns the domain of the connections if they have only one. */
  async #onlyDomain(signal: AbortSignal): Promise<DomainRef | undefined> {
    const { connections, lists } = this.#app;
    const [only, ...others] = connections.list();
    if (!only || others.length > 0) return undefined;
    for await (const [domain, ...more] of lists.allDomains(only.id, signal))
      return domain && more.length === 0 ? { ...domain, connectionId: only.id } : undefined;
    return undefined;
  }

  #targetIn({ idx, detectedType }: Reference, { connectionId, index }: DomainRef): LogTarget {
    const { services } = this.#app;
    const key = {
      domain: index,
      idx,
      detectedType: detectedType ?? services.conventions(connectionId).detectedType,
    };
    return { connectionId, key };
  }

  /** Returns the logs that the candidates in a text refer to, in the domains that the text or the user names. */
  async #candidates({ hosts, candidates }: Evidence, signal: AbortSignal): Promise<LogTarget[]> {
    const named = await this.#domainsNamed([...hosts].slice(0, MOST_HOSTS), signal).catch(() => []);
    const fallback = named.length > 0 ? undefined : (this.#app.ask.known ?? (await this.#onlyDomain(signal)));
    const domains = fallback ? [fallback] : named;
    const targets: LogTarget[] = [];
    for (const candidate of candidates)
      targets.push(
        ...(typeof candidate.domain === 'number'
          ? await this.#targetsOf(candidate, signal)
          : domains.map((domain) => this.#targetIn(candidate, domain))),
      );
    return targets;
  }

  /** Returns the rows for typed text, which are the only ones, because the editor sorts rows by how well they match. */
  #typedItems(text: string): LookUpItem[] {
    const read = this.#read(text);
    const items =
      'logs' in read ? read.logs.flatMap((log) => this.#referenceItems(log)) : [this.#textItem(text)];
    return items.map((item) => ({ ...item, alwaysShow: true }));
  }

  /** Returns a row for a reference or, if it does not contain the domain, for the current one and a choice of another. */
  #referenceItems(reference: Reference): LookUpItem[] {
    const { domain, idx } = reference;
    const open = () => this.#resolve(reference);
    if (domain !== undefined) return [{ label: asLabel(`${domain}/${idx}`), open }];
    const { known } = this.#app.ask;
    return [
      ...(known ? [this.#logItem(this.#targetIn(reference, known))] : []),
      { label: t('Choose a domain…'), description: t('log {0}', String(idx)), open },
    ];
  }

  #logItem(target: LogTarget & Partial<LogRow>): LookUpItem {
    const { ask, logNodes, timeStyle } = this.#app;
    const domain = domainOf(target);
    const facts = logFacts({ ...target, ...(target.row ?? logNodes.rowOf(target)) }, timeStyle(domain));
    return {
      label: asLabel(`${ask.labelOf(domain)}/${target.key.idx}`),
      description: asLabel(facts),
      open: () => target,
    };
  }

  #textItem(text: string): LookUpItem {
    const label = t('Find the Log in This Text');
    return { iconPath: new vscode.ThemeIcon('search'), label, open: () => this.find(text) };
  }
}

async function choose(items: readonly LookUpItem[]): Promise<Found> {
  const options = {
    title: t('Find Selection in Logs'),
    placeHolder: t('Select the log to open'),
    matchOnDescription: true,
  };
  return (await vscode.window.showQuickPick(items, options))?.open?.();
}
