import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { DocumentKind } from '../../src/detection/documents/logDocument.ts';
import { type SampleService, startSampleService } from '../../src/sample/server.ts';
import { hostileIdx, hostileTexts, SECURITY_LAB, withLab } from '../hostileLogs.ts';
import { until } from '../until.ts';
import { models } from './models.ts';

/** Returns the text with halves of surrogate pairs replaced, as happens when it is sent to the editor. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

describe('LogDocuments', () => {
  let sample: SampleService;
  const connectionId = 'documents';
  const hostile = hostileTexts.map(({ name }) => ({ domain: SECURITY_LAB, idx: hostileIdx(name) }));

  before(async () => {
    sample = await startSampleService({ domains: withLab });
    const { connections, keys } = await models();
    const connection = { id: connectionId, name: connectionId, baseUrl: sample.baseUrl };
    await keys.store(connection, sample.key);
    await connections.save(connection);
  });

  after(async () => {
    const { connections } = await models();
    await connections.remove(connectionId);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sample.close();
  });

  const targetOf = (key: { domain: number; idx: number }) => ({
    connectionId,
    key: { ...key, detectedType: 'WAF' },
  });

  async function open(key: { domain: number; idx: number }, kind: DocumentKind) {
    const { documents, logs } = await models();
    const target = targetOf(key);
    const document = await vscode.workspace.openTextDocument(documents.uri(target, kind));
    return { document, log: await logs.get(target) };
  }

  for (const key of [{ domain: 1001, idx: 1001 }, ...hostile]) {
    it(`shows the raw data of log ${key.domain}/${key.idx} line by line`, async () => {
      const { document, log } = await open(key, 'raw');
      assert.equal(document.languageId, 'partner-log-http');
      assert.equal(document.isDirty, false);
      // The editor does not preserve halves of surrogate pairs.
      const lines = log.rawData
        .replace(/^\ufeff/, '')
        .split(/\r\n|\r|\n/)
        .map(wellFormed);
      assert.deepEqual(wellFormed(document.getText()).split(/\r\n|\n/), lines);
    });
  }

  it('has links that lead nowhere, even where links are turned on', async () => {
    const { documents, logs } = await models();
    const target = targetOf({ domain: 1001, idx: 1 });
    const { get } = logs;
    const log = await logs.get(targetOf({ domain: 1001, idx: 1001 }));
    logs.get = async () => ({
      ...log,
      rawData: `https://evil.example/ ${'a:/ '.repeat(10_000)}\nhttp://evil.example/`,
    });
    try {
      const uri = documents.uri(target, 'raw');
      await vscode.workspace.openTextDocument(uri);
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        'vscode.executeLinkProvider',
        uri,
      );
      assert.equal(links.length, 10_001);
      for (const link of links) assert.equal(link.target, undefined);
      assert.deepEqual(links.at(-1)?.range.end, new vscode.Position(1, 20));
    } finally {
      logs.get = get;
    }
  });

  it('keeps the language of a document', async () => {
    const { documents } = await models();
    const target = targetOf({ domain: 1001, idx: 1001 });
    for (const [kind, language] of [
      ['raw', 'partner-log-http'],
      ['decoded', 'partner-log-decoded'],
    ] as const) {
      const document = await vscode.workspace.openTextDocument(documents.uri(target, kind));
      assert.equal(document.languageId, language);
      const changed = await vscode.languages.setTextDocumentLanguage(document, 'markdown');
      await until(
        'its own language',
        () => changed.languageId,
        (id) => id === language,
      );
    }
  });

  it('says what to do when the log is no longer available', async () => {
    const uri = vscode.Uri.from({ scheme: 'partner-log', path: '/999/1.partnerlog' });
    await assert.rejects(
      async () => vscode.workspace.openTextDocument(uri),
      /Open it again from the Domains view/,
    );
  });
});
