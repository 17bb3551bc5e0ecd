import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Address } from 'viem';
import { isNativeToken } from '#shared/address.ts';
import type { Amount } from '#shared/amount.ts';
import { convertRoundingDown, formatAmount } from '#shared/amount.ts';
import type { TokenPrice } from '#shared/wire/pairs.ts';
import type { Routes } from '../../api/offer.ts';
import { currentAnswer } from '../../api/queries.ts';
import { useAppServices } from '../../app/services.ts';
import { displayDay } from '../../i18n/displayFiat.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import type { Answer } from '../../lib/answers.ts';
import { planTransactions } from '../../transfer/model/transactionPlan.ts';
import type { VerifiedBuild } from '../../transfer/model/verifyBuild.ts';
import { nativeSum } from '../../transfer/useGasOnArrival.ts';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { Digits, RollingDigits } from '../../ui/Digits.tsx';
import { Notice } from '../../ui/Notice.tsx';
import ui from '../../ui/ui.module.css';
import { useFiat } from '../../ui/useFiat.ts';
import { feeShareOf, gasBound, isHighShare, nativePriceOf, totalFeesOf } from '../model/fees.ts';
import type { Form, FormAction } from '../model/form.ts';
import { namesOf } from '../model/pickRoute.ts';
import { entryDecimals } from '../model/readIntent.ts';
import type { Readiness } from '../model/readiness.ts';
import { useMaxFeePerGas } from '../useMaxFeePerGas.ts';
import { GasOffer } from './GasOffer.tsx';
import styles from './quote.module.css';

type Props = {
  readonly form: Form;
  readonly routes: Routes;
  readonly account: Address | undefined;
  /** Null before there is a quote. */
  readonly build: VerifiedBuild | null;
  /** Whether a quote for a different amount is on its way. */
  readonly isUpdating: boolean;
  readonly readiness: Readiness;
  readonly dispatch: (action: FormAction) => void;
};

/** The quote's total cost and time, and the choice of the exact amount; the fees and limits on demand. */
export function QuoteDetails({ form, routes, account, build, isUpdating, readiness, dispatch }: Props) {
  const { t, amount, sum, duration } = useTexts('app');
  const { route } = form;
  const { pair, origin, destination } = route;
  const { decimals } = route.originToken;
  const inOrigin = (value: bigint) => sum({ amount: value, decimals }, pair.tokenName);
  const withValue = (value: bigint) => (
    <SumWithValue amount={{ amount: value, decimals }} tokenName={pair.tokenName} price={pair.origin.price} />
  );
  // A new recipient or route drops the choice, and what the offer last said.
  const offerKey = `${form.recipientText} ${JSON.stringify(namesOf(route))}`;
  const gas = <GasOffer key={offerKey} {...{ form, account, build, readiness, dispatch }} />;
  const limits = (
    <DetailRow label={t('limits')}>
      <Digits
        text={t('fromTo', {
          min: amount({ amount: build?.min ?? pair.min.amount, decimals }),
          max: inOrigin(build?.max ?? pair.max.amount),
        })}
      />
    </DetailRow>
  );
  if (!build) {
    return (
      <div className={styles.details}>
        <dl className={styles.rows}>
          {pair.usualSeconds === null ? null : (
            <DetailRow label={t('usualTime')}>{t('aboutTime', { time: duration(pair.usualSeconds) })}</DetailRow>
          )}
          {limits}
        </dl>
        {gas}
      </div>
    );
  }
  const networkFee =
    build.intent.gasDrop === 0n
      ? t('networkFee', { chain: destination.name })
      : t('networkFeeWithGas', {
          chain: destination.name,
          gas: nativeSum(build.intent.gasDrop, destination, sum),
        });
  return (
    <div className={`${styles.details} ${isUpdating ? styles.stale : ''}`} aria-busy={isUpdating}>
      <CostLine build={build} />
      <FeeWarning build={build} />
      <ExactChoice {...{ form, build, dispatch }} />
      {gas}
      <details className={ui.more}>
        <summary>{t('feeDetails')}</summary>
        <dl className={styles.rows}>
          <DetailRow label={t('youPay')} strong>
            <RollingDigits text={inOrigin(build.send)} />
          </DetailRow>
          <DetailRow label={t('bridgeFee')}>{withValue(build.bridgeFee)}</DetailRow>
          <DetailRow label={<Digits text={networkFee} />}>{withValue(build.gasFee)}</DetailRow>
          <DetailRow label={t('gasOn', { chain: origin.name })}>
            <OriginGas {...{ build, account }} price={nativePriceOf(routes, origin.id)} />
          </DetailRow>
          {limits}
        </dl>
        <PriceNote price={pair.origin.price} />
      </details>
    </div>
  );
}

/** The total cost, as a value if the service states a current price, and the usual time. */
export function CostLine({ build }: { readonly build: VerifiedBuild }) {
  const { t, sum, duration } = useTexts('app');
  const { priceOf, show } = useFiat();
  const { pair, originToken } = build.route;
  const fees = { amount: totalFeesOf(build), decimals: originToken.decimals };
  const price = priceOf(pair.origin.price);
  const cost = price ? show(fees, price) : sum(fees, pair.tokenName);
  const { usualSeconds } = pair;
  return (
    <p className={styles.cost}>
      <Digits
        text={usualSeconds === null ? t('costs', { cost }) : t('costsAndTime', { cost, time: duration(usualSeconds) })}
      />
    </p>
  );
}

type OriginGasProps = {
  readonly build: VerifiedBuild;
  readonly account: Address | undefined;
  /** The price of the token that pays for the gas. */
  readonly price: TokenPrice | null;
};

/** The most that the wallet's transactions should cost in gas. */
function OriginGas({ build, account, price }: OriginGasProps) {
  const { id, nativeCurrency } = build.route.origin;
  const maxFeePerGas = useMaxFeePerGas(id);
  const allowance = useAllowance(build, account);
  if (maxFeePerGas === null) return <span aria-hidden="true">–</span>;
  const wei = gasBound(planTransactions(build.terms, allowance), maxFeePerGas);
  const { symbol, decimals } = nativeCurrency;
  return <SumWithValue amount={{ amount: wei, decimals }} tokenName={symbol} price={price} isBound />;
}

const REFRESH_MS = 15_000;

/** How much of the token the deposit contract may already move; null while unknown, or without an account. */
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

type SumProps = {
  readonly amount: Amount;
  readonly tokenName: string;
  readonly price: TokenPrice | null;
  /** Whether the amount is an upper bound. */
  readonly isBound?: boolean;
};

/** An amount, with its value if the service states a current price. */
function SumWithValue({ amount, tokenName, price, isBound = false }: SumProps) {
  const { t, sum } = useTexts('app');
  const { priceOf, show } = useFiat();
  const current = priceOf(price);
  const shown = sum(amount, tokenName);
  return (
    <span className={styles.sum}>
      <span>{isBound ? <Digits text={t('atMost', { sum: shown })} /> : <RollingDigits text={shown} />}</span>
      {current ? (
        <span className={styles.value}>
          <Digits text={show(amount, current)} />
        </span>
      ) : null}
    </span>
  );
}

function FeeWarning({ build }: { build: VerifiedBuild }) {
  const { t, percent } = useTexts('app');
  const bps = feeShareOf(build);
  return isHighShare(bps) ? <Notice tone="warning">{t('feesHigh', { share: percent(bps) })}</Notice> : null;
}

type ExactChoiceProps = Pick<Props, 'form' | 'dispatch'> & { readonly build: VerifiedBuild };

/** Which amount stays exact: the one to send, or the one to receive. The fees change the other. */
function ExactChoice({ form, build, dispatch }: ExactChoiceProps) {
  const { t, sum } = useTexts('app');
  const name = useId();
  const { pair, originToken, destinationToken } = build.route;
  const receive = { amount: build.receive, decimals: destinationToken.decimals };
  const decimals = entryDecimals({ ...form, entry: 'receive' });
  const exact = {
    send: { amount: build.send, decimals: originToken.decimals },
    receive: { amount: convertRoundingDown(receive, decimals), decimals },
  };
  const choices = (['send', 'receive'] as const).map((entry) => (
    <label key={entry} className={styles.choice}>
      <input
        type="radio"
        name={name}
        checked={form.entry === entry}
        onChange={() => dispatch({ type: 'amountChosen', entry, text: formatAmount(exact[entry]) })}
      />
      <span>{t(entry === 'send' ? 'sendExactly' : 'receiveExactly')}</span>
      <b>
        <RollingDigits text={sum(exact[entry], pair.tokenName)} />
      </b>
    </label>
  ));
  return (
    <fieldset className={styles.choices}>
      <legend className="visuallyHidden">{t('exactAmount')}</legend>
      {choices}
    </fieldset>
  );
}

function PriceNote({ price }: { price: TokenPrice | null }) {
  const { t } = useTexts('app');
  const { priceOf, locale } = useFiat();
  const current = priceOf(price);
  return current ? <p className={styles.note}>{t('pricesOf', { day: displayDay(current.atMs, locale) })}</p> : null;
}
