/** The forms in which a text can occur in Base64. */

/** Minimum length, in units, of a form. */
const SHORTEST = 8;

/**
 * Returns the forms that the text can have in Base64, either alone or among other bytes. Some forms might be repeated.
 */
export function base64Forms(text: string): readonly string[] {
  const forms: string[] = [];
  const add = (form: string) => {
    if (form.length < SHORTEST) return;
    forms.push(form);
    if (/[+/]/.test(form)) forms.push(form.replaceAll('+', '-').replaceAll('/', '_'));
  };
  const padded = Buffer.from(`\0\0${text}`);
  for (const before of [0, 1, 2]) {
    const whole = padded.toString('base64', 2 - before);
    // Excludes the characters at either end that also depend on the surrounding bytes.
    const [start, end] = [before === 0 ? 0 : before + 1, Math.floor(((padded.length - 2 + before) * 8) / 6)];
    add(whole.slice(start, end));
    if (before === 0) add(whole);
  }
  return forms;
}
