import type { Catalog, Chain } from './catalog.ts';
import { listMainnets } from './catalog.ts';

/** A guard that a mainnet can have and that the configuration does not switch on. */
export type MissingGuard = {
  readonly chain: string;
  /** The setting that switches it on. */
  readonly setting: 'breaker' | 'approval' | 'screening' | 'sweep';
  /** What nothing limits without it, as a sentence without its full stop. */
  readonly consequence: string;
};

function hasFloat({ tokens }: Catalog, { name }: Chain): boolean {
  return tokens.some(({ deployments }) => deployments.get(name)?.sweep !== undefined);
}

/** Lists the guards that the mainnets of a configuration lack. None of them is required: docs/security.md says why. */
export function listMissingGuards(catalog: Catalog): readonly MissingGuard[] {
  return listMainnets(catalog).flatMap((chain) => {
    const missing: MissingGuard[] = [];
    const note = (setting: MissingGuard['setting'], consequence: string) =>
      missing.push({ chain: chain.name, setting, consequence });
    if (!catalog.breaker) note('breaker', 'a fault of the service can pay up to the caps of the vault');
    if (!catalog.approval) note('approval', 'one operator alone can refund any amount, and end every halt');
    if (!catalog.screening) note('screening', 'no list is asked about senders and recipients');
    if (!hasFloat(catalog, chain)) note('sweep', 'no alert says when the vault holds more than payments need');
    return missing;
  });
}
