/**
 * Has the page speak the language that the extension put into it. A page imports this before anything else, for its elements
 * get their texts while its modules load.
 */
import { type Language, useLanguage } from '../text/l10n.ts';

const { textContent } = document.getElementById('language') ?? {};
if (textContent) useLanguage(JSON.parse(textContent) as Language);
