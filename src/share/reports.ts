/** Writes and copies bug reports about one log or several, and requests to exclude logs from the firewall's rules. */
import type { App } from '../app.ts';
import { checkCurrent, type LogTarget } from '../connections/logTarget.ts';
import type { LogCopy } from '../formats/copyFormats.ts';
import { similarPath } from '../formats/similarPath.ts';
import { doJob } from '../jobs.ts';
import { similarNumbers } from '../lists/similarRequests.ts';
import type { Detail, RedactionOptions } from '../redaction/redact.ts';
import { unlessCancelled } from '../service/faults.ts';
import { message, plural, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { promptText } from '../ui/prompts.ts';
import { copyText, readLog, readLogs, tellCopied } from './copyText.ts';

export const REPORT = message('bug report');
const REQUEST = message('exclusion request');

/** Copies a report about logs. Resolves to true once it is on the clipboard. */
export async function copyReports(app: App, given: readonly LogTarget[]): Promise<true> {
  // A button of the message applies to these logs, even if the connection changes before it is clicked.
  const targets = given.map((target) => app.logs.bound(target));
  const [only] = targets.length === 1 ? targets : [];
  const copy = await copyText(app, REPORT, (signal) =>
    only ? writeReport(app, only, signal) : writeSummary(app, targets, undefined, signal),
  );
  tellCopied(REPORT, targets.length, copy, () => {
    if (!only) return app.previews.showText(t('Bug Report'), copy);
    checkCurrent(only);
    app.previews.openLog(only);
  });
  return true;
}

/**
 * Writes the report about a log.
 * @param choices what the user chose to show and to hide
 */
export async function writeReport(
  app: App,
  target: LogTarget,
  signal: AbortSignal,
  detail: Detail = 'essential',
  choices?: Pick<RedactionOptions, 'shown' | 'hidden'>,
): Promise<LogCopy> {
  const { services, threads, version } = app;
  const copied = await readLog(app, target, signal);
  const redaction = { ...(await services.redaction()), ...choices };
  return doJob(threads, 'writeReport', { ...copied, detail, redaction, version }, signal);
}

/** Prompts for the reason, copies a request to exclude logs from the firewall's rules, and shows it. */
export async function copyExclusionRequest(
  app: App,
  targets: readonly LogTarget[],
): Promise<true | undefined> {
  const answer = await promptText({
    title: titleOf(targets),
    prompt: plural(targets.length, {
      one: 'Why should requests like this be allowed? Enter one line. It is included in the text exactly as you type it',
      other:
        'Why should {0} requests like these be allowed? Enter one line. It is included in the text exactly as you type it',
    }),
    check: (reason) => (reason.trim() === '' ? t('Enter a reason') : undefined),
  });
  if (typeof answer !== 'object') return undefined;
  const reason = answer.value.trim();
  const copy = await copyText(app, REQUEST, (signal) => writeSummary(app, targets, reason, signal));
  app.previews.showText(t('Exclusion Request'), copy);
  tellCopied(REQUEST, targets.length, copy);
  return true;
}

/** Returns a title that says which requests are meant: their rule, path, and number. */
function titleOf(targets: readonly LogTarget[]): string {
  const only = (values: readonly string[]) => (new Set(values).size === 1 ? values[0] : undefined);
  const subject = [
    only(targets.map(({ row }) => row?.rule ?? '')) ?? t('several rules'),
    only(targets.map(({ row }) => similarPath(row?.uri ?? ''))) ?? t('several paths'),
    plural(targets.length, { one: '{0} log', other: '{0} logs' }),
  ];
  return t('Exclusion Request: {0}', asLabel(subject.filter(Boolean).join(' · ')));
}

/**
 * Writes a report about several logs.
 * @param reason the user's reason for requesting an exclusion; undefined in a bug report
 */
async function writeSummary(
  app: App,
  targets: readonly LogTarget[],
  reason: string | undefined,
  signal: AbortSignal,
): Promise<LogCopy> {
  const { logs, services, threads, version } = app;
  const samples = await readLogs(app, samplesOf(targets), signal);
  const rows = targets.map((target) => ({
    row: target.row ?? { idx: target.key.idx, other: {} },
    domain: target.key.domain,
    status: logs.kept(target)?.responseCode,
  }));
  const [only] = targets.length === 1 ? targets : [];
  const similar = only && (await app.similar.of(only, signal).catch(unlessCancelled));
  const redaction = await services.redaction();
  const request = { rows, samples, reason, redaction, version, similar: similar && similarNumbers(similar) };
  return doJob(threads, 'summaryReport', request, signal);
}

/** Maximum number of sample logs in a report about several logs. */
const MOST_SAMPLES = 3;

/** Returns the first log of each rule and path. */
function samplesOf(targets: readonly LogTarget[]): LogTarget[] {
  const kinds = new Map<string, LogTarget>();
  for (const target of targets) {
    const { rule, ruleRaw, uri = '' } = target.row ?? {};
    const kind = JSON.stringify([rule || ruleRaw, similarPath(uri)]);
    if (!kinds.has(kind)) kinds.set(kind, target);
  }
  return [...kinds.values()].slice(0, MOST_SAMPLES);
}
