import type { DragEvent } from 'react';
import { useId, useRef, useState } from 'react';
import { MAX_PROOF_CHARS } from '#shared/proof/proofFile.ts';
import type { ProvenDelivery, Verification } from '#shared/proof/verifyProof.ts';
import { verifyProof } from '#shared/proof/verifyProof.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { useExplorer } from '../../transfer/useExplorer.ts';
import { Button } from '../../ui/Button.tsx';
import { DetailRow } from '../../ui/DetailRow.tsx';
import { Digits } from '../../ui/Digits.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { FullAddress } from '../../ui/FullAddress.tsx';
import { HashLink } from '../../ui/HashLink.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import ui from '../../ui/ui.module.css';
import { agreementOf } from '../model/blockAnswers.ts';
import { EndpointAnswers, useBlockAnswers, useProofReads } from './EndpointAnswers.tsx';
import styles from './proof.module.css';
import { chainNameOf, deliveryTexts, headlineOf, problemText, trustTexts } from './proofTexts.ts';

/** Verifies a proof file that a person chooses, drops or pastes. It needs no network. */
export function VerifyProof() {
  const texts = useTexts('desk');
  const { t } = texts;
  const { pins } = useProofReads();
  const [verification, setVerification] = useState<Verification | null>(null);
  const summary = useRef<HTMLElement>(null);
  // The pressed button disappears with its section, so the focus moves above the new section.
  const show = (next: Verification | null) => {
    setVerification(next);
    summary.current?.focus({ preventScroll: true });
  };
  return (
    <details className={styles.verify}>
      <summary ref={summary}>
        <Icon name="check" size={18} />
        <h2>{t('verifyTitle')}</h2>
        <Icon name="chevron" size={18} />
      </summary>
      {verification ? (
        <div className={styles.body}>
          {verification.ok ? (
            <ProofResult delivery={verification.delivery} />
          ) : (
            <Notice tone="danger" title={t('refused')}>
              <p>{problemText(verification.problem, texts)}</p>
              <p>{t('refusedLine')}</p>
            </Notice>
          )}
          <Button onClick={() => show(null)}>{t('verifyAnother')}</Button>
        </div>
      ) : (
        <ProofIntake onText={(text) => show(verifyProof(text, pins))} />
      )}
    </details>
  );
}

/** Takes a proof as a chosen or dropped file, or as pasted text. */
function ProofIntake({ onText }: { readonly onText: (text: string) => void }) {
  const { t } = useTexts('desk');
  const [pasted, setPasted] = useState('');
  const [isOver, setOver] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [textId, hintId] = [useId(), useId()];

  const read = (file: File | undefined) => {
    if (!file) return;
    setFailed(false);
    // One byte more than the limit is enough to refuse the file.
    file
      .slice(0, MAX_PROOF_CHARS + 1)
      .text()
      .then(onText, () => setFailed(true));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    read(event.dataTransfer.files[0]);
  };

  return (
    <div className={styles.body}>
      <p className={ui.note}>{t('verifyLine')}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard */}
      <div
        className={`${styles.drop} ${isOver ? styles.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileButton label={t('chooseProofFile')} accept=".json,application/json" kind="primary" onFile={read} />
        <span className={ui.note}>{t('dropFile')}</span>
      </div>
      <form
        className={`${ui.stack} ${styles.paste}`}
        onSubmit={(event) => {
          event.preventDefault();
          onText(pasted);
        }}
      >
        <label className={ui.note} htmlFor={textId}>
          {t('pasteText')}
        </label>
        <textarea
          id={textId}
          className={styles.text}
          rows={3}
          value={pasted}
          aria-describedby={hintId}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => setPasted(event.target.value)}
        />
        <p id={hintId} className={ui.note}>
          {t('pasteHint')}
        </p>
        <Button type="submit">{t('verify')}</Button>
      </form>
      {hasFailed ? <Notice tone="danger">{t('notReadable')}</Notice> : null}
    </div>
  );
}

const tones = { notCompared: 'info', agreed: 'good', differs: 'danger', unconfirmed: 'danger' } as const;

/** What a consistent proof shows, and what the reader still has to trust. */
function ProofResult({ delivery }: { readonly delivery: ProvenDelivery }) {
  const texts = useTexts('desk');
  const { pins } = useProofReads();
  const explorer = useExplorer();
  const { t } = texts;
  const { deposit, payout } = delivery;
  const sources = { texts, pins };
  const answers = useBlockAnswers(delivery);
  const agreement = agreementOf(answers);
  const hasAgreed = agreement === 'agreed';
  const { title, lines } = headlineOf(delivery, agreement, sources);
  return (
    <>
      {/* Screen readers announce an alert that appears, but not a status that turns into an alert. */}
      <Notice key={agreement} tone={tones[agreement]} title={title}>
        {lines.map((line) => (
          <p key={line}>
            <Digits text={line} />
          </p>
        ))}
        <FullAddress address={delivery.recipient} />
      </Notice>
      <section className={`${ui.stack} ${styles.part}`}>
        <h3>{t(hasAgreed ? 'whatIsProven' : 'whatItStates')}</h3>
        <TextList icon={hasAgreed ? 'check' : 'info'} texts={deliveryTexts(delivery, sources)} />
        <dl className={ui.stack}>
          <DetailRow label={t('proofDepositHash')}>
            <HashLink hash={deposit.transactionHash} href={explorer(deposit.chainId, deposit.transactionHash)} />
          </DetailRow>
          <DetailRow label={t('proofPayoutHash')}>
            <HashLink hash={payout.transactionHash} href={explorer(payout.chainId, payout.transactionHash)} />
          </DetailRow>
        </dl>
      </section>
      <section className={`${ui.stack} ${styles.part}`}>
        <h3>{t('whatToTrust')}</h3>
        <TextList icon="question" texts={trustTexts(delivery, sources)} />
        <dl className={ui.stack}>
          {[deposit, payout].map(({ chainId, blockHash }) => (
            <DetailRow key={chainId} label={t('blockOf', { chain: chainNameOf(chainId, sources) })}>
              <HashLink hash={blockHash} href={null} />
            </DetailRow>
          ))}
        </dl>
        <div className={styles.answers}>
          <h4>{t('askedNow')}</h4>
          <EndpointAnswers answers={answers} />
        </div>
      </section>
    </>
  );
}

function TextList({ icon, texts }: { readonly icon: IconName; readonly texts: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {texts.map((text) => (
        <li key={text}>
          <Icon name={icon} size={16} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
