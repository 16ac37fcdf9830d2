/** A service that sends only texts from an attacker. */
import { FakeService } from '../fakeService.ts';
import type { EditorWindow } from './hostWindow.ts';

export interface HostileTexts {
  /**
   * The texts for each field of a domain and of a log. `idx` and the domain's number are the 1-based index in the list.
   */
  readonly texts: readonly string[];
  /** The raw data of a log. */
  readonly rawData: (idx: number) => string;
  /** Returns the headers of a log; defaults to one that contains its text. */
  readonly headers?: (idx: number) => Readonly<Record<string, string>>;
  /** The position of the plain domain, or `only` if there is no other; defaults to the last. */
  readonly plain?: 'first' | 'only';
  /** The number of logs in addition to those in the list; defaults to 1. */
  readonly more?: number;
}

/** Logs with at least this index are failures; the message is the text at the index above this one. */
export const FAILING = 1_000_000;

/** The domain that `connect` waits for. */
export const PLAIN_DOMAIN = { user_domain_idx: 999_999, domain: 'shop.example' };

/** Starts the service on 127.0.0.1. A log above `texts.length + more` is a failure with a hostile message. */
export async function startHostileService({
  texts,
  rawData,
  headers = (idx) => ({ [texts[idx - 1] ?? '']: texts[idx - 1] ?? '' }),
  plain,
  more = 1,
}: HostileTexts): Promise<FakeService> {
  const hostile = texts.map((text, index) => ({ user_domain_idx: index + 1, domain: text, note: text }));
  const before = plain === undefined ? [] : [PLAIN_DOMAIN];
  const after = plain === undefined ? [PLAIN_DOMAIN] : [];
  const service = await FakeService.start({
    domains: [...before, ...(plain === 'only' ? [] : hostile), ...after],
    logs: texts.map((text, index) => ({
      ...{
        idx: index + 1,
        log_time: text,
        attack: text,
        attack_raw: text,
        country: text,
        country_code: text,
      },
      ...{ ip: text, detected_value: text, uri: text, action: text, basestr: text, detected_type: 'WAF' },
    })),
    timeZone: texts[0] ?? '',
  });
  for (let idx = 1; idx <= texts.length + more; idx++) {
    const text = texts[idx - 1] ?? '';
    const both = { 'Request-Line': text, ...headers(idx) };
    service.details.set(idx, {
      ...{ virtual_host_name: text, response_code: 403, basestr: text, raw_data: rawData(idx) },
      ...{ req_line_headers: both, res_line_headers: both },
    });
  }
  service.respond = async ({ url }, usual) => {
    const idx = Number(url.searchParams.get('idx'));
    const { status, body } = await usual();
    const failing = texts[idx - FAILING - 1];
    if (!body?.data)
      return {
        status,
        body: { message: { key: failing ?? texts[0] ?? '', value: failing ?? texts.at(-1) ?? '' } },
      };
    if (!url.pathname.includes('/detailed_log/')) return { status, body };
    return { status, body: { ...body, data: { ...body.data, timezone: texts[idx - 1] ?? '' } } };
  };
  return service;
}

/** Opens a log of the plain domain, and waits for a text in its panel; by default, for its number. */
export async function openLog(editor: EditorWindow, idx: number, shown = String(idx)): Promise<void> {
  await editor.command('Open Detection Log…');
  await editor.quickInput.title.filter({ hasText: 'Open Detection Log' }).waitFor();
  await editor.quickInput.answer(`shop.example/${idx}`);
  await editor.panel().getByText(shown).first().waitFor();
}
