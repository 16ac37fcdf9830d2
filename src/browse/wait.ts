import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { delay as abortableDelay, abortFault } from '../base/abort.ts';
import { isServiceError, ServiceError } from '../base/errors.ts';
import { isFile } from '../connections/connection.ts';
import type { DomainRef } from '../connections/domainRef.ts';
import type { LogNode } from '../connections/nodes.ts';
import { PER_PAGE } from '../lists/pagedList.ts';
import { describeFault } from '../service/faults.ts';
import { type ListedLog, logId } from '../service/model.ts';
import { isPassing } from '../service/network/retry.ts';
import { local, plural, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import { instantsOf } from '../text/zonedTime.ts';
import { registerRowCommand } from '../ui/ownCommands.ts';
import { showFault } from '../ui/showFault.ts';
import { withProgress } from '../ui/withProgress.ts';
import { matchingLogs } from './filter/matchingLogs.ts';

/** Milliseconds between reads. */
const EVERY = 5_000;
/** Maximum time to wait, in milliseconds. */
const LONGEST = 600_000;
/** Maximum difference between the service's clock and this computer's, in milliseconds. */
const SKEW = 60_000;

/**
 * Registers the command that waits for a detection that the user is reproducing, whether or not the window has focus.
 * Only one wait runs at a time.
 * @param openBeside opens a log without moving the focus
 */
export function waitCommand(app: App, openBeside: (log: LogNode) => Promise<void>): vscode.Disposable[] {
  let waiting: AbortController | undefined;

  async function wait(given: unknown): Promise<void> {
    const domain = await app.ask.domain(given);
    if (!domain) return;
    const connection = app.connections.get(domain.connectionId);
    if (connection && isFile(connection)) {
      const fault = new ServiceError('not-in-file', 'A file of exported logs has no new detections.');
      return showFault(fault, t('Not waiting for the next detection.'));
    }
    waiting?.abort();
    waiting = new AbortController();
    const closing = AbortSignal.any([waiting.signal, app.closing, app.services.ending(domain.connectionId)]);
    const name = asLabel(app.ask.labelOf(domain));
    try {
      const waited = await withProgress(
        t('Waiting for the next detection on {0}', name),
        (signal, report) => readUntilNew(app, domain, signal, (text) => report(0, text)),
        closing,
      );
      // The list begins with the latest log, so the earliest one is last.
      const first = waited.found.at(-1);
      if (first) await openBeside(app.logNodes.node(await app.domains.of(domain), first));
      void vscode.window.showInformationMessage(endOf(waited, name));
    } catch (fault) {
      const retry = () => wait(domain);
      await showFault(fault, t('Stopped waiting for the next detection on {0}.', name), [domain], retry);
    }
  }

  return [registerRowCommand('partnerLogs.waitForNext', wait), { dispose: () => waiting?.abort() }];
}

/** How a wait ended: the new logs, or none, with the number of reads that succeeded and failed. */
interface Waited {
  readonly found: readonly ListedLog[];
  readonly reads: number;
  readonly failures: number;
}

function endOf({ found, reads, failures }: Waited, name: string): string {
  const first = found.at(-1);
  if (first) {
    const idx = String(first.key.idx);
    const text = first.row.rule
      ? t('New detection log {0} for {1}: {2}.', idx, name, asLabel(first.row.rule))
      : t('New detection log {0} for {1}.', idx, name);
    const others = found.length - 1;
    const more = plural(others, { one: '{0} more new log.', other: '{0} more new logs.' });
    return sentences(text, others > 0 ? more : '');
  }
  const minutes = LONGEST / 60_000;
  if (reads === 0)
    return t(
      'All attempts to read the logs for {0} failed for {1} minutes, so new logs might have arrived.',
      name,
      minutes,
    );
  const failed = plural(failures, { one: '{0} read failed.', other: '{0} reads failed.' });
  return sentences(
    t('No new detection logs on the first page of the list for {0} in {1} minutes.', name, minutes),
    failures > 0 ? failed : '',
  );
}

/**
 * Reads the first page of a domain's list every `EVERY` milliseconds until it contains a new log, for at most `LONGEST`
 * milliseconds. Continues after a temporary fault, which is reported. Rejects with any other fault, or once `signal` is
 * aborted.
 */
export async function readUntilNew(
  app: Pick<App, 'services' | 'filters' | 'lists' | 'zone'>,
  domain: DomainRef,
  signal: AbortSignal,
  report: (message: string) => void,
  { now, delay } = { now: Date.now, delay: abortableDelay },
): Promise<Waited> {
  const { services, filters } = app;
  const query = filters.query(domain);
  const names = services.conventions(domain.connectionId);
  const service = await services.of(domain.connectionId);
  const started = now();
  const known = new Set(app.lists.loadedLogs(domain).map(({ key }) => logId(key)));
  let [reads, failures, total] = [0, 0, Number.POSITIVE_INFINITY];

  /** Returns the logs on a page that are new since the wait began. */
  const newOn = (page: readonly ListedLog[], hasGrown: boolean): ListedLog[] => {
    const isUnknown = ({ key }: ListedLog) => !known.has(logId(key));
    if (reads === 0) {
      // If earlier reads failed, the time shows which logs have arrived in the meantime.
      const zone = app.zone(domain) ?? 'UTC';
      const isRecent = ({ row }: ListedLog) =>
        instantsOf(row.time ?? '', zone)?.some((time) => time >= started - SKEW) === true;
      return failures === 0 ? [] : page.filter((log) => isUnknown(log) && isRecent(log));
    }
    // Logs below the last known one might be old ones that moved up from the second page.
    const lastKnown = page.findLastIndex((log) => !isUnknown(log));
    return (hasGrown || lastKnown < 0 ? page : page.slice(0, lastKnown)).filter(isUnknown);
  };

  for (;;) {
    const read = now();
    let wait = EVERY;
    let problem = '';
    try {
      const request = { page: 1, perPage: PER_PAGE };
      const filter = filters.on(domain, query);
      const page = await service.logs(domain.index, request, filter, { signal, tries: 1 });
      if (signal.aborted) throw abortFault(signal);
      const logs = matchingLogs(page.items, filter, names).logs.slice(0, PER_PAGE);
      const newTotal = page.isTotalKnown === false ? Number.POSITIVE_INFINITY : page.total;
      const found = newOn(logs, newTotal < Number.POSITIVE_INFINITY && newTotal > total);
      reads++;
      if (found.length > 0) return { found, reads, failures };
      for (const { key } of logs) known.add(logId(key));
      total = newTotal;
    } catch (fault) {
      if (signal.aborted || !isServiceError(fault) || !isPassing(fault)) throw fault;
      failures++;
      wait = Math.max(EVERY, 1_000 * (fault.facts.retryAfter ?? 0));
      problem = t('The last read failed: {0}', asLabel(describeFault(fault, local).headline));
    }
    const left = LONGEST - (read + wait - started);
    if (left < 0) return { found: [], reads, failures };
    report(sentences(clock(left), problem));
    await delay(Math.max(0, read + wait - now()), signal);
  }
}

function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  return t('{0} left', `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`);
}
