import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the violations that axe finds in the document of `body`: the rule, and the first elements that violate it.
 */
export async function accessibilityFaults(body: Locator): Promise<string[]> {
  await body.evaluate(`globalThis.axe ?? eval(${JSON.stringify(axe)})`);
  return body.evaluate(`axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(({ violations }) => violations.map(
    ({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html + failureSummary).join('; ')))`);
}
