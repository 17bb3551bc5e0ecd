import type { Journey } from '../../../domain/verdict/journey.ts';
import type { Places } from '../../../ui/verdict/verdictText.ts';
import { receiptsWords } from '../../../words/receipts/receiptsWords.ts';
import { useWords } from '../../../words/useWords.ts';

/** The names of both chains; the id of one that the configuration does not name. */
export function usePlaces({ originName, destinationName, destinationId }: Journey): Places {
  const { t } = useWords(receiptsWords);
  return { origin: originName, destination: destinationName ?? t('unknownChain', { id: `${destinationId}` }) };
}
