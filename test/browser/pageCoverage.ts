import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';

let files = 0;

/**
 * Starts to record how often the code of a built script runs, if `NODE_V8_COVERAGE` is set. Returns a function that ends
 * the recording and writes it to that folder, in the format of Node.
 */
export async function recordCoverage(page: Page, file: string, text: string): Promise<() => Promise<void>> {
  const folder = process.env['NODE_V8_COVERAGE'];
  if (!folder) return async () => {};
  await page.coverage.startJSCoverage({ reportAnonymousScripts: true, resetOnNavigation: false });
  return async () => {
    const scripts = await page.coverage.stopJSCoverage();
    const url = pathToFileURL(file).href;
    const result = scripts
      .filter(({ source }) => source === text)
      .map(({ functions }) => ({ url, functions }));
    const sourceMap = {
      lineLengths: text.split('\n').map(({ length }) => length),
      data: JSON.parse(readFileSync(`${file}.map`, 'utf8')),
    };
    writeFileSync(
      path.join(folder, `page-${process.pid}-${files++}.json`),
      JSON.stringify({ result, 'source-map-cache': { [url]: sourceMap } }),
    );
  };
}
