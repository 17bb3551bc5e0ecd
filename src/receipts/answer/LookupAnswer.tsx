import { useState } from 'react';
import type { Address, Hash } from 'viem';
import { Link } from 'wouter';
import type { Receipt } from '#client/receipt.ts';
import type { ChainConfig } from '#shared/config/runtimeConfig.ts';
import { useAppServices, useTransfers } from '../../app/services.ts';
import { useLanguage, useTexts } from '../../i18n/useTexts.ts';
import { receiptPath } from '../../transfer/verdict/journey.ts';
import { afterIdle } from '../../ui/afterIdle.ts';
import { Button, Spinner } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { copyText } from '../../ui/copyText.ts';
import { Digits } from '../../ui/Digits.tsx';
import { HelpLink } from '../../ui/HelpLink.tsx';
import { lazyChunk } from '../../ui/lazyChunk.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { usePageTitle } from '../../ui/PageHeading.tsx';
import { PrintedLine } from '../../ui/PrintedLine.tsx';
import { ShareLink } from '../../ui/ShareLink.tsx';
import ui from '../../ui/ui.module.css';
import { useIsOnline } from '../../ui/useIsOnline.ts';
import { useIsSlow } from '../../ui/useNow.ts';
import { lookupTitle } from '../lookupTitle.ts';
import type { JudgedDeposit, Lookup } from '../model/judge.ts';
import { bestEvidence } from '../model/judgeWithoutDeposit.ts';
import { useDeskKey } from '../paste/deskKeys.tsx';
import { PinButton } from '../pins/PinButton.tsx';
import type { ProofOrder } from '../reads/proofFileReads.ts';
import styles from './answer.module.css';
import { ChainEvidenceList } from './ChainEvidenceList.tsx';
import { AddressFact, DepositFacts, Fact, HashFact, SumFact, TimeFact } from './DepositFacts.tsx';
import { LookupCard } from './LookupCard.tsx';
import { ReplyPanel } from './ReplyPanel.tsx';
import { useLookup } from './useLookup.ts';

// Few visitors need the proof code, so it loads when idle. It must work after the network is gone.
const SaveProof = lazyChunk(() => afterIdle(async () => (await import('../proof/SaveProof.tsx')).SaveProof), 'line');

type Props = {
  readonly hash: Hash;
  readonly chainId: number | null;
  /** Accounts pasted beside the hash. One can be the Safe that signed it. */
  readonly addresses: readonly Address[];
};

/** The answer about one hash. */
export function LookupAnswer({ hash, chainId, addresses }: Props) {
  const { t } = useTexts('desk');
  const { shown, told } = useLookup({ hash, chainId }, addresses);
  const isSlow = useIsSlow(shown === null || shown.isWaiting);
  const isOnline = useIsOnline();
  if (!shown && !isOnline) return <OfflineNotice hash={hash} />;
  const waiting = t(isSlow ? 'bridgeSlow' : 'receiptLookingUp');
  if (!shown) {
    return (
      <div className={styles.waiting}>
        <p className={ui.waiting} role="status" data-loading>
          <Spinner /> {waiting}
        </p>
        <BridgeSays told={told} />
      </div>
    );
  }
  return (
    <div className={styles.frame}>
      <Answer found={shown.found} hash={hash} waiting={shown.isWaiting ? waiting : null} />
    </div>
  );
}

/** What the bridge says, while the chains are asked whether it is true. */
function BridgeSays({ told }: { readonly told: readonly Receipt[] }) {
  const { t, sum } = useTexts('desk');
  const messageOf = (receipt: Receipt): string | null => {
    switch (receipt.kind) {
      case 'delivered': {
        const { received, tokenName, destinationChainName: chain } = receipt.delivery;
        return t('sumTo', { sum: sum(received, tokenName), chain });
      }
      case 'inProgress':
      case 'failed':
        return receipt.report.message;
      case 'unknown':
      case 'refused':
        return null;
    }
  };
  const messages = new Set(told.map(messageOf));
  return [...messages].map((message) =>
    message ? (
      <p key={message} className={ui.note} data-told>
        <Digits text={t('bridgeSays', { message })} />
      </p>
    ) : null,
  );
}

type AnswerProps = {
  readonly found: Lookup;
  readonly hash: Hash;
  /** Stands in for the verdict while the bridge has yet to answer. */
  readonly waiting: string | null;
};

function Answer({ found, hash, waiting }: AnswerProps) {
  const texts = useTexts('desk');
  const { t } = texts;
  const [language, setLanguage] = useState(useLanguage().language);
  const { deposits, verdicts } = found;
  const { name } = useAppServices().config.brand;
  const title = waiting ?? lookupTitle(verdicts, texts);
  usePageTitle(title);
  const [first] = deposits;
  const lookupHash = first?.evidence.deposit.transactionHash ?? hash;
  const lookupUrl = `${window.location.origin}${receiptPath(lookupHash, first?.evidence.chain.id ?? null)}`;
  useDeskKey('l', () => void copyText(lookupUrl));
  useDeskKey('p', () => window.print());
  return (
    <div className={styles.answer}>
      <PrintedLine brand={name} url={lookupUrl} />
      <LookupCard found={found} waiting={waiting} />
      <div className={styles.side}>
        <ReplyPanel {...{ found, waiting, lookupUrl, language }} onLanguage={setLanguage} />
        <section className={`${ui.card} ${ui.compact}`} aria-labelledby="chainsTitle">
          <h2 id="chainsTitle">{t('chains')}</h2>
          <ChainEvidenceList found={found} />
        </section>
        <div className={`${ui.row} ${styles.share}`}>
          <ShareLink url={lookupUrl} title={title} />
          <Button size="small" onClick={() => window.print()}>
            {t('print')}
          </Button>
          <PinButton item={{ kind: 'hash', hash: lookupHash, chainId: first?.evidence.chain.id ?? null }} />
        </div>
      </div>
      <section className={ui.card} aria-labelledby="evidenceTitle">
        <h2 id="evidenceTitle">{t('evidence')}</h2>
        {deposits.map((one, index) => (
          <DepositEvidencePart key={one.evidence.deposit.id} one={one} number={index + 1} count={deposits.length} />
        ))}
        <TransactionFacts found={found} />
        <RawAnswers found={found} />
      </section>
      <div className={styles.help}>
        <HelpLink of={lookupHash} label={t('getHelp')} />
      </div>
    </div>
  );
}

/** The delivery to prove; null if no chain shows the payout. */
function deliveryOrder({ evidence, journey, payoutHash }: JudgedDeposit): ProofOrder | null {
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
  const { t } = useTexts('desk');
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

/** What a chain shows of a transaction that leads to no deposit. */
function TransactionFacts({ found: { evidence, deposits } }: { readonly found: Lookup }) {
  const { t, sum } = useTexts('desk');
  const best = bestEvidence(evidence.perChain);
  if (deposits.length > 0 || (best?.kind !== 'mined' && best?.kind !== 'pending')) return null;
  const { chain, from, to } = best;
  const mined = best.kind === 'mined' ? best : null;
  const { symbol, decimals } = chain.nativeCurrency;
  return (
    <dl>
      <AddressFact label={t('sender')} address={from} />
      {to === null ? null : <AddressFact label={t('sentTo')} address={to} />}
      {mined === null ? null : (
        <>
          <SumFact label={t('gasPaid')} value={sum({ amount: mined.networkFee, decimals }, symbol)} />
          {mined.minedAtMs === null ? null : <TimeFact label={t('minedAt')} ms={mined.minedAtMs} />}
          <Fact label={t('block')} value={`${mined.blockNumber}`} />
          {mined.confirmations === null ? null : (
            <Fact label={t('deskConfirmations')} value={`${mined.confirmations}`} />
          )}
        </>
      )}
      <HashFact label={t('transaction')} hash={evidence.hash} chainId={chain.id} />
    </dl>
  );
}

const isChain = (value: unknown): value is ChainConfig =>
  typeof value === 'object' && value !== null && 'rpcUrls' in value && 'depositContract' in value;

/** The evidence as JSON. An RPC endpoint's URL can hold a key, so a chain is reduced to its name and id. */
export function rawText({ evidence }: Lookup): string {
  const plain = (_key: string, value: unknown) => {
    if (typeof value === 'bigint') return `${value}`;
    return isChain(value) ? { name: value.name, id: value.id } : value;
  };
  return JSON.stringify(evidence, plain, 2);
}

/** All evidence as JSON for an engineer, collapsed. */
function RawAnswers({ found }: { readonly found: Lookup }) {
  const { t } = useTexts('desk');
  const [isOpen, setOpen] = useState(false);
  const text = isOpen ? rawText(found) : '';
  return (
    <details className={ui.more} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('raw')}</summary>
      {isOpen ? (
        <div className={styles.raw}>
          <CopyButton text={text} label={t('copyValue', { what: t('raw') })} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
          <section tabIndex={0} aria-label={t('raw')}>
            <pre lang="en" dir="ltr">
              {text}
            </pre>
          </section>
        </div>
      ) : null}
    </details>
  );
}

/** Replaces the answer while the browser is offline, with a link to this browser's own transfer. */
function OfflineNotice({ hash }: { readonly hash: Hash }) {
  const { t } = useTexts('desk');
  const stored = Object.values(useTransfers()).find((transfer) => 'hash' in transfer && transfer.hash === hash);
  return (
    <Notice tone="info" title={t('receiptOffline')}>
      <p>{t('receiptOfflineText')}</p>
      {stored ? <Link href={`/transfers/${stored.terms.id}`}>{t('receiptOpenTransfer')}</Link> : null}
    </Notice>
  );
}
