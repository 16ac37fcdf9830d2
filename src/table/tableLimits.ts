import { MOST_PLACES } from '../lists/places.ts';

/** Number of rows per request. */
export const PER_PAGE = 100;
/** Maximum number of rows of a list to keep, and therefore the maximum number that can be selected. */
export const MOST_ROWS = MOST_PLACES;
