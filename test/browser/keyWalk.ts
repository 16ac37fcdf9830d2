/**
 * The walk through each command of the palette: what it asks, what is answered, and what is in sight when it is done.
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

/** The domain that is walked through. */
export const DOMAIN = 1004;
export const NAME = 'buchhandlung-köln.example';
/** A part of what is shown of a service that refuses. */
export const REFUSED = 'did not accept';

export interface Step {
  readonly sight: Sight;
  readonly answer: Answer;
}

/** A text is typed in the place of what is there; where rows are listed, Enter is pressed once the first is the wanted one. */
export type Answer =
  | { readonly type?: string; readonly row?: string; readonly press: 'Enter' | 'Escape' }
  | { readonly click: string };

export interface Walk {
  /** The palette offers the command only in a table: one is opened first, and its first row is selected. */
  readonly inTable?: boolean;
  readonly steps: readonly Step[];
  readonly end: Sight;
}

export interface Circumstances {
  readonly works: boolean;
  readonly baseUrl: string;
  readonly key: string;
  /** A log of the domain, which is open. Where the service works, it's listed, and logs are listed before and after it. */
  readonly log: number;
}

/** The walks by command, in order: each begins with what the one before left. */
export function walks({ works, baseUrl, key, log }: Circumstances): ReadonlyMap<string, Walk> {
  const either = <T>(one: T, other: T) => (works ? one : other);

  const enter = { press: 'Enter' } as const;
  const leave = { press: 'Escape' } as const;
  const types = (type: string, row?: string) => ({ type, press: 'Enter', ...(row && { row }) }) as const;
  const asks = (text: string, answer: Answer, row = ''): Step => ({ sight: prompt(text, row), answer });
  const domain = asks(
    'Select a domain',
    types(`${DOMAIN}`, `${DOMAIN}`),
    either('security-lab.example', REFUSED),
  );
  const reference = (index: number) => types(`${DOMAIN}/${index}`, `Open ${DOMAIN}/${index}`);
  const copies = (format: string, pattern: RegExp) =>
    walk(either(both(toast(`Copied as ${format}.`), clipboard(pattern)), toast('Nothing was copied.')));
  const filter = 'Filter Logs of';

  return new Map(
    Object.entries<Walk>({
      addConnection: walk(
        asks('Base URL', types(baseUrl)),
        asks('only in the secret storage', types(key)),
        asks(either('Name of this connection', REFUSED), leave),
        closed,
      ),
      editConnection: walk(asks('Base URL', enter), asks('Name of this connection', enter), closed),
      replaceKey: walk(
        asks('only in the secret storage', types(key)),
        ...either([], [asks(REFUSED, leave)]),
        closed,
      ),
      diagnoseConnection: either(
        walk(asks('Everything works', leave), closed),
        walk(
          asks('Press Enter to fix it', enter, 'Enter the path'),
          asks('Path below the base URL', enter),
          asks('Press Enter to fix it', leave, 'Enter the path'),
          closed,
        ),
      ),
      pinDomain: walk(domain, firstDomain(either(NAME, 'the bookshop'))),
      setDomainAlias: walk(
        domain,
        asks('Alias for', types(either('the bookshop', ''))),
        firstDomain(either('the bookshop', NAME)),
      ),
      goToPage: walk(
        domain,
        asks(either('Page 1 to 32', 'Page 1 to 1'), types(either('2', '1'))),
        domainRow(either(/Load Previous/, new RegExp(REFUSED))),
      ),
      loadMore: walk(domain, either(domainRow(/Load More \(30 of/), requests(2))),
      unwatchDomain: walk(
        asks('Select a domain', enter, either('shop.example', NAME)),
        sight('no item in the status bar', ({ attackers }) => attackers === ''),
      ),
      watchDomain: walk(
        domain,
        sight('the item in the status bar', ({ attackers }) =>
          attackers.includes(either(' attackers', '– attackers')),
        ),
      ),
      openCounts: walk(
        asks('Select the domain whose counts to show', enter, either('the bookshop', NAME)),
        tab('Counts', either('as of', REFUSED)),
      ),
      openTable: walk(domain, tab('Logs: ', either(' logs', REFUSED))),
      copyValue: {
        ...walk(
          either(both(status('Value copied'), clipboard(/^\/\S*$/)), status('There is no value to copy')),
        ),
        inTable: true,
      },
      openDetectionLog: walk(
        asks('Open Detection Log', reference(log - 1)),
        tab(logTab(log - 1), either('Raw data', REFUSED)),
      ),
      openInNewTab: walk(
        both(
          tab(logTab(log), either('Raw data', REFUSED)),
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
      previewBugReport: walk(
        either(tab('Preview bug-report', 'Detection'), toast('The preview could not be opened.')),
      ),
      createIssue: either(
        walk(
          asks('Address of the repository', types('https://github.com/owner/name')),
          {
            sight: sight('the dialog', ({ dialog }) => dialog.includes('external website')),
            answer: { click: 'Cancel' },
          },
          toast('The page was not opened.'),
        ),
        walk(toast('Nothing was copied.')),
      ),
      copyCurl: copies('cURL', /^curl /m),
      copyCurlPowerShell: copies('cURL for PowerShell', /curl\.exe /),
      copyHar: copies('HAR', /"log"/),
      copyJson: copies('JSON', /^\{/),
      copyLink: walk(both(status('Link copied'), clipboard(/:\/\/partner-logs\.partner-logs\//))),
      refresh: walk(requests(1)),
      showOutput: walk(sight('the output', ({ output }) => output.includes('GET'))),
      lookUpSelection: walk(asks('Open Detection Log', leave), closed),
      previousLog: walk(
        either(tab(logTab(log + 1), 'Raw data'), toast('The next page could not be loaded.')),
      ),
      nextLog: walk(either(tab(logTab(log - 1), 'Raw data'), toast('The next page could not be loaded.'))),
      revealInTree: walk(
        either(
          domainRow(new RegExp(`log ${log}.* selected$`)),
          toast('not among the loaded rows of its domain'),
        ),
      ),
      exportLogs: walk(
        either(asks('Select the logs to export', enter, 'The selected log'), domain),
        asks('Select a format', enter, 'CSV'),
        asks('Select how much of each log to export', enter, 'In full'),
        asks('Select whether to redact secrets', enter, 'Exact'),
        asks('Export Logs', enter, '..'),
        toast(either('1 log exported', 'Nothing was exported')),
      ),
      clearRecent: walk(sight('nothing under Recent', ({ recent }) => recent.length === 0)),
      filterLogs: walk(
        domain,
        asks(filter, enter, 'Days'),
        asks('Days are in the', types('Last 7', 'Last 7 days'), 'From … to…'),
        asks(filter, enter, 'Show Logs'),
        domainRow(/filtered: last 7 days/),
      ),
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
      unpinDomain: walk(
        domain,
        sight('no pinned domain', ({ domains: [first] }) => !first?.startsWith(either('the bookshop', NAME))),
      ),
      searchLogs: either(
        walk(
          asks('Search Detection Logs of', types('blocked', 'Blocked')),
          both(
            tab(/ \d+$/, 'Raw data'),
            sight('another log', ({ active }) => !logTab(log).test(active)),
          ),
        ),
        walk(asks('Search Detection Logs of', { ...types('blocked', REFUSED), press: 'Escape' }), closed),
      ),
      openRawData: walk(either(text(`${log}.`, 1), toast('The log could not be opened.'))),
      openDecodedData: walk(either(text(`${log}.`, 2), toast('The log could not be opened.'))),
      findRoute: walk(either(status('Searching for'), toast('The route could not be searched for.'))),
      searchSelection: walk(asks('Search Detection Logs of', leave), closed),
      waitForNext: walk(domain, either(status('Waiting for'), toast('ended.'))),
      // Where the key is refused, nothing is waited for any more, and the palette does not offer it.
      ...either({ stopWaiting: walk(closed) }, {}),
      compareLogs: walk(
        asks('Compare Log', reference(log - 2)),
        asks('How?', enter, 'Normalised'),
        either(text('↔', 2), toast('The log could not be opened.')),
      ),
    }).map(([name, walked]) => [`partnerLogs.${name}`, walked]),
  );
}

/** The steps, and what is in sight at last. */
function walk(...parts: [...(Step | Sight)[], Sight]): Walk {
  const isStep = (part: Step | Sight): part is Step => 'answer' in part;
  const end = parts.at(-1);
  if (!end || isStep(end)) throw new Error('A walk ends with something in sight.');
  return { steps: parts.filter(isStep), end };
}
