import { domainToASCII } from 'node:url';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { abortFault } from '../../base/abort.ts';
import type { CommandId } from '../../commandIds.ts';
import type { Connection } from '../../connections/connection.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget } from '../../connections/logTarget.ts';
import { isFileBase, parseLink, SAMPLE_BASE } from '../../formats/link.ts';
import { describeFault } from '../../service/faults.ts';
import type { Domain } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { caseFolded } from '../../text/strings.ts';
import { runCommand } from '../../ui/ownCommands.ts';
import { promptText } from '../../ui/prompts.ts';
import { offerConnection, runOrShowFault } from '../../ui/showFault.ts';
import { withProgress } from '../../ui/withProgress.ts';
import { showSearch } from '../search/search.ts';
import { checkCandidates, MOST_READ } from './candidates.ts';
import { type Evidence, type Reference, readText } from './readText.ts';

type Found = LogTarget | undefined;

interface LookUpItem extends vscode.QuickPickItem {
  /** Returns the log to open, or undefined after a prompt or a message. */
  readonly open: () => Found | Promise<Found>;
}

/** Maximum number of hosts in a text to look up among the domains. */
const MOST_HOSTS = 10;

const LINK_PARAMETERS = new Set(['base', 'domain', 'idx', 'type']);

/** Finds the log that a text refers to: `shop.example/1234`, a link, a report, a service URL, or any other text. */
export class LookUp implements vscode.UriHandler {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** Prompts for a text, and returns the log that it refers to, like `find`. */
  async ask(value = '', title = t('Open Detection Log'), domain?: DomainRef): Promise<Found> {
    if (this.#app.connections.list().length === 0) {
      await offerConnection();
      return undefined;
    }
    const prompt = t('Domain and log, for example shop.example/1234, or any text that identifies a log');
    const answer = await promptText({ title, prompt, value });
    return typeof answer === 'object' && answer.value.trim() !== ''
      ? this.find(answer.value, domain)
      : undefined;
  }

  /**
   * Returns the log that a text refers to. Opens a search if it refers to none, and prompts if it is not certain which
   * log it refers to. Returns undefined if the user cancels, and after a search or a message.
   * @param domain the domain of a number without one; by default, prompts for it
   */
  async find(text: string, domain?: DomainRef): Promise<Found> {
    const { connections, services } = this.#app;
    const usable = connections.list().filter(({ problem }) => problem === undefined);
    const conventions = usable.map(({ id }) => services.conventions(id));
    return runOrShowFault(t('The log could not be found.'), [], async () => {
      const read = readText(text, conventions);
      if (!('logs' in read)) return this.#findByEvidence(read);
      const [only, ...others] = read.logs;
      if (only && others.length === 0) return this.#resolve(only, domain);
      return choose(
        read.logs.map((log) => ({
          label: asLabel(`${log.domain}/${log.idx}`),
          open: () => this.#resolve(log),
        })),
      );
    });
  }

  /**
   * Opens the log of a link that the editor passes to the extension. If no connection has the link's base URL, offers to
   * add one.
   */
  async handleUri(uri: vscode.Uri): Promise<void> {
    const target = await this.fromUri(uri);
    if (target) await runCommand('partnerLogs.openDetectionLog', target);
  }

  /** Returns the log of a link, like `find`. Shows a message if the link is damaged. */
  async fromUri(uri: vscode.Uri): Promise<Found> {
    const link = parseLink(linkText(uri));
    if (link) return this.#resolve({ ...link.key, baseUrl: link.baseUrl });
    void vscode.window.showErrorMessage(
      t('This link cannot be opened, because it is damaged. Copy it again from the log.'),
    );
    return undefined;
  }

  async #search(text: string, notice?: string): Promise<undefined> {
    await showSearch(this.#app, undefined, text, notice);
    return undefined;
  }

  /** Reads the candidates in a text. Returns the log if the text identifies one; otherwise, prompts or searches. */
  async #findByEvidence(evidence: Evidence): Promise<Found> {
    const { candidates, named, tooLarge, searchText } = evidence;
    if (candidates.length === 0)
      return this.#search(searchText, tooLarge && t('{0} is too large to be the number of a log', tooLarge));
    const { targets, checked } = await this.#withProgress(t('Open Detection Log'), async (signal) => {
      const targets = await this.#candidates(evidence, signal);
      return { targets, checked: await checkCandidates(this.#app, targets, evidence, signal) };
    });
    const [certain, ...others] = checked.filter(({ isCertain }) => isCertain);
    if (certain && others.length === 0 && targets.length <= MOST_READ) return certain.target;
    const missing = targets.find(({ key }) => named.has(key.idx));
    if (checked.length === 0)
      return this.#search(searchText, missing && t('There is no log {0}', String(missing.key.idx)));
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
  async #resolve(reference: Reference, within?: DomainRef): Promise<Found> {
    const { ask } = this.#app;
    const { domain, idx, baseUrl } = reference;
    if (domain === undefined) {
      const chosen = within ?? (await ask.pickDomain());
      return chosen && this.#targetIn(reference, chosen);
    }
    const targets = await this.#withProgress(t('Open Detection Log'), (signal) =>
      this.#targetsOf(reference, domain, signal),
    );
    if (targets.length > 0) return targets.length === 1 ? targets[0] : choose(targets.map(this.#logItem));
    if (baseUrl === undefined)
      return this.#search(`${domain}/${idx}`, t('No connection has the domain {0}', String(domain)));
    await offerConnectionTo(baseUrl);
    return undefined;
  }

  /** Runs reads that the user can cancel, some of which can fail without failing the whole. */
  #withProgress<T>(title: string, read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const whole = async (signal: AbortSignal) => {
      const found = await read(signal);
      if (signal.aborted) throw abortFault(signal);
      return found;
    };
    return withProgress(title, whole, this.#app.closing);
  }

  /** Returns the log in each connection that has the domain. Rejects if no connection could be searched. */
  async #targetsOf(reference: Reference, domain: string | number, signal: AbortSignal): Promise<LogTarget[]> {
    const { connections, links } = this.#app;
    const { baseUrl } = reference;
    const of = baseUrl === undefined ? connections.list() : links.connectionsOf(baseUrl);
    const isIn = typeof domain === 'number' && (baseUrl !== undefined || of.length === 1);
    const domains = isIn
      ? of.map(({ id }) => ({ connectionId: id, index: domain }))
      : await this.#domainsNamed([domain], signal);
    return domains.map((each) => this.#targetIn(reference, each));
  }

  /** Returns the first of each connection's domains with these names or numbers, and those on the same page. */
  async #domainsNamed(names: readonly (string | number)[], signal: AbortSignal): Promise<DomainRef[]> {
    const { connections, lists } = this.#app;
    // A request's host can include a port, and can be in the ASCII form, but a domain's name does not.
    const formOf = (name: string) => domainToASCII(name.replace(/:\d{1,5}$/, '')) || caseFolded(name);
    const wanted = new Set(names.map((name) => (typeof name === 'number' ? name : formOf(name))));
    const isWanted = ({ index, name }: Domain) =>
      wanted.has(index) || (name !== undefined && wanted.has(formOf(name)));
    const findIn = async ({ id: connectionId }: Connection) => {
      for await (const page of lists.allDomains(connectionId, signal)) {
        const found = page.filter(isWanted);
        if (found.length > 0) return found.map((each) => ({ ...each, connectionId }));
      }
      return [];
    };
    const settled = await Promise.allSettled(connections.list().map(findIn));
    const found = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    const failed = settled.find((each) => each.status === 'rejected');
    if (found.length === 0 && failed) throw failed.reason;
    return found;
  }

  /** Returns the logs that the candidates in a text refer to, in the domains that the text names or the known one. */
  async #candidates({ hosts, candidates }: Evidence, signal: AbortSignal): Promise<LogTarget[]> {
    const { known } = this.#app.ask;
    const named = await this.#domainsNamed([...hosts].slice(0, MOST_HOSTS), signal).catch(() => []);
    const domains = named.length === 0 && known ? [known] : named;
    const targets = candidates.map(async (candidate) =>
      candidate.domain === undefined
        ? domains.map((domain) => this.#targetIn(candidate, domain))
        : this.#targetsOf(candidate, candidate.domain, signal),
    );
    return (await Promise.all(targets)).flat();
  }

  #targetIn({ idx, detectedType }: Reference, { connectionId, index }: DomainRef): LogTarget {
    const usual = this.#app.services.conventions(connectionId).detectedType;
    return { connectionId, key: { domain: index, idx, detectedType: detectedType ?? usual } };
  }

  readonly #logItem = (target: LogTarget): LookUpItem => ({
    label: asLabel(`${this.#app.ask.labelOf(domainOf(target))}/${target.key.idx}`),
    open: () => target,
  });
}

async function choose(items: readonly LookUpItem[]): Promise<Found> {
  const options = {
    title: t('Choose a Log'),
    placeHolder: t('Select the log to open'),
    matchOnDescription: true,
  };
  return (await vscode.window.showQuickPick(items, options))?.open();
}

/** Reports that no connection has a link's base URL, and offers to add one. */
async function offerConnectionTo(baseUrl: string): Promise<void> {
  const [text, action, command] = missing(baseUrl);
  if ((await vscode.window.showWarningMessage(text, action)) === action) await runCommand(command);
}

/** Returns a message that no connection has the base URL, the title of an action that adds one, and its command. */
function missing(baseUrl: string): [text: string, action: string, command: CommandId] {
  if (isFileBase(baseUrl)) {
    const text = t('This log is from a file of exported logs that is not open.');
    return [text, t('Open Exported Logs…'), 'partnerLogs.openExport'];
  }
  if (baseUrl === SAMPLE_BASE)
    return [t('This log is part of the sample data.'), t('Explore Sample Data'), 'partnerLogs.useSampleData'];
  const text = t(
    'This log belongs to {0}, for which there is no connection. Add one only if you trust this address.',
    asLabel(baseUrl),
  );
  return [text, t('Add Connection…'), 'partnerLogs.addConnection'];
}

/**
 * Returns the link as text. The editor has already decoded the query once, so an `&` inside a value looks like the
 * start of another parameter. If a value seems to contain an `&`, the link is returned without its query, because it
 * might otherwise open the wrong log.
 */
function linkText({ scheme, authority, path, query }: vscode.Uri): string {
  const parameters = query.split('&').map((pair): [string, string] => {
    const [name = '', ...value] = pair.split('=');
    return [name, value.join('=')];
  });
  const known = parameters.every(([name]) => LINK_PARAMETERS.has(name));
  return `${scheme}://${authority}${path}${known ? `?${new URLSearchParams(parameters)}` : ''}`;
}
