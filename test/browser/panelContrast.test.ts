import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { isWhole, waysOf } from '../proofs.ts';
import { plainBrowser } from './browsers.ts';
import { type Contrast, contrastsIn, focusContrast, leastContrasts, lowContrasts } from './contrast.ts';
import { ALL_THEMES, type PanelPage, THEMES } from './panelPage.ts';
import { openState, panelStates } from './panelStates.ts';

/** More than the number of elements in a panel that can be focused. */
const MOST_STOPS = 120;

describe('Contrast of panels', function () {
  this.timeout(180_000);
  let browser: Browser;
  let panel: PanelPage;

  before(async () => {
    browser = await plainBrowser();
  });

  afterEach(() => panel?.close());

  const body = () => panel.page.locator('body');

  it('is measured: 21 of black on white, 4.48 of #777, 3.98 of half-transparent black', async () => {
    panel = await openState(browser, { panel: 'countsPanel', messages: [] }, { theme: 'light' });
    await body().evaluate(`{
      const show = (color, opacity) => {
        const element = document.createElement('p');
        Object.assign(element.style, { color, opacity, background: opacity < 1 ? 'none' : 'white' });
        element.textContent = color;
        return element;
      };
      document.body.style.background = 'white';
      document.body.replaceChildren(show('black', 1), show('#777', 1), show('rgb(0 0 0 / 50%)', 1), show('black', 0.5));
    }`);
    const { texts } = await contrastsIn(body());
    assert.deepEqual(
      texts.map(({ ratio }) => ratio.toFixed(2)),
      ['21.00', '4.48', '3.98', '3.98'],
    );
    assert.equal(lowContrasts(texts, 4.5).length, 3);
  });

  for (const [index, [name, state]] of Object.entries(panelStates).entries()) {
    const isShort = state.isRepeated === true || state.panel === 'reportPanel';

    it(`of texts is at least 4.5, in high contrast 7, and of icons 3: ${name}`, async () => {
      panel = await openState(browser, state);
      for (const theme of isWhole ? ALL_THEMES : THEMES) {
        await panel.useTheme(theme);
        const least = leastContrasts(theme);
        const { texts, graphics } = await contrastsIn(body());
        assert.ok(texts.length >= 3 && graphics.length >= (state.panel === 'reportPanel' ? 0 : 3));
        const low = [...lowContrasts(texts, least.texts), ...lowContrasts(graphics, least.graphics)];
        assert.deepEqual(low, [], theme);
      }
    });

    for (const theme of waysOf(index, ALL_THEMES)) {
      it(`of each focus indicator is at least 3: ${name} (${theme})`, async () => {
        panel = await openState(browser, state, { theme });
        const seen: Contrast[] = [];
        for (let stop = 0; stop < (state.isRepeated ? 1 : MOST_STOPS); stop++) {
          const contrast = await focusContrast(body());
          if (contrast) seen.push(contrast);
          else if (seen.length > 0) break;
          await panel.page.keyboard.press('Tab');
        }
        assert.ok(seen.length >= (isShort ? 1 : 3) && seen.length < MOST_STOPS);
        assert.deepEqual(lowContrasts(seen, leastContrasts(theme).graphics), []);
      });
    }
  }
});
