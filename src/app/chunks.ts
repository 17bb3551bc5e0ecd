import { createElement } from 'react';
import { afterIdle } from '../ui/afterIdle.ts';
import { lazyChunk } from '../ui/lazyChunk.tsx';

// The page matters more than the banner above it. startApp.ts loads the banner before the first render, so that the page does
// not move afterwards.
export const Banner = lazyChunk(async () => (await import('./Banner.tsx')).Banner, 'decoration');
// The dialog renders wagmi's state, so wagmi loads with it.
export const AccountDialog = lazyChunk(async () => {
  const code = [import('../account/createWagmi.ts'), import('../chain/chainClients.ts')];
  const [{ AccountWithHistory }] = await Promise.all([import('./AccountWithHistory.tsx'), ...code]);
  return AccountWithHistory;
}, 'dialog');
export const TransferPage = lazyChunk(async () => (await import('../transfer/TransferPage.tsx')).TransferPage, 'page');
export const ActivityPage = lazyChunk(async () => (await import('../activity/ActivityPage.tsx')).ActivityPage, 'page');
/** The deposits of an account and the payments to it, from the chains. */
export const AccountLookups = lazyChunk(
  async () => (await import('../receipts/table/WalletLookups.tsx')).AccountLookups,
  'decoration',
  // The fallback keeps the footer away, as the lookups do until the chains have been read.
  { texts: 'desk', fallback: createElement('span', { 'data-loading': true }) },
);
// The list beside the form waits until the form is usable.
export const RecentTransfers = lazyChunk(
  () => afterIdle(async () => (await import('../activity/RecentTransfers.tsx')).RecentTransfers),
  'decoration',
);
export const HelpPage = lazyChunk(async () => (await import('../help/HelpPage.tsx')).HelpPage, 'page');
export const ReceiptsPage = lazyChunk(async () => (await import('../receipts/ReceiptsPage.tsx')).ReceiptsPage, 'page', {
  texts: 'desk',
});
export const NotFound = lazyChunk(async () => (await import('./NotFound.tsx')).NotFound, 'page');
const PAGES = { activity: ActivityPage, transfers: TransferPage, receipts: ReceiptsPage, help: HelpPage };
/** PageStatus preloads these, so that they open offline. */
export const OTHER_PAGES = Object.values(PAGES);

/** Undefined for the form, which is in the first file, and for paths without a page. */
export function pageAt(path: string) {
  const [, first = ''] = path.split('/');
  return Object.entries(PAGES).find(([name]) => name === first)?.[1];
}

export const PageStatus = lazyChunk(
  () => afterIdle(async () => (await import('./PageStatus.tsx')).PageStatus),
  'decoration',
);
export const Footer = lazyChunk(() => afterIdle(async () => (await import('./Footer.tsx')).Footer), 'decoration');
// Messages about transfers need the transfer rules, which the form does not need.
export const TransferWatch = lazyChunk(
  () => afterIdle(async () => (await import('../transfer/TransferWatch.tsx')).TransferWatch),
  'decoration',
);
export const EmbedBar = lazyChunk(async () => (await import('./embed/EmbedBar.tsx')).EmbedBar, 'decoration', {
  texts: 'form',
});
export const PinWatch = lazyChunk(
  () => afterIdle(async () => (await import('../receipts/pins/PinWatch.tsx')).PinWatch),
  'decoration',
  { texts: 'desk' },
);
