import type { DetectionLog } from '../service/model.ts';
import { CURL_URL, type CurlOption, curlRequest, SUB } from './curlRequest.ts';
import { printfCommand, shellWord } from './shellText.ts';

/**
 * Maximum length, in UTF-16 units, of a body that is passed as an argument. Argument length is limited, so curl reads a
 * longer body from standard input.
 */
const LONGEST_ARGUMENT = 8 * 1024;

/**
 * Returns the logged request as a curl command for POSIX shells. The command is safe to paste into a terminal and sends
 * the request to the user's own server. Nothing is redacted. The remarks from `curlRequest` list everything that curl
 * cannot send as logged.
 */
export function toCurl(log: DetectionLog): string {
  const { options, body } = curlRequest(log);
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
 * remarks from `curlRequest` list everything that curl cannot send as logged.
 */
export function toCurlPowerShell(log: DetectionLog): string {
  const { options, body } = curlRequest(log, SUB);
  const all = [
    ['$config', curlConfig(options)],
    ['$body', body],
  ] as const;
  const files = all.filter(([, text]) => text !== '');
  return [
    ...files.flatMap(([variable, text]) => [
      '$base64 = New-Object Text.StringBuilder',
      ...base64Lines(text).map((line) => `[void]$base64.Append('${line}')`),
      `${variable} = (New-TemporaryFile).FullName`,
      `[IO.File]::WriteAllBytes(${variable}, [Convert]::FromBase64String($base64.ToString()))`,
    ]),
    `curl.exe --config $config${body === '' ? '' : ' --data-binary "@$body"'} ${CURL_URL}`,
    `Remove-Item -LiteralPath ${files.map(([variable]) => variable).join(', ')}`,
    '',
  ].join('\n');
}

function base64Lines(text: string): readonly string[] {
  return Buffer.from(text).toString('base64').match(LINE) ?? [];
}

/** Returns the options in the format of curl's `--config` file: one option per line, with values in double quotes. */
export function curlConfig(options: readonly CurlOption[]): string {
  return options
    .map(([name, value]) => (value === undefined ? `${name}\n` : `${name} = "${escaped(value)}"\n`))
    .join('');
}

function escaped(value: string): string {
  return value
    .replace(/["\\]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll('\v', '\\v');
}
