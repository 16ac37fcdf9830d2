import * as vscode from 'vscode';
import { type LogTarget, targetId } from '../../connections/logTarget.ts';
import { describeFault } from '../../service/faults.ts';
import { local, t } from '../../text/l10n.ts';
import { asLabel } from '../../text/label.ts';
import type { Logs } from '../logs.ts';
import { DocumentFeatures } from './documentFeatures.ts';
import {
  type DocumentKind,
  formatDocumentPath,
  type LogDocument,
  parseDocumentPath,
  SCHEME,
} from './logDocument.ts';

/**
 * The log documents of this window. They are virtual and read-only, and they exist until the window closes. Their
 * language features are registered with the first document.
 */
export class LogDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #logs: Pick<Logs, 'get' | 'bound'>;
  readonly #workerFile: string;
  /** The targets by slot. Their rows omit the raw data, which the log contains. */
  readonly #targets: LogTarget[] = [];
  readonly #provider: vscode.Disposable;
  #features: DocumentFeatures | undefined;

  /** @param workerFile the compiled `worker.ts` */
  constructor(logs: Pick<Logs, 'get' | 'bound'>, workerFile: string) {
    this.#logs = logs;
    this.#workerFile = workerFile;
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  /** Returns the URI of a log's document, new or existing. A log from a different service has a different URI. */
  uri(given: LogTarget, kind: DocumentKind): vscode.Uri {
    const target = this.#logs.bound(given);
    const id = targetId(target);
    const known = this.#targets.findIndex((each) => targetId(each) === id && each.ending === target.ending);
    const slot = known < 0 ? this.#targets.length : known;
    if (target.row || known < 0) this.#targets[slot] = withoutRawData(target);
    return vscode.Uri.from({ scheme: SCHEME, path: formatDocumentPath({ slot, idx: target.key.idx, kind }) });
  }

  /**
   * Shows a document as text, even if workspace settings assign a different editor to it, which might render it as
   * Markdown.
   */
  async open(uri: vscode.Uri, options: vscode.TextDocumentShowOptions): Promise<void> {
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default', options);
  }

  /**
   * Like `open`, but shows two documents side by side. The option is undocumented; the editor's built-in extensions use
   * it.
   */
  async compare(left: vscode.Uri, right: vscode.Uri, title: string): Promise<void> {
    const asText = { override: false };
    await vscode.commands.executeCommand('vscode.diff', left, right, title, asText);
  }

  /** Returns the log document of a URI, or undefined if it is not a document of this window. */
  find(uri: vscode.Uri): LogDocument | undefined {
    const parsed = uri.scheme === SCHEME ? parseDocumentPath(uri.path) : undefined;
    const target = parsed && this.#targets[parsed.slot];
    if (!parsed || target?.key.idx !== parsed.idx) return undefined;
    return { slot: parsed.slot, kind: parsed.kind, target };
  }

  /** The log in the active editor, if any. */
  get active(): LogTarget | undefined {
    const editor = vscode.window.activeTextEditor;
    return editor && this.find(editor.document.uri)?.target;
  }

  /** Returns the text of a document. If the log cannot be read, rejects with a message to display. */
  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const document = this.find(uri);
    if (!document)
      throw new Error(t('This log is no longer available. Open it again from the Domains view.'));
    const controller = new AbortController();
    const cancelling = token.onCancellationRequested(() => controller.abort());
    try {
      const log = await this.#logs.get(document.target, controller.signal);
      this.#features ??= new DocumentFeatures((uri) => this.find(uri), this.#workerFile);
      return await this.#features.textOf(document, log);
    } catch (fault) {
      const { headline, cause } = describeFault(fault, local);
      throw new Error(`${asLabel(headline)} ${asLabel(cause)}`);
    } finally {
      cancelling.dispose();
    }
  }

  dispose(): void {
    this.#provider.dispose();
    this.#features?.dispose();
  }
}

function withoutRawData(target: LogTarget): LogTarget {
  if (!target.row) return target;
  const { rawData: _, ...row } = target.row;
  return { ...target, row };
}
