import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../src/app.ts';

export type Models = App;

/** Returns the extension's own objects, which it exports in test mode. */
export async function models(): Promise<Models> {
  const extension = vscode.extensions.getExtension<Models>('partner-logs.partner-logs');
  assert.ok(extension);
  return extension.activate();
}
