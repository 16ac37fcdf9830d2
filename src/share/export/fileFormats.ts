import { csvExport } from '../../formats/exportCsv.ts';
import type { ExportContent, ExportFormat } from '../../formats/exportedLog.ts';
import { harExport } from '../../formats/exportHar.ts';
import { ndjsonExport } from '../../formats/exportNdjson.ts';
import { type Message, message } from '../../text/l10n.ts';

/** A file format, as shown in the prompt, and its writer. */
interface FileFormat {
  readonly name: string;
  readonly description: Message;
  /** True if it has no form for rows alone. */
  readonly alwaysInFull?: true;
  /** @param version of this extension, for files that name their creator */
  readonly begin: (content: ExportContent, version: string) => ExportFormat;
}

/** By file extension. To add a format, add a file to `formats/` and a row here. */
export const fileFormats = {
  csv: { name: 'CSV', description: message('For spreadsheets'), begin: csvExport },
  ndjson: {
    name: 'NDJSON',
    description: message('One JSON object per line, for scripts'),
    begin: ndjsonExport,
  },
  har: {
    name: 'HAR',
    description: message('For tools that show HTTP traffic. Always contains full details'),
    alwaysInFull: true,
    begin: harExport,
  },
} satisfies Readonly<Record<string, FileFormat>>;

export type ExportKind = keyof typeof fileFormats;

export const EXPORT_KINDS = Object.keys(fileFormats) as readonly ExportKind[];

export function fileFormat(kind: ExportKind): FileFormat {
  return fileFormats[kind];
}
