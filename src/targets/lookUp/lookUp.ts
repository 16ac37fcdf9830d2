import * as vscode from 'vscode';
import { domainLabel } from '../../connections/domainLabel.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import { domainOf, type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { RecentLog, RecentLogs } from '../../connections/recentLogs.ts';
import { ACCEPTED_REFERENCES, parseReference, type Reference } from '../../formats/reference.ts';
import { defaultConventions } from '../../service/differences.ts';
import { describeFault } from '../../service/faults.ts';
import type { LogRow } from '../../service/model.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import type { TimeStyle } from '../../text/zonedTime.ts';
import { offerConnection } from '../../ui/noConnection.ts';
import { shownInput } from '../../ui/prompts.ts';
import type { Ask } from '../ask.ts';
import { type DomainNode, type LogNode, logFacts } from '../nodes.ts';
import { type Comparable, comparable } from './comparable.ts';
import { type FindLogOptions, type FoundLog, findLog, readReference, targetIn } from './findLog.ts';

/** The rows that are loaded in the domains' lists. */
interface LoadedLogs {
  rowOf(target: LogTarget): LogRow | undefined;
  loaded(): readonly LogNode[];
  shownLoadedOf(domain: DomainNode): readonly LogNode[];
  around(target: LogTarget, signal: AbortSignal): Promise<readonly LogNode[]>;
}

interface LookUpOptions extends FindLogOptions {
  readonly recent: RecentLogs;
  readonly logNodes: LoadedLogs;
  readonly timeStyle: (domain: DomainRef) => TimeStyle;
  readonly ask: Ask;
  /** Returns the name to display for a domain. */
  readonly nameOf: (domain: DomainRef) => string;
  /** Returns the domains that an index without a domain might refer to, most likely first. */
  readonly nearby: () => readonly DomainRef[];
}

interface LookUpPrompt {
  readonly title?: string;
  /**
   * The log to compare with the one that the user selects. The prompt suggests logs that it is likely to be compared
   * with, but not this log itself.
   */
  readonly compared?: LogTarget;
  /** Accepts the initial text immediately, as if the user had pressed Enter, unless it is empty. */
  readonly acceptAtOnce?: boolean;
}

type LookUpItem = vscode.QuickPickItem & {
  readonly target?: LogTarget;
  readonly reference?: Reference;
  /** True for the heading above the logs that are adjacent to the compared log in its list. */
  readonly isBeside?: true;
};
/** The suggestions shown in the prompt. */
interface SuggestedLogs {
  readonly compared: LogTarget | undefined;
  /** Logs that `compared` is likely to be compared with. */
  readonly alike: readonly LookUpItem[];
  /** The log that the clipboard text refers to. */
  readonly clipboard: readonly LookUpItem[];
}

type LookUpAnswer =
  | { readonly target: LogTarget }
  | { readonly reference: Reference; readonly found: FoundLog };

/** Finds the log that typed or pasted text refers to: `shop.example/1234`, a link, a report, or a service URL. */
export class LookUp {
  readonly #options: LookUpOptions;

  constructor(options: LookUpOptions) {
    this.#options = options;
  }

  /** Returns true if the text refers to a log. */
  names(text: string): boolean {
    try {
      return !('problem' in readReference(text, this.#options));
    } catch {
      return false;
    }
  }

  /**
   * Prompts for a log. The typed text is kept until a log is found. Returns undefined if the user cancels, or after
   * showing a message about why there is no log.
   */
  async ask(value = '', prompt: LookUpPrompt = {}): Promise<LogTarget | undefined> {
    if (this.#options.connections.list().length === 0) {
      await offerConnection();
      return undefined;
    }
    const answer = await this.#prompt(value, prompt);
    if (!answer) return undefined;
    return 'target' in answer ? answer.target : this.#choose(answer.reference, answer.found);
  }

  /** Shows the prompt, with suggestions from the clipboard and recent logs. */
  #prompt(value: string, { title = t('Open Detection Log'), compared, acceptAtOnce = false }: LookUpPrompt) {
    const pick = vscode.window.createQuickPick<LookUpItem>();
    pick.title = title;
    pick.placeholder = t('Domain and log, for example shop.example/1234, or a link, report, or service URL');
    pick.matchOnDescription = true;
    pick.value = value;
    const alike = compared ? this.#comparableItems(compared) : [];
    let sources: SuggestedLogs = { compared, alike, clipboard: [] };
    const suggest = () => {
      const items = this.#items(pick.value, this.#suggested(sources));
      pick.items = items.length > 0 ? items : [understood()];
    };
    /** Updates the suggestions without changing which log is focused. */
    const suggestMore = () => {
      const active = pick.activeItems[0]?.target;
      suggest();
      const still =
        active && pick.items.find(({ target }) => target && targetId(target) === targetId(active));
      if (still) pick.activeItems = [still];
    };
    suggest();
    void this.#clipboardItems().then((clipboard) => {
      sources = { ...sources, clipboard };
      if (!pick.busy) suggest();
    });
    const controller = new AbortController();
    if (compared && !alike.some(({ isBeside }) => isBeside)) {
      void this.#aroundItems(compared, controller.signal).then((around) => {
        if (around.length === 0 || controller.signal.aborted) return;
        sources = { ...sources, alike: around };
        if (!pick.busy && pick.value === '') suggestMore();
      });
    }
    const showProblem = (problem: string, { domain, ...reference }: Reference) => {
      const elsewhere: LookUpItem = {
        iconPath: new vscode.ThemeIcon('globe'),
        label: t('Choose a domain…'),
        description: t('of log {0}', String(reference.idx)),
        alwaysShow: true,
        reference: { ...reference, domain: undefined },
      };
      pick.items = [
        { label: `$(error) ${asLabel(problem)}`, alwaysShow: true },
        ...(domain === undefined || reference.baseUrl !== undefined ? [] : [elsewhere]),
      ];
    };

    const listen = (answer: (given: LookUpAnswer) => void) => {
      const accept = async (item: LookUpItem | undefined) => {
        if (item?.target) return answer({ target: item.target });
        if (!item?.reference) return;
        pick.busy = true;
        pick.enabled = false;
        let problem: string;
        try {
          const found = await findLog(this.#options, item.reference, controller.signal);
          if (!('problem' in found)) return answer({ reference: item.reference, found });
          problem = found.problem;
        } catch (fault) {
          problem = describeFault(fault, local).headline;
        }
        if (controller.signal.aborted) return;
        pick.busy = false;
        pick.enabled = true;
        showProblem(problem, item.reference);
      };
      pick.onDidChangeValue(suggest);
      pick.onDidAccept(() => accept(pick.selectedItems[0] ?? pick.items.find(isRow)));
      // Wait until the prompt is shown, because accepting an item hides it.
      if (acceptAtOnce && value !== '') queueMicrotask(() => void accept(pick.items[0]));
    };
    return shownInput(pick, listen, () => controller.abort());
  }

  /** The editor sorts rows by how well they match the text, so the row for a typed reference must be the only one. */
  #items(text: string, suggested: readonly LookUpItem[]): LookUpItem[] {
    if (text.trim() === '') return [...suggested];
    let reference: ReturnType<typeof readReference>;
    try {
      reference = readReference(text, this.#options);
    } catch (fault) {
      return [{ label: `$(error) ${asLabel(describeFault(fault, local).headline)}`, alwaysShow: true }];
    }
    if ('problem' in reference) {
      if (reference.problem === ACCEPTED_REFERENCES) return [understood(), ...suggested];
      const label = `$(info) ${asLabel(local(reference.problem))}`;
      return [{ label, detail: local(ACCEPTED_REFERENCES), alwaysShow: true }, ...suggested];
    }
    if (reference.domain !== undefined) {
      const label = t('Open {0}', asLabel(`${reference.domain}/${reference.idx}`));
      return [{ iconPath: new vscode.ThemeIcon('go-to-file'), label, alwaysShow: true, reference }];
    }
    return this.#inNearby(reference);
  }

  /**
   * Returns one row per domain that an index without a domain might refer to. Their labels do not contain the index, so
   * that the editor keeps their order.
   */
  #inNearby(reference: Reference): LookUpItem[] {
    const nearby = this.#options.nearby();
    const description = t('log {0}', String(reference.idx));
    return [
      ...nearby.map(
        (near): LookUpItem => ({
          iconPath: new vscode.ThemeIcon('go-to-file'),
          label: t('Open in {0}', asLabel(domainLabel(near))),
          description,
          alwaysShow: true,
          ...this.#inDomain(targetIn(this.#options, reference, near)),
        }),
      ),
      {
        iconPath: new vscode.ThemeIcon('globe'),
        label: nearby.length > 0 ? t('Choose another domain…') : t('Choose a domain…'),
        description,
        alwaysShow: true,
        reference,
      },
    ];
  }

  /** Returns the target of a row and, if the log's own row is loaded, a description of the log. */
  #inDomain(target: LogTarget): Pick<LookUpItem, 'target' | 'detail'> {
    const row = this.#options.logNodes.rowOf(target);
    const facts = row && logFacts(row, this.#options.timeStyle(domainOf(target)));
    return { target, ...(facts && { detail: asLabel(facts) }) };
  }

  /** Returns a row for the clipboard text if it refers to a log. */
  async #clipboardItems(): Promise<LookUpItem[]> {
    const reference = parseReference(await vscode.env.clipboard.readText());
    if ('problem' in reference) return [];
    const { domain, idx } = reference;
    const from = t('from the clipboard');
    if (domain !== undefined) {
      return [
        {
          iconPath: new vscode.ThemeIcon('clippy'),
          label: asLabel(`${domain}/${idx}`),
          description: from,
          reference,
        },
      ];
    }
    return this.#options.nearby().map(
      (near): LookUpItem => ({
        iconPath: new vscode.ThemeIcon('clippy'),
        label: asLabel(`${domainLabel(near)}/${idx}`),
        description: from,
        target: targetIn(this.#options, reference, near),
      }),
    );
  }

  /** Returns the suggestions to show while the text is empty, without duplicates. */
  #suggested({ compared, alike, clipboard }: SuggestedLogs): LookUpItem[] {
    const taken = new Set(alike.flatMap(({ target }) => (target ? [targetId(target)] : [])));
    if (compared) taken.add(targetId(compared));
    const isOther = ({ target }: LookUpItem) => !target || !taken.has(targetId(target));
    const recent = this.#options.recent
      .list()
      .map((log) => this.#recentItem(log))
      .filter(isOther);
    const last =
      recent.length > 0 && alike.length > 0 ? [separator(t('recently opened')), ...recent] : recent;
    return [...alike, ...clipboard.filter(isOther), ...last];
  }

  /** Returns the logs that `compared` is likely to be compared with, most likely first. */
  #comparableItems(compared: LogTarget): LookUpItem[] {
    const { logNodes } = this.#options;
    const { connectionId, index } = domainOf(compared);
    const shown = logNodes.shownLoadedOf({ kind: 'domain', connectionId, index, name: undefined, other: {} });
    return this.#groups(comparable(compared, shown, logNodes.loaded()));
  }

  /**
   * Like `#comparableItems`, but for a log in a part of the list that is not loaded. Requests the rows around the log.
   */
  async #aroundItems(compared: LogTarget, signal: AbortSignal): Promise<LookUpItem[]> {
    const { logNodes } = this.#options;
    try {
      const around = await logNodes.around(compared, signal);
      const loaded = new Map([...logNodes.loaded(), ...around].map((log) => [targetId(log), log]));
      return this.#groups(comparable(compared, around, [...loaded.values()]));
    } catch {
      // These are only suggestions; the user can still type a reference.
      return [];
    }
  }

  #groups({ beside, alike, others }: Comparable): LookUpItem[] {
    const group = (head: LookUpItem, logs: readonly LogNode[]) =>
      logs.length > 0 ? [head, ...logs.map((log) => this.#loadedItem(log))] : [];
    return [
      ...group({ ...separator(t('next to it in the list')), isBeside: true }, beside),
      ...group(separator(t('same rule and path')), alike),
      ...group(separator(t('loaded')), others),
    ];
  }

  #loadedItem(log: LogNode): LookUpItem {
    const { timeStyle, nameOf } = this.#options;
    return {
      label: asLabel(`${nameOf({ ...domainOf(log), name: log.parent.name })}/${log.key.idx}`),
      description: asLabel(logFacts(log.row, timeStyle(domainOf(log)))),
      target: log,
    };
  }

  /**
   * Returns the row for a log that was opened before. The log's rule and time are stored, but its path is known only
   * while its row is loaded.
   */
  #recentItem(log: RecentLog): LookUpItem {
    const { domain, idx, detectedType } = log.key;
    const row = this.#options.logNodes.rowOf(log);
    const isUsual = detectedType === defaultConventions.detectedType;
    const facts = logFacts({ ...log, ...row }, this.#options.timeStyle(domainOf(log)));
    return {
      label: asLabel(`${log.domainName ?? domain}/${idx}`),
      description: asLabel([!isUsual && detectedType, facts].filter(Boolean).join('  ')),
      iconPath: new vscode.ThemeIcon('history'),
      target: log,
    };
  }

  /** Prompts for the information that a reference does not contain. */
  async #choose(reference: Reference, found: FoundLog): Promise<LogTarget | undefined> {
    const { ask, links, connections } = this.#options;
    if ('unknownBaseUrl' in found) {
      await links.offerConnection(found.unknownBaseUrl);
      return undefined;
    }
    if ('domainNeeded' in found) {
      const chosen = await ask.pickDomain();
      return chosen && targetIn(this.#options, reference, chosen);
    }
    if ('problem' in found) return undefined;
    if (found.targets.length === 1) return found.targets[0];
    const picked = await vscode.window.showQuickPick(
      found.targets.map((target) => ({
        label: asLabel(connections.get(target.connectionId)?.name ?? ''),
        target,
      })),
      { placeHolder: t('Several connections have this domain. Select a connection to open the log from') },
    );
    return picked?.target;
  }
}

/** Returns a row that lists the accepted kinds of input. */
function understood(): LookUpItem {
  return { label: `$(info) ${local(ACCEPTED_REFERENCES)}`, alwaysShow: true };
}

function separator(label: string): LookUpItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function isRow({ kind }: LookUpItem): boolean {
  return kind !== vscode.QuickPickItemKind.Separator;
}
