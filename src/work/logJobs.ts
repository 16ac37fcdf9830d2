/**
 * The jobs that run in a separate thread if their logs are large. Each takes JSON values and returns JSON values or an
 * object that contains typed arrays.
 */
export { copyLogs } from '../formats/logCopy.ts';
export { reportPreview } from '../formats/reportPreview.ts';
export { summaryReport } from '../formats/summaryReport.ts';
export { normaliseRequest } from '../http/normalise.ts';
export { readAttack } from '../http/readAttack.ts';
export { readDecodedData, readMatches, readRawData } from '../http/readRequest.ts';
export { redactRows } from '../redaction/redact.ts';
export { unusualCharacters } from '../text/strings.ts';
