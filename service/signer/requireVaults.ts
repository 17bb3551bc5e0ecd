import { isSameAddress } from '#shared/address.ts';
import { InvalidConfig } from '../config/invalidConfig.ts';
import { vaultsOf } from '../domain/catalog.ts';
import type { UsedVault } from './callIndex.ts';
import type { Policy } from './policy.ts';

/**
 * Refuses a policy without a vault that this signer has paid from: it would not ask that vault what it has paid.
 * @throws InvalidConfig
 */
export function requireVaults({ chains }: Policy, used: readonly UsedVault[]): void {
  const problems = chains.flatMap((chain) => {
    const paid = new Set(used.filter(({ chainId }) => chainId === chain.id).map(({ vault }) => vault));
    const missing = [...paid].filter((vault) => !vaultsOf(chain).some((known) => isSameAddress(known, vault)));
    return missing.map(
      (vault) =>
        `The policy of ${chain.name} lacks the vault ${vault}, which has paid. Add it to "retiredVaults": otherwise what it has paid could be paid again.`,
    );
  });
  if (problems.length > 0) throw new InvalidConfig(problems);
}
