import type { DeskItem } from '../../../domain/desk/readPaste.ts';
import { receiptPath } from '../../../domain/verdict/journey.ts';

/** The page with the answer about one item. */
export function itemPath(item: DeskItem): string {
  return item.kind === 'hash' ? receiptPath(item.hash, item.chainId) : receiptPath(item.address, null);
}
