/**
 * The messages and the type of failure that all panels share. This module does not use the editor's API, because pages
 * import its types.
 */

import * as v from 'valibot';
import { isServiceError } from '../base/errors.ts';
import { describeFault, isTryAgain } from '../service/faults.ts';
import { local, t } from '../text/l10n.ts';

/** A message that every page can send. Each panel adds its own. */
export const COMMON_MESSAGE = v.strictObject({ type: v.picklist(['ready', 'tryAgain', 'nextStep']) });
export type CommonMessage = v.InferOutput<typeof COMMON_MESSAGE>;

/** The part of a panel's stored state that names its domain. The address remains valid if the connection is renamed. */
export const STORED_DOMAIN = v.object({
  base: v.pipe(v.string(), v.maxLength(2_000)),
  connectionId: v.optional(v.pipe(v.string(), v.maxLength(200))),
  domain: v.pipe(v.number(), v.safeInteger()),
});
export type StoredDomain = v.InferOutput<typeof STORED_DOMAIN>;

/**
 * Returns a function that validates a message or stored state, and returns undefined for any value that does not match
 * `schema`.
 */
export function readerOf<T extends v.GenericSchema>(schema: T) {
  return (value: unknown) => (v.is(schema, value) ? value : undefined);
}

export interface PanelFailure {
  readonly headline: string;
  readonly cause: string;
  /** The label of the step that a `nextStep` message runs. */
  readonly next?: string;
  readonly canTryAgain: boolean;
}

/** Returns a fault as a panel shows it, without the step to try again, for which panels have their own button. */
export function panelFailure(fault: unknown): PanelFailure {
  const { headline, cause, next } = describeFault(fault, local);
  const step = isTryAgain(next) ? undefined : next;
  const canTryAgain = !isServiceError(fault, 'not-in-file');
  return { headline, cause, canTryAgain, ...(step && { next: step.title }) };
}

/** Returns the failure to show in a panel whose domain no longer has a connection. */
export function domainGone(): PanelFailure {
  const cause = t(
    'Its connection was removed, or several connections use its service. Open it again from the Domains view.',
  );
  return { headline: t('This domain is no longer available.'), cause, canTryAgain: false };
}
