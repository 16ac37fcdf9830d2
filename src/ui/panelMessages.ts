/**
 * The messages and the type of failure that all panels share. This module does not use the editor's API, because pages
 * import its types.
 */

import * as v from 'valibot';
import { isServiceError } from '../base/errors.ts';
import { describeFault, isTryAgain, type NextStep } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';

/** The messages that every page can send. Each panel adds its own. */
export const COMMON_MESSAGES = [
  v.strictObject({ type: v.literal('ready') }),
  v.strictObject({ type: v.literal('tryAgain') }),
  v.strictObject({ type: v.literal('nextStep') }),
] as const;
export type CommonMessage = v.InferOutput<(typeof COMMON_MESSAGES)[number]>;

/** The part of a panel's stored state that names its domain. The address remains valid if the connection is renamed. */
export const STORED_DOMAIN = {
  base: v.pipe(v.string(), v.maxLength(2_000)),
  connectionId: v.optional(v.pipe(v.string(), v.maxLength(200))),
  domain: v.pipe(v.number(), v.safeInteger()),
} as const;
const storedDomain = v.object(STORED_DOMAIN);
export type StoredDomain = v.InferOutput<typeof storedDomain>;

/**
 * Returns a function that validates a message or stored state, and returns undefined for any value that does not match
 * `schema`.
 */
export function readerOf<T extends v.GenericSchema>(schema: T) {
  return (value: unknown): v.InferOutput<T> | undefined => {
    const { success, output } = v.safeParse(schema, value);
    return success ? output : undefined;
  };
}

/** Returns the stored reference to a domain, or undefined for any other value. */
export const readStoredDomain = readerOf(storedDomain);

export interface PanelFailure {
  readonly headline: string;
  readonly cause: string;
  /** The label of the step that a `nextStep` message runs. */
  readonly next?: string;
  readonly canTryAgain: boolean;
}

export function panelFailure(fault: unknown): PanelFailure {
  const { headline, cause } = describeFault(fault, local);
  const next = nextStep(fault)?.title;
  const canTryAgain = !isServiceError(fault, 'not-in-file');
  return { headline, cause, canTryAgain, ...(next && { next }) };
}

/** Returns the failure to show in a panel whose domain no longer has a connection. */
export function domainGone(): PanelFailure {
  return {
    headline: t('This domain is no longer available.'),
    cause: t(
      'Its connection was removed, or several connections use its service. Open it again from the Domains view.',
    ),
    canTryAgain: false,
  };
}

/**
 * Returns the next step for a fault. Returns undefined if the step is to try again, because panels have their own
 * button for that.
 */
export function nextStep(fault: unknown): NextStep | undefined {
  const { next } = describeFault(fault, local);
  return isTryAgain(next) ? undefined : next;
}
