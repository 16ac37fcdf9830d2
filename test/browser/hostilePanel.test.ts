import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { ToPanel } from '../../src/detection/detectionMessages.ts';
import { asVisible, segments } from '../../src/text/visible.ts';
import { chosenPayloads } from '../hostilePayloads.ts';
import { isWhole, some } from '../proofs.ts';
import { plainBrowser } from './browsers.ts';
import { PanelPage } from './panelPage.ts';
import { showLog } from './sampleDetection.ts';

/** Returns a log with `text` in every place for text. */
function logOf(text: string): ToPanel {
  return showLog(
    {
      key: { domain: 1, idx: 2, detectedType: text },
      virtualHost: text,
      request: {
        firstLine: text,
        headers: [
          [text, 'value'],
          ['name', text],
        ],
      },
      response: { firstLine: text, headers: [[text, text]] },
      rawData: text,
      description: text,
      timeZone: text,
      other: { [text]: text, nested: { [text]: [text] } },
    },
    {
      time: text,
      rule: text,
      ruleRaw: text,
      country: text,
      countryCode: text,
      address: text,
      uri: text,
      detectedValue: text,
      action: text,
      description: `${text} `,
      baseType: text,
      baseMessage: text,
    },
  );
}

/**
 * Returns a log whose payload contains `text` in names and values. If the text is not empty, the rule matched one of
 * the values.
 */
function payloadOf(
  text: string,
  payload: object = { [text]: 'before', list: [text], object: { [text]: `x=${text}; y` }, last: '' },
): ToPanel {
  const body = JSON.stringify(payload);
  const firstLine = 'POST /pay HTTP/1.1';
  return showLog(
    {
      request: { firstLine, headers: [['Content-Type', 'application/json']] },
      rawData: `${firstLine}\r\nContent-Type: application/json\r\n\r\n${body}`,
      description: text,
    },
    { detectedValue: text },
  );
}

function failureOf(text: string): ToPanel {
  const failure = { title: text, headline: text, cause: text, gone: false, next: text, canTryAgain: true };
  return { type: 'failed', failure, stored: undefined };
}

/** Returns a multiline text as displayed, with invisible characters in visible form. */
const shownLines = (text: string) =>
  segments(text)
    .map((segment) => ('text' in segment ? segment.text : segment.shown))
    .join('');

/** All elements that the panel creates for a log. */
const ELEMENTS = new Set(
  'HEADER MAIN NAV DIV SECTION SPAN BUTTON H1 H2 H3 P DL DT DD PRE CODE MARK DETAILS SUMMARY FIGURE FIGCAPTION'.split(
    ' ',
  ),
);
/** All attributes of these elements. */
const ATTRIBUTES = new Set(
  (
    'id class style type title dir role tabindex hidden open autofocus popover popovertarget aria-label aria-labelledby ' +
    'aria-busy aria-haspopup aria-current aria-pressed aria-hidden data-state data-focus'
  ).split(' '),
);

describe('Hostile text in the detection panel', function () {
  this.timeout(isWhole ? 900_000 : 120_000);
  let browser: Browser;
  let panel: PanelPage;

  before(async () => {
    browser = await plainBrowser();
    panel = await PanelPage.open(browser);
  });

  /**
   * Asserts that nothing ran, no network request was sent, the policy blocked nothing, and no message was sent without
   * an action.
   */
  const assertQuiet = async (label: string) => {
    const { violations, sent } = await panel.recorded();
    assert.equal(await panel.page.evaluate('typeof executed'), 'undefined', label);
    assert.deepEqual(panel.errors, [], label);
    assert.deepEqual(panel.requests, [], label);
    assert.deepEqual(violations, [], label);
    assert.deepEqual(
      sent.filter(({ type }) => type !== 'ready'),
      [],
      label,
    );
  };

  interface Drawn {
    readonly texts: readonly string[];
    readonly elements: readonly string[];
    readonly attributes: readonly string[];
  }
  /**
   * Returns the texts of all elements that match `selector`, and the parts of the page except for its own text fields.
   */
  const drawn = (selector: string): Promise<Drawn> =>
    panel.page.evaluate(`(() => {
      const all = [...document.querySelectorAll('#panel *')];
      return {
        texts: [...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.textContent),
        elements: [...new Set(all.map(({ tagName }) => tagName))],
        attributes: [...new Set(all.flatMap((each) => each.getAttributeNames()))],
      };
    })()`);

  const assertHarmless = ({ elements, attributes }: Drawn, label: string) => {
    assert.deepEqual(
      elements.filter((name) => !ELEMENTS.has(name)),
      [],
      label,
    );
    assert.deepEqual(
      attributes.filter((name) => !ATTRIBUTES.has(name)),
      [],
      label,
    );
  };

  /** Returns true for the whole text or, of a text above the limit, its start. */
  const isStartOf = (shown: string, text: string, limit = 8_192) =>
    text.length < limit
      ? shown === asVisible(text)
      : shown.length >= limit - 4 && asVisible(text).startsWith(shown.slice(0, limit - 4));

  const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

  for (const [name, texts] of Object.entries(chosenPayloads))
    it(`shows ${texts.length} texts as they are: ${name}`, async () => {
      let matched = 0;
      for (const text of texts) {
        const label = JSON.stringify(text.slice(0, 100));
        await panel.send(logOf(text));
        const page = await drawn('.value:not(:has(.value)):not(.empty)');
        assertHarmless(page, label);
        const shown = page.texts.filter((each) => isStartOf(each, text));
        assert.ok(shown.length >= 12, `${label}: ${page.texts}`);
        assert.equal(await panel.page.locator('#raw .raw').textContent(), shownLines(text), label);
        assert.doesNotMatch(page.texts.join(''), INVISIBLE, label);

        await panel.send(failureOf(text));
        const failure = await drawn('.failure h1, .failure .failure-text:not(.buttons), .failure-title');
        assertHarmless(failure, label);
        assert.deepEqual(failure.texts, [asVisible(text), asVisible(text), asVisible(text)], label);

        const message = payloadOf(text);
        await panel.send(message);
        const names = await drawn('#payload .name .value:not(:has(.value)):not(.empty)');
        assertHarmless(names, label);
        assert.ok(names.texts.filter((each) => isStartOf(each, text, 2_000)).length >= 2, label);
        const values = await drawn('#payload .cell.code .value:not(:has(.value)):not(.empty)');
        // JSON and XML are shown as their fields.
        if (!/^(?:\{"|<\?xml)/.test(text))
          assert.ok(
            values.texts.some((each) => isStartOf(each, text)),
            label,
          );
        const { texts: excerpts } = await drawn('#match-title, .excerpt .code');
        const forms = (message.type === 'show' && message.view.content?.match?.forms) || [];
        const marked = forms.map(({ text: form, marked: at }) => asVisible(form.slice(at?.start, at?.end)));
        assert.deepEqual((await drawn('.excerpt .match-text')).texts, marked, label);
        assert.doesNotMatch([...names.texts, ...values.texts, ...excerpts].join(''), INVISIBLE, label);
        if (excerpts[0]?.startsWith('Matched in')) matched += 1;
      }
      assert.ok(matched >= texts.filter((text) => text.trim() !== '').length * 0.9, String(matched));
      await assertQuiet(name);
    });

  it('keeps the order of the match and the text around it, whatever their directions', async () => {
    for (const text of ['שלום עולם', '\u202eabc', 'abc\u2066', 'نص 123']) {
      await panel.send(payloadOf(text, { a: `x=${text}; y` }));
      for (const place of ['.excerpt .code', '#payload .row.matched .cell.code']) {
        const edges = await panel.page.evaluate<number[]>(`(() => {
          const parts = [...document.querySelector(${JSON.stringify(place)}).querySelectorAll('.context, .match-text')];
          return parts.map((part) => part.getBoundingClientRect().left);
        })()`);
        assert.deepEqual(
          edges.toSorted((one, other) => one - other),
          edges,
          `${place}: ${JSON.stringify(text)}`,
        );
        assert.equal(edges.length, 3);
      }
    }
  });

  it('shortens hostile texts in labels', async () => {
    await panel.send(logOf('x'.repeat(1_000)));
    const labels: string[] = await panel.page.evaluate(
      "[...document.querySelectorAll('[aria-label]')].map((each) => each.getAttribute('aria-label'))",
    );
    for (const label of labels) assert.ok(label.length < 160, label);
  });

  it('shows a line of 1 000 000 characters, and a value of as many', async () => {
    const line = `<script>executed=1</script>${'A'.repeat(999_973)}`;
    await panel.send(logOf(line));
    assert.ok((await panel.page.locator('.raw').textContent()) === line.slice(0, 262_144));
    const cell = panel.page.locator('#request .row').nth(1).locator('.cell.code');
    assert.ok((await cell.locator('.value').textContent()) === line.slice(0, 8_192));
    assert.equal(
      await cell.locator('.note').textContent(),
      ' 8,192 of 1,000,000 characters are shown. To get all, copy the log as JSON.',
    );
    assert.equal(await panel.page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    await assertQuiet('long line');
  });

  it('shows 256 KiB of nothing but NUL, bidirectional characters or surrogates', async () => {
    for (const character of some(['a\0', '\u202e', '\ud800', '\0'])) {
      const rawData = character.repeat(262_144);
      await panel.send(showLog({ rawData, description: rawData }));
      const shown = (await panel.page.locator('.raw').textContent()) ?? '';
      assert.ok(shown.length > 0 && shownLines(rawData).startsWith(shown));
      assert.equal(await panel.page.locator('.notice').isVisible(), true);
    }
    await assertQuiet('invisible');
  });
});
