import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ToPanel } from '../../src/detection/detectionMessages.ts';
import { DetectionPanels } from '../../src/detection/detectionPanels.ts';
import { DocumentFeatures } from '../../src/detection/documents/documentFeatures.ts';
import type { Logs } from '../../src/detection/logs.ts';
import type { SimilarLogs } from '../../src/detection/similar.ts';
import type { DetectionLog } from '../../src/service/model.ts';
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

    const panelsWith = (file: string, logs: readonly DetectionLog[]) =>
      new DetectionPanels({
        extensionUri,
        logs: {
          get: async ({ key }) => {
            // A page that becomes ready only after the match was found receives only the match.
            await until('the page', () => sent.length);
            return logs.find((log) => log.key.idx === key.idx) ?? assert.fail();
          },
          current: (target) => target,
        } as Pick<Logs, 'get' | 'current'> as Logs,
        links: { toLink: () => 'link', fromStored: async () => undefined },
        nameOf: () => undefined,
        timeStyle: () => ({ zone: undefined, first: 'service' }),
        findRow: async () => undefined,
        similar: { of: async () => undefined } as unknown as SimilarLogs,
        workerFile: file,
      });

    /** Returns the facts in a message, if any. */
    const facts = (message: ToPanel): Readonly<Record<string, string>> | undefined => {
      const shown = message.type === 'show' && message.state.kind === 'log' && message.state.log.tables.facts;
      const { rows } = message.type === 'matched' ? message.log.tables.facts : shown || { rows: undefined };
      return rows && Object.fromEntries(rows.map(({ name, value }) => [name.text, value.text]));
    };
    const ruleMatches = () => sent.flatMap((message) => facts(message)?.['Rule match'] ?? []);

    it('shows a log at once, and the match of the rule as soon as it is known', async () => {
      const panels = panelsWith(workerFile, [largeLog(1)]);
      await panels.open(target(1));
      await until(
        'the match',
        () => sent.at(-1)?.type,
        (type) => type === 'matched',
      );
      const found = 'Path: exact, offset 6';
      assert.deepEqual([ruleMatches()[0], ruleMatches().at(-1)], ['Searching…', found]);
      const last = sent.at(-1);
      assert.deepEqual(last?.type === 'matched' && last.log.matched, [{ start: 6, end: 13 }]);
      panels.dispose();
    });

    it('keeps a log shown when the match of the rule cannot be found, with a note', async () => {
      const panels = panelsWith(missing, [largeLog(2)]);
      await panels.open(target(2));
      await until('the row of the rule match', ruleMatches, (rows) => rows.length > 0);
      assert.equal(
        ruleMatches().at(-1),
        "Unknown, because the search didn't finish. An error occurred. To try again, reopen the log.",
      );
      panels.dispose();
    });

    it('never get what the rule matched in the log that was shown before', async () => {
      const panels = panelsWith(workerFile, [largeLog(3), largeLog(4, 20_000)]);
      const first = panels.open(target(3));
      await until('the row of the rule match', ruleMatches, (rows) => rows.length > 0);
      const before = sent.length;
      await Promise.all([panels.open(target(4)), first]);
      await until('the match', ruleMatches, (rows) => rows.at(-1) === 'Path: exact, offset 6');
      for (const message of sent.slice(before)) {
        if (message.type === 'matched') assert.equal(facts(message)?.['Log number'], '4');
      }
      panels.dispose();
    });
  });

  describe('as documents', () => {
    it('shows raw data that cannot be decoded, with a note', async () => {
      const features = new DocumentFeatures(() => undefined, missing);
      const log = largeLog(5);
      const document = { slot: 0, target: target(5) };
      assert.equal(await features.textOf({ ...document, kind: 'raw' }, log), log.rawData);
      assert.equal(
        await features.textOf({ ...document, kind: 'decoded' }, log),
        'Note: This log could not be decoded. An error occurred. The raw data is complete. To try again, close this tab and reopen the log.\n',
      );
      assert.match(
        await features.textOf({ ...document, kind: 'normalised' }, log),
        /^Note: This log could not be normalized/,
      );
      features.dispose();
    });

    it('decodes 20,000 headers', async () => {
      const { documents, logs } = await models();
      const headers = `Host: a\r\n${'X-A: b\r\n'.repeat(20_000)}`;
      const log = { ...largeLog(6), rawData: `GET / HTTP/1.1\r\n${headers}\r\nbody\r\n` };
      const { get } = logs;
      logs.get = async () => log;
      try {
        const decoded = await vscode.workspace.openTextDocument(documents.uri(target(6), 'decoded'));
        assert.match(decoded.getText(), /\nHeaders\n {4}Host: a\n {4}X-A: b\n/);
      } finally {
        logs.get = get;
      }
    });
  });
});
