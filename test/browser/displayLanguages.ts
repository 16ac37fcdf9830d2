/**
 * The editor's display languages in tests. The editor requires a language pack, which is available in its marketplaces
 * but not in package registries. An empty pack is sufficient for the editor to report the language to extensions and to
 * read their translations. The editor's own texts remain in English, and tests use them to find elements.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pseudoLanguage } from '../../scripts/l10n.mjs';

/** A test language that adds accents and brackets to each translated text. */
export const PSEUDO = 'qps-ploc';

/**
 * Adds a pack for the pseudo-language to the editor of a profile. Call this before the editor starts.
 */
export async function addLanguages(profile: string): Promise<void> {
  const texts = path.join(profile, 'noTranslations.json');
  await writeFile(texts, JSON.stringify({ version: '1.0.0', contents: {} }));
  const pack = {
    hash: `test-${PSEUDO}`,
    label: PSEUDO,
    extensions: [{ extensionIdentifier: { id: `test.${PSEUDO}` }, version: '1.0.0' }],
    translations: { vscode: texts },
  };
  await writeFile(path.join(profile, 'languagepacks.json'), JSON.stringify({ [PSEUDO]: pack }));
}

/** Adds the pseudo-language to the installed extension. */
export async function addPseudoLanguage(profile: string): Promise<void> {
  const folder = path.join(profile, 'extensions');
  const name = (await readdir(folder)).find((each) => each.startsWith('partner-logs.'));
  if (!name) throw new Error(`The extension is not in ${folder}.`);
  const { nls, bundle } = pseudoLanguage();
  await writeFile(path.join(folder, name, `package.nls.${PSEUDO}.json`), JSON.stringify(nls));
  await writeFile(path.join(folder, name, `l10n/bundle.l10n.${PSEUDO}.json`), JSON.stringify(bundle));
}

/** Sets the language of the windows of a profile that are loaded afterward. */
export async function setLanguage(profile: string, locale: string): Promise<void> {
  await mkdir(path.join(profile, 'User'), { recursive: true });
  await writeFile(path.join(profile, 'User/argv.json'), JSON.stringify({ locale }));
}
