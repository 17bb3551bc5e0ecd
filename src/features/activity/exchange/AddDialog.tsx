import { Dialog } from '../../../ui/Dialog.tsx';
import { exchangeWords } from '../../../words/exchange/exchangeWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { AddByHash } from './AddByHash.tsx';

type Props = { readonly onClose: () => void };

/** Adds a transfer that another browser or wallet made, by its hash. */
export function AddDialog({ onClose }: Props) {
  const { t } = useWords(exchangeWords);
  return (
    <Dialog title={t('addTitle')} onClose={onClose}>
      <AddByHash />
    </Dialog>
  );
}
