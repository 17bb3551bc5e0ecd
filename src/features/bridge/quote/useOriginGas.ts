import { useQuery } from '@tanstack/react-query';
import type { Address } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import { currentAnswer } from '../../../api/queries.ts';
import { useAppServices } from '../../../context/appServices.ts';
import type { Answer } from '../../../domain/answers.ts';
import { gasBound } from '../../../domain/originGas.ts';
import { planTransactions } from '../../../domain/transactionPlan.ts';
import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';
import { useMaxFeePerGas } from '../form/useMaxFeePerGas.ts';

const REFRESH_MS = 15_000;

/** What the deposit contract may already move of the token; null while unknown, or without an account. */
function useAllowance({ route, terms }: VerifiedBuild, account: Address | undefined): bigint | null {
  const { chainReads } = useAppServices();
  const { origin, originToken } = route;
  const isNeeded = account !== undefined && !isNativeToken(originToken.address);
  const key = `${origin.id} ${originToken.address} ${account ?? ''}`;
  const query = useQuery({
    queryKey: ['allowance', key],
    queryFn: async (): Promise<Answer<bigint>> => {
      if (!account) throw new Error('allowance query ran without an account');
      const holding = { chainId: origin.id, token: originToken.address, account };
      return { key, value: await (await chainReads()).allowanceOf(holding, terms.deposit.to) };
    },
    enabled: isNeeded,
    staleTime: REFRESH_MS,
    structuralSharing: false,
  });
  return currentAnswer(query, key);
}

/** The most that the wallet's transactions should cost in gas, in wei; null until a node answers. */
export function useOriginGas(build: VerifiedBuild, account: Address | undefined): bigint | null {
  const maxFeePerGas = useMaxFeePerGas(build.route.origin.id);
  const allowance = useAllowance(build, account);
  return maxFeePerGas === null ? null : gasBound(planTransactions(build.terms, allowance), maxFeePerGas);
}
