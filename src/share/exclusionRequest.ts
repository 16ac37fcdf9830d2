/** Writes one report about several logs, or a request to exclude logs from the firewall's rules. */
import type { App } from '../app.ts';
import { isServiceError } from '../base/errors.ts';
import type { LogTarget } from '../connections/logTarget.ts';
import type { LogCopy } from '../formats/logCopy.ts';
import { similarPath } from '../formats/similarPath.ts';
import { doJob } from '../jobs.ts';
import { similarNumbers } from '../lists/similarRequests.ts';
import { message, plural, t } from '../text/l10n.ts';
import { asLabel, asPlainLine } from '../text/label.ts';
import { promptText } from '../ui/prompts.ts';
import { copyText, readLogs, tellCopied } from './copyText.ts';

/** Prompts for the reason, copies a request to exclude logs from the firewall's rules, and shows it. */
export async function copyExclusionRequest(
  app: App,
  targets: readonly LogTarget[],
): Promise<true | undefined> {
  const answer = await promptText({
    title: titleOf(targets),
    prompt: plural(targets.length, {
      one: 'Why should {0} request like this be allowed? Enter one line. It is included in the text exactly as you type it',
      other:
        'Why should {0} requests like these be allowed? Enter one line. It is included in the text exactly as you type it',
    }),
    check: (reason) => (reason.trim() === '' ? t('Enter a reason') : undefined),
  });
  if (typeof answer !== 'object') return undefined;
  const reason = asPlainLine(answer.value.trim());
  const copy = {
    name: message('exclusion request'),
    targets,
    write: (signal: AbortSignal) => writeSummary(app, targets, reason, signal),
  };
  const written = await copyText(app, copy);
  app.previews.showText(t('Exclusion Request'), written.text);
  tellCopied(copy, written);
  return true;
}

/** Returns a title that says which requests are meant: their rule, path, and number. */
function titleOf(targets: readonly LogTarget[]): string {
  const only = (values: readonly string[]) => (new Set(values).size === 1 ? values[0] : undefined);
  const rule = only(targets.map(({ row }) => row?.rule ?? ''));
  const path = only(targets.map(({ row }) => similarPath(row?.uri ?? '')));
  const subject = [
    rule === undefined ? t('several rules') : rule,
    path === undefined ? t('several paths') : path,
    plural(targets.length, { one: '{0} log', other: '{0} logs' }),
  ];
  return t('Exclusion Request: {0}', asLabel(subject.filter(Boolean).join(' · ')));
}

/**
 * Writes a report about several logs.
 * @param reason the user's reason for requesting an exclusion; undefined in a bug report
 */
export async function writeSummary(
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
  const redaction = await services.redaction();
  const [only] = targets;
  const similar = targets.length === 1 && only ? await similarOf(app, only, signal) : undefined;
  const request = { rows, samples, reason, redaction, version, similar };
  return doJob(threads, 'summaryReport', request, signal);
}

/** Returns numbers of the requests that are similar to a log, if they can be read. */
async function similarOf(app: App, target: LogTarget, signal: AbortSignal) {
  try {
    const similar = await app.similar.of(target, signal);
    return similar && similarNumbers(similar);
  } catch (fault) {
    if (isServiceError(fault, 'cancelled')) throw fault;
    return undefined;
  }
}

/** Maximum number of sample logs in a report about several logs. */
const MOST_SAMPLES = 3;

/** Returns the first log of each rule and path. */
function samplesOf(targets: readonly LogTarget[]): LogTarget[] {
  const kinds = new Map<string, LogTarget>();
  for (const target of targets) {
    const { rule, uri = '' } = target.row ?? {};
    const kind = JSON.stringify([rule, similarPath(uri)]);
    if (!kinds.has(kind)) kinds.set(kind, target);
  }
  return [...kinds.values()].slice(0, MOST_SAMPLES);
}
