/**
 * The two parts of the summary line: the redacted secrets, and the classes that were not searched for with the limits
 * that apply to any list.
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

/** Returns the numbers by kind, such as `Redacted: 2 cookies, 1 secret.` */
export function redactedKinds(counts: ReadonlyMap<SecretKind, number>): string {
  const kinds = [...counts].map(([kind, count]) => {
    const [one, more] = NAMES[kind] ?? [kind, `${kind}s`];
    return `${formatNumber(count)} ${count === 1 ? one : more}`;
  });
  return `Redacted: ${kinds.join(', ') || 'nothing'}.`;
}

/**
 * Returns the classes that were not searched for and the limits that apply to any list. The same for all logs with the
 * same options.
 */
export function redactionLimits(options: OptionalSecrets): string {
  const left = OPTIONAL.flatMap(([option, name]) => (options[option] ? [] : [name]));
  return [
    ...(left.length > 0 ? [`Not searched for: ${left.join(', ')}.`] : []),
    'No detection of secrets is complete. Review this text before you share it.',
  ].join(' ');
}
