import { FullAddress } from '../../../ui/FullAddress.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { proofWords } from '../../../words/proof/proofWords.ts';
import { useWords } from '../../../words/useWords.ts';
import type { Agreement } from './agreementOf.ts';
import type { Proven } from './proofTexts.ts';
import { chainNameOf, claimText, shortAddress, sumOf } from './proofTexts.ts';
import { useProofReads } from './useProofReads.ts';

const tones = { notCompared: 'info', agreed: 'good', differs: 'danger', unconfirmed: 'danger' } as const;
const titles = { notCompared: 'consistent', agreed: 'proven', differs: 'differs', unconfirmed: 'unconfirmed' } as const;

type Props = { readonly proven: Proven; readonly agreement: Agreement };

/** The result in one sentence. A forged file can be consistent, so only the chains make it a proof. */
export function ProofHeadline({ proven, agreement }: Props) {
  const words = useWords(proofWords);
  const { pins } = useProofReads();
  const { t } = words;
  const { payout } = proven.statement;
  const sources = { words, pins, address: shortAddress };
  const delivered = t('delivered', { sum: sumOf(payout, sources), chain: chainNameOf(payout.chainId, sources) });
  return (
    // A screen reader announces an alert that appears, and none that a status becomes.
    <Notice key={agreement} tone={tones[agreement]} title={t(titles[agreement])}>
      {agreement === 'agreed' ? null : <p>{t('anyoneCan')}</p>}
      <p>{agreement === 'agreed' ? delivered : claimText(proven, sources)}</p>
      <FullAddress address={payout.recipient} />
    </Notice>
  );
}
