/** UTF-16 units of selected text that a panel tells of. */
export const SELECTED_LIMIT = 200;
