import { useRef, useState } from 'react';
import type { Verification } from '#shared/proof/verifyProof.ts';
import { verifyProof } from '#shared/proof/verifyProof.ts';
import { proofWords } from '../../i18n/proof/proofWords.ts';
import { useWords } from '../../i18n/useWords.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './Proof.module.css';
import { ProofIntake } from './ProofIntake.tsx';
import { ProofResult } from './ProofResult.tsx';
import { problemText } from './proofTexts.ts';
import { useProofReads } from './useProofReads.ts';

/** Verifies a proof file that a person chooses, drops or pastes. It needs no network. */
export function VerifyProof() {
  const words = useWords(proofWords);
  const { t } = words;
  const { pins } = useProofReads();
  const [verification, setVerification] = useState<Verification | null>(null);
  const summary = useRef<HTMLElement>(null);
  // The button that was pressed disappears with its part. The keyboard goes on above the new one.
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
              <p>{problemText(verification.problem, words)}</p>
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
