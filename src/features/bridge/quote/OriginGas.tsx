import type { Address } from 'viem';
import type { TokenPrice } from '#shared/wire/pairs.ts';
import type { VerifiedBuild } from '../../../domain/verifyBuild.ts';
import { SumWithValue } from './SumWithValue.tsx';
import { useOriginGas } from './useOriginGas.ts';

type Props = {
  readonly build: VerifiedBuild;
  readonly account: Address | undefined;
  /** The price of the token that pays for the gas. */
  readonly price: TokenPrice | null;
};

/** The most that the wallet's transactions should cost in gas. */
export function OriginGas({ build, account, price }: Props) {
  const wei = useOriginGas(build, account);
  const { symbol, decimals } = build.route.origin.nativeCurrency;
  return wei === null ? (
    '–'
  ) : (
    <SumWithValue amount={{ amount: wei, decimals }} tokenName={symbol} price={price} isBound />
  );
}
