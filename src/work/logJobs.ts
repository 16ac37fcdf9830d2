/**
 * The jobs that run in their own thread when their logs are large. Each takes JSON values and returns JSON values, or
 * an object with typed arrays among them.
 */
export { copyLogs } from '../formats/logCopy.ts';
export { summaryReport } from '../formats/summaryReport.ts';
export { normaliseRequest } from '../http/normalise.ts';
export { readAttack } from '../http/readAttack.ts';
export { readDecodedData, readMatches, readRawData } from '../http/readRequest.ts';
export { redactRows } from '../redaction/redact.ts';
export { unusualCharacters } from '../text/strings.ts';
