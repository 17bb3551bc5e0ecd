import type { Hash } from 'viem';
import { askOnce } from '../../chain/askOnce.ts';
import type { ScreenedAddress, ScreeningMatch } from '../../domain/screening.ts';
import type { ScreeningRule } from '../../domain/screeningRule.ts';
import { askScreeningService } from './askScreeningService.ts';
import { readScreeningList } from './readScreeningList.ts';

/** Screens the addresses of a transfer. @throws ScreeningUnavailable */
export type Screen = (transfer: Hash, addresses: readonly ScreenedAddress[]) => Promise<readonly ScreeningMatch[]>;

/** Creates the screening of payments that are prepared together. It reads the list once, so the next payments see a new list. */
export function createScreen(rule: ScreeningRule): Screen {
  const { listFile, service } = rule;
  const readList = askOnce((path: string) => readScreeningList(path));
  return async (transfer, addresses) => {
    const list = listFile === null ? null : await readList(listFile);
    const listed = addresses.filter(({ address }) => list?.has(address.toLowerCase()));
    const matches = listed.map(({ role, address }) => ({ role, address, source: 'list', detail: null }) as const);
    return service ? [...matches, ...(await askScreeningService(service, transfer, addresses))] : matches;
  };
}
