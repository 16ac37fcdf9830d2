import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { conventionsSchema } from '../../scripts/conventions.mjs';
import { LANGUAGES } from '../../src/detection/documents/logDocument.ts';
import { type Contexts, paletteEntries } from '../palette.ts';

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
    assert.deepEqual(workspaces, ['partnerLogs.statusBar.warnAbove']);
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
      'searchAddress',
      'saveRawData',
      'exportLogs',
    ]);
    assert.deepEqual(menuWhere('view == partnerLogs.recent'), [
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

  describe('the palette', () => {
    const connected = {
      'partnerLogs.connected': true,
      'partnerLogs.hasService': true,
    } as const;
    const stored = { ...connected, 'partnerLogs.filtered': true } as const;
    const listed = (contexts: Contexts) => [...paletteEntries(contexts).keys()].sort();
    const WITHOUT = ['addConnection', 'openExport', 'showOutput', 'useSampleData'];
    const WITH = [
      ...WITHOUT,
      ...['manageConnections', 'diagnoseConnection', 'refresh', 'openDetectionLog', 'searchLogs'],
      ...['findSelection', 'openTable', 'openCounts', 'exportLogs'],
    ];

    it('offers ways to connect, and the output, without a connection', () => {
      assert.deepEqual(listed({}), WITHOUT);
    });

    it('offers nothing that only a service has while only a file is open', () => {
      const ofService = ['diagnoseConnection', 'openCounts'];
      const inFile = WITH.filter((command) => !ofService.includes(command));
      assert.deepEqual(listed({ 'partnerLogs.connected': true }), inFile.sort());
    });

    it('offers at most 14 commands with a connection and no log', () => {
      assert.deepEqual(listed(stored), [...WITH, 'waitForNext'].sort());
      assert.deepEqual(listed({ ...stored, 'partnerLogs.waiting': true }), [...WITH, 'stopWaiting'].sort());
      assert.ok(WITH.length + 1 <= 14);
    });

    for (const [where, contexts, own] of [
      ['selected in a view', { 'partnerLogs.logSelected': true }, []],
      ['in a panel', { activeWebviewPanelId: 'partnerLogs.detection' }, ['previousLog', 'nextLog']],
      ['in a document', { resourceScheme: 'partner-log' }, ['previousLog', 'nextLog']],
      [
        'in a table',
        { activeWebviewPanelId: 'partnerLogs.table' },
        ['copyValue', 'goToPage', 'readStatuses'],
      ],
    ] as const) {
      it(`adds the commands of a log ${where}`, () => {
        const ofLog = [
          ...[
            'openInNewTab',
            'revealInTree',
            'copyRawData',
            'copyBugReport',
            'copyAs',
            'previewBugReport',
            'copyExclusionRequest',
          ],
          ...['createIssue', 'saveRawData', 'openRawData', 'openDecodedData', 'compareLogs', 'findRoute'],
          ...['filterLogs', 'filterByValue', 'searchAddress', ...own],
        ];
        assert.deepEqual(listed({ ...connected, ...contexts }), [...WITH, 'waitForNext', ...ofLog].sort());
        const filtered = [...WITH, 'waitForNext', ...ofLog, 'clearFilter'].sort();
        assert.deepEqual(listed({ ...stored, ...contexts }), filtered);
      });
    }

    it('hides no command that is not in a menu, in another command, or run by a row or key', () => {
      const { commandPalette, ...menus } = contributes.menus;
      const elsewhere = new Set([
        ...Object.values<{ command?: string }[]>(menus).flatMap((items) =>
          items.map(({ command }) => command),
        ),
        ...contributes.keybindings.map(({ command }: { command: string }) => command),
      ]);
      const hidden = commandPalette
        .filter(({ when }: { when: string }) => when === 'false')
        .map(({ command }: { command: string }) => command);
      const ofRows = ['partnerLogs.openRow', 'partnerLogs.openRecent'];
      assert.deepEqual(
        hidden.filter((command: string) => !elsewhere.has(command)),
        ofRows,
      );
    });
  });

  it('ticks the steps of the walkthrough by what happened, not by commands that may be cancelled', () => {
    const steps: { completionEvents: string[] }[] = contributes.walkthroughs[0].steps;
    const events = steps.flatMap(({ completionEvents }) => completionEvents);
    assert.equal(events.length, steps.length);
    for (const event of events) assert.match(event, /^onContext:partnerLogs\.\w+ && partnerLogs\.guided$/);
  });

  it("runs on the person's own machine first, in untrusted and virtual workspaces too", () => {
    assert.deepEqual(extensionKind, ['ui', 'workspace']);
    assert.equal(capabilities.untrustedWorkspaces.supported, true);
    assert.equal(capabilities.virtualWorkspaces, true);
  });
});
