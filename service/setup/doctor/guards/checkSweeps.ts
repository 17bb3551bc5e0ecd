import { parseAbi } from 'viem';
import { isSameAddress } from '#shared/address.ts';
import type { Chain } from '../../../domain/catalog.ts';
import { connectTo } from '../../setupChain.ts';
import type { Finding } from '../finding.ts';
import { failed, passed } from '../finding.ts';

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
