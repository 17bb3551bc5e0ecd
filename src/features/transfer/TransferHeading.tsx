import type { Transfer } from '../../domain/transfer.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';

const headings: Record<Transfer['status'], { readonly title: string; readonly line: string }> = {
  approving: { title: 'Approval needed', line: 'Your tokens have not moved.' },
  readyToSign: { title: 'Ready to sign', line: 'Your tokens have not moved.' },
  signing: {
    title: 'Waiting for your wallet',
    line: 'You can leave this page. The app finds your deposit on the chain.',
  },
  sent: { title: 'Deposit pending', line: 'You can leave this page and come back.' },
  deposited: { title: 'In progress', line: 'The chain has your deposit. You can leave this page and come back.' },
  reported: {
    title: 'Verifying payout',
    line: 'The bridge reported the payout. The app is verifying it on the chain.',
  },
  delivered: {
    title: 'Delivered',
    line: 'Verified on the destination chain: recipient, token and amount match.',
  },
  refunded: {
    title: 'Refunded',
    line: 'Verified on the origin chain: the tokens are back in your account.',
  },
  disputed: {
    title: 'Payout differs',
    line: 'The destination chain does not show the payout that the bridge reported.',
  },
  failed: { title: 'Not delivered', line: 'See below where your tokens are.' },
  abandoned: { title: 'Ended', line: 'Nothing was sent: the chain shows no deposit.' },
};

export function TransferHeading({ transfer }: { transfer: Transfer }) {
  const { title, line } = headings[transfer.status];
  // The wallet gave no answer, so the app knows only what the chain shows.
  const isUnsure = transfer.status === 'readyToSign' && transfer.attempt !== null;
  return (
    <PageHeading
      titleId="transferTitle"
      title={title}
      line={isUnsure ? 'Your wallet opened for this transfer before. The chain shows no deposit so far.' : line}
      isLive
    />
  );
}
