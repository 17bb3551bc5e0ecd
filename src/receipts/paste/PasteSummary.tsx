import { Link } from 'wouter';
import { useTexts } from '../../i18n/useTexts.ts';
import { receiptPath } from '../../transfer/verdict/journey.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { Announcement } from '../../ui/Announcement.tsx';
import { Notice } from '../../ui/Notice.tsx';
import ui from '../../ui/ui.module.css';
import type { DeskItem, Paste } from '../model/readPaste.ts';
import styles from '../receipts.module.css';

const SHOWN_PIECES = 8;

type AddressItem = Extract<DeskItem, { readonly kind: 'address' }>;

/** What a pasted text contains, including what was not understood, so that nothing is dropped silently. */
export function PasteSummary({ paste }: { readonly paste: Paste }) {
  const { t } = useTexts('desk');
  const { items, repeated, notUnderstood, leftOut, unread } = paste;
  const hashes = items.filter(({ kind }) => kind === 'hash').length;
  const addresses = items.filter((item) => item.kind === 'address');
  const parts = [
    hashes > 0 ? t('hashes', { count: hashes }) : null,
    addresses.length > 0 ? t('addresses', { count: addresses.length }) : null,
    repeated > 0 ? t('repeated', { count: repeated }) : null,
  ].filter((part) => part !== null);
  const limits = [
    leftOut > 0 ? t('leftOut', { count: leftOut }) : null,
    unread > 0 ? t('unread', { count: unread }) : null,
  ].filter((limit) => limit !== null);
  if (items.length + notUnderstood.length + limits.length === 0) return null;
  return (
    <div className={ui.stack}>
      <Announcement text={items.length > 0 ? [t('recognised'), ...parts].join(' ') : ''} />
      {items.length > 0 ? (
        <p className={`${ui.row} ${ui.note} ${styles.recognised}`}>
          <strong>{t('recognised')}</strong>
          {parts.map((part) => (
            <span key={part} className={ui.chip}>
              {part}
            </span>
          ))}
        </p>
      ) : null}
      {items.length > 1 && addresses.length > 0 ? <AddressLinks addresses={addresses} /> : null}
      {notUnderstood.length > 0 ? <NotUnderstood pieces={notUnderstood} /> : null}
      {limits.map((limit) => (
        <Notice key={limit} tone="warning">
          <p>{limit}</p>
        </Notice>
      ))}
    </div>
  );
}

/** Links to the accounts. The table shows the hashes. */
function AddressLinks({ addresses }: { readonly addresses: readonly AddressItem[] }) {
  const { t } = useTexts('desk');
  return (
    <ul
      className={`${ui.row} ${ui.note} ${styles.recognised}`}
      aria-label={t('addresses', { count: addresses.length })}
    >
      {addresses.slice(0, SHOWN_PIECES).map((item) => (
        <li key={item.address}>
          <Link className={ui.link} href={itemPath(item)}>
            <AddressText address={item.address} />
          </Link>
        </li>
      ))}
      {addresses.length > SHOWN_PIECES ? <li>{t('andMore', { count: addresses.length - SHOWN_PIECES })}</li> : null}
    </ul>
  );
}

function NotUnderstood({ pieces }: { readonly pieces: readonly string[] }) {
  const { t } = useTexts('desk');
  return (
    <Notice tone="warning" title={t('notUnderstood', { count: pieces.length })}>
      <ul className={`${ui.row} ${ui.note} ${styles.recognised}`}>
        {pieces.slice(0, SHOWN_PIECES).map((piece) => (
          <li key={piece}>
            <code dir="ltr">{piece}</code>
          </li>
        ))}
        {pieces.length > SHOWN_PIECES ? <li>{t('andMore', { count: pieces.length - SHOWN_PIECES })}</li> : null}
      </ul>
    </Notice>
  );
}

/** The page with the answer about one item. */
export function itemPath(item: DeskItem): string {
  return item.kind === 'hash' ? receiptPath(item.hash, item.chainId) : receiptPath(item.address, null);
}
