/**
 * Extracts the panels' icons from the editor's icon font, which contains 600 more and would be a sixth of the package.
 */
import { readFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

/**
 * Builds `codicon.css`, with `codicon.ttf` embedded, for only these icons. An icon missing from the style sheet is a
 * build error.
 * @param {readonly string[]} icons Names, such as `copy`.
 * @returns {import('esbuild').Plugin}
 */
export function iconFont(icons) {
  const rule = /^\.codicon-([\w-]+):before \{ content: "\\([0-9a-f]+)" \}\n/gm;
  return {
    name: 'icon-font',
    setup(build) {
      build.onLoad({ filter: /codicon\.css$/ }, async ({ path }) => {
        const sheet = await readFile(path, 'utf8');
        const contents = sheet.replace(rule, (line, icon) => (icons.includes(icon) ? line : ''));
        const missing = icons.filter((icon) => !contents.includes(`.codicon-${icon}:before`));
        return { contents, loader: 'css', errors: missing.map((icon) => ({ text: `no icon ${icon}` })) };
      });
      build.onLoad({ filter: /codicon\.ttf$/ }, async ({ path }) => {
        const sheet = await readFile(path.replace(/ttf$/, 'css'), 'utf8');
        const characters = [...sheet.matchAll(rule)]
          .filter(([, icon = '']) => icons.includes(icon))
          .map(([, , code = '']) => String.fromCodePoint(Number.parseInt(code, 16)));
        return { contents: await subsetFont(await readFile(path), characters.join('')), loader: 'dataurl' };
      });
    },
  };
}
