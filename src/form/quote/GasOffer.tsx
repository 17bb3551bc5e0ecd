import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import type { Address } from 'viem';
import { zeroAddress } from 'viem';
import type { Amount } from '#shared/amount.ts';
import { currentAnswer } from '../../api/queries.ts';
import { useAppServices } from '../../app/services.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import type { Answer } from '../../lib/answers.ts';
import { QUOTE_REFRESH_MS } from '../../transfer/model/quote.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import { nativeSum } from '../../transfer/useGasOnArrival.ts';
import { Digits } from '../../ui/Digits.tsx';
import { useFiat } from '../../ui/useFiat.ts';
import { totalFeesOf } from '../model/fees.ts';
import type { Form, FormAction } from '../model/form.ts';
import type { RecipientGas } from '../model/gasOffer.ts';
import { gasOffer } from '../model/gasOffer.ts';
import type { Readiness } from '../model/readiness.ts';
import styles from './quote.module.css';
import { buildQuery } from './useBuild.ts';

type Props = {
  readonly form: Form;
  readonly account: Address | undefined;
  /** Null before there is a quote. */
  readonly build: VerifiedBuild | null;
  readonly readiness: Readiness;
  readonly dispatch: (action: FormAction) => void;
};

/** Offers gas to a recipient that has none on the destination. It is off until the person chooses it. */
export function GasOffer({ form, account, build, readiness, dispatch }: Props) {
  const { t, sum } = useTexts('app');
  const [refused, setRefused] = useState<Amount | null>(null);
  const most = readiness.kind === 'refused' ? readiness.maxGasDrop : null;
  const isOn = form.gasDrop !== null;
  // The bridge's limit has changed since the offer. Before the next paint, so that the form shows no refusal.
  useLayoutEffect(() => {
    if (most === null || !isOn) return;
    setRefused(most);
    dispatch({ type: 'gasDropChosen', gasDrop: null });
  });
  const { symbol } = form.route.destination.nativeCurrency;
  return (
    <>
      {refused && !isOn ? (
        <p className={styles.note} role="status">
          <Digits text={t('gasOfferOff', { max: sum(refused, symbol) })} />
        </p>
      ) : null}
      {build && account !== undefined && build.intent.account === account ? (
        <Offer {...{ form, build, dispatch }} limit={refused} />
      ) : null}
    </>
  );
}

type OfferProps = Pick<Props, 'form' | 'dispatch'> & {
  readonly build: VerifiedBuild;
  /** The most that the bridge accepted when it last refused; null if it never did. */
  readonly limit: Amount | null;
};

function Offer({ form, build, limit, dispatch }: OfferProps) {
  const { t, sum } = useTexts('app');
  const { recipient } = build.intent;
  const { destination } = build.route;
  const offered = useOffered(build);
  const chosen = form.gasDrop?.recipient === recipient ? form.gasDrop : null;
  const amount = chosen?.amount ?? (limit && limit.amount < offered ? limit.amount : offered);
  const cost = useCost(build, amount);
  // The person sees the price before choosing. A choice stays visible without it.
  if (amount === 0n || (cost === null && chosen === null)) return null;
  return (
    <label className={`${styles.choice} ${styles.offer}`}>
      <input
        type="checkbox"
        checked={chosen !== null}
        onChange={() => dispatch({ type: 'gasDropChosen', gasDrop: chosen ? null : { recipient, amount } })}
      />
      <b>
        <Digits text={t('gasOffer', { gas: nativeSum(amount, destination, sum) })} />
      </b>
      <b>{cost ? <Digits text={`+${cost}`} /> : <span aria-hidden="true">–</span>}</b>
      <span>{t('gasOfferWhy', { chain: destination.name })}</span>
    </label>
  );
}

/** How much gas to offer to the recipient, in wei; 0 while the destination has not answered. */
function useOffered({ intent, route }: VerifiedBuild): bigint {
  const { chainReads } = useAppServices();
  const { id: chainId } = route.destination;
  const { recipient: account } = intent;
  const key = `${chainId} ${account}`;
  const query = useQuery({
    queryKey: ['recipientGas', key],
    queryFn: async (): Promise<Answer<RecipientGas>> => {
      const reads = await chainReads();
      const [code, balance, maxFeePerGas] = await Promise.all([
        reads.codeOf(chainId, account),
        reads.balanceOf({ chainId, token: zeroAddress, account }),
        reads.maxFeePerGas(chainId),
      ]);
      return { key, value: { code, balance, maxFeePerGas } };
    },
    enabled: route.pair.gasDrop !== null,
    staleTime: QUOTE_REFRESH_MS,
    structuralSharing: false,
  });
  const gas = currentAnswer(query, key);
  return gas ? gasOffer(route, gas) : 0n;
}

/** What the gas adds to the fees: the difference between the quotes with and without it. Null while unknown. */
function useCost(build: VerifiedBuild, amount: bigint): string | null {
  const { sum } = useTexts('app');
  const { priceOf, show } = useFiat();
  const { service } = useAppServices();
  const { intent, route } = build;
  const isWith = intent.gasDrop > 0n;
  const other = { ...intent, gasDrop: isWith ? 0n : amount };
  const { data } = useQuery({
    ...buildQuery(service, { ok: true, intent: other }, route),
    enabled: amount > 0n,
    refetchInterval: QUOTE_REFRESH_MS,
  });
  if (amount === 0n || data?.kind !== 'verified') return null;
  const difference = totalFeesOf(build) - totalFeesOf(data.build);
  const cost = { amount: isWith ? difference : -difference, decimals: route.originToken.decimals };
  const price = priceOf(route.pair.origin.price);
  return price ? show(cost, price) : sum(cost, route.pair.tokenName);
}
