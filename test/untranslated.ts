/** Finds untranslated text in the pseudo-language, in which every translated letter has an accent. */

/**
 * Returns the texts that contain letters without an accent, outside icons and data.
 * @param data texts that are the same in every language: names, addresses, values from the service
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
    // The text might be cut between a letter and its accent.
    return /[A-Za-z](?!\u0301|…)/.test(ours);
  });
}
