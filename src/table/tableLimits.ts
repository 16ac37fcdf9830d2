/** What a table keeps of a list. */

/** Rows a request. */
export const PER_PAGE = 100;
export const MOST_PAGES = 50;
/** The most rows that are kept of a list, and so the most that can be selected. */
export const MOST_ROWS = PER_PAGE * MOST_PAGES;
/** UTF-16 units of all kept rows together, some for each value beside its text. */
export const MOST_UNITS = 32 * 1024 * 1024;
/** UTF-16 units of a row beyond which it is kept without its raw data. */
export const LONGEST_ROW = 64 * 1024;
