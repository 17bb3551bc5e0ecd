import { useQuery } from '@tanstack/react-query';
import { isSameAddress } from '#shared/address.ts';
import type { Amount } from '#shared/amount.ts';
import { useAppServices } from '../app/services.ts';
import { elapsedText } from '../i18n/elapsedText.ts';
import { useLanguage } from '../i18n/language.ts';
import { transferWords } from '../i18n/transfer/transferWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { verdictWords } from '../i18n/verdict/verdictWords.ts';
import { AddressText } from '../ui/AddressText.tsx';
import { CardPicture } from '../ui/causeway/CardPicture.tsx';
import ui from '../ui/ui.module.css';
import type { Transfer } from './model/transfer.ts';
import styles from './transfer.module.css';
import type { Verdict } from './verdict/verdict.ts';
import { causewayOf } from './verdict/verdictKinds.ts';

type Props = { readonly transfer: Transfer; readonly verdict: Verdict };

export function TransferSummary({ transfer, verdict }: Props) {
  const took = useTook(transfer);
  const { t } = useWords(transferWords);
  const { terms } = transfer;
  return (
    <div className={ui.stack}>
      <CardPicture
        state={causewayOf(verdict)}
        origin={terms.origin.chainName}
        destination={terms.destination.chainName}
        label={took}
      />
      <div className={styles.sums}>
        <p>
          <Sum of={{ amount: terms.send, decimals: terms.origin.decimals }} tokenName={terms.tokenName} />
          <span className={ui.small}>{t('onChain', { chain: terms.origin.chainName })}</span>
        </p>
        <Arrival transfer={transfer} />
      </div>
      {took ? <p className="visuallyHidden">{took}</p> : null}
    </div>
  );
}

/** How long a delivered transfer took, from block to block. Null before the delivery, and while no node tells the times. */
function useTook(transfer: Transfer): string | null {
  const { t } = useWords(verdictWords);
  const { locale } = useLanguage();
  const { chainReads } = useAppServices();
  const { origin, destination } = transfer.terms;
  const blocks =
    transfer.status === 'delivered'
      ? {
          hash: transfer.hash,
          originId: origin.chainId,
          payoutHash: transfer.payoutHash,
          destinationId: destination.chainId,
        }
      : null;
  const seconds = useQuery({
    queryKey: ['secondsTaken', blocks],
    queryFn: async () => (blocks ? (await chainReads()).secondsTaken(blocks) : null),
    enabled: blocks !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return seconds.data ? t('took', { time: elapsedText(seconds.data, locale) }) : null;
}

/** The amount stands out. In a right-to-left line it keeps its place before the name of the token. */
function Sum({ of, tokenName }: { readonly of: Amount; readonly tokenName: string }) {
  const { amount } = useWords(transferWords);
  return (
    <bdi dir="ltr">
      <strong>{amount(of)}</strong> {tokenName}
    </bdi>
  );
}

/** The amount at the recipient, or the refund. */
function Arrival({ transfer }: { transfer: Transfer }) {
  const { rich } = useWords(transferWords);
  const { terms } = transfer;
  if (transfer.status === 'refunded') {
    return (
      <p>
        <Sum of={{ amount: transfer.refunded, decimals: terms.origin.decimals }} tokenName={terms.tokenName} />
        <span className={ui.small}>{rich('backTo', { address: <AddressText address={terms.account} /> })}</span>
      </p>
    );
  }
  const arrives = transfer.status === 'delivered' ? transfer.received : terms.receive;
  return (
    <p>
      {arrives === null ? (
        terms.tokenName
      ) : (
        <Sum of={{ amount: arrives, decimals: terms.destination.decimals }} tokenName={terms.tokenName} />
      )}
      <span className={ui.small}>
        {rich(isSameAddress(terms.recipient, terms.account) ? 'toYourAccount' : 'toAddress', {
          address: <AddressText address={terms.recipient} />,
        })}
      </span>
    </p>
  );
}
