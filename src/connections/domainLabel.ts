import { t } from '../text/l10n.ts';
import type { DomainRef } from './domainRef.ts';

/** Returns the domain's name, or its number if no name is known. In a file of its own because activation loads `domainRef.ts`. */
export function domainLabel({ index, name }: Pick<DomainRef, 'index' | 'name'>): string {
  return name ?? t('Domain {0}', String(index));
}
