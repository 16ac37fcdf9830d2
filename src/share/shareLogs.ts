/** Copies and saves logs as text, with a progress bar and a message about the result. */

import * as vscode from 'vscode';
import { valueSize } from '../base/valueSize.ts';
import type { Links } from '../connections/links.ts';
import { type LogTarget, targetId } from '../connections/logTarget.ts';
import type { TableFocus } from '../connections/openTable.ts';
import type { Services } from '../connections/services.ts';
import { logFileName } from '../formats/exportedLog.ts';
import type { CopyFormat, LogCopy, LogToCopy } from '../formats/logCopy.ts';
import { similarPath } from '../formats/similarPath.ts';
import { doJob } from '../jobs.ts';
import type { Detail } from '../redaction/redact.ts';
import type { DetectionLog, LogKey } from '../service/model.ts';
import { local, plural, t } from '../text/l10n.ts';
import { asPlainLine } from '../text/label.ts';
import type { UnusualCharacters } from '../text/strings.ts';
import { CLIPBOARD_LIMIT, COPIED_LIMIT, tooManyToCopy } from '../ui/clipboard.ts';
import { promptChoice, promptText } from '../ui/prompts.ts';
import { showFault } from '../ui/showFault.ts';
import { withProgress } from '../ui/withProgress.ts';
import {
  copyMessage,
  ENDINGS,
  NAMES,
  NOT_COPIED,
  rawDataCopied,
  rawDataProblem,
  savedMessage,
  tooLong,
} from './copyMessages.ts';
import { openNewIssue, repositoryOf } from './createIssue.ts';
import type { ReportPanels } from './reportPanels.ts';
import { saveText } from './saveText.ts';
import { sharedLink } from './sharedLink.ts';

export interface SharingOptions {
  readonly services: Pick<Services, 'redaction' | 'fileFacts' | 'originalOf'>;
  readonly logs: {
    get(target: LogTarget, signal: AbortSignal): Promise<DetectionLog>;
    kept(target: LogTarget): DetectionLog | undefined;
  };
  readonly tableFocus: TableFocus;
  readonly links: Links;
  readonly previews: ReportPanels;
  readonly globalState: vscode.Memento;
  /** A local folder for files that cannot be written directly to their destination. */
  readonly storage: vscode.Uri;
  /** The compiled `worker.ts`. */
  readonly workerFile: string;
  /** The version of this extension. */
  readonly version: string;
  /** Aborted when the window closes. */
  readonly closing: AbortSignal;
}

interface RawData {
  readonly rawData: string;
  readonly unusual: UnusualCharacters;
}

export class Sharing {
  readonly #options: SharingOptions;

  constructor(options: SharingOptions) {
    this.#options = options;
  }

  /**
   * Copies logs in a format. Resolves to true once they are on the clipboard.
   * @param detail the level of detail of a bug report; all other formats are exact
   */
  async copy(
    format: CopyFormat,
    targets: readonly LogTarget[],
    detail: Detail = 'essential',
  ): Promise<boolean | undefined> {
    const copy = await this.#write(format, targets, detail);
    const [{ key } = { key: undefined }] = targets;
    if (copy.text.length > CLIPBOARD_LIMIT) {
      if (key) this.#offer(targets, this.#tellTooLong(format, key, copy.text));
      return undefined;
    }
    await vscode.env.clipboard.writeText(copy.text);
    this.#offer(
      targets,
      this.#tellCopied(format, targets, copy, async () => {
        const previews = this.#options.previews;
        const [first] = targets;
        if (targets.length === 1 && first) previews.openLog(first, detail);
        else previews.showText(t('Bug Report'), copy.text);
      }),
    );
    return true;
  }

  /**
   * Copies a single report about several logs, or a request to exclude them from the firewall's rules.
   *
   * @param reason the user's reason for an exclusion
   */
  async copySummary(targets: readonly LogTarget[], reason?: string): Promise<true> {
    const copy = await withProgress(
      t('Copying as {0}', NAMES.bugReport),
      (signal) => this.#writeSummary(targets, reason, signal),
      this.#options.closing,
    );
    await vscode.env.clipboard.writeText(copy.text);
    this.#offer(
      targets,
      this.#tellCopied('bugReport', targets, copy, async () =>
        this.#options.previews.showText(
          reason === undefined ? t('Bug Report') : t('Exclusion Request'),
          copy.text,
        ),
      ),
    );
    return true;
  }

  async #writeSummary(
    targets: readonly LogTarget[],
    reason: string | undefined,
    signal: AbortSignal,
  ): Promise<LogCopy> {
    const { logs, services, tableFocus, workerFile, version } = this.#options;
    const samples: LogToCopy[] = [];
    for (const target of samplesOf(targets))
      samples.push({
        log: await logs.get(target, signal),
        row: target.row,
        link: sharedLink(target, this.#options),
      });
    const rows = targets.map((target) => ({
      row: target.row ?? { idx: target.key.idx, other: {} },
      domain: target.key.domain,
      status: logs.kept(target)?.responseCode,
    }));
    const table = tableFocus.last;
    const ids = new Set(table?.selection.map(targetId));
    const isOfTable = targets.every((target) => ids.has(targetId(target)));
    const redaction = await services.redaction();
    const request = {
      ...{ rows, samples, reason, redaction, version },
      ...(isOfTable && table && { loaded: table.loaded, total: table.total }),
    };
    return doJob('summaryReport', request, { workerFile, signal });
  }

  /** Prompts for the reason and copies a request to exclude logs from the firewall's rules. */
  async copyExclusionRequest(targets: readonly LogTarget[]): Promise<true | undefined> {
    const answer = await promptText({
      title: t('Copy Exclusion Request'),
      prompt: plural(targets.length, {
        one: 'Why should {0} request like this be allowed? Enter one line. It is included in the text exactly as you type it',
        other:
          'Why should {0} requests like these be allowed? Enter one line. It is included in the text exactly as you type it',
      }),
      value: '',
      check: (reason) => (reason.trim() === '' ? t('Enter a reason') : undefined),
    });
    if (typeof answer !== 'object') return undefined;
    return this.copySummary(targets, asPlainLine(answer.value.trim()));
  }

  /** Copies logs in the format that the user selects. */
  async copyAs(targets: readonly LogTarget[]): Promise<boolean | undefined> {
    const [
      {
        key: { idx },
      } = { key: { idx: 0 } },
    ] = targets;
    const exact = { description: t('Exact') };
    const chosen = await promptChoice<CopyFormat | 'link'>({
      title: t('Copy As'),
      placeholder:
        targets.length === 1
          ? t('Select a format for log {0}', String(idx))
          : plural(targets.length, {
              one: 'Select a format for {0} log',
              other: 'Select a format for {0} logs',
            }),
      choices: [
        { label: 'cURL', ...exact, value: 'curl' },
        { label: t('cURL for PowerShell'), ...exact, value: 'curlPowerShell' },
        { label: 'HAR', ...exact, value: 'har' },
        { label: 'JSON', ...exact, value: 'json' },
        { label: t('Bug report'), ...exact, value: 'bugReport' },
        { label: t('Link'), value: 'link' },
      ],
    });
    if (typeof chosen !== 'object') return undefined;
    return chosen.value === 'link' ? this.copyLinks(targets) : this.copy(chosen.value, targets, 'exact');
  }

  async copyLinks(targets: readonly LogTarget[]): Promise<true> {
    const links = targets.map((target) => this.#options.links.toLink(target));
    await vscode.env.clipboard.writeText(links.join('\n'));
    const message = plural(links.length, { one: 'Link copied', other: '{0} links copied' });
    vscode.window.setStatusBarMessage(`$(check) ${message}`, 5_000);
    return true;
  }

  /** Copies the raw data exactly. If it does not fit on the clipboard, offers to save it to a file. */
  async copyRawData(target: LogTarget): Promise<boolean | undefined> {
    const { rawData, unusual } = await this.#rawData(target);
    const problem = rawDataProblem(rawData, unusual);
    if (problem === undefined) return putRawData(rawData);
    this.#offer([target], this.#tellProblem(target, rawData, problem));
    return undefined;
  }

  /** Saves the raw data as UTF-8. */
  async saveRawData(target: LogTarget): Promise<undefined> {
    const { rawData, unusual } = await this.#rawData(target);
    await this.#save(logFileName(target.key, 'txt'), t('Save Raw Data'), rawData, unusual);
  }

  /** Copies the report, then opens the page for creating an issue, where the user can paste it. */
  async createIssue(target: LogTarget): Promise<boolean | undefined> {
    const { globalState } = this.#options;
    const repository = await repositoryOf(globalState);
    if (repository === undefined) return undefined;
    const report = await this.#write('bugReport', [target], 'essential');
    await vscode.env.clipboard.writeText(report.text);
    this.#offer([target], openNewIssue(globalState, repository, report));
    return true;
  }

  /** Shows the report next to the active editor, so that the user can show and hide its values. */
  async preview(target: LogTarget): Promise<undefined> {
    this.#options.previews.openLog(target);
  }

  #write(format: CopyFormat, targets: readonly LogTarget[], detail: Detail): Promise<LogCopy> {
    return withProgress(
      t('Copying as {0}', NAMES[format]),
      async (signal) => {
        const logs: LogToCopy[] = [];
        let size = 0;
        for (const target of targets) {
          const log = await this.#options.logs.get(target, signal);
          size += valueSize(log, COPIED_LIMIT, 0);
          if (size > COPIED_LIMIT) throw tooManyToCopy();
          logs.push({ log, row: target.row, link: sharedLink(target, this.#options) });
        }
        const { workerFile, version } = this.#options;
        const redaction = await this.#options.services.redaction();
        return doJob('copyLogs', { format, logs, detail, redaction, version }, { workerFile, signal });
      },
      this.#options.closing,
    );
  }

  #rawData(target: LogTarget): Promise<RawData> {
    return withProgress(
      t('Reading the raw data'),
      async (signal) => {
        const { rawData } = await this.#options.logs.get(target, signal);
        const { workerFile } = this.#options;
        return { rawData, unusual: await doJob('unusualCharacters', rawData, { workerFile, signal }) };
      },
      this.#options.closing,
    );
  }

  /** Shows an error message if an offer fails. The command does not wait for the offer. */
  #offer(targets: readonly LogTarget[], offer: Promise<unknown>): void {
    offer.catch((fault) => showFault(local(NOT_COPIED), fault, { targets }));
  }

  async #tellCopied(
    format: CopyFormat,
    targets: readonly LogTarget[],
    copy: LogCopy,
    preview: () => Promise<void>,
  ): Promise<void> {
    const [showPreview, forPowerShell] = [t('Preview'), t('Copy for PowerShell')];
    const chosen = await vscode.window.showInformationMessage(
      copyMessage(format, targets.length, copy),
      ...(format === 'bugReport' ? [showPreview] : []),
      ...(format === 'curl' ? [forPowerShell] : []),
    );
    if (chosen === showPreview) await preview();
    if (chosen === forPowerShell) await this.copy('curlPowerShell', targets);
  }

  async #tellTooLong(format: CopyFormat, key: LogKey, text: string): Promise<void> {
    const message = tooLong(format, text.length);
    const saveAs = t('Save As…');
    const chosen = await vscode.window.showWarningMessage(message, saveAs);
    if (chosen === saveAs) await this.#save(logFileName(key, ENDINGS[format]), t('Save Text'), text);
  }

  async #tellProblem(target: LogTarget, rawData: string, problem: string): Promise<void> {
    const canCopy = rawData !== '' && rawData.length <= CLIPBOARD_LIMIT;
    const [save, copyAnyway] = [t('Save Raw Data As…'), t('Copy Anyway')];
    const actions = rawData === '' ? [] : [save, ...(canCopy ? [copyAnyway] : [])];
    const chosen = await vscode.window.showWarningMessage(problem, ...actions);
    if (chosen === save) await this.saveRawData(target);
    if (chosen === copyAnyway) await putRawData(rawData);
  }

  async #save(name: string, title: string, text: string, unusual?: UnusualCharacters): Promise<void> {
    const bytes = await saveText({ name, title, text, storage: this.#options.storage });
    if (bytes !== undefined) void vscode.window.showInformationMessage(savedMessage(bytes, unusual));
  }
}

/** Maximum number of sample logs in a report about several logs. */
const MOST_SAMPLES = 3;

/** Returns one log for each of the most frequent kinds of logs. */
function samplesOf(targets: readonly LogTarget[]): LogTarget[] {
  const kinds = new Map<string, { readonly target: LogTarget; count: number }>();
  for (const target of targets) {
    const { rule = '', uri = '' } = target.row ?? {};
    const kind = JSON.stringify([rule, similarPath(uri)]);
    const known = kinds.get(kind);
    if (known) known.count++;
    else kinds.set(kind, { target, count: 1 });
  }
  const sorted = [...kinds.values()].sort((one, other) => other.count - one.count);
  return sorted.slice(0, MOST_SAMPLES).map(({ target }) => target);
}

async function putRawData(rawData: string): Promise<true> {
  await vscode.env.clipboard.writeText(rawData);
  vscode.window.setStatusBarMessage(`$(check) ${rawDataCopied(rawData)}`, 5_000);
  return true;
}
