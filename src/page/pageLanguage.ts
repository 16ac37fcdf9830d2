/**
 * Applies the language that the extension put into the page. A page imports this first, because its elements get their
 * texts while its modules load.
 */
import { type Language, useLanguage } from '../text/l10n.ts';

const { textContent } = document.getElementById('language') ?? {};
if (textContent) useLanguage(JSON.parse(textContent) as Language);
