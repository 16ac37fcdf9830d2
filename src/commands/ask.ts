import * as vscode from 'vscode';
import type { Connection } from '../connections/connection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { DomainDirectory } from '../connections/domainDirectory.ts';
import { asLabel } from '../report/label.ts';
import { describeFault } from '../service/faults.ts';
import { type DomainTarget, domainLabel, type TreeNode } from '../views/nodes.ts';

export interface AskOptions {
  readonly connections: ConnectionStore;
  readonly directory: DomainDirectory;
}

/** Finds out what a command is about: from its argument, or by asking. Undefined: the person cancelled. */
export class Ask {
  readonly #options: AskOptions;

  constructor(options: AskOptions) {
    this.#options = options;
  }

  async connection(argument: unknown): Promise<Connection | undefined> {
    const { connections } = this.#options;
    if (isNode(argument)) {
      if (argument.kind === 'connection') return argument.connection;
      if (argument.kind === 'domain') return connections.get(argument.connectionId);
    }
    const list = connections.list();
    if (list.length === 0) {
      await vscode.commands.executeCommand('partnerLogs.addConnection');
      return undefined;
    }
    if (list.length === 1) return list[0];
    const picked = await vscode.window.showQuickPick(
      list.map((connection) => ({
        label: asLabel(connection.name),
        description: asLabel(connection.baseUrl),
        connection,
      })),
      { placeHolder: 'Which connection?' },
    );
    return picked?.connection;
  }

  async domain(argument: unknown): Promise<DomainTarget | undefined> {
    if (isNode(argument)) {
      if (argument.kind === 'domain') return argument;
      if (argument.kind === 'log') return argument.parent;
    }
    const connection = await this.connection(argument);
    return connection && this.#pickDomain(connection.id);
  }

  /** Lists the domains while their pages still arrive. */
  #pickDomain(connectionId: string): Promise<DomainTarget | undefined> {
    const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { target?: DomainTarget }>();
    pick.placeholder = 'Which domain?';
    pick.matchOnDescription = true;
    pick.busy = true;
    const controller = new AbortController();

    const fill = async () => {
      try {
        for await (const domains of this.#options.directory.read(connectionId, controller.signal)) {
          const items = domains.map((domain) => ({
            label: asLabel(domainLabel(domain)),
            description: String(domain.index),
            target: { connectionId, domain },
          }));
          pick.items = [...pick.items, ...items];
        }
      } catch (fault) {
        if (controller.signal.aborted) return;
        const { headline, cause } = describeFault(fault);
        pick.items = [
          ...pick.items,
          { label: `$(error) ${asLabel(headline)}`, detail: asLabel(cause), alwaysShow: true },
        ];
      }
      pick.busy = false;
    };

    return new Promise((resolve) => {
      pick.onDidAccept(() => {
        resolve(pick.selectedItems[0]?.target);
        pick.hide();
      });
      pick.onDidHide(() => {
        controller.abort();
        resolve(undefined);
        pick.dispose();
      });
      pick.show();
      void fill();
    });
  }
}

/** Whether a command's argument is a node of the tree. */
export function isNode(argument: unknown): argument is TreeNode {
  return typeof argument === 'object' && argument !== null && 'kind' in argument;
}
