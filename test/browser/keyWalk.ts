/**
 * The steps for running every command in the Command Palette, and the commands that are only in menus: the prompts, the
 * answers, and the visible content at the end.
 */
import {
  both,
  clipboard,
  closed,
  domainRow,
  firstDomain,
  logTab,
  prompt,
  requests,
  type Sight,
  sight,
  status,
  tab,
  text,
  toast,
} from './hostSight.ts';

/** The domain that the commands use. */
export const DOMAIN = 1004;
export const NAME = 'buchhandlung-köln.example';
/** Part of the text displayed for a service that refuses the key. */
export const REFUSED = 'did not accept';

export interface Step {
  readonly sight: Sight;
  readonly answer: Answer;
}

/** A string replaces the existing text. If rows are listed, Enter is pressed once the first row is the expected one. */
export type Answer =
  | { readonly type?: string; readonly row?: string; readonly press: 'Enter' | 'Escape' }
  | { readonly click: string };

/**
 * The location of a command that is not in the Command Palette: a domain's menu, the title of Recent, or the menu of
 * selected text.
 */
export type Place = { readonly domain: string } | { readonly selected: string } | 'recent';

export interface Walk {
  readonly from?: Place;
  /**
   * The Command Palette offers the command only in a table. A table is therefore opened first, and its first row is
   * selected.
   */
  readonly inTable?: boolean;
  readonly steps: readonly Step[];
  readonly end: Sight;
}

export interface Circumstances {
  readonly works: boolean;
  readonly baseUrl: string;
  readonly key: string;
  /** An open log of the domain. If the service works, the log is listed, with others before and after it. */
  readonly log: number;
}

/**
 * Returns the steps by command, in order; each command starts in the state that the previous one left. A command that
 * runs several times has a suffix after a colon for each run.
 */
export function walks({ works, baseUrl, key, log }: Circumstances): ReadonlyMap<string, Walk> {
  const either = <T>(one: T, other: T) => (works ? one : other);

  const enter = { press: 'Enter' } as const;
  const leave = { press: 'Escape' } as const;
  const types = (type: string, row?: string) => ({ type, press: 'Enter', ...(row && { row }) }) as const;
  const asks = (text: string, answer: Answer, row = ''): Step => ({ sight: prompt(text, row), answer });
  const reference = (index: number) => types(`${DOMAIN}/${index}`, `Open ${DOMAIN}/${index}`);
  const manages = (title: string) => asks('Select what to change', types(title, title));
  const copyAs = (format: string) => asks('Select a format', types(format, format));
  const copies = (format: string, pattern: RegExp, ...steps: Step[]) =>
    walk(
      ...steps,
      either(both(toast(`Copied as ${format}.`), clipboard(pattern)), toast('Nothing was copied.')),
    );
  const filter = 'Filter Logs of';
  const selected = `${DOMAIN}/${log - 1}`;
  const unpins = (domain: string): Walk => ({
    ...walk(sight('no item in the status bar', ({ attackers }) => attackers === '')),
    from: { domain },
  });

  return new Map(
    Object.entries<Walk>({
      addConnection: walk(
        asks('Base URL', types(baseUrl)),
        asks('only in the secret storage', types(key)),
        asks(either('Name of this connection', REFUSED), leave),
        closed,
      ),
      openExport: walk(asks('Open Exported Logs', leave), closed),
      'manageConnections: edit': walk(
        manages('Edit Connection…'),
        asks('Base URL', enter),
        asks('Name of this connection', enter),
        closed,
      ),
      'manageConnections: replace': walk(
        manages('Replace Key…'),
        asks('only in the secret storage', types(key)),
        ...either([], [asks(REFUSED, leave)]),
        closed,
      ),
      diagnoseConnection: either(
        walk(asks('Press Escape to close', leave, 'The connection works'), closed),
        walk(asks('Press Enter to continue', leave, 'Copy for Support…'), closed),
      ),
      // The first domain is pinned when the domains are listed. If the key is refused, only pinned domains have rows.
      ...either(
        {
          unpinDomain: unpins('shop.example'),
          pinDomain: {
            ...walk(
              both(
                firstDomain(NAME),
                sight('the item in the status bar', ({ attackers }) => attackers.includes(' attackers')),
              ),
            ),
            from: { domain: NAME },
          },
        },
        {},
      ),
      loadMore: {
        ...walk(either(domainRow(/Load More \(20 of/), requests(1))),
        from: { domain: NAME },
      },
      openCounts: walk(tab('Counts', either('as of', REFUSED))),
      openTable: walk(tab('Logs: ', either(' logs', REFUSED))),
      copyValue: {
        ...walk(
          either(
            both(status('Original value copied'), clipboard(/^\/\S*$/)),
            status('There is no value to copy'),
          ),
        ),
        inTable: true,
      },
      readStatuses: {
        ...walk(status(either('1 status read', 'Select logs in the table first'))),
        inTable: true,
      },
      openDetectionLog: walk(
        asks('Open Detection Log', reference(log - 1)),
        tab(logTab(log - 1), either('Raw Data', REFUSED)),
      ),
      openInNewTab: walk(
        both(
          tab(logTab(log), either('Raw Data', REFUSED)),
          sight('a tab more', ({ tabs }) => tabs.length === 2),
        ),
      ),
      copyRawData: walk(
        either(both(status('Raw data copied'), clipboard(/ HTTP\/1/)), toast('Nothing was copied.')),
      ),
      saveRawData: either(
        walk(asks('Save Raw Data', enter, '..'), toast('Raw data saved')),
        walk(toast('Nothing was saved.')),
      ),
      copyBugReport: copies('bug report', /^# /),
      copyExclusionRequest: copies(
        'bug report',
        /^# Exclusion request/,
        asks('Why should', types('Our own tests')),
      ),
      showTrail: either(
        walk(asks('Search Detection Logs of', leave), closed),
        walk(toast('The log could not be read.')),
      ),
      previewBugReport: walk(tab('Bug Report', either('Made by Partner Logs', REFUSED))),
      createIssue: either(
        walk(
          asks('URL of the repository', types('https://github.com/owner/name')),
          {
            sight: sight('the dialog', ({ dialog }) => dialog.includes('external website')),
            answer: { click: 'Cancel' },
          },
          toast('The page was not opened.'),
        ),
        walk(toast('Nothing was copied.')),
      ),
      'copyAs: cURL': copies('cURL', /^curl /m, copyAs('cURL')),
      'copyAs: PowerShell': copies('cURL for PowerShell', /curl\.exe /, copyAs('cURL for PowerShell')),
      'copyAs: HAR': copies('HAR', /"log"/, copyAs('HAR')),
      'copyAs: JSON': copies('JSON', /^\{/, copyAs('JSON')),
      'copyAs: link': walk(
        copyAs('Link'),
        both(status('Link copied'), clipboard(/:\/\/partner-logs\.partner-logs\//)),
      ),
      refresh: walk(requests(1)),
      showOutput: walk(sight('the output', ({ output }) => output.includes('GET'))),
      previousLog: walk(
        either(tab(logTab(log + 1), 'Raw Data'), toast('The next page could not be loaded.')),
      ),
      nextLog: walk(either(tab(logTab(log - 1), 'Raw Data'), toast('The next page could not be loaded.'))),
      revealInTree: walk(
        either(
          domainRow(new RegExp(`log ${log}.* selected$`)),
          toast('not among the loaded rows of its domain'),
        ),
      ),
      exportLogs: walk(
        asks('Select the logs to export', enter, either('The selected log', 'All logs of')),
        asks('Select a format', enter, 'CSV'),
        asks('Select how much of each log to export', enter, 'Full details'),
        asks('Select the level of detail', enter, 'Exact'),
        asks('Export Logs', enter, '..'),
        toast(either('1 log exported', 'Nothing was exported')),
      ),
      clearRecent: {
        ...walk(sight('nothing under Recent', ({ recent }) => recent.length === 0)),
        from: 'recent',
      },
      filterLogs: walk(asks(filter, types('last 7', 'Last 7 days')), domainRow(/filtered: last 7 days/)),
      filterByValue: either(
        walk(asks('Show only logs with the same', enter, 'Action'), domainRow(/filtered: last 7 days, /)),
        walk(asks(filter, leave, 'Detection type'), closed),
      ),
      clearFilter: walk(
        sight(
          'no filtered domain',
          ({ domains }) => domains.length > 0 && domains.every((row) => !row.includes('filtered:')),
        ),
      ),
      ...either({}, { unpinDomain: unpins(NAME) }),
      searchLogs: either(
        walk(
          asks('Search Detection Logs of', types('blocked', 'Blocked')),
          both(
            tab(/ \d+$/, 'Raw Data'),
            sight('another log', ({ active }) => !logTab(log).test(active)),
          ),
        ),
        walk(asks('Search Detection Logs of', { ...types('blocked', REFUSED), press: 'Escape' }), closed),
      ),
      openRawData: walk(either(text(`${log}.`, 1), toast('The log could not be opened.'))),
      openDecodedData: walk(either(text(`${log}.`, 2), toast('The log could not be opened.'))),
      findRoute: walk(either(status('Searching for'), toast('The search for the route failed.'))),
      findSelection: {
        ...walk(tab(logTab(log - 1), either('Raw Data', REFUSED))),
        from: { selected },
      },
      waitForNext: walk(either(status('Waiting for'), toast('Stopped waiting for'))),
      compareLogs: walk(
        asks('Compare Log', reference(log - 2)),
        asks('Select how to compare the logs', enter, 'Normalized'),
        either(text('↔', 2), toast('The log could not be opened.')),
      ),
    }).map(([name, walked]) => [`partnerLogs.${name}`, walked]),
  );
}

/** Returns a walk through these steps that ends with the given sight. */
function walk(...parts: [...(Step | Sight)[], Sight]): Walk {
  const isStep = (part: Step | Sight): part is Step => 'answer' in part;
  const end = parts.at(-1);
  if (!end || isStep(end)) throw new Error('A walk ends with something in sight.');
  return { steps: parts.filter(isStep), end };
}
