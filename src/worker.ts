/**
 * The jobs that run in a thread if they are large, and the entry point of that thread. Each takes a value that can be
 * posted, and returns one.
 */
import { serveJobs } from './base/thread.ts';
import { readDocument } from './detection/documents/readDocument.ts';
import { logContent } from './detection/logContent.ts';
import { readLine } from './files/exportedLine.ts';
import { writeReport } from './formats/bugReport.ts';
import { writeCopy } from './formats/copyFormats.ts';
import { exportRecord } from './formats/exportFormats.ts';
import { summaryReport } from './formats/summaryReport.ts';
import { hiddenRawData, redactRows } from './lm/toolText.ts';
import { decodeAnswer } from './service/answers/decodeAnswer.ts';

export const jobs = {
  decodeAnswer,
  exportRecord,
  hiddenRawData,
  logContent,
  readDocument,
  readLine,
  redactRows,
  summaryReport,
  writeCopy,
  writeReport,
};

serveJobs(jobs);
