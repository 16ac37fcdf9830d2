import assert from 'node:assert/strict';
import type { QuickPick } from '../../../fakeEditor/quickInput.ts';
import { until } from '../../../until.ts';
import { openDomain } from '../openDomain.ts';

const RULES = ['SQL Injection', 'File Upload', 'Cross Site Scripting'];
const LOGS = Array.from({ length: 30 }, (_, at) => ({
  ...{ idx: 30 - at, attack: RULES[at % 3], uri: `/path${at}`, ip: `203.0.113.${at % 5}` },
  log_time: '2026-05-30 12:00:00',
}));

describe('Search', function () {
  this.timeout(60_000);
  let opened: Awaited<ReturnType<typeof openDomain>>;
  before(async () => {
    opened = await openDomain(LOGS);
  });
  after(() => opened?.close());

  /** Returns the number of the log in a row. */
  const idxIn = (row: QuickPick['items'][number] | undefined) =>
    (row as { readonly log?: { readonly key: { readonly idx: number } } } | undefined)?.log?.key.idx;

  // The editor reports the position of the accepted row in the rows that it shows, which might be the previous ones.
  it('accepts no row other than the one that was shown, whatever is typed before Enter', async () => {
    const { window, domain } = opened;
    const texts = ['', 'file', 'file upload', 'path1', '/path12', '203.0.113.2', 'x', ''];
    for (let from = 0; from < texts.length - 1; from++)
      for (const to of [from + 1, Math.min(from + 3, texts.length - 1)]) {
        const done = window.run('partnerLogs.searchLogs', domain);
        const pick =
          (await until('the prompt', () => window.fake.picks.findLast(({ isOpen }) => isOpen))) ??
          assert.fail();
        for (const text of texts.slice(0, from + 1)) pick.type(text);
        const shown = pick.items;
        for (const text of texts.slice(from + 1, to + 1)) pick.type(text);
        await until('the answer', () => !pick.busy);
        for (const [position, row] of shown.entries()) {
          const accepted = idxIn(pick.items[position]);
          if (accepted !== undefined && row.kind !== -1)
            assert.equal(accepted, idxIn(row), `${texts[from]} → ${texts[to]}`);
        }
        pick.hide();
        await done;
      }
  });

  // Reading the selection of a terminal overwrites the clipboard.
  it('for a selection reads that of a terminal only from its menu', async () => {
    const { window } = opened;
    const { fake } = window;
    const copied: string[] = [];
    let command = '';
    fake.commands.set('workbench.action.terminal.copySelection', () => copied.push(command));
    for (command of ['findSelection', 'findTerminalSelection']) await window.run(`partnerLogs.${command}`);
    fake.commands.delete('workbench.action.terminal.copySelection');
    assert.deepEqual(copied, ['findTerminalSelection']);
    assert.match(fake.statuses.at(-1) ?? '', /Select text first/);
  });
});
