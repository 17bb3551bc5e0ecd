import type { Doubt, Transfer } from '../../domain/transfer.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { TransferWords } from '../../words/transfer/transferWords.ts';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';

const titles: Readonly<Record<Doubt['kind'], Parameters<TransferWords['t']>[0]>> = {
  reverted: 'doubtReverted',
  noDeposit: 'doubtNoDeposit',
  otherChain: 'doubtOtherChain',
};

type Props = { readonly terms: Transfer['terms']; readonly doubt: Doubt };

/** What is known of a transaction that the wallet named, while the app looks for the deposit. */
export function DoubtReport({ terms, doubt }: Props) {
  const { t } = useWords(transferWords);
  const { chainName } = terms.origin;
  return (
    <Notice tone="warning" title={t(titles[doubt.kind], { chain: doubt.foundOn ?? chainName })}>
      {t('doubtText')}
    </Notice>
  );
}
