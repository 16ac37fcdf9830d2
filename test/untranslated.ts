/** Finds what is shown in the pseudo-language, in which each letter of ours has an accent, without having been translated. */

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
