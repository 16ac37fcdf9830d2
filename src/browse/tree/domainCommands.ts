import type * as vscode from 'vscode';
import { isFile } from '../../connections/connection.ts';
import type { ConnectionStore } from '../../connections/connectionStore.ts';
import { domainLabel } from '../../connections/domainLabel.ts';
import type { DomainMarks } from '../../connections/domainMarks.ts';
import { type Ask, isNode } from '../../targets/ask.ts';
import { t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { registerCommand } from '../../ui/ownCommands.ts';
import { promptText } from '../../ui/prompts.ts';

/** The commands for domain aliases and pins, and for pinning a file; all are stored on this computer only. */
export function domainCommands(
  ask: Ask,
  marks: DomainMarks,
  connections: ConnectionStore,
): vscode.Disposable[] {
  const pin = (argument: unknown, pinned: boolean) =>
    isNode(argument) && argument.kind === 'connection' && isFile(argument.connection)
      ? connections.setPinned(argument.connection.id, pinned)
      : setPinned(ask, marks, argument, pinned);
  return [
    registerCommand('partnerLogs.setDomainAlias', (argument) => setAlias(ask, marks, argument)),
    registerCommand('partnerLogs.pinDomain', (argument) => pin(argument, true)),
    registerCommand('partnerLogs.unpinDomain', (argument) => pin(argument, false)),
  ];
}

async function setAlias(ask: Ask, marks: DomainMarks, argument: unknown): Promise<void> {
  const domain = await ask.domain(argument);
  if (!domain) return;
  const answer = await promptText({
    title: t('Set Alias'),
    prompt: t('Alias for {0}. Leave empty to use the name from the service', asLabel(domainLabel(domain))),
    value: marks.get(domain)?.alias ?? '',
    check: (alias) =>
      /[/?#\p{C}]/u.test(alias) ? t("An alias can't contain /, ?, #, or control characters") : undefined,
  });
  if (typeof answer === 'object') await marks.setAlias(domain, answer.value);
}

async function setPinned(ask: Ask, marks: DomainMarks, argument: unknown, pinned: boolean): Promise<void> {
  const domain = await ask.domain(argument);
  if (domain) await marks.setPinned(domain, pinned);
}
