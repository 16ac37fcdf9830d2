/**
 * The two parts of the summary line: the redacted secrets, and the limits of the redaction, including the classes that
 * were not searched for.
 */
import { formatNumber } from '../text/numbers.ts';
import type { OptionalSecrets } from './findSecrets.ts';
import type { SecretKind } from './secretNames.ts';

const NAMES: Readonly<Partial<Record<SecretKind, readonly [one: string, more: string]>>> = {
  credentials: ['pair of credentials', 'pairs of credentials'],
  address: ['address', 'addresses'],
};

const OPTIONAL: readonly (readonly [keyof OptionalSecrets, string])[] = [
  ['emails', 'email addresses'],
  ['longTokens', 'long tokens'],
  ['cardNumbers', 'card numbers'],
  ['addresses', 'client addresses'],
];

/** Returns the number of secrets of each kind, such as `Redacted: 2 cookies, 1 secret.` */
export function redactedKinds(counts: ReadonlyMap<SecretKind, number>): string {
  const kinds = [...counts].map(([kind, count]) => {
    const [one, more] = NAMES[kind] ?? [kind, `${kind}s`];
    return `${formatNumber(count)} ${count === 1 ? one : more}`;
  });
  return `Redacted: ${kinds.join(', ') || 'nothing'}.`;
}

/**
 * Returns the classes that were not searched for, and a note that no redaction is complete. The result is the same for
 * all logs redacted with the same options.
 */
export function redactionLimits(options: OptionalSecrets): string {
  const left = OPTIONAL.flatMap(([option, name]) => (options[option] ? [] : [name]));
  return [
    ...(left.length > 0 ? [`Not searched for: ${left.join(', ')}.`] : []),
    'No detection of secrets is complete. Review this text before you share it.',
  ].join(' ');
}
