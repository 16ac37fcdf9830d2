import { MOST_PLACES } from '../lists/places.ts';

/** Rows a request. */
export const PER_PAGE = 100;
/** The most rows that are kept of a list, and so the most that can be selected. */
export const MOST_ROWS = MOST_PLACES;
