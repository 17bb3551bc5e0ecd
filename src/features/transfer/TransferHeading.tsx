import type { Transfer } from '../../domain/transfer.ts';
import styles from './TransferHeading.module.css';

const headings: Record<Transfer['status'], { readonly title: string; readonly line: string }> = {
  approving: { title: 'Permission first', line: 'Your tokens have not moved.' },
  readyToSign: { title: 'Ready to sign', line: 'Your tokens have not moved.' },
  signing: {
    title: 'Waiting for your wallet',
    line: 'You can leave this page: what you signed is found on the chain.',
  },
  sent: { title: 'Deposit on its way', line: 'You can leave this page and come back.' },
  deposited: { title: 'Crossing', line: 'The deposit is mined. You can leave this page and come back.' },
  reported: { title: 'Reported as paid', line: 'The service says so. The destination chain is being asked.' },
  delivered: {
    title: 'Delivered',
    line: 'Seen on the destination chain: recipient, token and amount are as promised.',
  },
  refunded: {
    title: 'Refunded',
    line: 'Seen on the origin chain: it went back to the account that deposited.',
  },
  disputed: { title: 'Not as promised', line: 'The destination chain shows something else than the service reports.' },
  failed: { title: 'Not delivered', line: 'See below where the money is.' },
  abandoned: { title: 'Ended', line: 'The chain shows no deposit of it.' },
};

export function TransferHeading({ transfer }: { transfer: Transfer }) {
  const { title, line } = headings[transfer.status];
  // After a wallet that never answered, only the chain's side of it is known.
  const isUnsure = transfer.status === 'readyToSign' && transfer.attempt !== null;
  return (
    <header className={styles.heading} aria-live="polite">
      <h1 id="transferTitle">{title}</h1>
      <p>{isUnsure ? 'Your wallet was opened for this before, and the chain shows no deposit so far.' : line}</p>
    </header>
  );
}
