import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { FakeService } from '../fakeService.ts';
import { isWhole } from '../proofs.ts';
import { type Look, markedText } from './attackSight.ts';
import { connect } from './connecting.ts';
import { openEditor } from './host.ts';
import { clickRow } from './hostRows.ts';
import type { EditorWindow } from './hostWindow.ts';
import { attacksOf, type SampleAttack, sampleAnswers, variedAnswers } from './sampleAttacks.ts';

describe('The match beside the table, in the editor', function () {
  this.timeout(240_000);
  let service: FakeService;
  let editor: EditorWindow;
  let attacks: readonly SampleAttack[];

  before(async () => {
    const answers = [...variedAnswers, ...(await sampleAnswers(10))];
    attacks = attacksOf(answers);
    const domain = attacks[0]?.log.key.domain;
    service = await FakeService.start({
      domains: [{ user_domain_idx: domain, domain: 'shop.example' }],
      logs: answers.map(({ row }) => ({ ...row, detected_type: 'WAF' })),
      details: new Map(answers.map(({ row, detail }) => [row.idx, detail.detailed_info])),
    });
    editor = await openEditor({
      settings: { 'partnerLogs.pageSize': 50 },
      viewport: { width: 1280, height: 1100 },
    });
    await editor.openViews();
    await connect(editor, service);
    const tree = editor.tree('Domains');
    await tree.expand(tree.row('shop.example'));
    await tree.logs.nth(attacks.length - 1).waitFor();
  });

  after(async () => {
    await editor?.close();
    await service?.close();
  });

  const frame = (which: 'first' | 'last'): FrameLocator =>
    editor.page.locator('.webview.ready:visible')[which]().contentFrame().frameLocator('iframe#active-frame');
  const detection = () => frame('last');
  const look: Look = (script) => detection().locator('body').evaluate(script);

  /** Waits until the panel shows a log with its match. */
  async function shown({ row, matched }: SampleAttack): Promise<void> {
    await detection().locator('.fact').getByText(String(row.idx), { exact: true }).waitFor();
    const title = matched.length > 0 ? /^Matched in/ : /^Match$/;
    await detection().locator('#match-title').filter({ hasText: title }).waitFor();
  }

  it('stays in its section with its match while one walks through the table', async () => {
    const tree = editor.tree('Domains');
    await editor.page.setViewportSize({ width: 1_900, height: 1_100 });
    await tree.action('Open Logs in Table', tree.row('shop.example'));
    const table = frame('first');
    const rowOf = ({ row }: SampleAttack) =>
      table.locator('.line.log').filter({ hasText: String(row.address) });
    await table
      .locator('.line.log')
      .nth(attacks.length - 1)
      .waitFor();
    const [first, ...others] = attacks;
    assert.ok(first);
    await clickRow(rowOf(first).first());
    await shown(first);
    const section = detection().getByRole('navigation', { name: 'Sections' });
    await section.getByRole('button', { name: 'Raw Data' }).click();
    await section.locator('[aria-current]').filter({ hasText: 'Raw Data' }).waitFor();
    await clickRow(rowOf(first).first());
    for (const attack of isWhole ? others : others.slice(0, 16)) {
      await editor.page.keyboard.press('ArrowDown');
      await shown(attack);
      await section.locator('[aria-current]').filter({ hasText: 'Raw Data' }).waitFor();
      const seen = await markedText(look);
      if (attack.matched.length === 0) assert.equal(seen, undefined, attack.name);
      else
        assert.ok(
          seen?.inSight && attack.matched.includes(seen.text),
          `${attack.name}: ${JSON.stringify(seen)}`,
        );
    }
  });
});
