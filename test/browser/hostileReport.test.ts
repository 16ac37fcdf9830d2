/**
 * Tests the hostile texts of every class in the page of a report, many at a time: the text, each kind of value, its
 * label, the title, and failures. npm test uses some texts of each class, PARTNER_LOGS_PROOFS=all all of them.
 */
import assert from 'node:assert/strict';
import type { ReportPart, ToReport } from '../../src/share/reportMessages.ts';
import { asVisibleLines } from '../../src/text/visible.ts';
import { chosenTexts as TEXTS } from '../hostilePayloads.ts';
import { isWhole } from '../proofs.ts';
import { plainBrowser } from './browsers.ts';
import { PanelPage } from './panelPage.ts';

/** Number of texts in a report. */
const AT_ONCE = 100;

/** All elements and attributes that the page creates for a report. */
const ELEMENTS = new Set('DIV SPAN P H1 BUTTON'.split(' '));
const ATTRIBUTES = new Set(
  'class role dir title tabindex aria-label aria-level aria-hidden data-focus type'.split(' '),
);

describe('Hostile texts in the page of a report', function () {
  this.timeout(isWhole ? 600_000 : 120_000);
  let panel: PanelPage;

  before(async () => {
    panel = await PanelPage.open(await plainBrowser(), { panel: 'reportPanel', height: 2_000 });
  });

  after(() => panel?.close());

  const show = (parts: readonly ReportPart[]): Promise<void> =>
    panel.send({
      title: 'Bug Report',
      shown: { parts, detail: 'essential', summary: 'S' },
    } satisfies ToReport);

  async function assertPlain(): Promise<void> {
    const [elements, attributes] = (await panel.page.evaluate(`(() => {
      const all = [...document.querySelectorAll('main *')];
      return [all.map(({ tagName }) => tagName), all.flatMap((each) => each.getAttributeNames())];
    })()`)) as [string[], string[]];
    assert.deepEqual(
      [...new Set(elements)].filter((name) => !ELEMENTS.has(name)),
      [],
    );
    assert.deepEqual(
      [...new Set(attributes)].filter(
        (name) => !ATTRIBUTES.has(name) && name !== 'style' && name !== 'hidden',
      ),
      [],
    );
    const { violations, sent } = await panel.recorded<{ type: string }>();
    assert.deepEqual([violations, panel.requests, panel.errors], [[], [], []]);
    assert.deepEqual(
      sent.filter(({ type }) => type !== 'ready'),
      [],
    );
  }

  it('are text between values, and in values of each kind', async () => {
    for (let at = 0; at < TEXTS.length; at += AT_ONCE) {
      const texts = TEXTS.slice(at, at + AT_ONCE);
      const parts = texts.flatMap((text, index): ReportPart[] => [
        { text: `${text}\n` },
        { text, value: index, isShown: index % 2 === 0 },
        { text: '\n' },
      ]);
      await show(parts);
      const shown = await panel.page.locator('.report').textContent();
      assert.equal(shown, parts.map(({ text }) => asVisibleLines(text)).join(''));
      const values = panel.page.locator('.report-value');
      assert.equal(await values.count(), texts.length);
      for (const label of await values.evaluateAll((all) =>
        all.map((each) => each.getAttribute('aria-label')),
      ))
        assert.doesNotMatch(label ?? '', /[\p{Cc}\p{Cf}\p{Cs}]/u);
      await assertPlain();
    }
  });

  it('are text in titles, summaries, and failures', async () => {
    for (const text of TEXTS.slice(0, 200)) {
      const failure = { gone: false, headline: text, cause: text, canTryAgain: true };
      await panel.send({ title: text, failure } satisfies ToReport);
    }
    await assertPlain();
  });
});
