import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { waysOf } from '../proofs.ts';
import { accessibilityFaults } from './accessibility.ts';
import { plainBrowser } from './browsers.ts';
import { type PanelPage, THEMES } from './panelPage.ts';
import { openState, panelStates } from './panelStates.ts';

/** Returns buttons that cover more than a space of a value, and boxes that the spacing of WCAG 1.4.12 makes too low. */
const CUT = `(() => {
  const covering = [...document.querySelectorAll(':not(.head-fact) > .row-tools')]
    .filter(({ offsetLeft: end, previousElementSibling: value }) => value.offsetLeft + value.offsetWidth > end + 10);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(\`*:not(.codicon) {
    line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important;
  }
  p { margin-bottom: 2em !important; }\`);
  document.adoptedStyleSheets.push(sheet);
  const low = [...document.querySelectorAll('button, label, h1, h2, .cell, .chip, .head, .row, .whole')]
    .filter((each) => each.checkVisibility() && !each.matches('.domain .link, .unseen'))
    .filter(({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 1);
  return [...covering, ...low]
    .map(({ outerHTML, scrollHeight, clientHeight }) => outerHTML.slice(0, 120) + scrollHeight + '>' + clientHeight);
})()`;

/** Returns the focused element, or the active one in it, if it is outside the window or covered. */
const COVERED = `(() => {
  const focused = document.activeElement;
  const active = document.getElementById(focused.getAttribute('aria-activedescendant') ?? '') ?? focused;
  const { x, y, width, height } = active.getBoundingClientRect();
  const [top, bottom] = [Math.max(y, 0), Math.min(y + height, innerHeight)];
  const front = document.elementFromPoint(Math.min(x + width / 2, innerWidth - 1), (top + bottom) / 2);
  const isShown = bottom > top && front && (active.contains(front) || front.contains(active));
  return isShown ? [] : [active.outerHTML.slice(0, 160)];
})()`;

/** Focuses all elements that Tab reaches, forward and backward. Returns those that are covered. */
const COVERED_STOPS = `(() => {
  const stops = [...document.querySelectorAll('button, input, select, summary, [tabindex]')]
    .filter((each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility({ visibilityProperty: true }));
  return [...stops, ...stops.toReversed()].flatMap((stop) => {
    stop.focus();
    return document.activeElement === stop ? ${COVERED} : ['not focused: ' + stop.outerHTML.slice(0, 160)];
  });
})()`;

describe('Layout of panels', function () {
  this.timeout(180_000);
  let browser: Browser;
  let panel: PanelPage;

  before(async () => {
    browser = await plainBrowser();
  });

  afterEach(() => panel?.close());

  const body = () => panel.page.locator('body');

  it('is examined by an axe that finds faults', async () => {
    panel = await openState(browser, panelStates['a log'] ?? assert.fail());
    await body().evaluate("document.body.append(document.createElement('button'))");
    assert.match((await accessibilityFaults(body())).join(), /button-name:/);
  });

  for (const [at, [name, state]] of Object.entries(panelStates).entries()) {
    it(`has no fault that axe knows, fits 320 pixels, cuts no text, and covers no focus: ${name}`, async () => {
      panel = await openState(browser, state, { width: 320, height: 512 });
      const over = await panel.page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(Number(over) <= 0, `${over} pixels too wide`);
      await panel.page.setViewportSize({ width: 1_280, height: 800 });
      for (const theme of new Set([...waysOf(at, THEMES), ...waysOf(at + 1, THEMES)])) {
        await panel.useTheme(theme);
        const isHighContrast = theme.startsWith('high-contrast');
        assert.deepEqual(await accessibilityFaults(body(), { isHighContrast }), [], theme);
      }
      await panel.page.setViewportSize({ width: 640, height: 440 });
      await panel.page.keyboard.press('Escape');
      assert.deepEqual(await panel.page.evaluate(COVERED_STOPS), []);
      await panel.page.setViewportSize({ width: 240, height: 800 });
      assert.deepEqual(await body().evaluate(CUT), []);
    });
  }

  it('covers no focused row of a table with its heads', async () => {
    panel = await openState(browser, panelStates['a table'] ?? assert.fail(), { width: 640, height: 440 });
    for (const key of ['ArrowDown', 'ArrowUp'].flatMap((each) => new Array<string>(18).fill(each))) {
      await panel.page.getByRole('grid').press(key);
      assert.deepEqual(await panel.page.evaluate(COVERED), []);
    }
  });

  it('keeps the colors of the theme where the system forces its own', async () => {
    panel = await openState(browser, panelStates['counts'] ?? assert.fail());
    const colors = () =>
      body().evaluate(`[...document.querySelectorAll('.metric .swatch, .tool')]
        .map((element) => getComputedStyle(element))
        .map(({ backgroundColor, borderTopColor, color }) => [backgroundColor, borderTopColor, color].join())`);
    const before = await colors();
    await panel.page.emulateMedia({ forcedColors: 'active' });
    assert.deepEqual(await colors(), before);
  });
});
