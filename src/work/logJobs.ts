/**
 * What is done with logs in a thread of its own when they are large. Each takes values that JSON knows, and gives such or
 * an object with lists of numbers among them.
 */
export { copyLogs } from '../formats/logCopy.ts';
export { countsAnswer, domainsAnswer, failureFacts, logAnswer, rowsAnswer } from '../formats/toolAnswer.ts';
export { normaliseRequest } from '../http/normalise.ts';
export { readDecodedData, readMatches, readRawData } from '../http/readRequest.ts';
export { unusualCharacters } from '../text/textCharacters.ts';
