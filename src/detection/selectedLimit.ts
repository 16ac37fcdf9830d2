/** Maximum UTF-16 units of selected text that a panel reports. */
export const SELECTED_LIMIT = 200;
