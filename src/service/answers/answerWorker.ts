/** The thread that decodes a large response. */
import { serve } from '../../base/threadWork.ts';
import { decodeAnswer } from './decodeAnswer.ts';

serve(decodeAnswer);
