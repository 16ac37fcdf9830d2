/** Helpers for the tests of the sample service: a fixed clock, and requests with the key. */
import assert from 'node:assert/strict';
import type { SampleService } from '../../../src/sample/server.ts';

/** A Friday; the first allowed day is 2026-02-01. */
export const now = () => new Date('2026-05-15T10:30:00Z');

/** A row of a list; all but its number are strings. */
export type Row = { readonly idx: number } & Readonly<
  Record<
    'log_time' | 'attack' | 'country_code' | 'ip' | 'detected_value' | 'uri' | 'action' | 'basestr',
    string
  >
> & { readonly rawdata?: string };

export interface PageData {
  readonly items: readonly Row[];
  readonly total_count: string;
}

type Headers = Readonly<Record<string, string>>;
export interface Detail {
  readonly detailed_info: Readonly<Record<'raw_data' | 'basestr', string>> & {
    readonly response_code: number;
    readonly req_line_headers: Headers;
  };
}

type Metric = 'visitors' | 'attackers' | 'malicious_ips' | 'bots';
export interface CountsData {
  readonly total_count: Readonly<Record<Metric, { readonly total: number }>>;
  readonly total_log: readonly ({ readonly date: string } & Readonly<Record<Metric, number>>)[] | null;
}

export type Query = Readonly<Record<string, string | number>>;

/** Sends a GET request with the key, and returns any outcome. */
export async function get(
  { baseUrl, key }: Pick<SampleService, 'baseUrl' | 'key'>,
  path: string,
  query: Query = {},
  headers: Headers = { 'X-Service-Key': key },
) {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const response = await fetch(`${baseUrl}${path}?${search}`, { headers });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function data<T>(service: SampleService, path: string, query: Query): Promise<T> {
  const { status, body } = await get(service, path, query);
  assert.equal(status, 200, `${path} ${JSON.stringify(query)}`);
  assert.deepEqual(body.message, { key: 'RES000000', value: 'success' });
  return body.data;
}

export function logs(service: SampleService, domain: number, query: Query = {}): Promise<PageData> {
  return data(service, `/partner/logs/attack_logs/${domain}`, { page: 1, per_page: 20, ...query });
}

export function detail(service: SampleService, domain: number, idx: number): Promise<Detail> {
  return data(service, `/partner/logs/detailed_log/${domain}`, { idx, detected_type: 'WAF' });
}

export function counts(
  service: SampleService,
  domain: number,
  from: string,
  to: string,
): Promise<CountsData> {
  return data(service, `/partner/logs/visitors_hackers/${domain}`, { from, to });
}

/** Returns the rows of all pages. */
export async function allRows(service: SampleService, domain: number, query: Query = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { items, total_count } = await logs(service, domain, { ...query, page, per_page: 100 });
    rows.push(...items);
    if (items.length === 0 || rows.length >= Number(total_count)) return rows;
  }
}
