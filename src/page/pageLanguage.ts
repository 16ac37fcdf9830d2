/**
 * Applies the language that the extension specified in the page. Pages import this first, because strings are looked up
 * while their modules load.
 */
import { type Language, useLanguage } from '../text/l10n.ts';

const { textContent } = document.getElementById('language') ?? {};
if (textContent) useLanguage(JSON.parse(textContent) as Language);
