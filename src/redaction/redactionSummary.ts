/** The two halves of the line that says what was redacted, what was not looked for, and what no list can promise. */
import { formatNumber } from '../text/numbers.ts';
import type { OptionalSecrets } from './findSecrets.ts';
import type { SecretKind } from './secretNames.ts';

const NAMES: Readonly<Partial<Record<SecretKind, readonly [one: string, more: string]>>> = {
  credentials: ['pair of credentials', 'pairs of credentials'],
  address: ['address', 'addresses'],
};

const OPTIONAL: readonly (readonly [keyof OptionalSecrets, string])[] = [
  ['emails', 'e-mail addresses'],
  ['longTokens', 'long tokens'],
  ['cardNumbers', 'card numbers'],
  ['addresses', 'client addresses'],
];

/** How many of which kind: `Redacted: 2 cookies, 1 secret.` */
export function redactedKinds(counts: ReadonlyMap<SecretKind, number>): string {
  const kinds = [...counts].map(([kind, count]) => {
    const [one, more] = NAMES[kind] ?? [kind, `${kind}s`];
    return `${formatNumber(count)} ${count === 1 ? one : more}`;
  });
  return `Redacted: ${kinds.join(', ') || 'nothing'}.`;
}

/** What was not looked for, and what no list can promise: the same for all that is redacted alike. */
export function redactionLimits(options: OptionalSecrets): string {
  const left = OPTIONAL.flatMap(([option, name]) => (options[option] ? [] : [name]));
  return [
    ...(left.length > 0 ? [`Not looked for: ${left.join(', ')}.`] : []),
    'No list of secrets is complete: read this before you share it.',
  ].join(' ');
}
