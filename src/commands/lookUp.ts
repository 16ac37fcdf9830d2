import * as vscode from 'vscode';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { DomainDirectory } from '../connections/domainDirectory.ts';
import type { DomainMarks } from '../connections/domainMarks.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import type { RecentLog, RecentLogs } from '../connections/recentLogs.ts';
import type { Services } from '../connections/services.ts';
import type { Links } from '../documents/links.ts';
import { asLabel } from '../report/label.ts';
import { parseReference, type Reference } from '../report/reference.ts';
import { defaultConventions } from '../service/conventions.ts';
import { describeFault } from '../service/faults.ts';
import type { Domain } from '../service/model.ts';
import type { Ask } from './ask.ts';

export interface LookUpOptions {
  readonly connections: ConnectionStore;
  readonly services: Services;
  readonly directory: DomainDirectory;
  readonly marks: DomainMarks;
  readonly recent: RecentLogs;
  readonly links: Links;
  readonly ask: Ask;
}

type Item = vscode.QuickPickItem & { readonly target?: LogTarget; readonly reference?: Reference };
type Found = { readonly target: LogTarget | undefined } | { readonly problem: string };

/** From what a person types or pastes to a log: `shop.example/1234`, a link, a report, a service URL. */
export class LookUp {
  readonly #options: LookUpOptions;

  constructor(options: LookUpOptions) {
    this.#options = options;
  }

  /**
   * Asks for a reference, with the clipboard's and the recent logs at hand; what was typed stays until it is found.
   * `acceptAtOnce`: `value` is taken as if the person had pressed Enter. Undefined when cancelled.
   */
  async ask(
    value = '',
    { acceptAtOnce = false, title = 'Open Detection Log' } = {},
  ): Promise<LogTarget | undefined> {
    if (this.#options.connections.list().length === 0) {
      await vscode.commands.executeCommand('partnerLogs.addConnection');
      return undefined;
    }
    const pick = vscode.window.createQuickPick<Item>();
    pick.title = title;
    pick.placeholder = 'Domain and log, for example shop.example/1234, or a link, a report, a service URL';
    pick.matchOnDescription = true;
    pick.value = value;
    let suggested = this.#options.recent.list().map(recentItem);
    const suggest = () => {
      pick.items = [...typedItem(pick.value), ...suggested];
    };
    suggest();
    void clipboardItem().then((items) => {
      suggested = [...items, ...suggested];
      if (!pick.busy) suggest();
    });

    return new Promise((resolve) => {
      const controller = new AbortController();
      const accept = async (item: Item | undefined) => {
        if (item?.target) {
          resolve(item.target);
          pick.hide();
        }
        if (!item?.reference) return;
        pick.busy = true;
        pick.enabled = false;
        const found = await this.resolve(item.reference, controller.signal);
        if (controller.signal.aborted) return;
        pick.busy = false;
        pick.enabled = true;
        if ('problem' in found) {
          pick.items = [{ label: `$(error) ${asLabel(found.problem)}`, alwaysShow: true }, ...suggested];
          return;
        }
        resolve(found.target);
        pick.hide();
      };
      pick.onDidChangeValue(suggest);
      pick.onDidAccept(() => accept(pick.selectedItems[0] ?? pick.items[0]));
      pick.onDidHide(() => {
        controller.abort();
        resolve(undefined);
        pick.dispose();
      });
      pick.show();
      if (acceptAtOnce) void accept(pick.items[0]);
    });
  }

  /** The log of a reference; asks which, when several connections or domains fit. */
  async resolve(reference: Reference, signal?: AbortSignal): Promise<Found> {
    const { domain, idx, detectedType, baseUrl } = reference;
    if (baseUrl !== undefined && typeof domain === 'number') {
      const key = { domain, idx, detectedType: detectedType ?? defaultConventions.detail.detectedType };
      return { target: await this.#options.links.fromAddress({ baseUrl, key }) };
    }
    const connectionIds = this.#options.connections.list().map(({ id }) => id);
    const target = (connectionId: string, index: number): Found => ({
      target: {
        connectionId,
        key: {
          domain: index,
          idx,
          detectedType: detectedType ?? this.#options.services.detectedType(connectionId),
        },
      },
    });
    const [only] = connectionIds;
    if (typeof domain === 'number' && connectionIds.length === 1 && only) return target(only, domain);
    if (domain === undefined) {
      const latest = this.#options.recent.list()[0];
      if (latest) return target(latest.connectionId, latest.key.domain);
      const chosen = await this.#options.ask.domain(undefined);
      return chosen ? target(chosen.connectionId, chosen.domain.index) : { target: undefined };
    }

    const found: { connectionId: string; domain: Pick<Domain, 'index'> }[] = [];
    for (const connectionId of connectionIds) {
      const [aliased] = typeof domain === 'string' ? this.#options.marks.aliased(connectionId, domain) : [];
      if (aliased) {
        found.push({ connectionId, domain: aliased });
        continue;
      }
      try {
        const match = await this.#options.directory.find(
          connectionId,
          (each) => isNamed(each, domain),
          signal,
        );
        if (match) found.push({ connectionId, domain: match });
      } catch (fault) {
        if (connectionIds.length === 1) return { problem: describeFault(fault).headline };
      }
    }
    const [first] = found;
    if (!first) return { problem: `There is no domain ${domain} among those of your keys` };
    if (found.length === 1) return target(first.connectionId, first.domain.index);
    const chosen = await vscode.window.showQuickPick(
      found.map((each) => ({
        label: asLabel(this.#options.connections.get(each.connectionId)?.name ?? ''),
        each,
      })),
      { placeHolder: `Several connections have ${asLabel(String(domain))}. Open the log of…` },
    );
    return chosen ? target(chosen.each.connectionId, chosen.each.domain.index) : { target: undefined };
  }
}

function isNamed(domain: Domain, wanted: string | number): boolean {
  if (typeof wanted === 'number') return domain.index === wanted;
  return domain.name?.toLowerCase() === wanted.toLowerCase();
}

function typedItem(value: string): Item[] {
  if (value.trim() === '') return [];
  const reference = parseReference(value);
  return 'problem' in reference
    ? [{ label: `$(info) ${asLabel(reference.problem)}`, alwaysShow: true }]
    : [{ label: `$(go-to-file) Open ${asLabel(value.trim())}`, alwaysShow: true, reference }];
}

/** The clipboard's text, when it names a log with its domain. */
async function clipboardItem(): Promise<Item[]> {
  const reference = parseReference(await vscode.env.clipboard.readText());
  if ('problem' in reference || reference.domain === undefined) return [];
  const label = asLabel(`${reference.domain}/${reference.idx}`);
  return [{ label: `$(clippy) ${label}`, description: 'from the clipboard', reference }];
}

function recentItem(log: RecentLog): Item {
  const { domain, idx, detectedType } = log.key;
  return {
    label: asLabel(`${log.domainName ?? domain}/${idx}`),
    description: `${detectedType === 'WAF' ? '' : asLabel(detectedType)}`,
    iconPath: new vscode.ThemeIcon(log.pinned ? 'pinned' : 'history'),
    target: log,
  };
}
