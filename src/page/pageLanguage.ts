/**
 * Applies the language that the extension specified in the page. Pages must import this module first, because their
 * other modules look up strings while loading.
 */
import { type Language, useLanguage } from '../text/l10n.ts';

const { textContent } = document.getElementById('language') ?? {};
if (textContent) useLanguage(JSON.parse(textContent) as Language);
