import { useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { useTexts } from '../../i18n/useTexts.ts';
import { receiptPath } from '../../transfer/verdict/journey.ts';
import { toneOf } from '../../transfer/verdict/verdictKinds.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { NotifyButton } from '../../ui/NotifyButton.tsx';
import ui from '../../ui/ui.module.css';
import { lookupTitle } from '../lookupTitle.ts';
import type { Lookup } from '../model/judge.ts';
import type { Pin } from '../model/pin.ts';
import styles from '../receipts.module.css';
import type { PinStore } from './usePins.ts';
import { usePinLookups, usePins } from './usePins.ts';

/** The pinned hashes with the verdicts of the watch's last round. */
export function PinnedLookups() {
  const pins = usePins();
  return pins ? <PinList pins={pins} /> : null;
}

function PinList({ pins }: { readonly pins: PinStore }) {
  const { t } = useTexts('desk');
  const all = useSyncExternalStore(pins.subscribe, pins.get);
  const found = usePinLookups();
  const ended = all.filter(({ isOver }) => isOver);
  if (all.length === 0) return null;
  return (
    <section className={`${ui.card} ${ui.compact}`} aria-labelledby="pinsTitle">
      <header className={ui.spread}>
        <h2 id="pinsTitle">{t('pins')}</h2>
        {ended.length > 0 ? (
          <Button size="small" kind="quiet" onClick={() => pins.unpin(ended.map(({ hash }) => hash))}>
            {t('unpinEnded')}
          </Button>
        ) : null}
      </header>
      <p className={ui.note}>{t('pinsLine')}</p>
      <ul>
        {all.map((pin) => (
          <PinLine
            key={pin.hash}
            pin={pin}
            found={found.get(pin.hash) ?? null}
            onOpen={() => pins.open(pin.hash)}
            onUnpin={() => pins.unpin([pin.hash])}
          />
        ))}
      </ul>
      <div>
        <NotifyButton />
      </div>
    </section>
  );
}

type LineProps = {
  readonly pin: Pin;
  readonly found: Lookup | null;
  readonly onOpen: () => void;
  readonly onUnpin: () => void;
};

function PinLine({ pin: { hash, chainId, isNew }, found, onOpen, onUnpin }: LineProps) {
  const texts = useTexts('desk');
  const { t } = texts;
  const short = `${hash.slice(0, 10)}…${hash.slice(-6)}`;
  return (
    <li className={styles.pin}>
      <Link href={receiptPath(hash, chainId)} onClick={onOpen}>
        <span className={`${styles.title} ${found ? ui[toneOf(...found.verdicts)] : ''}`}>
          {found ? lookupTitle(found.verdicts, texts) : t('notSeenYet')}
        </span>
        {isNew ? <strong className={`${ui.chip} ${styles.isNew}`}>{t('isNew')}</strong> : null}
        <span className={`${ui.small} ${ui.numbers} ${styles.hash}`} dir="ltr" title={hash}>
          {short}
        </span>
      </Link>
      <button type="button" className={ui.iconButton} aria-label={t('unpinLookup', { hash: short })} onClick={onUnpin}>
        <Icon name="close" size={18} />
      </button>
    </li>
  );
}
