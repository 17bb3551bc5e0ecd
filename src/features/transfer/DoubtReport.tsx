import type { Doubt, Transfer } from '../../domain/transfer.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { TransferWords } from '../../words/transfer/transferWords.ts';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';
import { verdictWords } from '../../words/verdict/verdictWords.ts';

const titles: Readonly<Record<Doubt['kind'], Parameters<TransferWords['t']>[0]>> = {
  reverted: 'doubtReverted',
  noDeposit: 'doubtNoDeposit',
  otherChain: 'doubtOtherChain',
};

type Props = {
  readonly terms: Transfer['terms'];
  readonly doubt: Doubt;
  /** Whether the app has looked for so long that the person may send it again. */
  readonly isLong: boolean;
};

/** What is known of a transaction that the wallet named, while the app looks for the deposit. */
export function DoubtReport({ terms, doubt, isLong }: Props) {
  const { t } = useWords(transferWords);
  const { t: told } = useWords(verdictWords);
  const { chainName: origin } = terms.origin;
  const otherChain = doubt.foundOn ?? origin;
  return (
    <Notice tone="warning" title={t(titles[doubt.kind], { chain: otherChain })}>
      {doubt.kind === 'otherChain' ? (
        <>
          <p>{told('text_wrongChain', { otherChain, origin })}</p>
          <p>{told('todo_wrongChain', { otherChain })}</p>
        </>
      ) : null}
      <p>{t(isLong ? 'doubtLongText' : 'doubtText')}</p>
    </Notice>
  );
}
