import { rowFields } from '../service/rowFields.ts';
import type { ExportedLog } from './exportedLog.ts';

/** Members that exports give a meaning of their own: a field of the service so called is under `other`. */
const OWN_MEMBERS = new Set(['user_domain_idx', 'redaction_notes', 'detail', 'error', 'other']);

/**
 * Returns the JSON members of an exported log besides its detail: its domain and row under the names of the wire,
 * unknown fields too.
 */
export function exportMembers({ key, row, notes }: ExportedLog): Readonly<Record<string, unknown>> {
  const fields = Object.entries(row.other);
  const other = fields.filter(([name]) => OWN_MEMBERS.has(name));
  return {
    ...Object.fromEntries(fields.filter(([name]) => !OWN_MEMBERS.has(name))),
    user_domain_idx: key.domain,
    ...Object.fromEntries(rowFields(row).filter(([, value]) => value !== undefined)),
    ...(other.length > 0 && { other: Object.fromEntries(other) }),
    ...(notes.length > 0 && { redaction_notes: notes }),
  };
}
