import assert from 'node:assert/strict';
import { waysOf } from '../proofs.ts';
import { accessibilityFaults } from './accessibility.ts';
import { THEMES } from './panelPage.ts';
import { panelPages } from './panelPages.ts';
import { failed, gone, loading, log, manyHeaders, showLog, unknown } from './sampleDetection.ts';

describe('Detection panel: accessibility', () => {
  const { open, send } = panelPages();

  for (const [key, width] of [
    ['Tab', 1_280],
    ['Shift+Tab', 1_280],
    ['Tab', 400],
    ['Shift+Tab', 400],
  ] as const) {
    it(`can be reached with the keyboard alone, with the focus in sight (${key}, ${width} pixels)`, async () => {
      const page = await open(showLog({}, {}, { find: 'accept' }), { width });
      const seen: string[] = [];
      for (let step = 0; step < 200; step++) {
        await page.keyboard.press(key);
        const name = await page.evaluate(`(() => {
        let focused = document.activeElement;
        if (focused === document.body) return '';
        const label = focused.getAttribute('aria-label') ?? focused.label ?? focused.textContent;
        while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
        const style = getComputedStyle(focused);
        const border = getComputedStyle(focused.parentElement).borderColor;
        const place = focused.getBoundingClientRect();
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'var(--focus)';
        const ring = style.outlineStyle !== 'none' || border === getComputedStyle(probe).color;
        probe.remove();
        const tools = focused.closest('.row-tools');
        const middle = document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
        const covered = !middle?.contains(document.activeElement) && !document.activeElement.contains(middle);
        const visible = !covered && (!tools || getComputedStyle(tools).opacity === '1') && place.height > 0
          && place.top >= 0 && place.bottom <= innerHeight + 1;
        return ring && visible ? label : 'not visible: ' + label;
      })()`);
        if (name === '') break;
        seen.push(String(name));
      }
      assert.deepEqual(
        seen.filter((name) => name.startsWith('not visible')),
        [],
      );
      for (const name of [
        'Next Log',
        'Report',
        'Show in Raw Data (Enter)',
        'Raw Data',
        'Copy Value of Host',
        'Find in This Log',
        'Wrap Lines',
        'Raw text of the request',
      ]) {
        assert.ok(seen.includes(name), `${name} is missing in ${seen.join(', ')}`);
      }
    });
  }

  for (const theme of THEMES) {
    it(`has no accessibility fault that axe knows, in its states (${theme})`, async () => {
      const page = await open(
        showLog({ other: { score: '9\0' }, rawData: `${log.rawData}\0\u202e` }, { detectedValue: 'shoes' }),
        { theme },
      );
      const states = [undefined, failed, manyHeaders(200), gone, unknown, loading];
      for (const [index, message] of states.entries()) {
        if (!waysOf(index, THEMES).includes(theme)) continue;
        if (message) await send(message);
        if (message === undefined) {
          await page.keyboard.press('Control+f');
          await page.keyboard.type('a');
        }
        if (message === loading) await page.locator('.summary').waitFor({ state: 'hidden' });
        const violations = await accessibilityFaults(page.locator('body'));
        assert.deepEqual(violations, []);
      }
    });
  }

  for (const [width, zoom] of [
    [600, 1],
    [800, 1],
    [1_280, 1],
    [2_000, 1],
    [640, 2],
    [320, 2],
  ] as const) {
    it(`fits ${width} pixels at ${zoom * 100} %, whatever the values`, async () => {
      const long = 'x'.repeat(3_000);
      const page = await open(
        showLog(
          {
            request: {
              firstLine: `GET /${long} HTTP/1.1`,
              headers: [
                [long, long],
                ['empty', ''],
                ['', 'no name'],
                ['שלום', 'مرحبا בעולם'],
              ],
            },
            virtualHost: long,
            description: long,
            rawData: `${long}\n${long}`,
          },
          { rule: long },
        ),
        { width, zoom },
      );
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      const outside =
        await page.evaluate(`[...document.querySelectorAll('button, h2, input, .raw')].filter((each) => {
        const { left, right, width } = each.getBoundingClientRect();
        return width > 0 && (left < 0 || right > innerWidth);
      }).map(({ outerHTML }) => outerHTML)`);
      assert.deepEqual(outside, []);
    });
  }
});
