import * as vscode from 'vscode';
import type { RedactionOptions } from '../redaction/redact.ts';
import { keyHeaders } from './conventionsSetting.ts';

/** Returns the redaction settings that apply in addition to the fixed rules; a workspace cannot change them. */
export function redactionSetting(): RedactionOptions {
  const setting = vscode.workspace.getConfiguration('partnerLogs.redaction');
  const names: unknown = setting.get('names');
  return {
    // The key headers are included because a logged request might itself contain a key in one of them.
    names: [...(Array.isArray(names) ? names : []), ...keyHeaders()].filter(
      (name) => typeof name === 'string',
    ),
    emails: setting.get('emails') === true,
    longTokens: setting.get('longTokens') === true,
    cardNumbers: setting.get('cardNumbers') === true,
    addresses: setting.get('addresses') === true,
  };
}
