import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isServiceError, ServiceError } from '../../base/errors.ts';
import { isFile } from '../../connections/connection.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import type { LogNode } from '../../connections/nodes.ts';
import { plural, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { sentences } from '../../text/sentences.ts';
import { registerRowCommand, runCommand } from '../../ui/ownCommands.ts';
import { showFault } from '../../ui/showFault.ts';
import { LONGEST, readUntilNew, type Waited } from './readUntilNew.ts';

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
      return showFault(t('Not waiting for the next detection.'), fault, { targets: [] });
    }
    waiting?.abort();
    const own = new AbortController();
    waiting = own;
    const signal = AbortSignal.any([own.signal, app.closing, app.services.ending(domain.connectionId)]);
    const name = asLabel(app.ask.labelOf(domain));
    const title = t('Waiting for the next detection for {0}', name);
    const progress = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    try {
      const waited = await vscode.window.withProgress(progress, (shown, token) => {
        token.onCancellationRequested(() => own.abort());
        return readUntilNew(app, domain, signal, (message) => shown.report({ message }));
      });
      // The list begins with the latest log, so the earliest one is last.
      const first = waited.found.at(-1);
      if (first) await openBeside(app.logNodes.node(await app.domains.of(domain), first));
      await report(app, domain, waited);
    } catch (fault) {
      if (isServiceError(fault, 'cancelled') || own.signal.aborted) return;
      await showFault(t('Stopped waiting for {0}.', name), fault, {
        targets: [domain],
        retry: () => wait(domain),
      });
    }
  }

  return [registerRowCommand('partnerLogs.waitForNext', wait), { dispose: () => waiting?.abort() }];
}

/** Shows how a wait ended, with a button that opens the list if it has new logs. */
async function report(app: App, domain: DomainRef, waited: Waited): Promise<void> {
  const isNew = waited.found.length > 0 || waited.isElsewhere;
  const showLogs = t('Show Logs');
  const message = endOf(waited, asLabel(app.ask.labelOf(domain)));
  const chosen = await vscode.window.showInformationMessage(message, ...(isNew ? [showLogs] : []));
  if (chosen !== showLogs) return;
  app.lists.outdate(domain);
  await runCommand('partnerLogs.openTable', domain);
  app.tableFocus.of(domain)?.reload();
}

function endOf({ found, isElsewhere, reads, failures }: Waited, name: string): string {
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
  if (isElsewhere)
    return t(
      "The list for {0} has new logs, but not on its first page, because it isn't sorted by time.",
      name,
    );
  const minutes = LONGEST / 60_000;
  if (reads === 0)
    return t(
      'The logs for {0} could not be read in {1} minutes, so new ones might have arrived.',
      name,
      minutes,
    );
  const failed = plural(failures, { one: '{0} read failed.', other: '{0} reads failed.' });
  return sentences(
    t('No new detection logs for {0} in {1} minutes.', name, minutes),
    failures > 0 ? failed : '',
  );
}
