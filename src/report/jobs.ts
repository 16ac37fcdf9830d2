/**
 * What is done with logs in a thread of its own when they are large. Each takes values that JSON knows, and gives such or
 * an object with lists of numbers among them.
 */
export { copyLogs } from './logCopy.ts';
export { normaliseRequest } from './normalise.ts';
export { readDecodedData, readMatches, readRawData } from './readings.ts';
export { unusualCharacters } from './textCharacters.ts';
export { countsAnswer, domainsAnswer, failureFacts, logAnswer, rowsAnswer } from './toolAnswer.ts';
