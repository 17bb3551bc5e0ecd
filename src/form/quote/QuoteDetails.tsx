import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Address } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { TokenPrice } from '#shared/wire/pairs.ts';
import type { Routes } from '../../api/offer.ts';
import { currentAnswer } from '../../api/queries.ts';
import { useAppServices } from '../../app/services.ts';
import { displayDay } from '../../i18n/displayFiat.ts';
import { quoteWords } from '../../i18n/quote/quoteWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import type { Answer } from '../../lib/answers.ts';
import { planTransactions } from '../../transfer/model/transactionPlan.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { RollingDigits } from '../../ui/RollingDigits.tsx';
import { feeShareOf, gasBound, isHighShare, nativePriceOf } from '../model/fees.ts';
import type { Form } from '../model/form.ts';
import { useMaxFeePerGas } from '../useMaxFeePerGas.ts';
import { FeeModes } from './FeeModes.tsx';
import styles from './QuoteDetails.module.css';
import { SumWithValue } from './SumWithValue.tsx';
import { useFiat } from './useFiat.ts';

const REFRESH_MS = 15_000;

type Props = {
  readonly form: Form;
  readonly routes: Routes;
  readonly account: Address | undefined;
  /** Null before there is a quote: the rows keep their place. */
  readonly build: VerifiedBuild | null;
  /** Whether a quote for another amount is on its way. */
  readonly isUpdating: boolean;
  readonly onGasFeeMode: (includesGasFee: boolean) => void;
};

/** Fees, gas, time and limits of the quote, and how to pay the network fee. */
export function QuoteDetails({ form, routes, account, build, isUpdating, onGasFeeMode }: Props) {
  const { t, amount, sum, duration } = useWords(quoteWords);
  const { route } = form;
  const { pair, origin } = route;
  const { decimals } = route.originToken;
  const inOrigin = (value: bigint) => sum({ amount: value, decimals }, pair.tokenName);
  const withValue = (value: bigint | undefined) =>
    value === undefined ? (
      '–'
    ) : (
      <SumWithValue amount={{ amount: value, decimals }} tokenName={pair.tokenName} price={pair.origin.price} />
    );
  const nativePrice = nativePriceOf(routes, origin.id);
  return (
    <div className={styles.details}>
      <dl className={`${styles.rows} ${isUpdating ? styles.stale : ''}`} aria-busy={isUpdating}>
        <DetailRow label={t('youPay')} strong>
          {build ? <RollingDigits text={inOrigin(build.send)} /> : '–'}
        </DetailRow>
        <DetailRow label={t('bridgeFee')}>{withValue(build?.bridgeFee)}</DetailRow>
        <DetailRow label={t('networkFee', { chain: route.destination.name })}>{withValue(build?.gasFee)}</DetailRow>
        <DetailRow label={t('gasOn', { chain: origin.name })}>
          {build ? <OriginGas {...{ build, account }} price={nativePrice} /> : '–'}
        </DetailRow>
        {pair.usualSeconds === null ? null : (
          <DetailRow label={t('usualTime')}>{t('aboutTime', { time: duration(pair.usualSeconds) })}</DetailRow>
        )}
        <DetailRow label={t('limits')}>
          {t('fromTo', {
            min: amount({ amount: build?.min ?? pair.min.amount, decimals }),
            max: inOrigin(build?.max ?? pair.max.amount),
          })}
        </DetailRow>
      </dl>
      {build ? <FeeWarning build={build} /> : null}
      {form.entry === 'receive' ? (
        <p className={styles.note}>{t('exactFees')}</p>
      ) : (
        <FeeModes build={build} includesGasFee={form.includesGasFee} onChoose={onGasFeeMode} />
      )}
      <PriceNote price={pair.origin.price} />
    </div>
  );
}

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
function useOriginGas(build: VerifiedBuild, account: Address | undefined): bigint | null {
  const maxFeePerGas = useMaxFeePerGas(build.route.origin.id);
  const allowance = useAllowance(build, account);
  return maxFeePerGas === null ? null : gasBound(planTransactions(build.terms, allowance), maxFeePerGas);
}

type OriginGasProps = {
  readonly build: VerifiedBuild;
  readonly account: Address | undefined;
  /** The price of the token that pays for the gas. */
  readonly price: TokenPrice | null;
};

/** The most that the wallet's transactions should cost in gas. */
function OriginGas({ build, account, price }: OriginGasProps) {
  const wei = useOriginGas(build, account);
  const { symbol, decimals } = build.route.origin.nativeCurrency;
  return wei === null ? (
    '–'
  ) : (
    <SumWithValue amount={{ amount: wei, decimals }} tokenName={symbol} price={price} isBound />
  );
}

function FeeWarning({ build }: { build: VerifiedBuild }): ReactNode {
  const { t, percent } = useWords(quoteWords);
  const bps = feeShareOf(build);
  if (!isHighShare(bps)) return null;
  return (
    <p className={styles.warning}>
      <Icon name="warning" size={16} />
      {t('feesHigh', { share: percent(bps) })}
    </p>
  );
}

function PriceNote({ price }: { price: TokenPrice | null }): ReactNode {
  const { t } = useWords(quoteWords);
  const { priceOf, locale } = useFiat();
  const current = priceOf(price);
  return current ? <p className={styles.note}>{t('pricesOf', { day: displayDay(current.atMs, locale) })}</p> : null;
}
