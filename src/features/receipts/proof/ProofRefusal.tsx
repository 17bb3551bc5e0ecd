import type { Verification } from '#shared/proof/verification.ts';
import { DetailRow } from '../../../ui/DetailRow.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { proofWords } from '../../../words/proof/proofWords.ts';
import { useWords } from '../../../words/useWords.ts';
import styles from './Proof.module.css';
import { refusalRows } from './proofTexts.ts';

type Props = { readonly refused: Extract<Verification, { readonly ok: false }> };

/** Why a file proves nothing. */
export function ProofRefusal({ refused }: Props) {
  const words = useWords(proofWords);
  return (
    <>
      <Notice tone="danger" title={words.t('refused')}>
        <p>{words.t('refusedLine')}</p>
      </Notice>
      <dl className={styles.rows}>
        {refusalRows(refused, words).map(([label, text]) => (
          <DetailRow key={label} label={label}>
            <span className={styles.value}>{text}</span>
          </DetailRow>
        ))}
      </dl>
    </>
  );
}
