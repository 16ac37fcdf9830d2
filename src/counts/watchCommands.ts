import * as vscode from 'vscode';
import type { WatchedDomains } from '../connections/watchedDomains.ts';
import { type Ask, isNode } from '../targets/ask.ts';
import { asLabel } from '../text/label.ts';

/** Which domains the status bar counts. */
export function watchCommands(ask: Ask, watched: WatchedDomains): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('partnerLogs.watchDomain', async (argument) => {
      const target = await ask.domain(argument);
      if (!target) return;
      const { connectionId, domain } = target;
      await watched.watch({ connectionId, index: domain.index, name: domain.name });
    }),
    vscode.commands.registerCommand('partnerLogs.unwatchDomain', async (argument) => {
      const place =
        isNode(argument) && argument.kind === 'domain' ? placeOf(argument) : await askWatched(watched);
      if (place) await watched.unwatch(place.connectionId, place.index);
    }),
  ];
}

interface Place {
  readonly connectionId: string;
  readonly index: number;
}

function placeOf({ connectionId, domain }: { connectionId: string; domain: { index: number } }): Place {
  return { connectionId, index: domain.index };
}

async function askWatched(watched: WatchedDomains): Promise<Place | undefined> {
  const items = watched.list().map((place) => ({
    label: asLabel(place.name ?? `Domain ${place.index}`),
    description: String(place.index),
    place,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    placeHolder: items.length > 0 ? 'Which domain?' : 'The status bar shows no domain',
  });
  return picked?.place;
}
