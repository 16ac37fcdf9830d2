import assert from 'node:assert/strict';
import { panelPages } from './panelPages.ts';
import { log, showLog } from './sampleDetection.ts';

describe('Detection panel: raw data', () => {
  const { open, send, lastSent, announced } = panelPages();

  it('shows the raw data to the letter, and marks in it what was detected', async () => {
    const page = await open(showLog());
    assert.equal(await page.locator('.raw').textContent(), log.rawData);
    const marked = await page.evaluate("[...CSS.highlights.get('detected')].map(String)");
    assert.deepEqual(marked, ["' UNION SELECT card_no, cvv FROM payments--"]);
    const names = await page.evaluate("[...CSS.highlights.get('header-name')].map(String).slice(0, 2)");
    assert.deepEqual(names, ['Host', 'User-Agent']);
  });

  it('shows what the rule matched when that comes later, and leaves all else as it is', async () => {
    const message = showLog();
    assert.ok(message.type === 'show' && message.state.kind === 'log');
    const { log } = message.state;
    const before = { ...log, matched: [], matches: [] };
    const page = await open({ ...message, state: { ...message.state, log: before } });
    await page.keyboard.press('Control+f');
    const find = page.getByRole('textbox', { name: 'Find in This Log' });
    await find.fill('cookie');
    await page.locator('#match').getByText('Form field ▸ q: exact, offset 548').waitFor();
    await send({ type: 'matched', log });
    const marked = await page.evaluate("[...CSS.highlights.get('detected')].map(String)");
    assert.deepEqual(marked, ["' UNION SELECT card_no, cvv FROM payments--"]);
    assert.equal(await page.locator('#match h2').textContent(), 'Matched in Form field ▸ q');
    assert.equal(await find.inputValue(), 'cookie');
    assert.equal(await find.evaluate((field) => field.matches(':focus-within')), true);
    await page.locator('#payload .row.matched').hover();
    await page.locator('#payload .row.matched').getByRole('button', { name: /copy/i }).click();
    assert.deepEqual(await lastSent(), { type: 'copyValue', table: 'payload', index: 1 });
  });

  it('draws what could not be seen', async () => {
    const page = await open(showLog({ rawData: 'a\0b\u202ec\u200d\u200dd\te\r\nf\rg' }));
    assert.equal(await page.locator('.raw').textContent(), 'a␀b‹U+202E›c‹U+200D›‹U+200D›d\te\r\nf␍g');
    const drawn = await page
      .locator('.raw .invisible')
      .evaluateAll((marks) => marks.map((mark) => [mark.textContent, mark.getAttribute('title')]));
    assert.deepEqual(drawn, [
      ['␀', 'U+0000'],
      ['‹U+202E›', 'U+202E'],
      ['‹U+200D›‹U+200D›', 'U+200D U+200D'],
      ['␍', 'U+000D'],
    ]);
  });

  it('wraps lines or not', async () => {
    const page = await open(showLog({ rawData: 'x'.repeat(5_000) }));
    const wrap = page.getByRole('button', { name: 'Wrap Lines' });
    const overflows = () => page.locator('.raw').evaluate((box) => box.scrollWidth > box.clientWidth);
    assert.equal(await wrap.getAttribute('aria-pressed'), 'true');
    assert.equal(await overflows(), false);
    await wrap.click();
    assert.equal(await wrap.getAttribute('aria-pressed'), 'false');
    assert.equal(await overflows(), true);
  });

  it('shows the start of more than 256 KiB and leads to the whole', async () => {
    const page = await open(showLog({ rawData: 'x'.repeat(300_000) }));
    assert.equal((await page.locator('.raw').textContent())?.length, 262_144);
    const notice = page.locator('.notice');
    assert.match((await notice.textContent()) ?? '', /^The first 262,144 of 300,000 characters are shown\./);
    await notice.getByRole('button', { name: 'Open Raw Data in Editor' }).click();
    assert.deepEqual(await lastSent(), { type: 'run', action: 'openRawData' });
  });

  it('finds from the keyboard alone', async () => {
    const page = await open(showLog());
    await page.keyboard.press('Control+f');
    await page.keyboard.type('accept');
    const result = page.locator('.find-result');
    assert.equal(await result.textContent(), '1 of 6');
    await page.keyboard.press('Enter');
    assert.equal(await result.textContent(), '2 of 6');
    assert.equal(await announced(), '2 of 6');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+F3');
    assert.equal(await result.textContent(), '6 of 6');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert.equal(await result.textContent(), 'No results');
    assert.equal(await page.evaluate("CSS.highlights.get('found').size"), 0);
    assert.deepEqual((await lastSent())?.type, 'arranged');
  });

  it('finds across characters that are drawn otherwise', async () => {
    const page = await open(showLog({ rawData: 'a\0\0b 😀\u202e😀 end' }));
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find in This Log' }).fill('end');
    const match = "String([...CSS.highlights.get('found-current')][0])";
    assert.equal(await page.evaluate(match), 'end');
    await page.getByRole('textbox', { name: 'Find in This Log' }).fill('b 😀');
    assert.equal(await page.evaluate(match), 'b 😀');
  });

  it('brings a match that is out of sight into sight', async () => {
    const rawData = `${'line\n'.repeat(5_000)}needle ${'x'.repeat(2_000)} end`;
    const page = await open(showLog({ rawData }));
    await page.getByRole('button', { name: 'Wrap Lines' }).click();
    await page.keyboard.press('Control+f');
    for (const word of ['needle', 'end']) {
      await page.getByRole('textbox', { name: 'Find in This Log' }).fill(word);
      const inSight = await page.evaluate(`(() => {
        const box = document.querySelector('.raw').getBoundingClientRect();
        const match = [...CSS.highlights.get('found-current')][0].getBoundingClientRect();
        return match.top >= box.top && match.bottom <= box.bottom && match.left >= box.left && match.right <= box.right
          && box.top < innerHeight;
      })()`);
      assert.equal(inSight, true, word);
    }
  });
});
