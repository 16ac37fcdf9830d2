import * as vscode from 'vscode';
import type { ConnectionParts } from '../../connections/connectionParts.ts';
import { type DomainRef, domainLabel } from '../../connections/domainRef.ts';
import { type LogTarget, targetId } from '../../connections/logTarget.ts';
import type { RecentLog } from '../../connections/recentLogs.ts';
import { ACCEPTED_REFERENCES, parseReference, type Reference } from '../../formats/reference.ts';
import { defaultConventions } from '../../service/conventions.ts';
import { describeFault } from '../../service/faults.ts';
import type { Ask } from '../../targets/ask.ts';
import { asLabel } from '../../text/label.ts';
import { offerConnection } from '../../ui/noConnection.ts';
import { shownInput } from '../../ui/shownInput.ts';
import { type FindLogOptions, type FoundLog, findLog, readReference, targetIn } from './findLog.ts';

export interface LookUpOptions extends FindLogOptions, Pick<ConnectionParts, 'recent'> {
  readonly ask: Ask;
  /** The domains that a log index alone may be of, the likeliest first. */
  readonly nearby: () => readonly DomainRef[];
}

interface LookUpPrompt {
  readonly title?: string;
  /** A log that is not suggested. */
  readonly except?: LogTarget;
  /** The text, unless empty, is taken as if the person had pressed Enter. */
  readonly acceptAtOnce?: boolean;
}

type LookUpItem = vscode.QuickPickItem & { readonly target?: LogTarget; readonly reference?: Reference };
type LookUpAnswer =
  | { readonly target: LogTarget }
  | { readonly reference: Reference; readonly found: FoundLog };

/** Finds the log that typed or pasted text refers to: `shop.example/1234`, a link, a report, a service URL. */
export class LookUp {
  readonly #options: LookUpOptions;

  constructor(options: LookUpOptions) {
    this.#options = options;
  }

  /** Asks for a log; what was typed stays until it is found. Undefined when cancelled, or when the reason was told. */
  async ask(value = '', prompt: LookUpPrompt = {}): Promise<LogTarget | undefined> {
    if (this.#options.connections.list().length === 0) {
      await offerConnection();
      return undefined;
    }
    const answer = await this.#prompt(value, prompt);
    if (!answer) return undefined;
    return 'target' in answer ? answer.target : this.#choose(answer.reference, answer.found);
  }

  /** Shows the prompt, with the clipboard's log and the recent ones at hand. */
  #prompt(value: string, { title = 'Open Detection Log', except, acceptAtOnce = false }: LookUpPrompt) {
    const pick = vscode.window.createQuickPick<LookUpItem>();
    pick.title = title;
    pick.placeholder = 'Domain and log, for example shop.example/1234, or a link, a report, a service URL';
    pick.matchOnDescription = true;
    pick.value = value;
    const isOther = ({ target }: LookUpItem) => !target || !except || targetId(target) !== targetId(except);
    let suggested = this.#options.recent.list().map(recentItem).filter(isOther);
    const suggest = () => {
      pick.items = this.#items(pick.value, suggested);
    };
    suggest();
    void this.#clipboardItems().then((items) => {
      suggested = [...items.filter(isOther), ...suggested];
      if (!pick.busy) suggest();
    });
    const showProblem = (problem: string, { domain, ...reference }: Reference) => {
      const elsewhere: LookUpItem = {
        label: '$(globe) Choose the domain…',
        description: `of log ${reference.idx}`,
        alwaysShow: true,
        reference: { ...reference, domain: undefined },
      };
      pick.items = [
        { label: `$(error) ${asLabel(problem)}`, alwaysShow: true },
        ...(domain === undefined || reference.baseUrl !== undefined ? [] : [elsewhere]),
      ];
    };

    const controller = new AbortController();
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
          problem = describeFault(fault).headline;
        }
        if (controller.signal.aborted) return;
        pick.busy = false;
        pick.enabled = true;
        showProblem(problem, item.reference);
      };
      pick.onDidChangeValue(suggest);
      pick.onDidAccept(() => accept(pick.selectedItems[0] ?? pick.items[0]));
      // Not before it is shown: an answer hides it.
      if (acceptAtOnce && value !== '') queueMicrotask(() => void accept(pick.items[0]));
    };
    return shownInput(pick, listen, () => controller.abort());
  }

  /** The editor sorts rows by how well they fit the text, so that a reference that was typed must stand alone. */
  #items(text: string, suggested: readonly LookUpItem[]): LookUpItem[] {
    if (text.trim() === '') return [...suggested];
    let reference: ReturnType<typeof readReference>;
    try {
      reference = readReference(text, this.#options);
    } catch (fault) {
      return [{ label: `$(error) ${asLabel(describeFault(fault).headline)}`, alwaysShow: true }];
    }
    if ('problem' in reference) {
      const label = `$(info) ${asLabel(reference.problem)}`;
      return [{ label, detail: ACCEPTED_REFERENCES, alwaysShow: true }, ...suggested];
    }
    if (reference.domain !== undefined) {
      const label = `$(go-to-file) Open ${asLabel(`${reference.domain}/${reference.idx}`)}`;
      return [{ label, alwaysShow: true, reference }];
    }
    return this.#inNearby(reference);
  }

  /** A row for each domain that an index alone may be of. Their labels do not hold the index: the editor keeps their order. */
  #inNearby(reference: Reference): LookUpItem[] {
    const nearby = this.#options.nearby();
    const description = `log ${reference.idx}`;
    return [
      ...nearby.map(
        (near): LookUpItem => ({
          label: `$(go-to-file) Open in ${asLabel(domainLabel(near))}`,
          description,
          alwaysShow: true,
          target: targetIn(this.#options, reference, near),
        }),
      ),
      {
        label: nearby.length > 0 ? '$(globe) Choose another domain…' : '$(globe) Choose the domain…',
        description,
        alwaysShow: true,
        reference,
      },
    ];
  }

  /** The clipboard's text, when it names a log. */
  async #clipboardItems(): Promise<LookUpItem[]> {
    const reference = parseReference(await vscode.env.clipboard.readText());
    if ('problem' in reference) return [];
    const { domain, idx } = reference;
    const from = 'from the clipboard';
    if (domain !== undefined) {
      return [{ label: `$(clippy) ${asLabel(`${domain}/${idx}`)}`, description: from, reference }];
    }
    return this.#options.nearby().map(
      (near): LookUpItem => ({
        label: `$(clippy) ${asLabel(`${domainLabel(near)}/${idx}`)}`,
        description: from,
        target: targetIn(this.#options, reference, near),
      }),
    );
  }

  /** Asks what a reference leaves open. */
  async #choose(reference: Reference, found: FoundLog): Promise<LogTarget | undefined> {
    const { ask, links, connections } = this.#options;
    if ('unknownBaseUrl' in found) {
      await links.offerConnection(found.unknownBaseUrl);
      return undefined;
    }
    if ('domainNeeded' in found) {
      const chosen = await ask.domain(undefined);
      return chosen && targetIn(this.#options, reference, chosen);
    }
    if ('problem' in found) return undefined;
    if (found.targets.length === 1) return found.targets[0];
    const picked = await vscode.window.showQuickPick(
      found.targets.map((target) => ({
        label: asLabel(connections.get(target.connectionId)?.name ?? ''),
        target,
      })),
      { placeHolder: 'Several connections have this domain. Select the one to open the log from' },
    );
    return picked?.target;
  }
}

function recentItem(log: RecentLog): LookUpItem {
  const { domain, idx, detectedType } = log.key;
  return {
    label: asLabel(`${log.domainName ?? domain}/${idx}`),
    description: detectedType === defaultConventions.detail.detectedType ? '' : asLabel(detectedType),
    iconPath: new vscode.ThemeIcon(log.pinned ? 'pinned' : 'history'),
    target: log,
  };
}
