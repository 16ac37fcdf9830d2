import { t } from '../text/l10n.ts';
import type { DomainRef } from './domainRef.ts';

/**
 * Returns the domain's name, or its number if no name is known. It is not in `domainRef.ts` because that file is loaded
 * on activation.
 */
export function domainLabel({ index, name }: Pick<DomainRef, 'index' | 'name'>): string {
  return name ?? t('Domain {0}', String(index));
}
