import { useQuery } from '@tanstack/react-query';
import type { Witness } from '#shared/proof/proofFile.ts';
import { useIsOnline } from '../../../ui/useIsOnline.ts';
import type { Proven } from './proofTexts.ts';
import { useProofReads } from './useProofReads.ts';

/** What the configured endpoints show at the heights of both blocks. Null before they have answered. */
export function useComparedBlocks({ deposit, payout }: Proven['statement']): readonly Witness[] | null {
  const isOnline = useIsOnline();
  const { compareBlocks } = useProofReads();
  const { data = null } = useQuery({
    queryKey: ['proofBlocks', deposit.chainId, deposit.blockHash, payout.chainId, payout.blockHash],
    queryFn: () => compareBlocks([deposit, payout]),
    enabled: isOnline,
    gcTime: 0,
    structuralSharing: false,
  });
  return data;
}
