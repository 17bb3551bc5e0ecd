import type { TransferRecord } from '../domain/transferRecord.ts';
import { toColumn } from './rows.ts';

/** The select list of some fields of a transfer, from the table alias `t`. */
export function transferColumns(fields: readonly (keyof TransferRecord)[]): string {
  return fields.map((field) => `t.${toColumn(field)}`).join(', ');
}
