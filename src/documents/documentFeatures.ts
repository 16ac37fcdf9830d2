import * as vscode from 'vscode';
import type { LogTarget } from '../connections/logTarget.ts';
import { Reading } from '../report/reading.ts';
import type { RuleMatches } from '../report/ruleMatch.ts';
import type { DetectionLog } from '../service/model.ts';
import { DocumentOutline } from './documentOutline.ts';
import { HeaderHover } from './headerHover.ts';
import type { LogDocument, LogDocuments } from './logDocuments.ts';
import { MatchMarks } from './matchMarks.ts';
import { OpenLog } from './openLog.ts';
import { SelectionEcho } from './selectionEcho.ts';

/** What log documents can do. Loaded with the first of them. */
export class DocumentFeatures implements vscode.Disposable {
  /** By slot, while a document of the log is open. */
  readonly #open = new Map<number, OpenLog>();
  readonly #subscriptions: vscode.Disposable[];

  constructor(documents: Pick<LogDocuments, 'find'>) {
    const find = (document: vscode.TextDocument) => {
      const { slot, kind } = documents.find(document.uri) ?? {};
      const open = slot === undefined ? undefined : this.#open.get(slot);
      if (slot === undefined || !open || kind === 'normalised') return undefined;
      return { open, slot, side: kind === 'decoded' ? kind : 'raw' } as const;
    };
    this.#subscriptions = [
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        const slot = documents.find(uri)?.slot;
        const isOpen = vscode.workspace.textDocuments.some((each) => documents.find(each.uri)?.slot === slot);
        if (slot !== undefined && !isOpen) this.#open.delete(slot);
      }),
      new MatchMarks(find),
      new SelectionEcho(find),
      new DocumentOutline(find),
      new HeaderHover(find),
    ];
  }

  /** The text of a document of `log`. */
  textOf({ slot, kind, target }: LogDocument, log: DetectionLog): string {
    const known = this.#open.get(slot);
    const open =
      known?.reading.log === log ? known : new OpenLog(new Reading(log, target.row?.detectedValue));
    this.#open.set(slot, open);
    switch (kind) {
      case 'raw':
      case 'plain':
        return log.rawData;
      case 'decoded':
        return open.reading.decoded.text;
      case 'normalised':
        return open.reading.normalised;
    }
  }

  /** What the rule matched; undefined when that is not found in the request. */
  matchesOf({ row }: LogTarget, log: DetectionLog): RuleMatches | undefined {
    return new Reading(log, row?.detectedValue).matches;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}
