/** What is done with logs in a thread of its own when they are large. Each takes and gives values that JSON knows. */
export { copyLogs } from './logCopy.ts';
export { unusualCharacters } from './textCharacters.ts';
export { logAnswer, rowsAnswer } from './toolAnswer.ts';
