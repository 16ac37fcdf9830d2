/** The entry point of the thread that processes large logs. */
import { serveJobs } from '../base/jobs.ts';

serveJobs(() => import('./logJobs.ts'));
