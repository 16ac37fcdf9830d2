/** Actions that change the connection. */
import type { Action } from './logActions.ts';
import { haveLog } from './logActions.ts';
import { CONNECTION, type KeyCommand, type SoakWindow } from './soakWindow.ts';

/** Runs a command for the only connection, which it prompts for if there is nothing to take it from. */
async function runFor(window: SoakWindow, command: KeyCommand, title: string): Promise<void> {
  const { quickInput, page } = window.editor;
  await window.run(command);
  const asking = quickInput.input.and(page.getByPlaceholder('Select a connection'));
  const titled = quickInput.title.filter({ hasText: title });
  const dialog = window.editor.dialog().filter({ hasText: title });
  await titled.or(asking).or(dialog).filter({ visible: true }).first().waitFor();
  if (await asking.isVisible()) {
    await quickInput.pick(CONNECTION);
    await titled.or(dialog).first().waitFor();
  }
}

/** Saves the connection with the same address and another name, while a log is open. */
async function editConnection(window: SoakWindow): Promise<void> {
  const { quickInput } = window.editor;
  await haveLog(window);
  const { domain, idx } = await window.shownLog();
  await runFor(window, 'partnerLogs.editConnection', 'Edit Connection');
  // Names the same service, but in another way, so that all that was read is read again.
  const { baseUrl } = window.service.fake;
  const value = await quickInput.input.inputValue();
  await quickInput.answer(value.endsWith('/') ? baseUrl : `${baseUrl}/`);
  await quickInput.message.filter({ hasText: 'Name of this connection' }).waitFor();
  await quickInput.answer(CONNECTION);
  await quickInput.closed();
  await window.showsLog(domain, idx);
  await window.showDomain(window.domain);
}

async function replaceKey(window: SoakWindow): Promise<void> {
  const { quickInput } = window.editor;
  await haveLog(window);
  const { domain, idx } = await window.shownLog();
  await runFor(window, 'partnerLogs.replaceKey', 'Replace Key');
  await quickInput.answer(window.service.fake.key);
  await quickInput.closed();
  await window.showsLog(domain, idx);
  await window.showDomain(window.domain);
}

async function removeAndAdd(window: SoakWindow): Promise<void> {
  await haveLog(window);
  await runFor(window, 'partnerLogs.removeConnection', 'Remove');
  await window.editor.dialog().getByRole('button', { name: 'Remove' }).click();
  await window.domainRow.waitFor({ state: 'detached' });
  await window.closeEditors();
  await window.connect();
}

export const connectionActions = {
  editConnection: { weight: 1, act: editConnection },
  replaceKey: { weight: 1, act: replaceKey },
  removeAndAdd: { weight: 0.7, act: removeAndAdd },
} satisfies Readonly<Record<string, { readonly weight: number; readonly act: Action }>>;
