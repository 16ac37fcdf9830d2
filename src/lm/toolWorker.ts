/** The thread that creates answers to a model from large logs. */
import { serveJobs } from '../base/jobs.ts';

serveJobs(() => import('./toolAnswers.ts'));
