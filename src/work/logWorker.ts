/** The thread in which large logs are worked on. */
import { serveJobs } from '../base/jobs.ts';

serveJobs(() => import('./logJobs.ts'));
