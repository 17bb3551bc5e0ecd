import { parseAbi } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import { formatAmount } from '#shared/amount.ts';
import type { Database } from '../../../db/database.ts';
import { readScheduledWithdrawals } from '../../../db/withdrawals.ts';
import type { Catalog, Chain } from '../../../domain/catalog.ts';
import { findPinnedToken } from '../../../domain/catalog.ts';
import { connectTo } from '../../setupChain.ts';
import type { Finding } from '../finding.ts';
import { failed, passed, warned } from '../finding.ts';
import type { VaultState } from './readVaults.ts';

const rolesAbi = parseAbi([
  'function isPayer(address account) view returns (bool)',
  'function guardian() view returns (address)',
]);

/** Whether the key of a payer or of the guardian could take what is swept. */
export async function checkTreasury(chain: Chain): Promise<readonly Finding[]> {
  const { treasury, vault } = chain;
  if (treasury === null) return [];
  const client = connectTo(chain.rpcUrls[0] ?? '');
  const call = { address: vault, abi: rolesAbi } as const;
  const [isPayer, guardian] = await Promise.all([
    client.readContract({ ...call, functionName: 'isPayer', args: [treasury] }),
    client.readContract({ ...call, functionName: 'guardian' }),
  ]);
  const check = `sweep: treasury of ${chain.name}`;
  const role = isPayer ? 'a payer' : isSameAddress(guardian, treasury) ? 'the guardian' : null;
  return [
    role === null
      ? passed(check, treasury)
      : failed(check, `${treasury} is ${role} of the vault: its key is in use every day`, 'Set another treasury'),
  ];
}

/** Compares the floats with what the vaults hold. */
export function checkFloats(catalog: Catalog, { chain, tokens }: VaultState): readonly Finding[] {
  return tokens.flatMap(({ token, amount }): readonly Finding[] => {
    const pinned = findPinnedToken(catalog, chain, token);
    const rule = pinned?.deployment.sweep;
    if (!pinned || !rule) return [];
    const check = `sweep: float of ${pinned.token.name} on ${chain.name}`;
    const { decimals } = pinned.deployment;
    const show = (value: bigint) => `${formatAmount({ amount: value, decimals })} ${pinned.token.name}`;
    if (amount >= rule.float) return [passed(check, `the vault has ${show(amount)}, and keeps ${show(rule.float)}`)];
    const fix = `Send ${show(rule.float - amount)} to ${chain.vault} on ${chain.name}, or lower sweep.float`;
    return [warned(check, `the vault has ${show(amount)} of its ${show(rule.float)}`, fix)];
  });
}

/** Names the withdrawals that owners have scheduled to another account than the treasury. */
export async function checkWithdrawals({ chains }: Catalog, database: Database): Promise<readonly Finding[]> {
  const scheduled = await readScheduledWithdrawals(database);
  return chains.map((chain) => {
    const check = `sweep: withdrawals on ${chain.name}`;
    const ofChain = scheduled.filter(({ chainId }) => chainId === chain.id);
    const others = ofChain.filter(({ recipient }) => recipient !== chain.treasury);
    const [first] = others;
    return first
      ? warned(
          check,
          `${others.length} are scheduled to other accounts, such as ${first.recipient} from ${first.readyAt.toISOString()}`,
          'Ask the owners of the vault: docs/runbook.md#causewayincident',
        )
      : passed(check, ofChain.length === 0 ? 'none is scheduled' : `${ofChain.length} to the treasury`);
  });
}
