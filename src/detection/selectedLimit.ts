/** Maximum length, in UTF-16 units, of the selected text that a panel reports. */
export const SELECTED_LIMIT = 200;
