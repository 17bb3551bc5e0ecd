import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ProvenDelivery } from '#shared/proof/verifyProof.ts';
import { useAppServices } from '../../app/services.ts';
import { createEndpoints } from '../../chain/chainClients.ts';
import { chainById } from '../../config/registry.ts';
import { useIsOnline } from '../../ui/useIsOnline.ts';
import type { BlockAnswers } from '../model/blockAnswers.ts';
import { createProofFileReads } from '../reads/proofFileReads.ts';

/** The pinned contracts, and the reads for proofs over every configured endpoint alone. */
export function useProofReads() {
  const { registry } = useAppServices();
  return useMemo(() => {
    const pins = registry.chains;
    const endpointsOf = (chainId: number) => {
      const chain = chainById(registry, chainId);
      return chain ? createEndpoints(chain) : [];
    };
    return { pins, ...createProofFileReads(endpointsOf, pins) };
  }, [registry]);
}

/** What the configured endpoints show at the heights of both blocks. Null before they have answered. */
export function useBlockAnswers(delivery: ProvenDelivery): readonly BlockAnswers[] | null {
  const { deposit, payout } = delivery;
  const isOnline = useIsOnline();
  const { compareBlocks } = useProofReads();
  const { data = null } = useQuery({
    queryKey: ['proofBlocks', deposit.chainId, deposit.blockHash, payout.chainId, payout.blockHash],
    queryFn: () => compareBlocks(delivery),
    enabled: isOnline,
    gcTime: 0,
    structuralSharing: false,
  });
  return data;
}
