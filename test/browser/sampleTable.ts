/** A table's state and rows as the extension sends them to the page. */
import { rowView } from '../../src/table/columns.ts';
import type { TableState } from '../../src/table/tableMessages.ts';

export const tableState: TableState = {
  title: 'shop.example',
  stored: { base: 'https://api.example.com', connectionId: 'a', domain: 1 },
  chips: [{ field: 'rule', name: 'Rule', text: 'SQL Injection' }],
  isReadingBeside: true,
  times: { zone: 'UTC', first: 'service' },
  ...{ list: 1, length: 1_000_000, isMore: false, isChanging: false, isLoading: false },
  notices: [],
};

export const limited = {
  headline: 'The service is limiting requests.',
  ...{ cause: '', next: 'Wait', canTryAgain: true },
};

/** Returns the first rows of a list, each with a response status if `statusOf` returns one. */
export const rowsOf = (count: number, statusOf: (idx: number) => string | undefined = () => undefined) =>
  Array.from({ length: count }, (_, idx) => {
    const row = {
      idx,
      rule: ['SQL Injection', 'File Upload', 'Cross Site Scripting'][idx % 3] ?? '',
      uri: `/api/v2/customers/8843/orders/${idx}/items/checkout`,
      action: ['Blocked', 'Detected', 'Passed'][idx % 3] ?? '',
      address: `203.0.113.${idx % 5}`,
      time: `2025-11-0${1 + (idx % 2)} 03:14:21`,
      ...{ country: 'Netherlands', countryCode: 'NL' },
      detectedValue: `' OR ${idx}\0`,
      rawData: 'POST / HTTP/1.1',
      other: {},
    };
    const key = { domain: 1, idx, detectedType: 'WAF' };
    return [idx, rowView({ key, row }, false, statusOf(idx))] as const;
  });
