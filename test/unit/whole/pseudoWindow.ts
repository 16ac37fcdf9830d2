/** A window in the pseudo-language, and the texts that it shows. */
import { pseudoLanguage } from '../../../scripts/l10n.mjs';
import type { QuickInput, QuickPick } from '../../fakeEditor/quickInput.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';

/** Opens a window in the pseudo-language. */
export function openPseudo(number = 1): Promise<FakeWindow> {
  return FakeWindow.open(plainProfile(), number, { tag: 'qps-ploc', texts: pseudoLanguage().bundle });
}

/** Returns the texts of a prompt: an input box, or a quick pick with its rows and their buttons. */
export function promptTexts(prompt: QuickInput | QuickPick): (string | undefined)[] {
  const { title, prompt: question, placeholder, validationMessage, buttons } = prompt;
  const { placeHolder } = prompt as { placeHolder?: string };
  const tooltips = buttons.map((button) => (button as { tooltip?: string }).tooltip);
  const rows =
    'items' in prompt
      ? prompt.items.flatMap(({ label, description, detail }) => [label, description, detail])
      : [];
  return [title, question, placeholder, placeHolder, validationMessage, ...tooltips, ...rows];
}

/** Returns all texts of the messages since the last call. */
export function messageTexts({ fake }: FakeWindow): string[] {
  return fake.messages.splice(0).flatMap(({ text, detail, actions }) => [text, detail, ...actions]);
}
