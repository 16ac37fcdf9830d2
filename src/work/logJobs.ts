/**
 * The jobs that run in a separate thread if their logs are large. Each takes JSON values and returns JSON values or an
 * object that contains typed arrays.
 */

export { normaliseRequest } from '../detection/documents/normalise.ts';
export { readDecodedData, readRawData } from '../detection/documents/readDocuments.ts';
export { readAttack } from '../detection/readAttack.ts';
export { readLine } from '../files/exportedLine.ts';
export { exportRecords, hiddenFilter } from '../formats/exportFormats.ts';
export { copyLogs, reportPreview } from '../formats/logCopy.ts';
export { summaryReport } from '../formats/summaryReport.ts';
export { hiddenRawData } from '../lm/hiddenRawData.ts';
export { redactRows } from '../redaction/redact.ts';
export { unusualCharacters } from '../text/strings.ts';
