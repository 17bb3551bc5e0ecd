import type { Hash } from 'viem';
import { useExplorer } from '../../context/useExplorer.ts';
import { proofOrderOf } from '../../domain/desk/proofOrder.ts';
import type { Journey } from '../../domain/verdict/journey.ts';
import { receiptPath } from '../../domain/verdict/receiptPath.ts';
import { receiptSteps, transactionOn } from '../../domain/verdict/receiptSteps.ts';
import { isMoving, paceIn, toneOf } from '../../domain/verdict/verdict.ts';
import { CardPicture } from '../../ui/causeway/CardPicture.tsx';
import { causewayOf } from '../../ui/causeway/causewayOf.ts';
import { ShareLink } from '../../ui/share/ShareLink.tsx';
import { StepList } from '../../ui/steps/StepList.tsx';
import { PaceLine } from '../../ui/verdict/PaceLine.tsx';
import { elapsedText } from '../../words/elapsedText.ts';
import { useLanguage } from '../../words/language.ts';
import { receiptsWords } from '../../words/receipts/receiptsWords.ts';
import { useWords } from '../../words/useWords.ts';
import { verdictWords } from '../../words/verdict/verdictWords.ts';
import { SaveProof } from './proof/proofParts.ts';
import styles from './ReceiptCard.module.css';
import { ReceiptDetails } from './ReceiptDetails.tsx';
import { ReceiptSum } from './ReceiptSum.tsx';
import { ReceiptVerdict } from './ReceiptVerdict.tsx';
import type { LookedUp } from './useLookup.ts';

type Props = { readonly hash: Hash; readonly found: LookedUp; readonly journey: Journey };

/** The receipt of a transfer that the service or a chain knows. */
export function ReceiptCard({ hash, found, journey }: Props) {
  const { t } = useWords(receiptsWords);
  const words = useWords(verdictWords);
  const { locale } = useLanguage();
  const explorer = useExplorer();
  const { verdict, delivery, refund, facts } = found;
  const destination = journey.destinationName ?? t('unknownChain', { id: `${journey.destinationId}` });
  const places = { origin: journey.originName, destination };
  const took = found.seconds === null ? null : words.t('took', { time: elapsedText(found.seconds, locale) });
  const pace = paceIn(verdict);
  const refundHash = refund && refund.proof.kind !== 'unknown' ? refund.proof.hash : null;
  const steps = receiptSteps(facts, {
    deposit: transactionOn(journey.origin?.id, hash),
    payout: transactionOn(journey.destination?.id, delivery?.payoutHash ?? null),
    refund: transactionOn(journey.origin?.id, refundHash),
  });
  const order =
    verdict.kind === 'delivered' && delivery
      ? proofOrderOf({ chain: journey.origin, hash }, { chain: journey.destination, hash: delivery.payoutHash })
      : null;
  return (
    <article className={styles.card} aria-label={t('title')}>
      <CardPicture state={causewayOf(verdict)} {...places} label={took} />
      <header className={styles.top}>
        <h2>
          <span className={`${styles.badge} ${styles[toneOf(verdict)]}`}>{words.t(`title_${verdict.kind}`)}</span>
        </h2>
      </header>
      <ReceiptSum found={found} journey={journey} places={places} />
      {took ? <p className="visuallyHidden">{took}</p> : null}
      {pace ? <PaceLine pace={pace} /> : null}
      <StepList {...{ steps, places, explorer }} tokenName={journey.tokenName ?? ''} isMoving={isMoving(verdict)} />
      <ReceiptVerdict found={found} places={places} />
      <ReceiptDetails journey={journey} delivery={delivery} />
      {order ? <SaveProof order={order} /> : null}
      <ShareLink
        url={`${window.location.origin}${receiptPath(hash, journey.origin?.id ?? null)}`}
        title={words.t(`title_${verdict.kind}`)}
      />
    </article>
  );
}
