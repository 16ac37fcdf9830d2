import { csvExport } from '../report/exportCsv.ts';
import type { ExportContent, ExportFormat, ExportKind } from '../report/exportFormat.ts';
import { harExport } from '../report/exportHar.ts';
import { ndjsonExport } from '../report/exportNdjson.ts';

/** Begins a file of each kind. `version`: of this extension, for files that name their creator. */
export const formats: Readonly<
  Record<ExportKind, (content: ExportContent, version: string) => ExportFormat>
> = {
  csv: csvExport,
  ndjson: ndjsonExport,
  har: harExport,
};
