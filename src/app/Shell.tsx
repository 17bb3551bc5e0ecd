import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { AccountButton } from '../account/AccountButton.tsx';
import { BridgePage } from '../form/BridgePage.tsx';
import { draftLike, formUrl } from '../form/formUrl.ts';
import { mainWords } from '../i18n/main/mainWords.ts';
import { useWords } from '../i18n/useWords.ts';
import { hasStoredPins, PIN_STORE } from '../receipts/pins/storedPins.ts';
import { afterIdle } from '../ui/afterIdle.ts';
import { lazyPart } from '../ui/lazyPart.tsx';
import { Notice } from '../ui/Notice.tsx';
import { BannerPart } from './BannerPart.tsx';
import { Brand } from './Brand.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { Navigation } from './Navigation.tsx';
import {
  AccountCases,
  AccountDialog,
  ActivityPage,
  EmbedBar,
  Footer,
  HelpPage,
  NotFound,
  OTHER_PAGES,
  PageStatus,
  ReceiptsPage,
  RecentTransfers,
  TransferPage,
  TransferWatch,
} from './parts.ts';
import styles from './Shell.module.css';
import { CONTENT_ID, SkipLink } from './SkipLink.tsx';
import { useAppServices, useViewedAccount, useWalletConnection } from './services.ts';
import { ThemeButton } from './ThemeButton.tsx';

export function Shell() {
  const { address } = useWalletConnection();
  const viewed = useViewedAccount();
  const account = address ?? viewed;
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
              account={account ?? undefined}
              canSign={address !== undefined}
              onConnect={openAccount}
              onStarted={(id) => navigate(`/transfers/${id}`)}
              recent={<RecentTransfers />}
            />
          </Route>
          <Route path="/transfers/:id">
            {({ id }) => (
              <TransferPage
                id={id}
                onConnect={openAccount}
                onStartOver={(like, keepsAmount) => navigate(formUrl(draftLike(like, keepsAmount)))}
              />
            )}
          </Route>
          <Route path="/activity">
            <ActivityPage ofAccount={account ? <AccountCases account={account} /> : null} onConnect={openAccount} />
          </Route>
          <Route path="/receipts/:item?">{({ item }) => <ReceiptsPage item={item ?? null} />}</Route>
          <Route path="/help/:of?">{({ of }) => <HelpPage of={of ?? null} />}</Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </main>
      {isEmbedded ? null : <Footer />}
      <TransferWatch />
      <PinWatchPart />
      <PageStatus pages={OTHER_PAGES} />
      {isAccountOpen ? <AccountDialog onClose={() => setAccountOpen(false)} /> : null}
    </div>
  );
}

/** Warns on every page while the browser cannot store an open transfer. */
function UnsavedNotice() {
  const { t } = useWords(mainWords);
  const isUnsaved = useStore(useAppServices().store, (state) => state.unsaved.size > 0);
  if (!isUnsaved) return null;
  return (
    <div className={styles.unsaved}>
      <Notice tone="warning" title={t('unsavedTitle')}>
        {t('unsavedText')}
      </Notice>
    </div>
  );
}

const PinWatch = lazyPart(
  () => afterIdle(async () => (await import('../receipts/pins/PinWatch.tsx')).PinWatch),
  'decoration',
);

/** Watches the pinned cases on every page. Only a browser that has some loads the code. */
function PinWatchPart() {
  const { installation } = useAppServices().config;
  const [hadPins] = useState(() => hasStoredPins(() => window.localStorage, installation));
  // A part of the receipts page loads the store before a person can pin the first case.
  const { data: pins } = useQuery({ queryKey: PIN_STORE, queryFn: skipToken });
  return hadPins || pins !== undefined ? <PinWatch /> : null;
}

/** public/firstPaint.js decides it by `?embed`. */
const isEmbedded = 'embed' in document.documentElement.dataset;
