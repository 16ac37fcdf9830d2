import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { SAMPLE_BASE } from '../../src/formats/link.ts';
import { models } from './models.ts';

describe('offerConnection', () => {
  const { showInformationMessage } = vscode.window;

  afterEach(async () => {
    Object.assign(vscode.window, { showInformationMessage });
    const { connections } = await models();
    for (const { id } of connections.list()) await connections.remove(id);
  });

  for (const command of ['filterLogs', 'searchLogs', 'openDetectionLog', 'exportLogs']) {
    it(`says so and offers both ways to get one: ${command}`, async () => {
      const offered: string[] = [];
      Object.assign(vscode.window, {
        showInformationMessage: async (text: string, ...buttons: string[]) => {
          offered.push(text, ...buttons);
          return buttons[1];
        },
      });
      await vscode.commands.executeCommand(`partnerLogs.${command}`);
      assert.deepEqual(offered, ['There are no connections yet.', 'Add Connection…', 'Explore Sample Data']);
      const { connections } = await models();
      assert.deepEqual(
        connections.list().map(({ baseUrl }) => baseUrl),
        [SAMPLE_BASE],
      );
    });
  }
});
