/**
 * User-visible strings in the editor's language; docs/localisation.md explains how to write them. The English text is
 * written where it is used and is the key for its translation. The language is stored in module-level state and is
 * English until `useLanguage` is called.
 */

/** The English text, with a comment if the same words need different translations. */
export type Text = string | { readonly message: string; readonly comment: string };

/** The plural forms of a string. The number `{0}` determines the form to use. */
export interface Forms {
  readonly one: string;
  readonly other: string;
}

/**
 * A value in a string. Numbers are formatted for the language, so pass a number that is really an identifier, such as a
 * status code or port, as a string.
 */
export type Value = string | number | Message;

/** A string with its values, not yet localized. Plain data that can be posted to a page or thread. */
export interface Message {
  readonly text: Text | Forms;
  readonly values: readonly Value[];
}

/** A function that renders a message: `english` or `local`. */
export type Say = (message: Message) => string;

/** Translations by key, as in l10n/bundle.l10n.*.json. */
export type Texts = Readonly<Record<string, string>>;

/** A language and its translations. */
export interface Language {
  /** A BCP 47 tag. */
  readonly tag: string;
  readonly texts: Texts;
}

const ENGLISH: Language = { tag: 'en', texts: {} };

let current = ENGLISH;
/** The formatters, which are created on first use, because creating one takes several milliseconds. */
const formatters = new Map<string, unknown>();

/** Sets the language of `t`, `plural`, and `local`; undefined selects English. */
export function useLanguage(language: Language | undefined): void {
  current = language ?? ENGLISH;
}

/** Returns the current language, for `Intl` and for pages. */
export function languageInUse(): Language {
  return current;
}

/**
 * Returns text in the editor's language.
 * @example t('Could not read {0}', name)
 */
export function t(text: Text, ...values: readonly Value[]): string {
  return local({ text, values });
}

/**
 * Returns text in the editor's language, in the plural form that matches the number `{0}`.
 * @example plural(count, { one: '{0} log', other: '{0} logs' })
 */
export function plural(count: number, forms: Forms, ...values: readonly Value[]): string {
  return local({ text: forms, values: [count, ...values] });
}

/**
 * Returns a message that can be rendered later in English or in the editor's language, such as the description of a
 * fault.
 */
export function message(text: Text, ...values: readonly Value[]): Message {
  return { text, values };
}

/** Like `message`, but uses the plural form that matches the number `{0}`. */
export function pluralMessage(count: number, forms: Forms, ...values: readonly Value[]): Message {
  return { text: forms, values: [count, ...values] };
}

/** Renders a message in the editor's language. */
export function local(said: Message): string {
  return say(said, current);
}

/** Renders a message in English, for output, reports, exports, and tools. */
export function english(said: Message): string {
  return say(said, ENGLISH);
}

/** Returns the translation key of a string or, for plural forms, of the form for a plural category. */
export function keyOf(text: Text | Forms, category = 'other'): string {
  if (typeof text === 'string') return text;
  if ('message' in text) return `${text.message}/${text.comment}`;
  return category === 'other' ? text.other : `${text.other}#${category}`;
}

function say({ text, values }: Message, language: Language): string {
  return formOf(text, values, language).replace(/\{(\d+)\}/g, (place, index) => {
    const value = values[Number(index)];
    if (value === undefined) return place;
    if (typeof value === 'object') return say(value, language);
    return typeof value === 'string' ? value : numbersOf(language.tag).format(value);
  });
}

function formOf(text: Text | Forms, values: readonly Value[], { tag, texts }: Language): string {
  if (typeof text === 'string') return texts[text] || text;
  if ('message' in text) return texts[keyOf(text)] || text.message;
  const count = Number(values[0]);
  const translated = texts[keyOf(text, pluralsOf(tag).select(count))] || texts[text.other];
  return translated || (pluralsOf('en').select(count) === 'one' ? text.one : text.other);
}

function pluralsOf(tag: string): Intl.PluralRules {
  return formatter(`plural ${tag}`, () => new Intl.PluralRules(tag));
}

function numbersOf(tag: string): Intl.NumberFormat {
  return formatter(`number ${tag}`, () => new Intl.NumberFormat(tag));
}

/** Returns the formatter with this key, and creates it on first use. */
export function formatter<Formatter>(key: string, create: () => Formatter): Formatter {
  const found = (formatters.get(key) as Formatter | undefined) ?? create();
  formatters.set(key, found);
  return found;
}
