import { MOST_PLACES } from '../lists/places.ts';

/** Rows per request. */
export const PER_PAGE = 100;
/** Maximum rows that are kept of a list, and so the maximum that can be selected. */
export const MOST_ROWS = MOST_PLACES;
