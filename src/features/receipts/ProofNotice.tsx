import { assertNever } from '#shared/assertNever.ts';
import type { Proof } from '../../domain/proof.ts';
import { gapText } from '../../ui/gapText.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ShortfallList } from '../../ui/ShortfallList.tsx';
import { receiptsWords } from '../../words/receipts/receiptsWords.ts';
import { statusWords } from '../../words/status/statusWords.ts';
import { useWords } from '../../words/useWords.ts';

type Props = { readonly proof: Proof | null; readonly chainName: string };

/** The result of this page's own verification on the destination chain. */
export function ProofNotice({ proof, chainName: chain }: Props) {
  const { t } = useWords(receiptsWords);
  const status = useWords(statusWords);
  if (!proof) return <Notice tone="info">{t('verifying', { chain })}</Notice>;
  switch (proof.kind) {
    case 'proven':
      return <Notice tone="good">{t('verified', { chain })}</Notice>;
    case 'mismatch':
      return (
        <Notice tone="danger" title={t('differentPayout', { chain })}>
          <p>{t('differentPayoutText')}</p>
          <ShortfallList shortfalls={proof.shortfalls} />
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="warning" title={t('notVerified')}>
          {gapText(proof.gap, chain, status)}
        </Notice>
      );
    default:
      return assertNever(proof);
  }
}
