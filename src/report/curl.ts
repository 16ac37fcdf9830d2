import type { DetectionLog } from '../service/model.ts';
import { CURL_URL, type CurlOption, curlRequest } from './curlRequest.ts';

/** Bytes of a body from which it is written in Base64, for terminals and editors have trouble with longer lines. */
const LONGEST_PLAIN_BODY = 8 * 1024;

/**
 * The logged request as a curl command for POSIX shells, to be sent to a server of one's own. Exact: nothing is redacted.
 * What curl cannot send as logged is told in comments before the command.
 */
export function toCurl(log: DetectionLog): string {
  const { options, body, remarks } = curlRequest(log);
  const comments = remarks.map((remark) => `# ${remark}`);
  if (body === '') return [...comments, `curl ${curlArguments(options)}`, ''].join('\n');
  const bytes = Buffer.from(body);
  if (bytes.length <= LONGEST_PLAIN_BODY && !/(?!\n)\p{Cc}/u.test(body)) {
    return [...comments, `curl ${curlArguments([...options, ['data-raw', body]])}`, ''].join('\n');
  }
  const lines = bytes.toString('base64').match(/.{1,76}/g) ?? [];
  const command = `base64 -d <<'BODY' | curl ${curlArguments([...options, ['data-binary', '@-']])}`;
  return [...comments, command, ...lines, 'BODY', ''].join('\n');
}

function curlArguments(options: readonly CurlOption[]): string {
  const quoted = options.map(([name, value]) =>
    value === undefined ? `--${name}` : `--${name} ${shellQuote(value)}`,
  );
  return [...quoted, CURL_URL].join(' \\\n  ');
}

/**
 * One word of a POSIX shell. Control and other invisible characters but line feeds are written as octal escapes: pasted
 * into a terminal as they are, they would be commands to it. The text has no NUL.
 */
export function shellQuote(text: string): string {
  const quoted = text.replaceAll("'", "'\\''").replace(/(?:(?!\n)[\p{C}\p{Zl}\p{Zp}])+/gu, (invisible) => {
    const octal = Array.from(Buffer.from(invisible), (byte) => `\\${byte.toString(8).padStart(3, '0')}`);
    return `'"$(printf '${octal.join('')}')"'`;
  });
  return `'${quoted}'`;
}
