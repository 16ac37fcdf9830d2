import * as vscode from 'vscode';
import type { DomainRef } from '../connections/domainRef.ts';
import type { Ask } from '../targets/ask.ts';
import { t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { setContext } from '../ui/ownCommands.ts';
import { registerRowCommand } from '../ui/rowCommands.ts';
import type { CountsFeature } from './countsFeature.ts';

interface CountsCommandOptions {
  readonly ask: Ask;
  readonly counts: CountsFeature;
  readonly nameOf: (domain: DomainRef) => string;
}

/** The command that opens counts. The status bar item's argument is `pinned`. */
export function countsCommand(options: CountsCommandOptions): vscode.Disposable {
  const { ask, counts } = options;
  return registerRowCommand('partnerLogs.openCounts', async (argument) => {
    const domain = argument === 'pinned' ? await pickPinned(options) : await ask.domain(argument);
    if (!domain) return;
    counts.panels.open(domain);
    setContext('partnerLogs.counted');
  });
}

/** Returns the only domain in the status bar, or prompts for one of them. */
async function pickPinned({ counts, nameOf }: CountsCommandOptions): Promise<DomainRef | undefined> {
  const [first, ...others] = counts.pinned;
  if (!first || others.length === 0) return first;
  const items = [first, ...others].map((domain) => ({
    label: asLabel(nameOf(domain)),
    description: String(domain.index),
    domain,
  }));
  const placeHolder = t('Select a domain to show its counts');
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.domain;
}
