import { csvExport } from '../../formats/exportCsv.ts';
import type { ExportContent, ExportFormat } from '../../formats/exportedLog.ts';
import { ndjsonExport } from '../../formats/exportNdjson.ts';
import { type Message, message } from '../../text/l10n.ts';

/** A file format as shown in the prompt, with its writer. */
interface FileFormat {
  readonly name: string;
  readonly description: Message;
  readonly begin: (content: ExportContent) => ExportFormat;
}

/** The formats by file extension. To add one, add a file to `formats/` and an entry here. */
export const fileFormats = {
  csv: { name: 'CSV', description: message('For spreadsheets'), begin: csvExport },
  ndjson: {
    name: 'NDJSON',
    description: message('One JSON object per line, for scripts'),
    begin: ndjsonExport,
  },
} satisfies Readonly<Record<string, FileFormat>>;

export type ExportKind = keyof typeof fileFormats;

export const EXPORT_KINDS = Object.keys(fileFormats) as readonly ExportKind[];

export function fileFormat(kind: ExportKind): FileFormat {
  return fileFormats[kind];
}
