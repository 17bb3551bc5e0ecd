import { useMemo } from 'react';
import { createEndpoints } from '../../../chain/chainClients.ts';
import { createProofFileReads } from '../../../chain/desk/proofFileReads.ts';
import { useAppServices } from '../../../context/appServices.ts';
import { pinsOf } from '../../../domain/desk/proofOrder.ts';
import { chainById } from '../../../domain/registry.ts';

/** The pinned contracts, and the reads for proofs over every configured endpoint alone. */
export function useProofReads() {
  const { registry } = useAppServices();
  return useMemo(() => {
    const pins = pinsOf(registry.chains);
    const endpointsOf = (chainId: number) => {
      const chain = chainById(registry, chainId);
      return chain ? createEndpoints(chain) : [];
    };
    return { pins, ...createProofFileReads(endpointsOf, pins) };
  }, [registry]);
}
