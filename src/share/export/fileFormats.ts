import { csvExport } from '../../formats/exportCsv.ts';
import type { ExportContent, ExportFormat, ExportKind } from '../../formats/exportFormat.ts';
import { harExport } from '../../formats/exportHar.ts';
import { ndjsonExport } from '../../formats/exportNdjson.ts';

/** Begins a file of each kind. `version`: of this extension, for files that name their creator. */
export const formats: Readonly<
  Record<ExportKind, (content: ExportContent, version: string) => ExportFormat>
> = {
  csv: csvExport,
  ndjson: ndjsonExport,
  har: harExport,
};
