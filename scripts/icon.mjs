/**
 * `npm run icon`: renders docs/images/icon.svg to media/icon.png at 128 pixels, with a preview at 16 pixels in
 * .cache/screenshots.
 */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumAdvice, chromiumArguments, findChromium } from './chromium.mjs';
import { cache, root } from './run.mjs';

const screenshots = path.join(cache, 'screenshots');
const pictures = [
  { size: 128, file: path.join(root, 'media/icon.png') },
  { size: 16, file: path.join(screenshots, 'icon-16.png') },
];

const executablePath = findChromium();
if (!executablePath) throw new Error(`No Chromium: ${chromiumAdvice}.`);
await mkdir(screenshots, { recursive: true });
const drawing = await readFile(path.join(root, 'docs/images/icon.svg'), 'base64');
const browser = await chromium.launch({ executablePath, args: chromiumArguments });
try {
  for (const { size, file } of pictures) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const image = `<img style="display: block" width="${size}" height="${size}" src="data:image/svg+xml;base64,${drawing}">`;
    await page.setContent(`<body style="margin: 0">${image}`);
    await page.screenshot({ path: file, omitBackground: true });
    console.log(path.relative(root, file));
  }
} finally {
  await browser.close();
}
