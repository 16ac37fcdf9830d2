/** Finds what is shown in a window of the pseudo-language without having been translated. */
import { pseudoLanguage } from '../../../scripts/l10n.mjs';
import type { QuickInput, QuickPick } from '../../fakeEditor/quickInput.ts';
import { FakeWindow, plainProfile } from '../../fakeEditor/window.ts';

/** Opens a window that speaks the pseudo-language, in which each letter of ours has an accent. */
export function openPseudo(number = 1): Promise<FakeWindow> {
  return FakeWindow.open(plainProfile(), number, { tag: 'qps-ploc', texts: pseudoLanguage().bundle });
}

/**
 * Returns the texts that hold letters without an accent, outside icons and data.
 *
 * @param data what is the same in every language: names, addresses, values of the service
 */
export function untranslated(
  texts: readonly (string | undefined)[],
  data: readonly (string | RegExp)[],
): string[] {
  return texts.filter((text): text is string => {
    const ours = data.reduce<string>(
      (rest, each) =>
        rest.replaceAll(typeof each === 'string' ? each : new RegExp(each, `${each.flags}g`), ''),
      (text ?? '').replace(/\$\([a-z~-]+\)/g, '').normalize('NFC'),
    );
    // A cut may go between a letter and its accent.
    return /[A-Za-z](?!\u0301|…)/.test(ours);
  });
}

/** Returns the texts of a prompt: of an input box, or of a quick pick with its rows and their buttons. */
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

/** Returns every text of the messages since the last call. */
export function messageTexts({ fake }: FakeWindow): string[] {
  return fake.messages.splice(0).flatMap(({ text, detail, actions }) => [text, detail, ...actions]);
}
