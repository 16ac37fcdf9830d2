/**
 * Takes measurements inside the extension host. This is a separate extension that benchmarks install in addition to
 * Partner Logs.
 */
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { type Measured, type MeasuredExport, measureExport } from '../measureExport.ts';
import { repeat, startServer, waysToGet } from '../smallGets.ts';

const ROUNDS = 5;

export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push(
    vscode.commands.registerCommand('partnerLogsBench.emptyWebview', () => {
      const panel = vscode.window.createWebviewPanel(
        'partnerLogsBench.empty',
        'Empty',
        vscode.ViewColumn.Active,
      );
      panel.webview.html = '<!doctype html><body>painted</body>';
    }),
    register('partnerLogsBench.requests', timeRequests),
    register('partnerLogsBench.exports', measureExports),
  );
}

/** Registers a command that writes its measurement, or `{ error }`, to the file specified by `PARTNER_LOGS_BENCH`. */
function register(command: string, measure: () => Promise<unknown>): vscode.Disposable {
  return vscode.commands.registerCommand(command, async () => {
    const measured = await measure().catch((error) => ({ error: String(error.stack) }));
    writeFileSync(String(process.env['PARTNER_LOGS_BENCH']), JSON.stringify(measured));
  });
}

/** Returns the times of each variant, in milliseconds per round. */
async function timeRequests(): Promise<Record<string, number[]>> {
  const { server, baseUrl } = await startServer();
  const { ways, url, dispose } = waysToGet(baseUrl);
  const all: Record<string, () => Promise<unknown>> = {
    ...ways,
    "the editor's fetch and JSON.parse": () => repeat(async (idx) => (await fetch(url(idx))).json()),
  };
  const times: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, way] of Object.entries(all)) {
      const started = performance.now();
      await way();
      times[name] = [...(times[name] ?? []), performance.now() - started];
    }
  }
  dispose();
  server.close();
  return times;
}

/** Runs the exports in `PARTNER_LOGS_BENCH_EXPORTS`, one after another. */
async function measureExports(): Promise<Measured[]> {
  const wanted: readonly MeasuredExport[] = JSON.parse(String(process.env['PARTNER_LOGS_BENCH_EXPORTS']));
  const measured: Measured[] = [];
  for (const one of wanted) measured.push(await measureExport(one));
  return measured;
}
