import { tellContext } from '../ui/contextKeys.ts';
import type { BrowseParts } from './browseParts.ts';

/** Tells which commands have something to act on: the palette offers no others. */
export function tellPalette({
  connections,
  filters,
  marks,
  watched,
}: Pick<BrowseParts, 'connections' | 'filters' | 'marks' | 'watched'>): void {
  const all = connections.list();
  tellContext('partnerLogs.connected', all.length > 0);
  tellContext('partnerLogs.filtered', filters.list().length > 0);
  tellContext(
    'partnerLogs.pinned',
    all.some(({ id }) => marks.pinned(id).length > 0),
  );
  tellContext('partnerLogs.watching', watched.list().length > 0);
}
