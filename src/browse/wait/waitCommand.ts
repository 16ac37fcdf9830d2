import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isServiceError, ServiceError } from '../../base/errors.ts';
import { type DomainRef, domainId } from '../../connections/domainRef.ts';
import type { LogNode } from '../../connections/nodes.ts';
import { plural, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { sentences } from '../../text/sentences.ts';
import { registerRowCommand, runCommand } from '../../ui/ownCommands.ts';
import { showFault } from '../../ui/showFault.ts';
import { showFiltered } from '../filter/filterCommands.ts';
import { LONGEST, readUntilNew, type Waited } from './readUntilNew.ts';

/** The abort reason when the domain's filter changes. */
const FILTER_CHANGED = Symbol('filter changed');

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
    if (app.services.fileFacts(domain.connectionId)) {
      const fault = new ServiceError('not-in-file', 'A file of exported logs has no new detections.');
      return showFault(t('Not waiting for the next detection.'), fault, { targets: [] });
    }
    waiting?.abort();
    const own = new AbortController();
    waiting = own;
    const signal = AbortSignal.any([own.signal, app.closing, app.services.ending(domain.connectionId)]);
    try {
      const waited = await withProgress(app, domain, own, signal);
      await report(app, domain, waited, { openBeside, again: () => wait(domain) });
    } catch (fault) {
      const name = asLabel(app.ask.labelOf(domain));
      if (own.signal.reason === FILTER_CHANGED)
        return offer(t('Stopped waiting for {0}, because its filter changed.', name), t('Wait Again'), () =>
          wait(domain),
        );
      if (isServiceError(fault, 'cancelled') || own.signal.aborted) return;
      await showFault(t('Stopped waiting for {0}.', name), fault, {
        targets: [domain],
        retry: () => wait(domain),
      });
    }
  }

  return [registerRowCommand('partnerLogs.waitForNext', wait), { dispose: () => waiting?.abort() }];
}

function withProgress(
  app: App,
  domain: DomainRef,
  own: AbortController,
  signal: AbortSignal,
): Thenable<Waited> {
  const { filters, ask } = app;
  const title = t('Waiting for the next detection for {0}', asLabel(ask.labelOf(domain)));
  const progress = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(progress, async (shown, token) => {
    token.onCancellationRequested(() => own.abort());
    const filter = JSON.stringify(filters.query(domain));
    const watching = filters.onDidChange(() => {
      if (JSON.stringify(filters.query(domain)) !== filter) own.abort(FILTER_CHANGED);
    });
    try {
      return await readUntilNew(app, domain, signal, (message) => shown.report({ message }));
    } finally {
      watching.dispose();
    }
  });
}

interface Steps {
  readonly openBeside: (log: LogNode) => Promise<void>;
  readonly again: () => Promise<void>;
}

async function report(
  app: App,
  domain: DomainRef,
  { found, isElsewhere, reads, failures }: Waited,
  { openBeside, again }: Steps,
): Promise<void> {
  const name = asLabel(app.ask.labelOf(domain));
  const [showLogs, waitAgain] = [t('Show Logs'), t('Wait Again')];
  const minutes = LONGEST / 60_000;
  // The list begins with the latest log, so the earliest one is last.
  const [first, ...others] = found.toReversed();
  if (first) {
    await openBeside(app.logNodes.node(await app.domains.of(domain), first));
    const idx = String(first.key.idx);
    const text = first.row.rule
      ? t('New detection log {0} for {1}: {2}.', idx, name, asLabel(first.row.rule))
      : t('New detection log {0} for {1}.', idx, name);
    const more = plural(others.length, { one: '{0} more new log.', other: '{0} more new logs.' });
    return offer(sentences(text, others.length > 0 ? more : ''), showLogs, () => showList(app, domain));
  }
  if (isElsewhere) {
    const text = t(
      "The list for {0} has new logs, but not on its first page, because it isn't sorted by time.",
      name,
    );
    return offer(text, showLogs, () => showList(app, domain));
  }
  if (reads === 0) {
    const text = t(
      'The logs for {0} could not be read in {1} minutes, so new ones might have arrived.',
      name,
      minutes,
    );
    return offer(text, waitAgain, again);
  }
  const failed = plural(failures, { one: '{0} read failed.', other: '{0} reads failed.' });
  const none = t('No new detection logs for {0} in {1} minutes.', name, minutes);
  return offer(sentences(none, failures > 0 ? failed : ''), waitAgain, again);
}

async function offer(message: string, action: string, run: () => Promise<void>): Promise<void> {
  if ((await vscode.window.showInformationMessage(message, action)) === action) await run();
}

/** Shows the domain's list as the service now returns it, in its table, if it is open, or in the tree. */
async function showList(app: App, domain: DomainRef): Promise<void> {
  app.lists.outdate(domain);
  const table = app.tableFocus.last;
  if (table && domainId(table.domain) === domainId(domain)) {
    await runCommand('partnerLogs.openTable', domain);
    return table.reload();
  }
  await app.lists.logs(domain).restart();
  await showFiltered(app, domain, app.filters.query(domain));
}
