import * as vscode from 'vscode';
import { domainLabel } from '../../connections/domainLabel.ts';
import type { DomainRef } from '../../connections/domainRef.ts';
import type { DomainNode } from '../../targets/nodes.ts';
import { t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import type { DomainNodes } from './domainNodes.ts';

/** The node of a domain that the tree shows; says so when it shows none, for its list could not be seen. */
export async function shownDomain(domains: DomainNodes, domain: DomainRef): Promise<DomainNode | undefined> {
  const node = await domains.find(domain);
  if (!node) {
    const name = asLabel(domainLabel(domain));
    vscode.window.setStatusBarMessage(
      `$(info) ${t('{0} is not among the loaded domains: load more to see it', name)}`,
      5_000,
    );
  }
  return node;
}
