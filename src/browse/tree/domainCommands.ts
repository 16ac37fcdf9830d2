import type * as vscode from 'vscode';
import { domainLabel } from '../../connections/domainLabel.ts';
import type { DomainMarks } from '../../connections/domainMarks.ts';
import type { Ask } from '../../targets/ask.ts';
import { t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import { registerCommand } from '../../ui/ownCommands.ts';
import { promptText } from '../../ui/prompts.ts';

/** A domain's alias and pin, noted on this machine only. */
export function domainCommands(ask: Ask, marks: DomainMarks): vscode.Disposable[] {
  return [
    registerCommand('partnerLogs.setDomainAlias', (argument) => setAlias(ask, marks, argument)),
    registerCommand('partnerLogs.pinDomain', (argument) => setPinned(ask, marks, argument, true)),
    registerCommand('partnerLogs.unpinDomain', (argument) => setPinned(ask, marks, argument, false)),
  ];
}

async function setAlias(ask: Ask, marks: DomainMarks, argument: unknown): Promise<void> {
  const domain = await ask.domain(argument);
  if (!domain) return;
  const answer = await promptText({
    title: t('Set Alias'),
    prompt: t("Alias for {0}. Leave it empty to use the service's name", asLabel(domainLabel(domain))),
    value: marks.get(domain)?.alias ?? '',
    check: (alias) =>
      /[/?#\p{C}]/u.test(alias) ? t('An alias cannot contain /, ?, # or control characters') : undefined,
  });
  if (typeof answer === 'object') await marks.setAlias(domain, answer.value);
}

async function setPinned(ask: Ask, marks: DomainMarks, argument: unknown, pinned: boolean): Promise<void> {
  const domain = await ask.domain(argument);
  if (domain) await marks.setPinned(domain, pinned);
}
