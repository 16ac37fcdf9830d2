/**
 * Takes measurements inside the extension host. This is a separate extension that benchmarks install in addition to
 * Partner Logs.
 */
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import * as vscode from 'vscode';
import { createLogService } from '../../../src/service/client.ts';
import { defaultConventions } from '../../../src/service/conventions.ts';
import { type Measured, type MeasuredExport, measureExport } from '../measureExport.ts';

const GETS = 2_000;
const AT_ONCE = 6;
const ROUNDS = 5;

const answerTo = (idx: number) =>
  JSON.stringify({
    message: { key: 'RES000000', value: 'success' },
    data: {
      query: { user_domain_idx: 1, idx, detected_type: 'WAF' },
      detailed_info: {
        virtual_host_name: 'shop.example:443',
        response_code: 403,
        req_line_headers: { 'Request-Line': 'GET / HTTP/1.1', Host: 'shop.example' },
        res_line_headers: { 'Request-Line': 'HTTP/1.1 403 Forbidden' },
        raw_data: 'GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n',
        basestr: 'none',
      },
      timezone: 'UTC',
    },
  });

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
  const server = http.createServer(({ url }, response) => {
    const idx = Number(new URL(String(url), baseUrl).searchParams.get('idx'));
    response.writeHead(200, { 'content-type': 'application/json' }).end(answerTo(idx));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = (idx: number) => `${baseUrl}/partner/logs/detailed_log/1?idx=${idx}&detected_type=WAF`;
  const service = createLogService({ baseUrl, key: async () => 'key', conventions: defaultConventions });
  const ways: Record<string, (idx: number) => Promise<unknown>> = {
    'undici.request and JSON.parse': async (idx) => (await request(url(idx))).body.json(),
    'the client, decoding included': (idx) => service.log({ domain: 1, idx, detectedType: 'WAF' }),
    "the editor's fetch and JSON.parse": async (idx) => (await fetch(url(idx))).json(),
  };
  const times: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, way] of Object.entries(ways)) {
      const started = performance.now();
      await repeat(way);
      times[name] = [...(times[name] ?? []), performance.now() - started];
    }
  }
  service.dispose();
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

async function repeat(way: (idx: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < GETS) await way(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
