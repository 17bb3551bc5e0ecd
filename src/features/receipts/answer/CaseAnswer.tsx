import { useState } from 'react';
import type { Address, Hash } from 'viem';
import type { ProofOrder } from '../../../chain/desk/proofFileReads.ts';
import { useAppServices } from '../../../context/appServices.ts';
import type { Case, DepositCase } from '../../../domain/desk/judge.ts';
import { receiptPath } from '../../../domain/verdict/receiptPath.ts';
import { Button } from '../../../ui/Button.tsx';
import { HelpLink } from '../../../ui/HelpLink.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { ShareLink } from '../../../ui/share/ShareLink.tsx';
import ui from '../../../ui/ui.module.css';
import { useIsOnline } from '../../../ui/useIsOnline.ts';
import { usePageTitle } from '../../../ui/usePageTitle.ts';
import { deskWords } from '../../../words/desk/deskWords.ts';
import { useLanguage } from '../../../words/language.ts';
import { receiptsWords } from '../../../words/receipts/receiptsWords.ts';
import { statusWords } from '../../../words/status/statusWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { verdictWords } from '../../../words/verdict/verdictWords.ts';
import { useDeskKey } from '../box/useDeskKey.ts';
import { caseTitle } from '../caseTitle.ts';
import { OfflineNotice } from '../OfflineNotice.tsx';
import { SaveProof } from '../proof/proofParts.ts';
import { PinButton } from '../watch/PinButton.tsx';
import styles from './answer.module.css';
import { CaseCard } from './CaseCard.tsx';
import { ChainSights } from './ChainSights.tsx';
import { DepositFacts } from './DepositFacts.tsx';
import { RawAnswers } from './RawAnswers.tsx';
import { ReplyPanel } from './reply/ReplyPanel.tsx';
import { SightFacts } from './SightFacts.tsx';
import { useCase } from './useCase.ts';

type Props = {
  readonly hash: Hash;
  readonly chainId: number | null;
  /** Accounts that were pasted beside the hash. One can be the Safe that signed it. */
  readonly addresses: readonly Address[];
};

/** The answer about one hash. */
export function CaseAnswer({ hash, chainId, addresses }: Props) {
  const { t } = useWords(receiptsWords);
  const found = useCase({ hash, chainId }, addresses);
  const isOnline = useIsOnline();
  if (!found && !isOnline) return <OfflineNotice hash={hash} />;
  if (!found) {
    return (
      <p className={`${ui.waiting} ${styles.waiting}`} role="status">
        <Spinner /> {t('lookingUp')}
      </p>
    );
  }
  return (
    <div className={styles.frame}>
      <Answer found={found} hash={hash} />
    </div>
  );
}

function Answer({ found, hash }: { readonly found: Case; readonly hash: Hash }) {
  const desk = useWords(deskWords);
  const status = useWords(statusWords);
  const words = { desk, verdict: useWords(verdictWords) };
  const [language, setLanguage] = useState(useLanguage().language);
  const { deposits, verdicts } = found;
  const { name } = useAppServices().config.brand;
  usePageTitle(caseTitle(verdicts, words));
  const [first] = deposits;
  const caseHash = first?.evidence.deposit.transactionHash ?? hash;
  const caseUrl = `${window.location.origin}${receiptPath(caseHash, first?.evidence.chain.id ?? null)}`;
  useDeskKey('l', () => void navigator.clipboard.writeText(caseUrl).catch(() => {}));
  useDeskKey('p', () => window.print());
  return (
    <div className={styles.answer}>
      <p className={styles.printed} dir="ltr">
        {name} · {caseUrl}
      </p>
      <CaseCard found={found} />
      <div className={styles.side}>
        <ReplyPanel found={found} caseUrl={caseUrl} language={language} onLanguage={setLanguage} />
        <section className={`${ui.card} ${ui.compact}`} aria-labelledby="chainsTitle">
          <h2 id="chainsTitle">{desk.t('chains')}</h2>
          <ChainSights found={found} />
        </section>
        <div className={`${ui.row} ${styles.share}`}>
          <ShareLink url={caseUrl} title={caseTitle(verdicts, words)} />
          <Button size="small" onClick={() => window.print()}>
            {desk.t('print')}
          </Button>
          <PinButton item={{ kind: 'hash', hash: caseHash, chainId: first?.evidence.chain.id ?? null }} />
        </div>
      </div>
      <section className={ui.card} aria-labelledby="evidenceTitle">
        <h2 id="evidenceTitle">{desk.t('evidence')}</h2>
        {deposits.map((one, index) => (
          <DepositEvidencePart key={one.evidence.deposit.id} one={one} number={index + 1} count={deposits.length} />
        ))}
        <SightFacts found={found} />
        <RawAnswers found={found} />
      </section>
      <div className={styles.help}>
        <HelpLink of={caseHash} label={status.t('getHelp')} />
      </div>
    </div>
  );
}

/** What to prove to others; null for a deposit whose payout no chain shows. */
function deliveryOrder({ evidence, journey, payoutHash }: DepositCase): ProofOrder | null {
  const { chain, deposit, payout } = evidence;
  if (payout.kind !== 'proven' || payoutHash === null || !journey.destination) return null;
  return {
    id: deposit.id,
    deposit: { chain, hash: deposit.transactionHash },
    payout: { chain: journey.destination, hash: payoutHash },
  };
}

type PartProps = Parameters<typeof DepositFacts>[0] & { readonly number: number; readonly count: number };

function DepositEvidencePart({ one, number, count }: PartProps) {
  const { t } = useWords(deskWords);
  const order = deliveryOrder(one);
  return (
    <div className={`${ui.stack} ${styles.part}`}>
      {count === 1 ? null : <h3>{t('depositOf', { number: `${number}`, count: `${count}` })}</h3>}
      <DepositFacts one={one} />
      {order ? (
        <div className={styles.tools}>
          <SaveProof order={order} />
        </div>
      ) : null}
    </div>
  );
}
