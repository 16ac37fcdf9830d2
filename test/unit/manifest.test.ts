import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { conventionsSchema } from '../../scripts/conventions.mjs';
import { LANGUAGES } from '../../src/detection/documents/languages.ts';

const read = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));

describe('package.json', () => {
  const { contributes, extensionKind, capabilities } = read('package.json');

  it('has the schema of the conventions that `npm run conventions` writes', () => {
    const { order, ...schema } = contributes.configuration.properties['partnerLogs.conventions'];
    assert.deepEqual(schema, conventionsSchema());
    assert.equal(typeof order, 'number');
  });

  it('lets no workspace set what is redacted, or has a say over requests', () => {
    const { properties } = contributes.configuration;
    const workspaces = Object.keys(properties).filter((name) => properties[name].scope !== 'application');
    assert.deepEqual(workspaces, [
      'partnerLogs.statusBar.enabled',
      'partnerLogs.statusBar.warnAbove',
      'partnerLogs.statusBar.notify',
    ]);
  });

  it('has no links drawn in documents of logs, and no dialog opened for their line ends', () => {
    const defaults = contributes.configurationDefaults;
    for (const language of Object.values(LANGUAGES)) {
      assert.equal(defaults[`[${language}]`]['editor.links'], false);
      assert.equal(defaults[`[${language}]`]['editor.unusualLineTerminators'], 'off');
    }
  });

  it("keeps together in a log's menu what belongs together", () => {
    type Entry = { command?: string; submenu?: string; when: string; group: string };
    const nameOf = ({ command, submenu = '' }: Entry) => (command ?? submenu).replace('partnerLogs.', '');
    const menuWhere = (condition: string) => {
      const entries: Entry[] = contributes.menus['view/item/context'];
      return entries
        .filter(({ when, group }) => when.split(' || ').includes(condition) && !group.startsWith('inline'))
        .sort((a, b) => a.group.localeCompare(b.group))
        .map(nameOf);
    };
    const copy = ['copyRawData', 'copyAs', 'copyLink', 'copyBugReport', 'previewBugReport', 'createIssue'];
    const read = ['openRawData', 'openDecodedData', 'compareLogs', 'findRoute'];
    assert.deepEqual(menuWhere('view == partnerLogs.domains && viewItem == log'), [
      'openInNewTab',
      ...copy,
      ...read,
      'filterByValue',
      'saveRawData',
      'exportLogs',
    ]);
    assert.deepEqual(menuWhere('view == partnerLogs.recent && viewItem =~ /^recent/'), [
      'openInNewTab',
      'revealInTree',
      ...copy,
      ...read,
      'saveRawData',
    ]);
  });

  it("looks up a terminal's own selection from its menu, with a command that the palette does not list", () => {
    const command = 'partnerLogs.lookUpTerminalSelection';
    const commands = contributes.menus['terminal/context'].map((item: { command: string }) => item.command);
    assert.deepEqual(commands, [command, 'partnerLogs.searchTerminalSelection']);
    assert.ok(
      contributes.menus.commandPalette.some(
        (item: { command: string; when: string }) => item.command === command && item.when === 'false',
      ),
    );
  });

  it('offers in the palette only commands that have something to act on', () => {
    const whens = new Map<string, string>(
      contributes.menus.commandPalette.map((item: { command: string; when: string }) => [
        item.command.replace('partnerLogs.', ''),
        item.when,
      ]),
    );
    const log = "activeWebviewPanelId == 'partnerLogs.detection' || resourceScheme == partner-log";
    for (const [command, when] of [
      ['previousLog', log],
      ['nextLog', log],
      ['clearFilter', 'partnerLogs.filtered'],
      ['unpinDomain', 'partnerLogs.pinned'],
      ['unwatchDomain', 'partnerLogs.watching'],
    ] as const)
      assert.equal(whens.get(command), when);
    const others = [...whens].filter(([, when]) => when !== 'false').map(([command]) => command);
    assert.equal(whens.get('stopWaiting'), 'partnerLogs.waiting');
    assert.equal(whens.get('copyValue'), "activeWebviewPanelId == 'partnerLogs.table'");
    assert.equal(others.length, 7, others.join());
  });

  it('ticks the steps of the walkthrough by what happened, not by commands that may be cancelled', () => {
    const steps: { completionEvents: string[] }[] = contributes.walkthroughs[0].steps;
    const events = steps.flatMap(({ completionEvents }) => completionEvents);
    assert.equal(events.length, steps.length);
    for (const event of events) assert.match(event, /^onContext:partnerLogs\.\w+$/);
  });

  it("runs on the person's own machine first, in untrusted and virtual workspaces too", () => {
    assert.deepEqual(extensionKind, ['ui', 'workspace']);
    assert.equal(capabilities.untrustedWorkspaces.supported, true);
    assert.equal(capabilities.virtualWorkspaces, true);
  });
});
