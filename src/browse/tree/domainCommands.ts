import * as vscode from 'vscode';
import type { DomainMarks } from '../../connections/domainMarks.ts';
import type { Ask } from '../../targets/ask.ts';
import { domainLabel } from '../../targets/nodes.ts';
import { asLabel } from '../../text/label.ts';
import { promptText } from '../../ui/prompts.ts';

/** A domain's alias and pin, noted on this machine only. */
export function domainCommands(ask: Ask, marks: DomainMarks): vscode.Disposable[] {
  const { registerCommand } = vscode.commands;
  return [
    registerCommand('partnerLogs.setDomainAlias', (argument) => setAlias(ask, marks, argument)),
    registerCommand('partnerLogs.pinDomain', (argument) => setPinned(ask, marks, argument, true)),
    registerCommand('partnerLogs.unpinDomain', (argument) => setPinned(ask, marks, argument, false)),
  ];
}

async function setAlias(ask: Ask, marks: DomainMarks, argument: unknown): Promise<void> {
  const target = await ask.domain(argument);
  if (!target) return;
  const { connectionId, domain } = target;
  const answer = await promptText({
    title: 'Set Alias',
    prompt: `A name of your own for ${asLabel(domainLabel(domain))}; leave it empty for the service's`,
    value: marks.get(connectionId, domain.index)?.alias ?? '',
    check: (alias) => (/[/?#\p{C}]/u.test(alias) ? 'Leave out /, ?, # and control characters' : undefined),
  });
  if (typeof answer === 'object') await marks.setAlias(connectionId, domain, answer.value);
}

async function setPinned(ask: Ask, marks: DomainMarks, argument: unknown, pinned: boolean): Promise<void> {
  const target = await ask.domain(argument);
  if (target) await marks.setPinned(target.connectionId, target.domain, pinned);
}
