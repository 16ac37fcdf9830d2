import type { LogRow } from '../model.ts';

/**
 * Equal for two rows of a domain that are the same log: `idx` alone does not tell logs of two kinds apart.
 *
 * @param usualType the `detected_type` of a row that carries none
 */
export function rowId({ idx, detectedType }: LogRow, usualType: string): number | string {
  return detectedType === undefined || detectedType === usualType ? idx : `${idx} ${detectedType}`;
}
