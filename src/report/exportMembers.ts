import type { ExportedLog } from './exportFormat.ts';
import { rowFields } from './rowFields.ts';

/** What JSON says of an exported log beside its detail: its domain and row under the names of the wire. */
export function exportMembers({ key, row, notes }: ExportedLog): Readonly<Record<string, unknown>> {
  return {
    ...row.other,
    user_domain_idx: key.domain,
    ...Object.fromEntries(rowFields(row)),
    ...(notes.length > 0 && { redaction_notes: notes }),
  };
}
