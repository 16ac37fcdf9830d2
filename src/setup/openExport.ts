import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isServiceError } from '../base/errors.ts';
import { type Connection, fileConnection } from '../connections/connection.ts';
import { plural, t } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';
import { sentences } from '../text/sentences.ts';
import { registerCommand } from '../ui/ownCommands.ts';
import { showFault } from '../ui/showFault.ts';

/** Registers Open Exported Logs…, which opens a file as a read-only connection. */
export function openExportCommand(app: App): vscode.Disposable {
  return registerCommand('partnerLogs.openExport', async (argument) => {
    const file = await fileOf(app, argument);
    if (file) await open(app, file);
  });
}

/**
 * Returns the file that a command's argument refers to (a URI or an open file's row), or the file that the user
 * selects.
 */
async function fileOf({ connections }: App, argument: unknown): Promise<vscode.Uri | undefined> {
  if (argument instanceof vscode.Uri) return argument;
  const { connectionId, connection } = (argument ?? {}) as {
    readonly connectionId?: string;
    readonly connection?: Connection;
  };
  const known = connections.get(connectionId ?? connection?.id ?? '');
  if (known?.file !== undefined) return vscode.Uri.parse(known.file);
  const picked = await vscode.window.showOpenDialog({
    title: t('Open Exported Logs'),
    openLabel: t('Open'),
    filters: { [t('Exported logs')]: ['ndjson'], [t('All files')]: ['*'] },
  });
  return picked?.[0];
}

async function open(app: App, uri: vscode.Uri): Promise<void> {
  const { connections, services, tree } = app;
  const file = fileConnection(uri.toString());
  const { id } = file;
  const isNew = !connections.get(id);
  if (isNew) await connections.save(file);
  else services.reopen(id);
  try {
    await services.of(id);
    await vscode.commands.executeCommand('partnerLogs.domains.focus');
    await tree.showConnection(id);
    tellProblems(app, id, file.name);
  } catch (error) {
    if (isNew) await connections.remove(id);
    if (isServiceError(error, 'connection-removed')) return;
    await showFault(error, t('“{0}” was not opened.', asLabel(file.name)));
  }
}

/** Shows how many of a file's logs are hidden, and why the first of these is hidden. */
function tellProblems({ services }: App, id: string, name: string): void {
  const { count = 0, hidden = 0, problem } = services.fileFacts(id) ?? {};
  if (!problem) return;
  const message = sentences(
    plural(
      count,
      {
        one: "{0} log in “{1}” can be read, but {2} can't.",
        other: "{0} logs in “{1}” can be read, but {2} can't.",
      },
      asLabel(name),
      hidden,
    ),
    asLabel(t('Line {0}: {1}', problem.line, problem.reason)),
  );
  void vscode.window.showWarningMessage(message);
}
