import type { DetectionLog } from '../service/model.ts';
import { CURL_URL, type CurlOption, curlRequest } from './curlRequest.ts';
import { printfCommand, shellWord } from './shellText.ts';

/** UTF-16 units of a body from which curl reads it from its standard input: an argument cannot be of any length. */
const LONGEST_ARGUMENT = 8 * 1024;

/**
 * Returns the logged request as a curl command for POSIX shells, to send to your own server and safe to paste into a
 * terminal. Exact: nothing is redacted. `curlRequest` remarks on what curl cannot send as logged.
 */
export function toCurl(log: DetectionLog): string {
  const { options, body } = curlRequest(log);
  if (body === '') return curlCommand(options);
  // The substitution of a command drops line feeds at its end, and no argument can hold NUL.
  if (body.length <= LONGEST_ARGUMENT && !/\p{Cc}/u.test(body)) {
    return curlCommand([...options, ['data-raw', body]]);
  }
  return `${printfCommand(body)} | ${curlCommand([...options, ['data-binary', '@-']])}`;
}

/** The same with the body, which the log must have, read from a file of this name. */
export function toCurlWithFile(log: DetectionLog, bodyFile: string): string {
  return curlCommand([...curlRequest(log).options, ['data-binary', `@${bodyFile}`]]);
}

function curlCommand(options: readonly CurlOption[]): string {
  const words = options.map(([name, value]) =>
    value === undefined ? `--${name}` : `--${name} ${shellWord(value)}`,
  );
  return `curl ${[...words, CURL_URL].join(' \\\n  ')}\n`;
}
