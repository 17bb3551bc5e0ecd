import { useQuery } from '@tanstack/react-query';
import { useAppServices } from '../../context/appServices.ts';
import type { Transfer } from '../../domain/transfer.ts';
import { elapsedText } from '../../words/elapsedText.ts';
import { useLanguage } from '../../words/language.ts';
import { useWords } from '../../words/useWords.ts';
import { verdictWords } from '../../words/verdict/verdictWords.ts';

/** How long a delivered transfer took, from block to block. Null before the delivery, and while no node tells the times. */
export function useTook(transfer: Transfer): string | null {
  const { t } = useWords(verdictWords);
  const { locale } = useLanguage();
  const { chainReads } = useAppServices();
  const { origin, destination } = transfer.terms;
  const blocks =
    transfer.status === 'delivered'
      ? {
          hash: transfer.hash,
          originId: origin.chainId,
          payoutHash: transfer.payoutHash,
          destinationId: destination.chainId,
        }
      : null;
  const seconds = useQuery({
    queryKey: ['secondsTaken', blocks],
    queryFn: async () => (blocks ? (await chainReads()).secondsTaken(blocks) : null),
    enabled: blocks !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return seconds.data ? t('took', { time: elapsedText(seconds.data, locale) }) : null;
}
