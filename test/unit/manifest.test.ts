import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { differencesPart } from '../../scripts/differences.mjs';
import { KINDS } from '../../src/detection/documents/logDocument.ts';
import { applies, type Contexts, paletteEntries } from '../palette.ts';

const read = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));

describe('package.json', () => {
  const { contributes, extensionKind, capabilities } = read('package.json');

  it('has the schema of differences that `npm run differences` writes', () => {
    const { items } = contributes.configuration.properties['partnerLogs.connections'];
    assert.deepEqual(items.properties.differences, JSON.parse(JSON.stringify(differencesPart())));
  });

  it('lets no workspace have a say over requests', () => {
    const { properties } = contributes.configuration;
    const workspaces = Object.keys(properties).filter((name) => properties[name].scope !== 'application');
    assert.deepEqual(workspaces, ['partnerLogs.statusBar.warnAbove']);
  });

  it('has no links drawn in documents of logs, and no dialog opened for their line ends', () => {
    const defaults = contributes.configurationDefaults;
    for (const { language } of Object.values(KINDS)) {
      assert.equal(defaults[`[${language}]`]['editor.links'], false);
      assert.equal(defaults[`[${language}]`]['editor.unusualLineTerminators'], 'off');
    }
  });

  describe('menus', () => {
    interface Entry {
      readonly command?: string;
      readonly submenu?: string;
      readonly when?: string;
      readonly group: string;
    }
    const connected = { 'partnerLogs.connected': true, 'partnerLogs.hasService': true } as const;
    const nameOf = ({ command, submenu = '' }: Entry) => (command ?? submenu).replace('partnerLogs.', '');

    /** Returns the entries of a menu in display order, without the icons in the row or title itself. */
    function entriesOf(menu: string, contexts: Contexts): string[] {
      return (contributes.menus[menu] as Entry[])
        .filter(({ when = 'true', group }) => !/^(inline|navigation)/.test(group) && applies(when, contexts))
        .sort((one, other) => one.group.localeCompare(other.group))
        .map(nameOf);
    }

    const domains = 'partnerLogs.domains';
    const ofDomains = (viewItem: string) => ({ ...connected, view: domains, viewItem });
    const ofTable = (webviewSection: string) => ({
      ...{ ...connected, webviewId: 'partnerLogs.table', webviewSection },
    });
    const ofRow: readonly Contexts[] = [
      ...['connection', 'connection sample', 'connection file pinned', 'connection file unpinned'],
      ...['', 'inFile '].flatMap((file) =>
        ['pinned', 'unpinned'].flatMap((pin) =>
          ['filtered', 'unfiltered'].map((filter) => `domain ${file}${pin} ${filter}`),
        ),
      ),
      ...['log', 'message'],
    ].map(ofDomains);
    const recent = { ...connected, view: 'partnerLogs.recent' } as const;

    it('have at most 12 entries', () => {
      const menus = [
        ...[...ofRow, recent].map((contexts) => ['view/item/context', contexts] as const),
        ...['log', 'group'].map((section) => ['webview/context', ofTable(section)] as const),
        ...[ofDomains(''), recent].map((contexts) => ['view/title', contexts] as const),
        ...contributes.submenus.map(({ id }: { id: string }) => [id, connected] as const),
      ];
      for (const [menu, contexts] of menus) {
        const entries = entriesOf(menu, contexts);
        assert.ok(entries.length <= 12, `${menu} ${JSON.stringify(contexts)}: ${entries.join()}`);
      }
    });

    it('of logs begin with what rows have in common', () => {
      const common = ['open', 'copyBugReport', 'previewBugReport', 'createIssue'];
      for (const contexts of [ofDomains('log'), recent])
        assert.deepEqual(entriesOf('view/item/context', contexts).slice(0, 4), common);
      assert.deepEqual(entriesOf('webview/context', ofTable('log')).slice(0, 4), common);
    });

    it('have no icons in titles without a connection', () => {
      const icons = (contexts: Contexts) =>
        (contributes.menus['view/title'] as Entry[])
          .filter(({ when = '', group }) => group.startsWith('navigation') && applies(when, contexts))
          .map(nameOf);
      for (const view of [domains, recent.view]) assert.deepEqual(icons({ view }), []);
      assert.deepEqual(icons({ ...connected, view: domains }), ['openDetectionLog', 'searchLogs', 'refresh']);
      assert.deepEqual(entriesOf('view/title', { view: domains }), [
        'addConnection',
        'openExport',
        'showOutput',
      ]);
    });
  });

  describe('the palette', () => {
    const connected = { 'partnerLogs.connected': true, 'partnerLogs.hasService': true } as const;
    const listed = (contexts: Contexts) => [...paletteEntries(contexts).keys()].sort();

    it('offers ways to connect, and the output, without a connection', () => {
      assert.deepEqual(listed({}), ['addConnection', 'openExport', 'showOutput', 'useSampleData']);
    });

    it('offers nothing that only a service has while only a file is open', () => {
      const inFile = listed({ 'partnerLogs.connected': true });
      const ofService = listed(connected).filter((command) => !inFile.includes(command));
      assert.deepEqual(ofService, ['diagnoseConnection', 'openCounts', 'waitForNext']);
    });

    it('offers at most 14 commands with a connection and no log', () => {
      assert.ok(listed(connected).length <= 14);
    });

    for (const [where, contexts] of [
      ['selected in a view', { 'partnerLogs.logSelected': true }],
      ['in a panel', { activeWebviewPanelId: 'partnerLogs.detection' }],
      ['in a document', { resourceScheme: 'partner-log' }],
      ['in a table', { activeWebviewPanelId: 'partnerLogs.table' }],
    ] as const) {
      it(`adds the commands of a log ${where}`, () => {
        const added = listed({ ...connected, ...contexts });
        for (const command of [
          'copyBugReport',
          'copyAs',
          'copyLink',
          'copyExclusionRequest',
          'filterByValue',
        ])
          assert.ok(added.includes(command) && !listed(connected).includes(command), command);
      });
    }
  });

  it('ticks a step of the walkthrough when there is a connection or a command of the step runs', () => {
    const steps: { completionEvents: string[] }[] = contributes.walkthroughs[0].steps;
    const [connect, ...others] = steps.map(({ completionEvents }) => completionEvents);
    assert.deepEqual(connect, ['onContext:partnerLogs.hasService']);
    const known = contributes.commands.map(({ command }: { command: string }) => `onCommand:${command}`);
    for (const events of others)
      assert.ok(events.length > 0 && events.every((event) => known.includes(event)), events.join());
  });

  it("runs on the user's own machine first, in untrusted and virtual workspaces too", () => {
    assert.deepEqual(extensionKind, ['ui', 'workspace']);
    assert.equal(capabilities.untrustedWorkspaces.supported, true);
    assert.equal(capabilities.virtualWorkspaces, true);
  });
});
