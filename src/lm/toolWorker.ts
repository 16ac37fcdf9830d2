/** The thread in which answers to a model are made of large logs. */
import { serveJobs } from '../base/jobs.ts';

serveJobs(() => import('./toolAnswers.ts'));
