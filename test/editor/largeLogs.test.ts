import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../src/app.ts';
import type { ToPanel } from '../../src/detection/detectionMessages.ts';
import type { DocumentKind } from '../../src/detection/documents/logDocument.ts';
import type { DetectionLog } from '../../src/service/model.ts';
import { english } from '../../src/text/l10n.ts';
import { until } from '../until.ts';
import { models } from './models.ts';
import { overridden } from './overridden.ts';

const target = (idx: number) => ({ connectionId: 'large', key: { domain: 7, idx, detectedType: 'WAF' } });

/** Returns a log that takes a long time to decode; the rule matched its path. */
function largeLog(idx: number, strings = 1_000_000): DetectionLog {
  return {
    ...{
      key: target(idx).key,
      virtualHost: 'shop.example:443',
      responseCode: 403,
      timeZone: 'UTC',
      other: {},
    },
    request: { firstLine: undefined, headers: [] },
    response: { firstLine: undefined, headers: [] },
    rawData: `POST /match-${idx} HTTP/1.1\r\nHost: shop.example\r\n\r\n[${'"a",'.repeat(strings)}"b"]`,
    description: `match-${idx}`,
  };
}

const { extensionUri } = vscode.extensions.getExtension('partner-logs.partner-logs') ?? assert.fail();
const workerFile = path.join(extensionUri.fsPath, 'dist', 'worker.cjs');
const missing = path.join(extensionUri.fsPath, 'dist', 'missing.cjs');

/** Runs work while the log cache returns these logs and large work is done by the compiled file. */
async function withLogs<T>(
  file: string,
  logs: readonly DetectionLog[],
  work: (app: App) => Promise<T>,
): Promise<T> {
  const app = await models();
  const { get } = app.logs;
  app.logs.get = async ({ key }) => logs.find((log) => log.key.idx === key.idx) ?? assert.fail();
  Object.assign(app, { workerFile: file });
  try {
    return await work(app);
  } finally {
    app.logs.get = get;
    Object.assign(app, { workerFile });
  }
}

describe('DetectionPanel and LogDocuments: large logs', function () {
  this.timeout(120_000);

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  describe('in a panel', () => {
    const { createWebviewPanel } = vscode.window;
    let sent: ToPanel[] = [];

    beforeEach(() => {
      sent = [];
      vscode.window.createWebviewPanel = (...args) => {
        const panel = createWebviewPanel(...args);
        const postMessage = (message: ToPanel) => {
          sent.push(message);
          return panel.webview.postMessage(message);
        };
        return overridden(panel, { webview: overridden(panel.webview, { postMessage }) });
      };
    });
    afterEach(() => {
      vscode.window.createWebviewPanel = createWebviewPanel;
    });

    /** Opens large logs at the same time, and returns the content that was sent last. */
    const opened = (file: string, ...logs: readonly DetectionLog[]) =>
      withLogs(file, logs, async (app) => {
        await Promise.all(logs.map(({ key }) => app.panels.open(target(key.idx))));
        const contents = () =>
          sent.flatMap((message) => (message.type === 'show' ? (message.view.content ?? []) : []));
        return (await until('the log', () => contents().at(-1))) ?? assert.fail();
      });

    it('shows the log that was requested last, with its match', async () => {
      const { raw, match } = await opened(workerFile, largeLog(3), largeLog(4, 20_000));
      assert.deepEqual(raw.marked, [{ start: 6, end: 13 }]);
      assert.equal(raw.text.slice(6, 13), 'match-4');
      assert.equal(english(match?.place ?? assert.fail()), 'Path');
    });

    it('shows a log whose match cannot be found, with a note', async () => {
      const { noMatch, raw } = await opened(missing, largeLog(2));
      const note =
        "Unknown, because the search didn't finish. An error occurred. To try again, reopen the log.";
      assert.equal(english(noMatch ?? assert.fail()), note);
      assert.ok(raw.text.startsWith('POST /match-2'));
    });
  });

  describe('as documents', () => {
    const textOf = (file: string, log: DetectionLog, kind: DocumentKind) =>
      withLogs(file, [log], async ({ documents }) => {
        const uri = documents.uri(target(log.key.idx), kind);
        return (await vscode.workspace.openTextDocument(uri)).getText();
      });

    it('shows raw data that cannot be decoded, with a note', async () => {
      const log = largeLog(5);
      assert.equal(await textOf(missing, log, 'raw'), log.rawData);
      assert.equal(
        await textOf(missing, log, 'decoded'),
        'Note: This log could not be decoded. An error occurred. The raw data is complete. To try again, close this tab and reopen the log.\n',
      );
    });
  });
});
