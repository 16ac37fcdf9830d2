/** The thread that decodes a large response. */
import { serve } from '../../base/threadWork.ts';
import type { AnswerData } from './answerThread.ts';
import { decodeAnswer } from './reading.ts';

serve(({ answer, reading, now }: AnswerData) => decodeAnswer(answer, reading, now));
