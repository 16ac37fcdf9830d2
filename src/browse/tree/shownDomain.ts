import * as vscode from 'vscode';
import { type DomainNode, type DomainTarget, domainLabel } from '../../targets/nodes.ts';
import { asLabel } from '../../text/label.ts';
import type { DomainNodes } from './domainNodes.ts';

/** The node of a domain that the tree shows; says so when it shows none, for its list could not be seen. */
export async function shownDomain(
  domains: DomainNodes,
  { connectionId, domain }: DomainTarget,
): Promise<DomainNode | undefined> {
  const node = await domains.find({ connectionId, key: { domain: domain.index } });
  if (!node) {
    const name = asLabel(domainLabel(domain));
    vscode.window.setStatusBarMessage(
      `$(info) ${name} is not among the loaded domains: load more to see it`,
      5_000,
    );
  }
  return node;
}
