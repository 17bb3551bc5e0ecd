import { useSyncExternalStore } from 'react';
import type { HashItem } from '../../../domain/desk/caseList.ts';
import { MAX_PINS, pinOf } from '../../../domain/desk/pin.ts';
import type { PinStore } from '../../../store/pinStore.ts';
import { Button } from '../../../ui/Button.tsx';
import { deskTableWords } from '../../../words/deskTable/deskTableWords.ts';
import { useWords } from '../../../words/useWords.ts';
import { usePins } from './usePins.ts';

/** Pins one case, or unpins it. */
export function PinButton({ item }: { readonly item: HashItem }) {
  const pins = usePins();
  return pins ? <Pinning item={item} pins={pins} /> : null;
}

function Pinning({ item, pins }: { readonly item: HashItem; readonly pins: PinStore }) {
  const { t } = useWords(deskTableWords);
  const all = useSyncExternalStore(pins.subscribe, pins.get);
  if (all.some(({ hash }) => hash === item.hash)) {
    return (
      <Button size="small" onClick={() => pins.unpin([item.hash])}>
        {t('unpin')}
      </Button>
    );
  }
  if (all.length >= MAX_PINS) return <p>{t('pinsFull', { most: `${MAX_PINS}` })}</p>;
  return (
    <Button size="small" onClick={() => void pins.pin([pinOf(item, Date.now())])}>
      {t('pin')}
    </Button>
  );
}
