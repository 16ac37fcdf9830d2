/** The thread that decodes a large answer: see answerThread.ts. */
import { parentPort } from 'node:worker_threads';
import { type AnswerData, type AnswerMessage, NEXT } from './answerThread.ts';
import { isServiceError } from './errors.ts';
import { toPieces } from './pieces.ts';
import { decodeAnswer } from './reading.ts';

function* decoded({ answer, reading, now }: AnswerData): Generator<AnswerMessage, void, undefined> {
  try {
    for (const piece of toPieces(decodeAnswer(answer, reading, now))) yield { piece };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { code, message, facts } = error;
    yield { failure: { code, message, facts } };
  }
}

let messages: Iterator<AnswerMessage> | undefined;

parentPort?.on('message', (told: AnswerData | typeof NEXT) => {
  if (told !== NEXT) messages = decoded(told);
  const { value } = messages?.next() ?? {};
  if (value) parentPort?.postMessage(value);
});
