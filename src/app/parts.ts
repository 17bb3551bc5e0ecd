import { afterIdle } from '../ui/afterIdle.ts';
import { lazyPart } from '../ui/lazyPart.tsx';

// The page is more important than the message above it. A page that loads the message before the first render does not move
// afterwards.
export const Banner = lazyPart(async () => (await import('./Banner.tsx')).Banner, 'decoration');
// The dialog renders wagmi's state, so it loads wagmi with itself.
export const AccountDialog = lazyPart(async () => {
  const code = [import('../account/createWagmi.ts'), import('../chain/chainClients.ts')];
  const [{ AccountDialog: Dialog }] = await Promise.all([import('../account/AccountDialog.tsx'), ...code]);
  return Dialog;
}, 'dialog');
export const TransferPage = lazyPart(async () => (await import('../transfer/TransferPage.tsx')).TransferPage, 'page');
export const ActivityPage = lazyPart(async () => (await import('../activity/ActivityPage.tsx')).ActivityPage, 'page');
/** The deposits of an account and the payments to it, from the chains. */
export const AccountCases = lazyPart(
  async () => (await import('../receipts/table/WalletCases.tsx')).AccountCases,
  'decoration',
  { texts: 'desk' },
);
// The list beside the form waits until the form is usable.
export const RecentTransfers = lazyPart(
  () => afterIdle(async () => (await import('../activity/RecentTransfers.tsx')).RecentTransfers),
  'decoration',
);
export const HelpPage = lazyPart(async () => (await import('../help/HelpPage.tsx')).HelpPage, 'page');
export const ReceiptsPage = lazyPart(async () => (await import('../receipts/ReceiptsPage.tsx')).ReceiptsPage, 'page', {
  texts: 'desk',
});
export const NotFound = lazyPart(async () => (await import('./NotFound.tsx')).NotFound, 'page');
/** The pages that a person may open offline. */
export const OTHER_PAGES = [ActivityPage, TransferPage, ReceiptsPage, HelpPage];

export const PageStatus = lazyPart(
  () => afterIdle(async () => (await import('./PageStatus.tsx')).PageStatus),
  'decoration',
);
export const Footer = lazyPart(() => afterIdle(async () => (await import('./Footer.tsx')).Footer), 'decoration');
// Messages about transfers need the rules of transfers, which the form does without.
export const TransferWatch = lazyPart(
  () => afterIdle(async () => (await import('../transfer/TransferWatch.tsx')).TransferWatch),
  'decoration',
);
export const EmbedBar = lazyPart(async () => (await import('./embed/EmbedBar.tsx')).EmbedBar, 'decoration', {
  texts: 'form',
});
export const PinWatch = lazyPart(
  () => afterIdle(async () => (await import('../receipts/pins/PinWatch.tsx')).PinWatch),
  'decoration',
  { texts: 'desk' },
);
