import { useState } from 'react';
import { useAppServices } from '../../context/appServices.ts';
import type { TransferTerms } from '../../domain/transferTerms.ts';
import { Button } from '../../ui/Button.tsx';
import ui from '../../ui/ui.module.css';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './transfer.module.css';

/** The way on where a wallet does not tell that its person rejected the request. */
export function RejectedIt({ terms }: { readonly terms: TransferTerms }) {
  const { t } = useWords(transferWords);
  const { runner } = useAppServices();
  const [isChecking, setChecking] = useState(false);

  async function recheck() {
    setChecking(true);
    try {
      await (await runner()).recheck(terms.id);
    } finally {
      setChecking(false);
    }
  }

  return (
    <div className={`${ui.row} ${ui.note} ${styles.rejected}`}>
      <p>{t('rejectedItText', { chain: terms.origin.chainName })}</p>
      <Button size="small" busy={isChecking} disabled={isChecking} onClick={() => void recheck()}>
        {t('rejectedIt')}
      </Button>
    </div>
  );
}
