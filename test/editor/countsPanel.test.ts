import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Connection } from '../../src/connections/connection.ts';
import type { CountsPanelState } from '../../src/counts/countsMessages.ts';
import { CountsPanel, type CountsPanelOptions } from '../../src/counts/countsPanel.ts';
import { CountsWorld, settled, shop } from '../unit/counts/countsWorld.ts';
import { AnsweredMessages } from './answeredMessages.ts';
import { models } from './models.ts';
import { overridden } from './overridden.ts';

const connection: Connection = { id: shop.connectionId, name: 'Shop', baseUrl: 'https://api.example.com' };

describe('CountsPanel', () => {
  let world: CountsWorld;
  let extensionUri: vscode.Uri;
  const rejected: unknown[] = [];
  const onRejection = (reason: unknown) => rejected.push(reason);

  before(async () => {
    await models();
    const extension = vscode.extensions.getExtension('partner-logs.partner-logs');
    assert.ok(extension);
    extensionUri = extension.extensionUri;
  });

  beforeEach(() => {
    world = new CountsWorld();
    rejected.length = 0;
    process.on('unhandledRejection', onRejection);
  });

  afterEach(() => process.off('unhandledRejection', onRejection));

  const sources = (): CountsPanelOptions => ({
    extensionUri,
    connections: { get: () => connection, list: () => [connection] },
    readings: world.readings,
    days: world.days,
    now: () => world.now,
    nameOf: () => 'shop.example',
    staleAfter: () => 600_000,
    onWanted: () => {},
    openLogs: async () => {},
  });
  const subject = { domain: shop, span: 'last7' } as const;
  const webviewPanel = () =>
    vscode.window.createWebviewPanel('partnerLogs.counts', 'Counts', vscode.ViewColumn.Active);

  it('is closed while it reads, and nothing fails', async () => {
    let open = () => {};
    world.gate = new Promise((resolve) => {
      open = resolve;
    });
    const webview = webviewPanel();
    new CountsPanel(webview, subject, sources());
    await settled();
    assert.equal(world.running, 1);
    webview.dispose();
    open();
    await settled();
    assert.equal(world.running, 0);
    assert.deepEqual(rejected, []);
  });

  it('reads again when what it reads is forgotten meanwhile', async () => {
    const posted: unknown[] = [];
    const whole = webviewPanel();
    const received = new vscode.EventEmitter<unknown>();
    const webview = overridden(whole.webview, {
      postMessage: async (message) => posted.push(message) > 0,
      onDidReceiveMessage: received.event,
    });
    let open = () => {};
    world.gate = new Promise((resolve) => {
      open = resolve;
    });
    const panel = new CountsPanel(overridden(whole, { webview }), subject, sources());
    try {
      received.fire({ type: 'ready' });
      await settled();
      world.readings.reset();
      panel.reload();
      open();
      await settled();
      assert.equal(world.asked.length, 2);
      const { state } = posted.at(-1) as { state: CountsPanelState };
      assert.ok(state.kind === 'domain');
      assert.deepEqual([state.content.kind, state.reading], ['counts', false]);
    } finally {
      panel.dispose();
    }
  });

  it('shows the invisible characters of the name in its tab', () => {
    const whole = webviewPanel();
    const nameOf = () => 'shop\u202eelpmaxe.\u200b';
    const panel = new CountsPanel(whole, subject, { ...sources(), nameOf });
    try {
      assert.equal(whole.title, 'Counts: shop‹U+202E›elpmaxe.‹U+200B›');
    } finally {
      panel.dispose();
    }
  });

  it('says what one of its buttons failed to do', async () => {
    const sent = new vscode.EventEmitter<unknown>();
    const whole = webviewPanel();
    const webview = overridden(whole.webview, { onDidReceiveMessage: sent.event });
    const openLogs = () => Promise.reject(new Error('no view'));
    const panel = new CountsPanel(overridden(whole, { webview }), subject, { ...sources(), openLogs });
    const messages = new AnsweredMessages();
    try {
      sent.fire({ type: 'openLogs' });
      await settled();
      assert.equal(messages.all.length, 1);
      assert.deepEqual(rejected, []);
    } finally {
      messages.dispose();
      panel.dispose();
      sent.dispose();
    }
  });
});
