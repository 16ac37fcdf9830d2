/** Links from header values to the user's own logs (`partnerLogs.headerLinks`). */
import { type Message, message } from '../text/l10n.ts';
import { asLabel } from '../text/label.ts';

const PLACEHOLDER = '{value}';
/** Maximum length, in UTF-16 units, of a percent-encoded value; longer values are not linked. */
export const LONGEST_ENCODED = 2_000;

/** The template for a header's link, split at its placeholder. */
export interface HeaderLink {
  /** In lowercase. */
  readonly header: string;
  readonly before: string;
  readonly after: string;
}

export interface HeaderLinks {
  readonly links: readonly HeaderLink[];
  /** The reasons why some headers in the setting have no link. */
  readonly problems: readonly Message[];
}

/** Reads the setting, which maps header names to templates. Headers that contain secrets are rejected. */
export function readHeaderLinks(setting: unknown, isSecret: (header: string) => boolean): HeaderLinks {
  const links: HeaderLink[] = [];
  const problems: Message[] = [];
  for (const [name, template] of Object.entries(Object(setting))) {
    const parts = partsOf(template);
    if (isSecret(name)) {
      problems.push(
        message(
          "The link for {0} in {1} is ignored, because the header's value is a secret.",
          asLabel(name),
          SETTING,
        ),
      );
    } else if (parts) links.push({ header: name.toLowerCase(), ...parts });
    else {
      problems.push(
        message(
          'The link for {0} in {1} is ignored. It must be an https URL with exactly one {2}, in the path or query.',
          asLabel(name),
          SETTING,
          PLACEHOLDER,
        ),
      );
    }
  }
  return { links, problems };
}

const SETTING = 'partnerLogs.headerLinks';
/**
 * An https URL up to a point in its path or query, with a host but no user information, and not ending in the middle of
 * a percent escape.
 */
const UP_TO_VALUE = /^https:\/\/[^\s/?#\\@{}]{1,255}[/?][^\s#\\{}]*(?<!%[\da-f]?)$/i;

function partsOf(template: unknown): Pick<HeaderLink, 'before' | 'after'> | undefined {
  if (typeof template !== 'string') return undefined;
  const placeholder = template.indexOf(PLACEHOLDER);
  const before = template.slice(0, placeholder);
  const after = template.slice(placeholder + PLACEHOLDER.length);
  if (placeholder < 0 || !UP_TO_VALUE.test(before) || /[\s\\{}]/.test(after)) return undefined;
  return URL.canParse(before + after) ? { before, after } : undefined;
}

/**
 * Returns the link for a header's value, or undefined if there is none. Only the value in the link is untrusted text.
 */
export function linkOf(links: readonly HeaderLink[], name: string, value: string): string | undefined {
  const link = links.find(({ header }) => header === name.toLowerCase());
  // A segment that consists only of dots could change the path.
  if (!link || value.length > LONGEST_ENCODED || /^\.*$|\p{Surrogate}/u.test(value)) return undefined;
  const encoded = encodeURIComponent(value).replace(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  );
  return encoded.length > LONGEST_ENCODED ? undefined : new URL(link.before + encoded + link.after).href;
}
