import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the violations that axe finds in the document of `body`: the rule, and the first elements that violate it.
 * @param isHighContrast true to require contrasts of 7 instead of 4.5 (WCAG 1.4.6)
 */
export async function accessibilityFaults(body: Locator, { isHighContrast = false } = {}): Promise<string[]> {
  await body.evaluate(`globalThis.axe ?? eval(${JSON.stringify(axe)})`);
  return body.evaluate(`axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true }, 'color-contrast-enhanced': { enabled: ${isHighContrast} } } }).then(({ violations }) => violations.map(
    ({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html, failureSummary }) => html + failureSummary).join('; ')))`);
}
