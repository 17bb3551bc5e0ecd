import { useQuery } from '@tanstack/react-query';
import { useAppServices } from '../../../context/appServices.ts';
import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';
import { buildQuery } from './useBuild.ts';

/** The quote for the same amount with the network fee paid the other way; null without one. */
export function useOtherMode({ intent, route }: VerifiedBuild): VerifiedBuild | null {
  const { service } = useAppServices();
  const other = { ...intent, includesGasFee: !intent.includesGasFee };
  const query = useQuery({
    ...buildQuery(service, { ok: true, intent: other }, route),
    enabled: intent.exactReceive === null,
  });
  return query.data?.kind === 'verified' ? query.data.build : null;
}
