/** A logged request as a curl command. */
import type { DetectionLog } from '../service/model.ts';
import { type Message, message } from '../text/l10n.ts';
import { type RequestHeader, requestOf } from './httpRequest.ts';
import { printfCommand, shellWord } from './shellText.ts';

/** A long option without its hyphens, and its value if it takes one. */
export type CurlOption = readonly [name: string, value?: string];

export interface CurlRequest {
  readonly options: readonly CurlOption[];
  /** The body, to be sent as UTF-8, byte for byte; empty if there is none. */
  readonly body: string;
  /**
   * Remarks on steps to take before sending the request and on what curl sends otherwise than logged. They quote nothing
   * from the log.
   */
  readonly remarks: readonly Message[];
}

/** The placeholder URL to which the request is sent until the user replaces it; never the attacked host. */
export const CURL_URL = 'http://REPLACE-ME';

const INEXACT = message(
  'curl cannot send all of the request exactly as logged. For the exact request, copy the raw data.',
);

/** Headers that curl sends by default. */
const OWN_HEADERS = ['Host', 'User-Agent', 'Accept'];
const OWN_BODY_HEADERS = ['Content-Type', 'Content-Length', 'Expect'];

/**
 * Returns the curl options for a log's request, with its method, target, header lines, and body as logged. All of the
 * text is untrusted and must be quoted.
 */
export function curlRequest(log: DetectionLog): CurlRequest {
  const { method, target, version, headers, body, remarks } = requestOf(log);
  // No program argument can contain NUL, and Windows stops reading a text file at SUB.
  const clean = (text: string) => text.replaceAll('\0', '').replaceAll('\x1a', '');
  const names = headers.map(({ name }) => name.trim().toLowerCase());
  const host = names.indexOf('host');
  const own = body === '' ? OWN_HEADERS : [...OWN_HEADERS, ...OWN_BODY_HEADERS];
  const removed = own.filter((name) => !names.includes(name.toLowerCase())).map((name) => `${name}:`);
  const sent = headers
    .filter((_, index) => names[index] !== 'host' || index === host)
    .flatMap(({ name, value, line }) => {
      const cleaned = { name: clean(name), value: clean(value), line: clean(line) };
      return headerArgument(cleaned) ?? [];
    });
  const head = [target, ...headers.map(({ line }) => line)].join('\n');
  const isExact =
    sent.length === headers.length &&
    host <= 0 &&
    clean(head) === head &&
    !/\p{Cs}/u.test(target + body) &&
    !(names.includes('transfer-encoding') && body !== '');
  const usual = version === 'HTTP/1.0' || version === 'HTTP/1.1';
  return {
    options: [
      [version === 'HTTP/1.0' ? 'http1.0' : 'http1.1'],
      method === 'HEAD' && body === '' ? ['head'] : ['request', method],
      ['request-target', clean(target)],
      ...[...removed, ...sent].map((line): CurlOption => ['header', line]),
    ],
    body,
    remarks: [
      message('Replace REPLACE-ME with the address of your server.'),
      ...remarks,
      ...(usual ? [] : [message('The request used {0}, but curl sends HTTP/1.1.', version)]),
      ...(isExact ? [] : [INEXACT]),
    ],
  };
}

/**
 * Returns the argument for a header line, or undefined if curl would interpret it as a file name or cannot send the
 * line.
 */
function headerArgument({ name, value, line }: RequestHeader): string | undefined {
  if (name.startsWith('@')) return undefined;
  // curl omits a header whose value consists only of characters that curl treats as white space.
  if (value !== '') return /[^ \t-\r]/.test(value) ? line : undefined;
  return name.includes(';') || /\s$/.test(name) ? undefined : `${name};`;
}

/**
 * Maximum length, in UTF-16 units, of a body that is passed as an argument. Argument length is limited, so curl reads a
 * longer body from standard input.
 */
const LONGEST_ARGUMENT = 8 * 1024;

/**
 * Returns the logged request as a curl command for POSIX shells. The command is safe to paste into a terminal and sends
 * the request to the user's own server. Nothing is redacted. The remarks from `curlRequest` state whether curl sends it
 * exactly as logged.
 */
export function toCurl(log: DetectionLog): string {
  return posixCommand(curlRequest(log));
}

/** Returns a request as a curl command for POSIX shells. */
export function posixCommand({ options, body }: Pick<CurlRequest, 'options' | 'body'>): string {
  if (body === '') return curlCommand(options);
  // Command substitution drops trailing line feeds, and no argument can contain NUL.
  if (body.length <= LONGEST_ARGUMENT && !/\p{Cc}/u.test(body)) {
    return curlCommand([...options, ['data-raw', body]]);
  }
  return `${printfCommand(body)} | ${curlCommand([...options, ['data-binary', '@-']])}`;
}

function curlCommand(options: readonly CurlOption[]): string {
  const words = options.map(([name, value]) =>
    value === undefined ? `--${name}` : `--${name} ${shellWord(value)}`,
  );
  return `curl ${[...words, CURL_URL].join(' \\\n  ')}\n`;
}

/** Matches the Base64 text for one line. Consoles truncate long lines, which would remove the closing quote. */
const LINE = /.{1,320}/g;

/**
 * Returns the logged request as PowerShell commands that run `curl.exe`. The commands are safe to paste into a console
 * and send the request to the user's own server. Each line is a complete command that contains text from the log only
 * in Base64. Nothing is redacted. The options and the body are passed in files to avoid PowerShell's quoting. The
 * remarks from `curlRequest` state whether curl sends the request exactly as logged.
 */
export function toCurlPowerShell(log: DetectionLog): string {
  const { options, body } = curlRequest(log);
  const all = [
    ['$config', curlConfig(options)],
    ['$body', body],
  ] as const;
  const files = all.filter(([, text]) => text !== '');
  return [
    ...files.flatMap(([variable, text]) => [
      '$base64 = New-Object Text.StringBuilder',
      ...(Buffer.from(text).toString('base64').match(LINE) ?? []).map(
        (line) => `[void]$base64.Append('${line}')`,
      ),
      `${variable} = (New-TemporaryFile).FullName`,
      `[IO.File]::WriteAllBytes(${variable}, [Convert]::FromBase64String($base64.ToString()))`,
    ]),
    `curl.exe --config $config${body === '' ? '' : ' --data-binary "@$body"'} ${CURL_URL}`,
    `Remove-Item -LiteralPath ${files.map(([variable]) => variable).join(', ')}`,
    '',
  ].join('\n');
}

/** Returns the options in the format of curl's `--config` file: one option per line, with values in double quotes. */
export function curlConfig(options: readonly CurlOption[]): string {
  return options
    .map(([name, value]) => (value === undefined ? `${name}\n` : `${name} = "${escaped(value)}"\n`))
    .join('');
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v' };

function escaped(value: string): string {
  return value.replace(/["\\\n\r\t\v]/g, (character) => ESCAPES[character] ?? `\\${character}`);
}
