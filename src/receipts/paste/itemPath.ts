import { receiptPath } from '../../transfer/verdict/journey.ts';
import type { DeskItem } from '../model/readPaste.ts';

/** The page with the answer about one item. */
export function itemPath(item: DeskItem): string {
  return item.kind === 'hash' ? receiptPath(item.hash, item.chainId) : receiptPath(item.address, null);
}
