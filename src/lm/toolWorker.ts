/** The thread that creates answers for language models from large logs. */
import { serveJobs } from '../base/jobs.ts';

serveJobs(() => import('./toolAnswers.ts'));
