import type { DetectionLog } from '../service/model.ts';
import { CURL_URL, type CurlOption, curlRequest } from './curlRequest.ts';
import { printfCommand, shellWord } from './shellText.ts';

/**
 * Maximum length, in UTF-16 units, of a body in an argument. The length of arguments is limited, so curl reads a longer
 * body from standard input.
 */
const LONGEST_ARGUMENT = 8 * 1024;

/**
 * Returns the logged request as a curl command for POSIX shells, to be sent to the user's own server and safe to paste
 * into a terminal. Nothing is redacted. The remarks of `curlRequest` list everything that curl cannot send as logged.
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

/** Like `toCurl`, but with the body, which the log must have, read from the given file. */
export function toCurlWithFile(log: DetectionLog, bodyFile: string): string {
  return curlCommand([...curlRequest(log).options, ['data-binary', `@${bodyFile}`]]);
}

function curlCommand(options: readonly CurlOption[]): string {
  const words = options.map(([name, value]) =>
    value === undefined ? `--${name}` : `--${name} ${shellWord(value)}`,
  );
  return `curl ${[...words, CURL_URL].join(' \\\n  ')}\n`;
}
