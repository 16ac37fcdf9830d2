import type { RowView } from '../../../src/table/rowView.ts';

export function row(idx: number, cells: Readonly<Record<string, string>> = {}): RowView {
  return { id: `${idx}/WAF`, idx, detectedType: 'WAF', cells };
}
