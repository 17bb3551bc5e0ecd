import { useQuery } from '@tanstack/react-query';
import { isSameAddress } from '#shared/address.ts';
import { convertRoundingDown } from '#shared/amount.ts';
import { offerQuery } from '../api/queries.ts';
import { useAppServices } from '../app/services.ts';
import type { Route } from '../config/registry.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { DetailRow } from '../ui/DetailRow.tsx';
import { Digits } from '../ui/Digits.tsx';
import ui from '../ui/ui.module.css';
import { useFiat } from '../ui/useFiat.ts';
import type { TransferTerms } from './model/transferTerms.ts';
import styles from './transfer.module.css';
import { useGasOnArrival } from './useGasOnArrival.ts';

type Props = {
  readonly terms: TransferTerms;
  /** What the recipient got; null while it is on its way. */
  readonly received: bigint | null;
};

/** What a transfer costs, and what arrives, at the current price. The rows stay from the start, so that a delivery moves nothing. */
export function TransferCosts(props: Props) {
  const offer = useQuery(offerQuery(useAppServices()));
  const route = offer.data?.routes?.all.find((one) => isRouteOf(one, props.terms)) ?? null;
  const gas = useGasOnArrival(props.terms);
  return <CostRows {...props} gas={gas} pair={route?.pair ?? null} isPending={offer.isPending} />;
}

type RowsProps = Props & {
  /** The gas on arrival, whose price is part of the cost; null without any. */
  readonly gas: string | null;
  readonly pair: Route['pair'] | null;
  /** Keeps the place of the value until the prices have loaded. */
  readonly isPending: boolean;
};

export function CostRows({ terms, received, gas, pair, isPending }: RowsProps) {
  const { t, sum } = useTexts('app');
  const { priceOf, show } = useFiat();
  const { origin, destination, send, tokenName } = terms;
  const arrives = received ?? terms.receive;
  // A deposit that the app found on a chain has no quote.
  if (arrives === null) return null;
  const arrival = { amount: arrives, decimals: destination.decimals };
  const cost = { amount: send - convertRoundingDown(arrival, origin.decimals), decimals: origin.decimals };
  const costPrice = priceOf(pair?.origin.price ?? null);
  const price = priceOf(pair?.destination.price ?? null);
  return (
    <dl className={`${ui.stack} ${styles.costs}`}>
      <DetailRow label={<Digits text={gas === null ? t('totalCost') : t('totalCostWithGas', { gas })} />}>
        <b>
          <Digits text={sum(cost, tokenName)} />
        </b>
        {costPrice ? <Digits text={` · ${show(cost, costPrice)}`} /> : null}
        <span className={`${ui.small} ${styles.gas}`}>{t('plusGas', { chain: origin.chainName })}</span>
      </DetailRow>
      {price || isPending ? (
        <DetailRow label={t(received === null ? 'valueExpected' : 'valueToday')}>
          {price ? <Digits text={show(arrival, price)} /> : <span aria-hidden="true">–</span>}
        </DetailRow>
      ) : null}
    </dl>
  );
}

const isRouteOf = ({ origin, originToken, destination, destinationToken }: Route, terms: TransferTerms): boolean =>
  origin.id === terms.origin.chainId &&
  destination.id === terms.destination.chainId &&
  isSameAddress(originToken.address, terms.origin.token) &&
  isSameAddress(destinationToken.address, terms.destination.token);
