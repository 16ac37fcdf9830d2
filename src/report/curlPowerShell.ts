import type { DetectionLog } from '../service/model.ts';
import { CURL_URL, type CurlOption, curlRequest, SUB } from './curlRequest.ts';

/**
 * The logged request as PowerShell commands that run `curl.exe`, to be sent to a server of one's own. Exact: nothing is
 * redacted. The options and the body go through files written from Base64, so no quoting of PowerShell's is met.
 */
export function toCurlPowerShell(log: DetectionLog): string {
  const { options, body, remarks } = curlRequest(log, SUB);
  const files = [
    ['$config', curlConfig(options)],
    ['$body', body],
  ].filter(([, text]) => text !== '');
  return [
    ...remarks.map((remark) => `# ${remark}`),
    ...files.flatMap(([variable = '', text = '']) => [
      `${variable} = (New-TemporaryFile).FullName`,
      `[IO.File]::WriteAllBytes(${variable}, [Convert]::FromBase64String('${Buffer.from(text).toString('base64')}'))`,
    ]),
    `curl.exe --config $config${body === '' ? '' : ' --data-binary "@$body"'} ${CURL_URL}`,
    `Remove-Item -LiteralPath ${files.map(([variable]) => variable).join(', ')}`,
    '',
  ].join('\n');
}

/** The options as a file for curl's `--config`: an option a line, values in double quotes. */
export function curlConfig(options: readonly CurlOption[]): string {
  const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v' };
  const quote = (value: string) =>
    `"${value.replace(/["\\]/g, '\\$&').replace(/[\n\r\t\v]/g, (character) => escapes[character] ?? '')}"`;
  return options
    .map(([name, value]) => (value === undefined ? `${name}\n` : `${name} = ${quote(value)}\n`))
    .join('');
}
