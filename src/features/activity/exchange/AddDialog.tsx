import { Dialog } from '../../../ui/Dialog.tsx';
import { exchangeWords } from '../../../words/exchange/exchangeWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { AddByHash } from './AddByHash.tsx';
import { ImportFile } from './ImportFile.tsx';

type Props = { readonly onClose: () => void };

/** Adds transfers that another browser or wallet made: one by its hash, or many from a file. */
export function AddDialog({ onClose }: Props) {
  const { t } = useWords(exchangeWords);
  return (
    <Dialog title={t('addTitle')} onClose={onClose}>
      <AddByHash />
      <ImportFile />
    </Dialog>
  );
}
