/** The thread that decodes a large answer: see answerThread.ts. */

import { isServiceError } from '../errors.ts';
import type { AnswerData, AnswerOutcome } from './answerThread.ts';
import { decodeAnswer } from './reading.ts';
import { onRequest } from './threadWork.ts';

function decode({ answer, reading, now }: AnswerData): AnswerOutcome {
  try {
    return { decoded: decodeAnswer(answer, reading, now) };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { code, message, facts } = error;
    return { failure: { code, message, facts } };
  }
}

onRequest(async (data: AnswerData) => ({ result: decode(data) }));
