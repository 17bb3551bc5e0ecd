import { useState, useSyncExternalStore } from 'react';
import { useTexts } from '../../i18n/useTexts.ts';
import { Button } from '../../ui/Button.tsx';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import type { HashItem } from '../model/hashList.ts';
import type { LookupRow } from '../model/lookupTable.ts';
import { MAX_PINS, pinOf } from '../model/pin.ts';
import type { PinStore } from './usePins.ts';
import { usePins } from './usePins.ts';

/** Pins one hash, or unpins it. */
export function PinButton({ item }: { readonly item: HashItem }) {
  const pins = usePins();
  return pins ? <Pinning item={item} pins={pins} /> : null;
}

/** Pins the hashes of these rows. */
export function PinRows({ rows }: { readonly rows: readonly LookupRow[] }) {
  const { t } = useTexts('desk');
  const pins = usePins();
  const [result, setResult] = useState<{ readonly asked: number; readonly stored: number } | null>(null);
  if (!pins || (rows.length === 0 && result === null)) return null;
  const items = [...new Map(rows.map(({ listed }) => [listed.hash, listed])).values()];
  const pin = () => {
    const nowMs = Date.now();
    setResult({ asked: items.length, stored: pins.pin(items.map((item) => pinOf(item, nowMs))) });
  };
  return (
    <>
      {items.length > 0 ? <Button onClick={pin}>{t('pinOpen')}</Button> : null}
      <LiveRegion>
        {result ? t('pinned', { count: result.stored }) : null}{' '}
        {result && result.stored < result.asked ? t('pinsFull', { most: `${MAX_PINS}` }) : null}
      </LiveRegion>
    </>
  );
}

function Pinning({ item, pins }: { readonly item: HashItem; readonly pins: PinStore }) {
  const { t } = useTexts('desk');
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
