import type { ComponentType } from 'react';
import { lazy, Suspense, useState } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { useViewedAccount, useWalletConnection } from '../context/appServices.ts';
import { AccountButton } from '../features/account/AccountButton.tsx';
import { BridgePage } from '../features/bridge/BridgePage.tsx';
import { formUrl } from '../features/bridge/form/formUrl.ts';
import { afterIdle } from '../ui/afterIdle.ts';
import { Icon } from '../ui/Icon.tsx';
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

const AccountDialog = lazy(() =>
  import('../features/account/AccountDialog.tsx').then((module) => ({ default: module.AccountDialog })),
);
const TransferPage = lazy(() =>
  import('../features/transfer/TransferPage.tsx').then((module) => ({ default: module.TransferPage })),
);
const ActivityPage = lazy(() =>
  import('../features/activity/ActivityPage.tsx').then((module) => ({ default: module.ActivityPage })),
);
// The list beside the form waits until the form is usable.
const RecentTransfers = lazy(() =>
  afterIdle(() => import('../features/activity/RecentTransfers.tsx')).then((module) => ({
    default: module.RecentTransfers,
  })),
);
const HelpPage = lazy(() => import('../features/help/HelpPage.tsx').then((module) => ({ default: module.HelpPage })));
const ReceiptsPage = lazy(() =>
  import('../features/receipts/ReceiptsPage.tsx').then((module) => ({ default: module.ReceiptsPage })),
);

// Decoration below the page: without it, every page works.
const Footer = lazy<ComponentType>(() =>
  afterIdle(() => import('./Footer.tsx')).then(
    (module) => ({ default: module.Footer }),
    () => ({ default: () => null }),
  ),
);

export function Shell() {
  const { address } = useWalletConnection();
  const viewed = useViewedAccount();
  const [, navigate] = useLocation();
  const [isAccountOpen, setAccountOpen] = useState(false);
  const openAccount = () => setAccountOpen(true);

  return (
    <div className={styles.shell}>
      <SkipLink />
      <Suspense>
        <BannerPart />
      </Suspense>
      <header className={styles.header}>
        <Brand />
        <Navigation />
        <div className={styles.tools}>
          <LanguageMenu />
          <ThemeButton />
          <AccountButton onOpen={openAccount} />
        </div>
      </header>
      <main id={CONTENT_ID} className={styles.main} tabIndex={-1}>
        <UnsavedNotice />
        <Suspense>
          <Switch>
            <Route path="/">
              <BridgePage
                account={address ?? viewed ?? undefined}
                canSign={address !== undefined}
                onConnect={openAccount}
                onStarted={(id) => navigate(`/transfers/${id}`)}
                recent={
                  <Suspense>
                    <RecentTransfers />
                  </Suspense>
                }
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
        </Suspense>
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      {isAccountOpen ? (
        <Suspense>
          <AccountDialog onClose={() => setAccountOpen(false)} />
        </Suspense>
      ) : null}
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
