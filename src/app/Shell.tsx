import { useState } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { useViewedAccount, useWalletConnection } from '../context/appServices.ts';
import { AccountButton } from '../features/account/AccountButton.tsx';
import { BridgePage } from '../features/bridge/BridgePage.tsx';
import { formUrl } from '../features/bridge/form/formUrl.ts';
import { afterIdle } from '../ui/afterIdle.ts';
import { Icon } from '../ui/Icon.tsx';
import { lazyPart } from '../ui/part/lazyPart.tsx';
import { useArrivalFocus } from '../ui/useArrivalFocus.ts';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { mainWords } from '../words/main/mainWords.ts';
import { useWords } from '../words/useWords.ts';
import { BannerPart } from './BannerPart.tsx';
import { Brand } from './Brand.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { Navigation } from './Navigation.tsx';
import styles from './Shell.module.css';
import { CONTENT_ID, SkipLink } from './SkipLink.tsx';
import { ThemeButton } from './ThemeButton.tsx';
import { UnsavedNotice } from './UnsavedNotice.tsx';

// The dialog renders wagmi's state, so it loads wagmi with itself.
const AccountDialog = lazyPart(async () => {
  const code = [import('../wallet/createWagmi.ts'), import('../chain/chainClients.ts')];
  const [{ AccountDialog: Dialog }] = await Promise.all([import('../features/account/AccountDialog.tsx'), ...code]);
  return Dialog;
}, 'dialog');
const TransferPage = lazyPart(async () => (await import('../features/transfer/TransferPage.tsx')).TransferPage, 'page');
const ActivityPage = lazyPart(async () => (await import('../features/activity/ActivityPage.tsx')).ActivityPage, 'page');
// The list beside the form waits until the form is usable.
const RecentTransfers = lazyPart(
  () => afterIdle(async () => (await import('../features/activity/RecentTransfers.tsx')).RecentTransfers),
  'decoration',
);
const HelpPage = lazyPart(async () => (await import('../features/help/HelpPage.tsx')).HelpPage, 'page');
const ReceiptsPage = lazyPart(async () => (await import('../features/receipts/ReceiptsPage.tsx')).ReceiptsPage, 'page');

// Messages about transfers need the texts and rules of transfers, which the form does without.
const TransferWatch = lazyPart(
  () => afterIdle(async () => (await import('../features/transfer/watch/TransferWatch.tsx')).TransferWatch),
  'decoration',
);
const Footer = lazyPart(() => afterIdle(async () => (await import('./Footer.tsx')).Footer), 'decoration');

const EmbedBar = lazyPart(async () => (await import('./embed/EmbedBar.tsx')).EmbedBar, 'decoration');

/** public/firstPaint.js decides it by `?embed`. */
const isEmbedded = 'embed' in document.documentElement.dataset;

export function Shell() {
  const { address } = useWalletConnection();
  const viewed = useViewedAccount();
  const [, navigate] = useLocation();
  const [isAccountOpen, setAccountOpen] = useState(false);
  const openAccount = () => setAccountOpen(true);

  return (
    <div className={styles.shell}>
      <SkipLink />
      <BannerPart />
      {isEmbedded ? null : (
        <header className={styles.header}>
          <Brand />
          <Navigation />
          <div className={styles.tools}>
            <LanguageMenu />
            <ThemeButton />
            <AccountButton onOpen={openAccount} />
          </div>
        </header>
      )}
      <main id={CONTENT_ID} className={styles.main} tabIndex={-1}>
        {isEmbedded ? <EmbedBar onOpen={openAccount} /> : null}
        <UnsavedNotice />
        <Switch>
          <Route path="/">
            <BridgePage
              account={address ?? viewed ?? undefined}
              canSign={address !== undefined}
              onConnect={openAccount}
              onStarted={(id) => navigate(`/transfers/${id}`)}
              recent={<RecentTransfers />}
            />
          </Route>
          <Route path="/transfers/:id">
            {({ id }) => (
              <TransferPage id={id} onConnect={openAccount} onStartOver={(draft) => navigate(formUrl(draft))} />
            )}
          </Route>
          <Route path="/activity">
            <ActivityPage account={address ?? viewed} onConnect={openAccount} />
          </Route>
          <Route path="/receipts/:hash?">
            {({ hash }) => <ReceiptsPage hash={hash ?? null} onSearch={(found) => navigate(`/receipts/${found}`)} />}
          </Route>
          <Route path="/help/:of?">{({ of }) => <HelpPage of={of ?? null} />}</Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </main>
      {isEmbedded ? null : <Footer />}
      <TransferWatch />
      {isAccountOpen ? <AccountDialog onClose={() => setAccountOpen(false)} /> : null}
    </div>
  );
}

function NotFound() {
  const { t } = useWords(mainWords);
  const heading = useArrivalFocus();
  usePageTitle(t('notFoundTitle'));
  return (
    <section className={styles.notFound}>
      <h1 ref={heading} tabIndex={-1}>
        {t('notFoundTitle')}
      </h1>
      <Link href="/">
        {t('notFoundLink')} <Icon name="arrow" size={16} />
      </Link>
    </section>
  );
}
