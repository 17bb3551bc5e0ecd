import type { Transfer } from '../../domain/transfer.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import ui from '../../ui/ui.module.css';
import { mainWords } from '../../words/main/mainWords.ts';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';
import styles from './transfer.module.css';

type Props = {
  readonly transfer: Extract<Transfer, { readonly status: 'signing' }>;
  readonly proposal: string;
  /** Null while the wallet is asked, or while none is connected. */
  readonly onAsk: (() => void) | null;
};

/** A deposit that waits for signatures. It may be cancelled only in the wallet. */
export function ProposalNotice({ transfer, proposal, onAsk }: Props) {
  const { t } = useWords(transferWords);
  const main = useWords(mainWords);
  const { validUntilMs } = transfer.terms;
  const time = validUntilMs === null ? null : main.moment(validUntilMs);
  return (
    <>
      <Notice tone="info" title={t('proposalTitle')}>
        {t('proposalText')} {time === null ? null : t('proposalQuote', { time })}
      </Notice>
      <div className={styles.proposal}>
        <span className={ui.note}>{t('proposalHash')}</span>
        <code>{proposal}</code>
        <CopyButton text={proposal} label={main.t('copyHash')} />
      </div>
      {onAsk ? <Button onClick={onAsk}>{t('checkInWallet')}</Button> : null}
    </>
  );
}
