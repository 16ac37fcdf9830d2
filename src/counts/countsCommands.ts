import * as vscode from 'vscode';
import type { WatchedDomain, WatchedDomains } from '../connections/watchedDomains.ts';
import { type Ask, isNode } from '../targets/ask.ts';
import { asLabel } from '../text/label.ts';
import type { Subject } from './countsPanel.ts';
import type { CountsPanels } from './countsPanels.ts';
import { type Place, placeId } from './serviceDays.ts';

export interface CountsCommandsOptions {
  readonly ask: Ask;
  readonly watched: WatchedDomains;
  readonly nameOf: (place: Place, known?: string) => string;
  /** Loads the panels at first use. */
  readonly panels: () => Promise<CountsPanels>;
}

/** The argument of the status-bar item: what is watched. */
const WATCHED = 'watched';

/** Opening counts. */
export function countsCommands(options: CountsCommandsOptions): vscode.Disposable[] {
  const { watched, panels } = options;
  let latest: Place | undefined;
  const open = async (argument: unknown) => {
    const subject =
      argument === WATCHED ? watchedSubject(watched.list()) : await askSubject(options, argument, latest);
    if (!subject) return;
    if (subject.kind === 'domain') latest = subject.place;
    (await panels()).open(subject);
  };
  return [vscode.commands.registerCommand('partnerLogs.openCounts', open)];
}

/** The only watched domain, or all of them. */
function watchedSubject([first, ...others]: readonly WatchedDomain[]): Subject {
  return first && others.length === 0 ? domainSubject(first) : { kind: 'watched' };
}

async function askSubject(
  options: CountsCommandsOptions,
  argument: unknown,
  latest: Place | undefined,
): Promise<Subject | undefined> {
  if (isPlace(argument)) return domainSubject(argument);
  if (!isNode(argument) && options.watched.list().length > 0) {
    const picked = await pickWatched(options, latest);
    if (picked !== 'another') return picked;
  }
  const target = await options.ask.domain(argument);
  if (!target) return undefined;
  const { connectionId, domain } = target;
  return domainSubject({ connectionId, index: domain.index, name: domain.name });
}

type Item = vscode.QuickPickItem & { readonly subject?: Subject | 'another' };

/** One of the watched domains, the one chosen last first, all of them, or another one. */
async function pickWatched(
  { watched, nameOf }: CountsCommandsOptions,
  latest: Place | undefined,
): Promise<Subject | 'another' | undefined> {
  const isLatest = (place: Place) => latest !== undefined && placeId(place) === placeId(latest);
  const places = watched.list().toSorted((one, other) => Number(isLatest(other)) - Number(isLatest(one)));
  const items: Item[] = [
    ...places.map((place) => ({
      label: asLabel(nameOf(place, place.name)),
      description: String(place.index),
      subject: domainSubject(place),
    })),
    { label: '$(graph) All Watched Domains', subject: { kind: 'watched' } },
    { label: '$(list-selection) Another Domain…', subject: 'another' },
  ];
  return (await vscode.window.showQuickPick(items, { placeHolder: 'The counts of which domain?' }))?.subject;
}

function domainSubject({
  connectionId,
  index,
  name,
}: Place & { readonly name?: string | undefined }): Subject {
  return { kind: 'domain', place: { connectionId, index }, name, span: 'last30' };
}

function isPlace(argument: unknown): argument is Place {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    'connectionId' in argument &&
    'index' in argument &&
    typeof argument.index === 'number'
  );
}
